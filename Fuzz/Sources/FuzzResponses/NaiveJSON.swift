/// JSON text, RFC 8259, recognised rule by rule: well-formed UTF-8, no half surrogates, no key twice, arrays and
/// objects at most 32 deep. Nothing of the library's.
struct NaiveJSON {
  private var rest: ArraySlice<UInt8>

  static func isText(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var reader = NaiveJSON(rest: bytes[...])
    return reader.value(32) && reader.rest.isEmpty
  }

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
  private mutating func value(_ levels: Int) -> Bool {
    skipBlanks()
    let isValue: Bool
    switch rest.first {
    case UInt8(ascii: "{"): isValue = levels > 0 && object(levels - 1)
    case UInt8(ascii: "["): isValue = levels > 0 && array(levels - 1)
    case UInt8(ascii: "\""): isValue = string() != nil
    default: isValue = take("true") || take("false") || take("null") || number()
    }
    skipBlanks()
    return isValue
  }

  private mutating func array(_ levels: Int) -> Bool {
    _ = take("[")
    skipBlanks()
    if take("]") { return true }
    repeat { guard value(levels) else { return false } } while take(",")
    return take("]")
  }

  private mutating func object(_ levels: Int) -> Bool {
    _ = take("{")
    skipBlanks()
    if take("}") { return true }
    var keys: Set<[UInt8]> = []
    repeat {
      skipBlanks()
      guard let key = string(), keys.insert(key).inserted else { return false }
      skipBlanks()
      guard take(":"), value(levels) else { return false }
    } while take(",")
    return take("}")
  }

  private mutating func number() -> Bool {
    _ = take("-")
    guard take("0") || digits() else { return false }
    if take(".") { guard digits() else { return false } }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      return digits()
    }
    return true
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
    return text
  }

  private mutating func unit() -> UInt16? {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
    rest = rest.dropFirst(4)
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
