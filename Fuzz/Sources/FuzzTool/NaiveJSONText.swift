import ReceiptJSON

/// JSON as it has to be written: without white space, members in their order, and those without a value left out.
indirect enum NaiveJSONText {
  case null
  case flag(Bool)
  case number(Int64)
  case text(String)
  case list([NaiveJSONText])
  case object([(key: String, value: NaiveJSONText?)])
  /// A value of an answer, which is kept as it was read.
  case value(JSON)

  static func text(_ text: String?) -> Self? { text.map { .text($0) } }

  static func number(_ number: (some BinaryInteger)?) -> Self? {
    number.map { .number(Int64($0)) }
  }

  static func flag(_ flag: Bool?) -> Self? { flag.map { .flag($0) } }

  static func texts(_ texts: [String]) -> Self { .list(texts.map { .text($0) }) }

  /// A list, or nothing if it is empty.
  static func unlessEmpty(_ list: [NaiveJSONText]) -> Self? { list.isEmpty ? nil : .list(list) }

  var written: String {
    switch self {
    case .null: return "null"
    case .flag(let flag): return "\(flag)"
    case .number(let number): return "\(number)"
    case .text(let text): return Self.quoted(text)
    case .list(let elements): return "[" + elements.map(\.written).joined(separator: ",") + "]"
    case .object(let members):
      let all = members.compactMap { key, value in
        value.map { Self.quoted(key) + ":" + $0.written }
      }
      return "{" + all.joined(separator: ",") + "}"
    case .value(let json): return String(decoding: json.json(), as: UTF8.self)
    }
  }

  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\0"..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + scalars.joined() + "\""
  }
}

extension NaiveJSONText {
  /// JSON without white space, for people: each member and element on a line of its own, two spaces further in than what
  /// it is in; nothing inside of what is empty.
  static func indented(_ compact: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var depth = 0
    var (isQuoted, isEscaped) = (false, false)
    let (mark, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    let (opening, closing) = (Array("{[".utf8), Array("}]".utf8))
    func line() -> [UInt8] { [0x0A] + Array(repeating: 0x20, count: depth * 2) }
    for (index, byte) in compact.enumerated() {
      if isQuoted {
        text.append(byte)
        if byte == mark, !isEscaped { isQuoted = false }
        isEscaped = byte == backslash && !isEscaped
      } else if opening.contains(byte) {
        text.append(byte)
        depth += 1
        if !closing.contains(compact[min(index + 1, compact.count - 1)]) { text += line() }
      } else if closing.contains(byte) {
        depth -= 1
        text += opening.contains(compact[max(index - 1, 0)]) ? [byte] : line() + [byte]
      } else {
        text.append(byte)
        if byte == UInt8(ascii: ",") { text += line() }
        if byte == UInt8(ascii: ":") { text.append(0x20) }
        isQuoted = byte == mark
      }
    }
    return text
  }
}
