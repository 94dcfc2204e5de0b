/// A question in lines of a name, a space and a value in hexadecimal.
struct QuestionLines {
  private(set) var all: [(name: String, value: [UInt8])] = []

  init(_ text: [UInt8]) throws(Misunderstanding) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let name = line.prefix { $0 != UInt8(ascii: " ") }
      guard let value = [UInt8](hexadecimal: line.dropFirst(name.count + 1)) else {
        throw Misunderstanding("a value is not in hexadecimal")
      }
      all.append((String(decoding: name, as: UTF8.self), value))
    }
  }
}

/// What is wrong with a question: an error of the host, not of the receipt.
struct Misunderstanding: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

extension [UInt8] {
  /// Reads pairs of hexadecimal digits; `nil` for anything else.
  fileprivate init?(hexadecimal text: some Sequence<UInt8>) {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    guard high == nil else { return nil }
    self = bytes
  }
}
