/// Identifier and length octets as BER has them: the length in any form.
struct BERHeader {
  let identifier: DERIdentifier
  /// Where the element begins.
  let offset: Int
  /// Where the contents begin.
  let contentsOffset: Int
  /// How many contents octets; `nil` for the indefinite form.
  let length: Int?
  /// Whether DER would write the same length octets.
  let isMinimal: Bool

  /// Reads the header at the reader's position. Neither it nor the contents run past the reader's end.
  init(_ reader: inout DERReader) throws(DERError) {
    offset = reader.offset
    identifier = try reader.readIdentifier(expected: nil)
    let first = try reader.readByte(of: offset)
    if first == 0x80 {
      guard identifier.isConstructed else { throw reader.error(.indefinitePrimitive, at: offset) }
      (length, isMinimal) = (nil, false)
      contentsOffset = reader.offset
      return
    }
    guard first != 0xFF else { throw reader.error(.reservedLength, at: offset) }
    var value = UInt64(first)
    if first > 0x80 {
      value = 0
      for _ in 0..<first & 0x7F {
        // Beyond this it is longer than any input.
        guard value <= UInt64.max >> 8 else { throw reader.overrun(offset) }
        value = try value << 8 | UInt64(reader.readByte(of: offset))
      }
    }
    contentsOffset = reader.offset
    guard value <= reader.remaining.count else { throw reader.overrun(offset) }
    length = Int(value)  // what remains at the most
    isMinimal =
      contentsOffset - offset
      == Self.identifierOctetCount(identifier) + Self.lengthOctetCount(Int(value))
  }

  /// Whether the contents are chunks of a string: a universal string type in constructed form.
  var isConstructedString: Bool { identifier.isConstructedString }

  /// How many bytes the whole element has once its contents have `length`, in DER.
  static func encodedCount(_ identifier: DERIdentifier, length: Int) -> Int {
    identifierOctetCount(identifier) + lengthOctetCount(length) + length
  }

  /// How many identifier octets there are (X.690 §8.1.2).
  static func identifierOctetCount(_ identifier: DERIdentifier) -> Int {
    var count = 1
    if identifier.tagNumber >= 31 {
      var number = identifier.tagNumber
      repeat {
        count += 1
        number >>= 7
      } while number > 0
    }
    return count
  }

  /// How many length octets DER needs (X.690 §10.1).
  static func lengthOctetCount(_ length: Int) -> Int {
    var count = 1
    if length >= 0x80 {
      var rest = length
      repeat {
        count += 1
        rest >>= 8
      } while rest > 0
    }
    return count
  }
}
