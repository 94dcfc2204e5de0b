import TextCoding

/// Reads an OpenStep (NeXTSTEP) property list that is a dictionary of strings, as iOS-6-style receipts are:
///
/// ```
/// list   = "{" { string "=" string ";" } "}"
/// string = any characters in " or ', with escapes, or a token of letters, digits and _ $ / : . -
/// ```
///
/// White space and comments may be anywhere between the parts and around the list. A value that is a list, an array or
/// data is refused: no receipt has one, and skipping would hide it. So nothing nests and nothing recurses.
struct PropertyListReader {
  private let bytes: [UInt8]
  private let part: TransactionReceiptError.Part
  private let maximumKeyCount: Int
  var position = 0
  /// The key whose value is being read.
  private var key: String?

  /// Reads all of `bytes`.
  ///
  /// - Throws: ``TransactionReceiptError`` about `part`.
  /// - Complexity: O(n).
  static func entries(
    of bytes: [UInt8], in part: TransactionReceiptError.Part, limits: TransactionReceiptLimits
  ) throws(TransactionReceiptError) -> [PropertyListEntry] {
    var reader = PropertyListReader(
      bytes: bytes, part: part, maximumKeyCount: limits.maximumKeys)
    return try reader.readEntries()
  }

  private mutating func readEntries() throws(TransactionReceiptError) -> [PropertyListEntry] {
    try skipBlanks()
    try take("{")
    var entries: [PropertyListEntry] = []
    var seen: Set<[UInt8]> = []
    try skipBlanks()
    while try current() != UInt8(ascii: "}") {
      let offset = position
      let (name, _) = try readString()
      // As bytes: Unicode considers different texts equal.
      guard seen.insert(Array(name.utf8)).inserted else {
        throw error(.duplicateKey, at: offset, key: name)
      }
      guard entries.count < maximumKeyCount else {
        throw error(.tooManyKeys, at: offset, key: name)
      }
      key = name
      try skipBlanks()
      guard try current() != UInt8(ascii: ":") else { throw error(.jsonObject, at: position) }
      try take("=")
      try skipBlanks()
      // A dictionary, an array or data.
      if "{(<".utf8.contains(try current()) { throw error(.nestedValue, at: position) }
      let (value, characters) = try readString()
      try skipBlanks()
      try take(";")
      key = nil
      entries.append(
        PropertyListEntry(key: name, value: value, offset: offset, valueCharacters: characters))
      try skipBlanks()
    }
    position += 1
    try skipBlanks()
    guard position == bytes.count else { throw error(.trailingBytes, at: position) }
    return entries
  }

  /// Reads a string and the place of its characters.
  private mutating func readString() throws(TransactionReceiptError) -> (String, Range<Int>) {
    switch try current() {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try readQuoted()
    default:
      let start = position
      while position < bytes.count, Self.isTokenCharacter(bytes[position]) { position += 1 }
      guard position > start else { throw error(.unexpectedCharacter, at: position) }
      let characters = start..<position
      return (String(decoding: bytes[characters], as: UTF8.self), characters)  // it is ASCII
    }
  }

  private mutating func readQuoted() throws(TransactionReceiptError) -> (String, Range<Int>) {
    let quotationMark = bytes[position]
    position += 1
    let start = position
    var text: [UInt8] = []
    while try current() != quotationMark {
      if bytes[position] == UInt8(ascii: "\\") {
        text += try readEscape()
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    let characters = start..<position
    position += 1
    guard text.withRawSpan({ $0.isWellFormedUTF8() }) else {
      throw error(.notUTF8, at: start)
    }
    return (String(decoding: text, as: UTF8.self), characters)
  }

  /// Skips white space, and comments of both kinds.
  private mutating func skipBlanks() throws(TransactionReceiptError) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09...0x0D: position += 1
      case UInt8(ascii: "/") where comes("/", "/"):
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
          position += 1
        }
      case UInt8(ascii: "/") where comes("/", "*"):
        position += 2
        while !comes("*", "/") {
          _ = try current()
          position += 1
        }
        position += 2
      default: return
      }
    }
  }

  /// Whether these two characters come next.
  private func comes(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    bytes.count - position >= 2 && bytes[position] == UInt8(ascii: first)
      && bytes[position + 1] == UInt8(ascii: second)
  }

  /// The next byte, which must be there.
  func current() throws(TransactionReceiptError) -> UInt8 {
    guard position < bytes.count else { throw error(.truncated, at: bytes.count) }
    return bytes[position]
  }

  /// Takes this character.
  private mutating func take(_ character: Unicode.Scalar) throws(TransactionReceiptError) {
    guard try current() == UInt8(ascii: character) else {
      throw error(.unexpectedCharacter, at: position)
    }
    position += 1
  }

  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "_$/:.-".utf8.contains(byte)
    }
  }

  private func error(
    _ code: TransactionReceiptError.Code, at offset: Int, key: String? = nil
  ) -> TransactionReceiptError {
    TransactionReceiptError(code, in: part, at: offset, key: key ?? self.key)
  }
}

// MARK: - Escapes

extension PropertyListReader {
  /// Reads the characters that an escape stands for: `\a \b \f \n \r \t \v \" \' \\`, a backslash before a line feed, one
  /// to three octal digits, or `\U` and four hexadecimal ones, a surrogate followed by its partner.
  ///
  /// Octal numbers above 177 are refused: they would be NeXTSTEP's own characters, not Unicode's.
  private mutating func readEscape() throws(TransactionReceiptError) -> [UInt8] {
    let start = position
    position += 1
    let character = try current()
    position += 1
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), 0x0A: return [character]
    case UInt8(ascii: "a"): return [0x07]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "0")...UInt8(ascii: "7"): return [try readOctal(from: start)]
    case UInt8(ascii: "U"):
      return Array(String(try readCharacter(letter: character, from: start)).utf8)
    default: throw error(.invalidEscape, at: start)
    }
  }

  /// Reads up to three octal digits, the first of which was read already.
  private mutating func readOctal(from start: Int) throws(TransactionReceiptError) -> UInt8 {
    var number = 0
    position = start + 1
    while position < bytes.count, position - start <= 3,
      let digit = bytes[position].digitValue(radix: 8)
    {
      number = number * 8 + Int(digit)  // at most 777
      position += 1
    }
    guard number < 0x80 else { throw error(.invalidEscape, at: start) }
    return UInt8(number)
  }
}

extension PropertyListReader: EscapeReader {
  func invalidEscape(at start: Int) -> TransactionReceiptError { error(.invalidEscape, at: start) }
}

/// A key and its value in a property list.
public struct PropertyListEntry: Sendable {
  /// The key, without quotation marks and escapes.
  public let key: String

  /// The value, likewise.
  public let value: String

  /// Where the key begins, including its quotation mark.
  public let offset: Int

  /// The place of the value's characters, without quotation marks.
  let valueCharacters: Range<Int>
}

// Texts are compared byte by byte: Unicode's equality takes quadratic time for a long run of combining marks.
extension PropertyListEntry: Hashable {
  /// Whether both have the same key and value, byte by byte, in the same place.
  public static func == (first: PropertyListEntry, second: PropertyListEntry) -> Bool {
    first.key.hasBytes(of: second.key) && first.value.hasBytes(of: second.value)
      && first.offset == second.offset && first.valueCharacters == second.valueCharacters
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(UTF8Text(key))
    hasher.combine(UTF8Text(value))
    hasher.combine(offset)
    hasher.combine(valueCharacters)
  }
}

extension [PropertyListEntry] {
  /// The entry of this key, compared byte by byte.
  func first(_ key: String) -> PropertyListEntry? {
    first { $0.key.hasBytes(of: key) }
  }

  func first(_ key: TransactionKey) -> PropertyListEntry? { first(key.rawValue) }
}

/// The bounds of reading an iOS-6-style transaction receipt. Each is a value and is tested at n and n + 1.
public struct TransactionReceiptLimits: Hashable, Sendable, BitwiseCopyable {
  /// How many bytes a receipt may have, without Base64: 65,536 by default; known ones have less than 4,000.
  public var maximumBytes: Int

  /// How many keys each of its two lists may have: 256 by default; known ones have 23.
  public var maximumKeys: Int

  /// Creates limits, with defaults for those not given.
  public init(maximumBytes: Int = 65_536, maximumKeys: Int = 256) {
    self.maximumBytes = maximumBytes
    self.maximumKeys = maximumKeys
  }

  /// The defaults.
  public static var `default`: TransactionReceiptLimits { TransactionReceiptLimits() }
}
