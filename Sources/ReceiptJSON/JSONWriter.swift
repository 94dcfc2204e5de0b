import TextCoding

/// Writes JSON text into one buffer, in the order of the calls.
package struct JSONWriter {
  /// The text so far.
  package private(set) var bytes: [UInt8] = []

  /// Whether each member and element is on a line of its own, for people.
  private let isIndented: Bool

  /// Whether integers that JavaScript would round are written as strings.
  private let quotesLargeIntegers: Bool

  private var depth = 0

  /// Whether the next member or element is the first of its object or array.
  private var isFirst = true

  /// The keys of the current object, if ``hasWritten(_:)`` needs them.
  private var keys: Set<UTF8Text>?

  /// - Parameter capacity: about how many bytes there will be.
  package init(
    isIndented: Bool = false, quotesLargeIntegers: Bool = false, capacity: Int = 0
  ) {
    self.isIndented = isIndented
    self.quotesLargeIntegers = quotesLargeIntegers
    bytes.reserveCapacity(capacity)
  }

  // MARK: Structure

  /// Writes an object whose members `body` writes.
  ///
  /// - Parameter recordsKeys: whether ``hasWritten(_:)`` will be asked.
  package mutating func object(recordsKeys: Bool = false, _ body: (inout JSONWriter) -> Void) {
    let outerKeys = keys
    keys = recordsKeys ? [] : nil
    begin(UInt8(ascii: "{"))
    body(&self)
    end(UInt8(ascii: "}"))
    keys = outerKeys
  }

  /// Whether the current object has that key already.
  package func hasWritten(_ key: String) -> Bool { keys?.contains(UTF8Text(key)) ?? false }

  /// Writes an array; `body` writes each element.
  package mutating func array<Elements: Sequence>(
    _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    beginArray()
    for element in elements {
      separate()
      body(&self, element)
    }
    endArray()
  }

  // Large elements are written with these, because another module cannot specialize the above.

  package mutating func beginArray() { begin(UInt8(ascii: "[")) }

  package mutating func endArray() { end(UInt8(ascii: "]")) }

  private mutating func begin(_ bracket: UInt8) {
    bytes.append(bracket)
    isFirst = true
    depth += 1
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if isIndented, !isFirst { beginLine() }
    bytes.append(bracket)
    isFirst = false
  }

  /// Writes what precedes each member and element.
  package mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    if isIndented { beginLine() }
  }

  private mutating func beginLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  private mutating func colon() {
    bytes.append(UInt8(ascii: ":"))
    if isIndented { bytes.append(UInt8(ascii: " ")) }
  }

  /// A key without characters that need escapes.
  package mutating func key(_ key: String) {
    keys?.insert(UTF8Text(key))
    separate()
    quoted { $0.append(contentsOf: key.utf8) }
    colon()
  }

  // MARK: Values

  package mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
    {
      bytes.append(contentsOf: text.utf8)
    } else {
      for byte in text.utf8 { escaped(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case ..<0x20:
      bytes += Array(("\\u00" + CollectionOfOne(byte).hexadecimal).utf8)
    default: bytes.append(byte)
    }
  }

  /// A string that `body` writes, without characters that need escapes.
  package mutating func quoted(_ body: (inout [UInt8]) -> Void) {
    bytes.append(UInt8(ascii: "\""))
    body(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func integer(_ value: Int64) {
    if quotesLargeIntegers, value.magnitude >= 1 << 53 {
      quoted { $0.appendDecimal(value) }
    } else {
      bytes.appendDecimal(value)
    }
  }

  package mutating func value(_ value: JSON) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): string(text)
    case .array(let elements): array(elements) { $0.value($1) }
    case .object(let object):
      self.object { writer in
        for member in object.members { writer.member(member) }
      }
    }
  }
}

// MARK: Members

extension JSONWriter {
  /// A member with any key.
  package mutating func member(_ member: JSON.Object.Member) {
    separate()
    string(member.key)
    colon()
    value(member.value)
  }

  // A member without a value is left out.

  package mutating func member(_ key: String, _ value: String?) {
    member(key, value.map { .string($0) })
  }

  package mutating func member(_ key: String, _ value: (some SignedInteger)?) {
    guard let value else { return }
    self.key(key)
    integer(Int64(value))
  }

  package mutating func member(_ key: String, _ value: Bool?) {
    member(key, value.map { .boolean($0) })
  }

  package mutating func member(_ key: String, _ value: JSON?) {
    guard let value else { return }
    self.key(key)
    self.value(value)
  }

  /// A member that is an object.
  package mutating func object(_ key: String, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    object(body)
  }

  /// A member that is an array of objects.
  package mutating func objects<Elements: Collection>(
    _ key: String, _ elements: Elements, omitsEmpty: Bool = false,
    _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    guard !omitsEmpty || !elements.isEmpty else { return }
    self.key(key)
    array(elements) { writer, element in
      writer.object { body(&$0, element) }
    }
  }

  /// A member that is an array of strings.
  package mutating func strings(_ key: String, _ elements: [String], omitsEmpty: Bool = false) {
    guard !omitsEmpty || !elements.isEmpty else { return }
    self.key(key)
    array(elements) { $0.string($1) }
  }
}
