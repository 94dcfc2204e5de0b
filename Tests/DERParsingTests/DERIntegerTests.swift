import DERParsing
import TestSupport
import Testing

@Suite struct DERIntegerTests {
  struct Parts: Equatable, Sendable {
    let bytes: Range<Int>
    let isNegative: Bool
  }

  static let vectors: [Vector<Parts>] = [
    .init("§8.3.1 0", "020100", Parts(bytes: 2..<3, isNegative: false)),
    .init("§8.3.2 127", "02017F", Parts(bytes: 2..<3, isNegative: false)),
    .init("§8.3.2 128", "02020080", Parts(bytes: 2..<4, isNegative: false)),
    .init("§8.3.3 −1", "0201FF", Parts(bytes: 2..<3, isNegative: true)),
    .init("§8.3.3 −128", "020180", Parts(bytes: 2..<3, isNegative: true)),
    .init("§8.3.3 −129", "0202FF7F", Parts(bytes: 2..<4, isNegative: true)),
    .init("§8.3.1 20 bytes", filled("0214", 20), Parts(bytes: 2..<22, isNegative: false)),
    .init(
      "§8.3.1 513 bytes", bytes("02820201 00 FF") + filled("", 511),
      Parts(bytes: 4..<517, isNegative: false)),
    .init("§8.3.1 empty", "0200", fails: .emptyInteger),
    .init("§8.3.2 a 0 in two bytes", "02020000", fails: .nonMinimalInteger),
    .init("§8.3.2 a 127 in two bytes", "0202007F", fails: .nonMinimalInteger),
    .init("§8.3.2 b −1 in two bytes", "0202FFFF", fails: .nonMinimalInteger),
    .init("§8.3.2 b −128 in two bytes", "0202FF80", fails: .nonMinimalInteger),
    .init("§8.3.2 a in three bytes", "0203000080", fails: .nonMinimalInteger),
    .init(
      "§8.3.1 constructed", "2203020105", fails: .unexpectedIdentifier, expected: .integer,
      actual: .integer.withOtherForm),
  ]

  @Test(arguments: vectors)
  func `An INTEGER of any length is minimal two's complement`(vector: Vector<Parts>) {
    vector.check { (reader) throws(DERError) in
      let integer: DERInteger = try reader.read()
      return Parts(bytes: integer.bytes, isNegative: integer.isNegative)
    }
  }

  @Test func `Exactly the first nine bits decide, for all first two bytes`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let nineBits = UInt16(first) << 1 | UInt16(second) >> 7
        let result = outcome(of: [0x02, 0x02, first, second]) { (reader) throws(DERError) in
          try reader.read(as: DERInteger.self).isNegative
        }
        let expected: Result<Bool, DERError> =
          nineBits == 0 || nineBits == 0x1FF
          ? .failure(DERError(.nonMinimalInteger, at: 0)) : .success(first & 0x80 != 0)
        guard result == expected else {
          Issue.record("\([first, second].hexadecimal) gives \(result)")
          continue
        }
      }
    }
  }
}
