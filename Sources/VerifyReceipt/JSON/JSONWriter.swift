import AppStoreReceipt

/// Writes JSON text into one buffer, in the order of the calls.
struct JSONWriter {
  private(set) var octets: [UInt8] = []

  /// Whether the next member or element is the first of its object or array.
  private var isFirst = true

  /// The keys of the object that is being written, if anybody will ask for them.
  private var keys: Set<UTF8Text>?

  /// - Parameter capacity: about how many octets there will be.
  init(capacity: Int = 0) {
    octets.reserveCapacity(capacity)
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
    octets.append(bracket)
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    octets.append(bracket)
    isFirst = false
  }

  /// What stands before each element of an array.
  mutating func beginElement() {
    if !isFirst { octets.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  /// A key of the models, which needs no escapes, and its colon.
  mutating func key(_ key: String) {
    keys?.insert(UTF8Text(key))
    beginElement()
    octets.append(UInt8(ascii: "\""))
    octets.append(contentsOf: key.utf8)
    octets.append(UInt8(ascii: "\""))
    octets.append(UInt8(ascii: ":"))
  }

  mutating func string(_ text: String) {
    octets.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
    {
      octets.append(contentsOf: text.utf8)
    } else {
      for octet in text.utf8 { escaped(octet) }
    }
    octets.append(UInt8(ascii: "\""))
  }

  private mutating func escaped(_ octet: UInt8) {
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): octets += [UInt8(ascii: "\\"), octet]
    case ..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      octets += Array("\\u00".utf8) + [digits[Int(octet >> 4)], digits[Int(octet & 0xF)]]
    default: octets.append(octet)
    }
  }

  /// A string in quotation marks that `body` writes; without characters that need escapes.
  mutating func quoted(_ body: (inout [UInt8]) -> Void) {
    octets.append(UInt8(ascii: "\""))
    body(&octets)
    octets.append(UInt8(ascii: "\""))
  }

  mutating func integer(_ value: Int64) { octets.appendDecimal(value) }

  mutating func boolean(_ value: Bool) {
    octets.append(contentsOf: (value ? "true" : "false").utf8)
  }

  mutating func value(_ value: VerifyReceiptJSON) {
    switch value {
    case .null: octets.append(contentsOf: "null".utf8)
    case .boolean(let value): boolean(value)
    case .number(let number): octets.append(contentsOf: number.text.utf8)
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
    octets.append(UInt8(ascii: ":"))
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
