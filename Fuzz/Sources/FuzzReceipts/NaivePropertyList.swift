/// A dictionary of strings in OpenStep's notation: a reader of scalars that keeps a list of what is left, with
/// nothing of the library's.
struct NaivePropertyList {
  /// Each with the place at which its key begins.
  private(set) var entries: [(key: [UInt8], value: [UInt8], offset: Int)] = []
  private var rest: ArraySlice<UInt8>

  /// `nil` if it is anything else, has a key twice or more keys than `maximumCount`.
  init?(_ bytes: [UInt8], maximumCount: Int = 256) {
    rest = bytes[...]
    guard skipBlanks(), take("{") else { return nil }
    while true {
      guard skipBlanks() else { return nil }
      if take("}") { break }
      let offset = rest.startIndex
      guard let key = string(), skipBlanks(), take("="), skipBlanks(), let value = string(),
        skipBlanks(), take(";"), !entries.contains(where: { $0.key == key }),
        entries.count < maximumCount
      else { return nil }
      entries.append((key, value, offset))
    }
    guard skipBlanks(), rest.isEmpty else { return nil }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// `false` if a comment has no end.
  private mutating func skipBlanks() -> Bool {
    while true {
      if let first = rest.first, first == 0x20 || 0x09...0x0D ~= first {
        rest = rest.dropFirst()
      } else if take("//") {
        rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
      } else if take("/*") {
        while !take("*/") {
          guard !rest.isEmpty else { return false }
          rest = rest.dropFirst()
        }
      } else {
        return true
      }
    }
  }

  private mutating func string() -> [UInt8]? {
    for mark in ["\"", "'"] where take(mark) { return quoted(mark) }
    let token = rest.prefix { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
        || "_$/:.-".utf8.contains(byte)
    }
    rest = rest.dropFirst(token.count)
    return token.isEmpty ? nil : Array(token)
  }

  private mutating func quoted(_ mark: String) -> [UInt8]? {
    var text: [UInt8] = []
    while !take(mark) {
      guard let byte = rest.popFirst() else { return nil }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = escape() else { return nil }
        text += escaped
      } else {
        text.append(byte)
      }
    }
    return String(validating: text, as: UTF8.self) == nil ? nil : text
  }

  private mutating func escape() -> [UInt8]? {
    let letters: [String: UInt8] = [
      "a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "\"": 34, "'": 39, "\\": 92,
      "\n": 10,
    ]
    for (letter, byte) in letters where take(letter) { return [byte] }
    if take("U") {
      guard let first = unit() else { return nil }
      var units = [first]
      if 0xD800...0xDBFF ~= first {
        guard take("\\U"), let second = unit() else { return nil }
        units.append(second)
      }
      return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }
    let digits = rest.prefix(3).prefix { 0x30...0x37 ~= $0 }
    rest = rest.dropFirst(digits.count)
    let number = digits.reduce(0) { $0 * 8 + Int($1) - 0x30 }
    return digits.isEmpty || number > 127 ? nil : [UInt8(number)]
  }

  private mutating func unit() -> UInt16? {
    let text = rest.prefix(4)
    guard text.count == 4, text.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
    rest = rest.dropFirst(4)
    return UInt16(String(decoding: text, as: UTF8.self), radix: 16)
  }
}
