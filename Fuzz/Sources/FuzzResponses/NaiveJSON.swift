/// JSON text, RFC 8259, read rule by rule: well-formed UTF-8, no half surrogates, no more than 30 combining marks in a
/// row, no key twice, arrays and objects at most 32 deep. Nothing of the library's.
struct NaiveJSON {
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

  static func value(_ bytes: [UInt8]) -> Value? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = NaiveJSON(rest: bytes[...])
    let value = reader.value(32)
    return reader.rest.isEmpty ? value : nil
  }

  static func isText(_ bytes: [UInt8]) -> Bool { value(bytes) != nil }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  private mutating func skipBlanks() {
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// A value with blanks around.
  private mutating func value(_ levels: Int) -> Value? {
    skipBlanks()
    defer { skipBlanks() }
    switch rest.first {
    case UInt8(ascii: "{"): return levels > 0 ? object(levels - 1) : nil
    case UInt8(ascii: "["): return levels > 0 ? array(levels - 1) : nil
    case UInt8(ascii: "\""): return string().map { .string($0) }
    default:
      if take("null") { return .null }
      if take("true") { return .boolean(true) }
      return take("false") ? .boolean(false) : number()
    }
  }

  private mutating func array(_ levels: Int) -> Value? {
    _ = take("[")
    skipBlanks()
    if take("]") { return .array([]) }
    var elements: [Value] = []
    repeat {
      guard let element = value(levels) else { return nil }
      elements.append(element)
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func object(_ levels: Int) -> Value? {
    _ = take("{")
    skipBlanks()
    if take("}") { return .object([]) }
    var keys: Set<[UInt8]> = []
    var members: [(key: [UInt8], value: Value)] = []
    repeat {
      skipBlanks()
      guard let key = string(), keys.insert(key).inserted else { return nil }
      skipBlanks()
      guard take(":"), let value = value(levels) else { return nil }
      members.append((key, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func number() -> Value? {
    let start = rest
    _ = take("-")
    guard take("0") || digits() else { return nil }
    if take(".") { guard digits() else { return nil } }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      guard digits() else { return nil }
    }
    return .number(String(decoding: start[..<rest.startIndex], as: UTF8.self))
  }

  private mutating func digits() -> Bool {
    let count = rest.prefix { 0x30...0x39 ~= $0 }.count
    rest = rest.dropFirst(count)
    return count > 0
  }

  /// The bytes of a string.
  private mutating func string() -> [UInt8]? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while !take("\"") {
      guard let byte = rest.popFirst(), byte >= 0x20 else { return nil }
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
        continue
      }
      guard let letter = rest.popFirst() else { return nil }
      let letters = Array("\"\\/bfnrt".utf8)
      if let index = letters.firstIndex(of: letter) {
        text.append(([0x22, 0x5C, 0x2F, 8, 12, 10, 13, 9] as [UInt8])[index])
        continue
      }
      guard letter == UInt8(ascii: "u"), let unit = unit() else { return nil }
      var units = [unit]
      if 0xD800...0xDBFF ~= unit {
        guard take("\\u"), let second = self.unit() else { return nil }
        units.append(second)
      }
      guard let scalar = String(validating: units, as: UTF16.self) else { return nil }
      text += scalar.utf8
    }
    return Self.hasLongRun(text) ? nil : text
  }

  /// Whether there are more than 30 combining marks in a row.
  private static func hasLongRun(_ text: [UInt8]) -> Bool {
    let isMark = String(decoding: text, as: UTF8.self).unicodeScalars.map {
      $0.properties.canonicalCombiningClass != .notReordered
    }
    return isMark.split(separator: false).contains { $0.count > 30 }
  }

  private mutating func unit() -> UInt16? {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
    rest = rest.dropFirst(4)
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
