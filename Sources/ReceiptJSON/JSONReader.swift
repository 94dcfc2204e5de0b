import TextCoding

/// Reads JSON text, RFC 8259, into a tree, within limits and in linear time.
///
/// `JSONDecoder` won't do: it rounds numbers, misses duplicate keys, has fixed limits and reports no offset.
struct JSONReader {
  let text: [UInt8]
  private let limits: JSONLimits
  var position = 0
  private var path = JSONPath()
  private var valueCount = 0

  /// Reads a complete text.
  ///
  /// - Complexity: O(n).
  static func read(
    _ bytes: some Collection<UInt8>, limits: JSONLimits
  ) throws(JSONError) -> JSON {
    guard bytes.count <= limits.maximumBytes else {
      throw JSONError(.tooLarge, at: JSONPath())
    }
    var reader = JSONReader(text: Array(bytes), limits: limits)
    reader.skipWhiteSpace()
    let value = try reader.readValue(depth: limits.depthBound)
    reader.skipWhiteSpace()
    guard reader.position == reader.text.count else { throw reader.error(.trailingCharacters) }
    return value
  }

  func error(
    _ code: JSONError.Code, at offset: Int? = nil, expected: String? = nil
  ) -> JSONError {
    JSONError(code, at: path, offset: offset ?? position, expected: expected)
  }

  /// The byte at the position, which does not move.
  func current() throws(JSONError) -> UInt8 {
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

  /// - Parameter depth: the levels left.
  private mutating func readValue(depth: Int) throws(JSONError) -> JSON {
    let isObject = position < text.count && text[position] == UInt8(ascii: "{")
    valueCount += isObject ? JSONLimits.valuesOfObject : 1
    guard valueCount <= limits.maximumValues else { throw error(.tooManyValues) }
    switch try current() {
    case UInt8(ascii: "{"): return .object(try readObject(depth: depth))
    case UInt8(ascii: "["): return .array(try readArray(depth: depth))
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
    case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
    case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: throw error(.unexpectedCharacter, expected: "a value")
    }
  }

  private mutating func readWord(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    for byte in word.utf8 { try skip(byte, word) }
    return value
  }

  private mutating func skip(_ byte: UInt8, _ expected: String) throws(JSONError) {
    guard try current() == byte else { throw error(.unexpectedCharacter, expected: expected) }
    position += 1
  }

  private mutating func readArray(depth: Int) throws(JSONError) -> [JSON] {
    var elements: [JSON] = []
    try readList(to: UInt8(ascii: "]"), "a comma or ]", depth) { (reader) throws(JSONError) in
      reader.path.elements.append(.index(elements.count))
      elements.append(try reader.readValue(depth: depth - 1))
    }
    return elements
  }

  private mutating func readObject(depth: Int) throws(JSONError) -> JSON.Object {
    var object = JSON.Object()
    try readList(to: UInt8(ascii: "}"), "a comma or }", depth) { (reader) throws(JSONError) in
      let start = reader.position
      guard try reader.current() == UInt8(ascii: "\"") else {
        throw reader.error(.unexpectedCharacter, expected: "a key")
      }
      let key = try reader.readString()
      reader.path.elements.append(.key(key))
      guard object.place(of: key) == nil else { throw reader.error(.duplicateKey, at: start) }
      reader.skipWhiteSpace()
      try reader.skip(UInt8(ascii: ":"), "a colon")
      reader.skipWhiteSpace()
      object.append(key, try reader.readValue(depth: depth - 1))
    }
    return object
  }

  /// Reads an array or an object; `readItem` reads each element or member and appends its place to ``path``.
  /// `depth` counts the levels that are left, with this one.
  private mutating func readList(
    to end: UInt8, _ expected: String, _ depth: Int,
    _ readItem: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard depth > 0 else { throw error(.tooDeep) }
    position += 1
    skipWhiteSpace()
    var isAtEnd = try current() == end
    while !isAtEnd {
      try readItem(&self)
      path.elements.removeLast()
      skipWhiteSpace()
      isAtEnd = try current() == end
      guard !isAtEnd else { break }
      try skip(UInt8(ascii: ","), expected)
      skipWhiteSpace()
    }
    position += 1
  }

  /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
  private mutating func readNumber() throws(JSONError) -> JSON.Number {
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
    return JSON.Number(
      wellFormed: String(decoding: text[start..<position], as: UTF8.self))
  }

  /// One or more digits.
  private mutating func readDigits(from start: Int) throws(JSONError) {
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
