import ReceiptParsing

/// Writes JSON text into one buffer, in the order of the calls.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  /// Whether the next member or element is the first of its object or array.
  private var isFirst = true

  /// The keys of the object that is being written, if anybody will ask for them.
  private var keys: Set<UTF8Text>?

  /// - Parameter capacity: about how many bytes there will be.
  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Writes an object whose members `body` writes.
  ///
  /// - Parameter recordsKeys: whether ``hasWritten(_:)`` will be asked.
  mutating func object(recordsKeys: Bool = false, _ body: (inout JSONWriter) -> Void) {
    let outerKeys = keys
    keys = recordsKeys ? [] : nil
    begin(UInt8(ascii: "{"))
    body(&self)
    end(UInt8(ascii: "}"))
    keys = outerKeys
  }

  /// Whether the object that is being written has that key.
  func hasWritten(_ key: String) -> Bool { keys?.contains(UTF8Text(key)) ?? false }

  mutating func beginArray() { begin(UInt8(ascii: "[")) }

  mutating func endArray() { end(UInt8(ascii: "]")) }

  private mutating func begin(_ bracket: UInt8) {
    bytes.append(bracket)
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    isFirst = false
  }

  /// What stands before each element of an array.
  mutating func beginElement() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  /// A key of the models, which needs no escapes, and its colon.
  mutating func key(_ key: String) {
    keys?.insert(UTF8Text(key))
    beginElement()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func string(_ text: String) {
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
      let digits = Array("0123456789abcdef".utf8)
      bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    default: bytes.append(byte)
    }
  }

  /// A string in quotation marks that `body` writes; without characters that need escapes.
  mutating func quoted(_ body: (inout [UInt8]) -> Void) {
    bytes.append(UInt8(ascii: "\""))
    body(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func integer(_ value: Int64) { bytes.appendDecimal(value) }

  mutating func boolean(_ value: Bool) {
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  mutating func value(_ value: VerifyReceiptJSON) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let value): boolean(value)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements {
        beginElement()
        self.value(element)
      }
      endArray()
    case .object(let object):
      self.object { writer in
        for member in object.members { writer.member(member) }
      }
    }
  }

  /// A member of any key.
  mutating func member(_ member: VerifyReceiptJSON.Object.Member) {
    beginElement()
    string(member.key)
    bytes.append(UInt8(ascii: ":"))
    value(member.value)
  }
}

extension [UInt8] {
  /// Appends the decimal digits of a number.
  mutating func appendDecimal(_ value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let start = count
    var rest = value.magnitude
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }
}
