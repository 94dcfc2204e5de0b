/// Reads JSON text, RFC 8259, into a tree, within limits and in linear time.
///
/// `JSONDecoder` is not used for it: it rounds numbers, does not see a key that stands twice, has no limits but
/// its own, and names no place in the text.
struct JSONReader {
  let text: [UInt8]
  private let limits: VerifyReceiptLimits
  var position = 0
  private var path = VerifyReceiptPath()
  private var valueCount = 0

  /// Reads a whole text.
  ///
  /// - Complexity: O(n).
  static func read(
    _ bytes: some Collection<UInt8>, limits: VerifyReceiptLimits
  ) throws(VerifyReceiptError) -> VerifyReceiptJSON {
    guard bytes.count <= limits.bytes else {
      throw VerifyReceiptError(.tooLarge, at: VerifyReceiptPath())
    }
    var reader = JSONReader(text: Array(bytes), limits: limits)
    reader.skipWhiteSpace()
    let value = try reader.readValue(depth: limits.maximumDepth)
    reader.skipWhiteSpace()
    guard reader.position == reader.text.count else { throw reader.error(.trailingCharacters) }
    return value
  }

  private init(text: [UInt8], limits: VerifyReceiptLimits) {
    self.text = text
    self.limits = limits
  }

  func error(
    _ code: VerifyReceiptError.Code, at offset: Int? = nil, expected: String? = nil
  ) -> VerifyReceiptError {
    VerifyReceiptError(code, at: path, offset: offset ?? position, expected: expected)
  }

  /// The byte at the position, which stays.
  func current() throws(VerifyReceiptError) -> UInt8 {
    guard position < text.count else { throw error(.truncated) }
    return text[position]
  }

  private mutating func skipWhiteSpace() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// - Parameter depth: how many levels are still allowed.
  private mutating func readValue(depth: Int) throws(VerifyReceiptError) -> VerifyReceiptJSON {
    let isObject = position < text.count && text[position] == UInt8(ascii: "{")
    valueCount += isObject ? VerifyReceiptLimits.valuesOfObject : 1
    guard valueCount <= limits.values else { throw error(.tooManyValues) }
    switch try current() {
    case UInt8(ascii: "{"):
      guard depth > 0 else { throw error(.tooDeep) }
      return .object(try readObject(depth: depth - 1))
    case UInt8(ascii: "["):
      guard depth > 0 else { throw error(.tooDeep) }
      return .array(try readArray(depth: depth - 1))
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
    case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
    case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: throw error(.unexpectedCharacter, expected: "a value")
    }
  }

  private mutating func readWord(
    _ word: String, _ value: VerifyReceiptJSON
  ) throws(VerifyReceiptError) -> VerifyReceiptJSON {
    for byte in word.utf8 {
      guard try current() == byte else { throw error(.unexpectedCharacter, expected: word) }
      position += 1
    }
    return value
  }

  private mutating func readArray(depth: Int) throws(VerifyReceiptError) -> [VerifyReceiptJSON] {
    position += 1
    skipWhiteSpace()
    var elements: [VerifyReceiptJSON] = []
    if try current() == UInt8(ascii: "]") {
      position += 1
      return elements
    }
    while true {
      skipWhiteSpace()
      path.elements.append(.index(elements.count))
      elements.append(try readValue(depth: depth))
      path.elements.removeLast()
      guard try readSeparator(or: UInt8(ascii: "]"), "a comma or ]") else { return elements }
    }
  }

  private mutating func readObject(
    depth: Int
  ) throws(VerifyReceiptError) -> VerifyReceiptJSON.Object {
    position += 1
    skipWhiteSpace()
    var members: [VerifyReceiptJSON.Object.Member] = []
    if try current() == UInt8(ascii: "}") {
      position += 1
      return VerifyReceiptJSON.Object()
    }
    var keys = JSONKeys()
    while true {
      skipWhiteSpace()
      let start = position
      guard try current() == UInt8(ascii: "\"") else {
        throw error(.unexpectedCharacter, expected: "a key")
      }
      let key = try readString()
      path.elements.append(.key(key))
      guard keys.insert(key) else { throw error(.duplicateKey, at: start) }
      skipWhiteSpace()
      guard try current() == UInt8(ascii: ":") else {
        throw error(.unexpectedCharacter, expected: "a colon")
      }
      position += 1
      skipWhiteSpace()
      members.append(.init(key: key, value: try readValue(depth: depth)))
      path.elements.removeLast()
      guard try readSeparator(or: UInt8(ascii: "}"), "a comma or }") else {
        return VerifyReceiptJSON.Object(uniqueMembers: members)
      }
    }
  }

  /// Whether another element follows; otherwise the end was there.
  private mutating func readSeparator(
    or end: UInt8, _ expected: String
  ) throws(VerifyReceiptError) -> Bool {
    skipWhiteSpace()
    let byte = try current()
    guard byte == end || byte == UInt8(ascii: ",") else {
      throw error(.unexpectedCharacter, expected: expected)
    }
    position += 1
    return byte != end
  }

  /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
  private mutating func readNumber() throws(VerifyReceiptError) -> VerifyReceiptJSON.Number {
    let start = position
    if try current() == UInt8(ascii: "-") { position += 1 }
    if try current() == UInt8(ascii: "0") { position += 1 } else { try readDigits(from: start) }
    if position < text.count, text[position] == UInt8(ascii: ".") {
      position += 1
      try readDigits(from: start)
    }
    if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      let sign = try current()
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      try readDigits(from: start)
    }
    return VerifyReceiptJSON.Number(
      wellFormed: String(decoding: text[start..<position], as: UTF8.self))
  }

  /// One or more digits.
  private mutating func readDigits(from start: Int) throws(VerifyReceiptError) {
    let first = position
    while position < text.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[position] {
      position += 1
    }
    guard position > first else {
      _ = try current()
      throw error(.invalidNumber, at: start)
    }
  }
}
