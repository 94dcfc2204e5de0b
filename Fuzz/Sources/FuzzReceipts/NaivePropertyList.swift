import TransactionReceipts

/// A dictionary of strings in OpenStep's notation: a reader of scalars that keeps a list of what is left, with
/// nothing of the library's. What is not one is refused with the first rule that is broken, and where.
struct NaivePropertyList {
  struct Fault: Error, Equatable {
    let code: TransactionReceiptError.Code
    let offset: Int
    let key: [UInt8]?
  }

  /// Where the key begins, and where the characters of the value are.
  typealias Entry = (key: [UInt8], value: [UInt8], offset: Int, characters: Range<Int>)

  private(set) var entries: [Entry] = []
  private var rest: ArraySlice<UInt8>
  /// The one whose value comes next.
  private var key: [UInt8]?

  init(reading bytes: [UInt8], maximumCount: Int = 256) throws(Fault) {
    rest = bytes[...]
    try skipBlanks()
    try expect("{")
    try skipBlanks()
    while !take("}") {
      let offset = rest.startIndex
      let (name, _) = try string()
      if entries.contains(where: { $0.key == name }) {
        throw Fault(code: .duplicateKey, offset: offset, key: name)
      }
      if entries.count >= maximumCount {
        throw Fault(code: .tooManyKeys, offset: offset, key: name)
      }
      key = name
      try skipBlanks()
      if rest.first == UInt8(ascii: ":") { throw fault(.jsonObject) }
      try expect("=")
      try skipBlanks()
      if let first = rest.first, "{(<".utf8.contains(first) { throw fault(.nestedValue) }
      let (value, characters) = try string()
      try skipBlanks()
      try expect(";")
      key = nil
      entries.append((name, value, offset, characters))
      try skipBlanks()
    }
    try skipBlanks()
    guard rest.isEmpty else { throw fault(.trailingBytes) }
  }

  /// `nil` if it is anything else, has a key twice or more keys than `maximumCount`.
  init?(_ bytes: [UInt8], maximumCount: Int = 256) {
    do throws(Fault) {
      try self.init(reading: bytes, maximumCount: maximumCount)
    } catch {
      return nil
    }
  }

  /// What comes next is wrong, or nothing does.
  private func fault(_ code: TransactionReceiptError.Code, at offset: Int? = nil) -> Fault {
    Fault(
      code: rest.isEmpty && offset == nil ? .truncated : code, offset: offset ?? rest.startIndex,
      key: key)
  }

  private mutating func expect(_ text: String) throws(Fault) {
    guard take(text) else { throw fault(.unexpectedCharacter) }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func skipBlanks() throws(Fault) {
    while true {
      if let first = rest.first, first == 0x20 || 0x09...0x0D ~= first {
        rest = rest.dropFirst()
      } else if take("//") {
        rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
      } else if take("/*") {
        while !take("*/") {
          guard rest.popFirst() != nil else { throw fault(.truncated) }
        }
      } else {
        return
      }
    }
  }

  private mutating func string() throws(Fault) -> ([UInt8], Range<Int>) {
    for mark in ["\"", "'"] where take(mark) { return try quoted(mark) }
    let token = rest.prefix { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
        || "_$/:.-".utf8.contains(byte)
    }
    rest = rest.dropFirst(token.count)
    guard !token.isEmpty else { throw fault(.unexpectedCharacter) }
    return (Array(token), token.indices)
  }

  private mutating func quoted(_ mark: String) throws(Fault) -> ([UInt8], Range<Int>) {
    let start = rest.startIndex
    var text: [UInt8] = []
    while !take(mark) {
      guard let byte = rest.popFirst() else { throw fault(.truncated) }
      text += byte == UInt8(ascii: "\\") ? try escape(rest.startIndex - 1) : [byte]
    }
    guard String(validating: text, as: UTF8.self) != nil else { throw fault(.notUTF8, at: start) }
    return (text, start..<rest.startIndex - 1)
  }

  /// What stands after a backslash.
  private mutating func escape(_ start: Int) throws(Fault) -> [UInt8] {
    let letters: [String: UInt8] = [
      "a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "\"": 34, "'": 39, "\\": 92,
      "\n": 10,
    ]
    for (letter, byte) in letters where take(letter) { return [byte] }
    if take("U") {
      var units = [try unit(start)]
      if 0xD800...0xDBFF ~= units[0] {
        for letter in ["\\", "U"] where !take(letter) {
          throw rest.isEmpty ? fault(.truncated) : fault(.invalidEscape, at: start)
        }
        units.append(try unit(start))
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw fault(.invalidEscape, at: start)
      }
      return Array(text.utf8)
    }
    if rest.isEmpty { throw fault(.truncated) }
    let digits = rest.prefix(3).prefix { 0x30...0x37 ~= $0 }
    rest = rest.dropFirst(digits.count)
    let number = digits.reduce(0) { $0 * 8 + Int($1) - 0x30 }
    guard !digits.isEmpty, number <= 127 else { throw fault(.invalidEscape, at: start) }
    return [UInt8(number)]
  }

  private mutating func unit(_ start: Int) throws(Fault) -> UInt16 {
    var text = ""
    for _ in 0..<4 {
      guard let byte = rest.first else { throw fault(.truncated) }
      let character = Character(Unicode.Scalar(byte))
      guard character.isASCII, character.isHexDigit else { throw fault(.invalidEscape, at: start) }
      text.append(character)
      rest = rest.dropFirst()
    }
    return UInt16(text, radix: 16) ?? 0
  }
}
