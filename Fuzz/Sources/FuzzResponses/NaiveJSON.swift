/// JSON text, RFC 8259, read rule by rule: well-formed UTF-8, no half surrogates, no more than 30 combining marks in a
/// row, no key twice, arrays and objects at most 32 deep. Nothing of the library's.
struct NaiveJSON {
  /// The first rule that does not hold, at which byte, and the keys and indexes that lead to the value.
  struct Fault: Equatable {
    enum Step: Equatable {
      case key([UInt8])
      case index(Int)
    }

    let code: String
    let offset: Int
    let path: [Step]
  }

  indirect enum Value {
    case null
    case boolean(Bool)
    /// As it is written.
    case number(String)
    case string([UInt8])
    case array([Value])
    case object([(key: [UInt8], value: Value)])

    var isScalar: Bool {
      switch self {
      case .array, .object: false
      default: true
      }
    }

    /// Of its members.
    var keys: [String] {
      guard case .object(let members) = self else { return [] }
      return members.map { String(decoding: $0.key, as: UTF8.self) }
    }

    private var parts: [Value] {
      switch self {
      case .array(let elements): elements
      case .object(let members): members.map(\.value)
      default: []
      }
    }

    /// How many arrays and objects are in one another.
    var depth: Int { isScalar ? 0 : 1 + (parts.map(\.depth).max() ?? 0) }

    /// Values, of which an object counts as 16.
    var count: Int {
      if case .object = self { return parts.reduce(16) { $0 + $1.count } }
      return parts.reduce(1) { $0 + $1.count }
    }

    subscript(key: String) -> Value? {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.key.elementsEqual(key.utf8) }?.value
    }
  }

  private var rest: ArraySlice<UInt8>
  private var path: [Fault.Step] = []
  private var fault: Fault?

  /// The value of a text, or what is wrong with it.
  static func read(_ bytes: [UInt8]) -> (value: Value?, fault: Fault?) {
    var reader = NaiveJSON(rest: bytes[...])
    let value = reader.value(32)
    if value != nil, !reader.rest.isEmpty { reader.fail("trailingCharacters") }
    return (reader.fault == nil ? value : nil, reader.fault)
  }

  static func value(_ bytes: [UInt8]) -> Value? { read(bytes).value }

  static func isText(_ bytes: [UInt8]) -> Bool { value(bytes) != nil }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// Here, unless another place is named; where nothing is left, that is what is wrong.
  private mutating func fail(_ code: String, at offset: Int? = nil) {
    let isAtEnd = offset == nil && rest.isEmpty
    fault =
      fault
      ?? Fault(code: isAtEnd ? "truncated" : code, offset: offset ?? rest.startIndex, path: path)
  }

  private mutating func skipBlanks() {
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func require(_ text: String) -> Bool {
    for scalar in text.unicodeScalars where !take(scalar) {
      fail("unexpectedCharacter")
      return false
    }
    return true
  }

  /// A value with blanks around.
  private mutating func value(_ levels: Int) -> Value? {
    skipBlanks()
    defer { skipBlanks() }
    switch rest.first.map({ Unicode.Scalar($0) }) {
    case "{": return isWithin(levels) ? object(levels - 1) : nil
    case "[": return isWithin(levels) ? array(levels - 1) : nil
    case "\"": return string().map { .string($0) }
    case "n": return require("null") ? .null : nil
    case "t": return require("true") ? .boolean(true) : nil
    case "f": return require("false") ? .boolean(false) : nil
    case "-"?: return number()
    case let digit? where ("0"..."9").contains(digit): return number()
    default:
      fail("unexpectedCharacter")
      return nil
    }
  }

  private mutating func isWithin(_ levels: Int) -> Bool {
    if levels == 0 { fail("tooDeep") }
    return levels > 0
  }

  private mutating func array(_ levels: Int) -> Value? {
    _ = take("[")
    skipBlanks()
    if take("]") { return .array([]) }
    // Until something is there, it is no element that is missing.
    guard !rest.isEmpty else {
      fail("truncated")
      return nil
    }
    var elements: [Value] = []
    repeat {
      path.append(.index(elements.count))
      guard let element = value(levels) else { return nil }
      elements.append(element)
      path.removeLast()
    } while take(",")
    return require("]") ? .array(elements) : nil
  }

  private mutating func object(_ levels: Int) -> Value? {
    _ = take("{")
    skipBlanks()
    if take("}") { return .object([]) }
    var keys: Set<[UInt8]> = []
    var members: [(key: [UInt8], value: Value)] = []
    repeat {
      skipBlanks()
      let start = rest.startIndex
      guard rest.first == UInt8(ascii: "\"") else {
        fail("unexpectedCharacter")
        return nil
      }
      guard let key = string() else { return nil }
      path.append(.key(key))
      guard keys.insert(key).inserted else {
        fail("duplicateKey", at: start)
        return nil
      }
      skipBlanks()
      guard require(":"), let value = value(levels) else { return nil }
      members.append((key, value))
      path.removeLast()
    } while take(",")
    return require("}") ? .object(members) : nil
  }

  private mutating func number() -> Value? {
    let start = rest
    _ = take("-")
    var isWhole = take("0") || digits()
    if isWhole, take(".") { isWhole = digits() }
    if isWhole, take("e") || take("E") {
      _ = take("+") || take("-")
      isWhole = digits()
    }
    guard isWhole else {
      fail("invalidNumber", at: rest.isEmpty ? nil : start.startIndex)
      return nil
    }
    return .number(String(decoding: start[..<rest.startIndex], as: UTF8.self))
  }

  private mutating func digits() -> Bool {
    let count = rest.prefix { 0x30...0x39 ~= $0 }.count
    rest = rest.dropFirst(count)
    return count > 0
  }

  /// The bytes of a string. As a whole it is judged at its end.
  private mutating func string() -> [UInt8]? {
    _ = take("\"")
    let start = rest.startIndex
    var text: [UInt8] = []
    while !take("\"") {
      guard let byte = rest.first, byte >= 0x20 else {
        fail("invalidString")
        return nil
      }
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
        rest = rest.dropFirst()
      } else {
        let place = rest.startIndex
        guard let units = escape() else {
          fail("invalidString", at: rest.isEmpty ? nil : place)
          return nil
        }
        guard let character = String(validating: units, as: UTF16.self) else {
          fail("invalidString", at: place)
          return nil
        }
        text += character.utf8
      }
    }
    guard String(validating: text, as: UTF8.self) != nil, !Self.hasLongRun(text) else {
      fail("invalidString", at: start)
      return nil
    }
    return text
  }

  /// The code units of an escape, two if the first is the first half of a character. Stops where it is none: at the end
  /// of the text, if that is why.
  private mutating func escape() -> [UInt16]? {
    _ = take("\\")
    let letters = Array("\"\\/bfnrtu".utf8)
    guard let letter = rest.first.flatMap({ letters.firstIndex(of: $0) }) else { return nil }
    rest = rest.dropFirst()
    if letter < 8 { return [([0x22, 0x5C, 0x2F, 8, 12, 10, 13, 9] as [UInt16])[letter]] }
    guard let first = unit() else { return nil }
    guard 0xD800...0xDBFF ~= first else { return [first] }
    guard take("\\"), take("u"), let second = unit() else { return nil }
    return [first, second]
  }

  /// Whether there are more than 30 combining marks in a row.
  static func hasLongRun(_ text: [UInt8]) -> Bool {
    let isMark = String(decoding: text, as: UTF8.self).unicodeScalars.map {
      $0.properties.canonicalCombiningClass != .notReordered
    }
    return isMark.split(separator: false).contains { $0.count > 30 }
  }

  private mutating func unit() -> UInt16? {
    let digits = rest.prefix(4).prefix { Unicode.Scalar($0).properties.isASCIIHexDigit }
    rest = rest.dropFirst(digits.count)
    return digits.count < 4 ? nil : UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
