import DERParsing
import TestSupport
import Testing

@Suite struct DERBitStringTests {
  struct Parts: Equatable, Sendable {
    let bytes: Range<Int>
    let unusedBits: Int
    let bitCount: Int
  }

  static let vectors: [Vector<Parts>] = [
    .init("§8.6.2.3 empty", "030100", Parts(bytes: 3..<3, unusedBits: 0, bitCount: 0)),
    .init("§8.6.2.2 8 bits", "03020041", Parts(bytes: 3..<4, unusedBits: 0, bitCount: 8)),
    .init("§8.6.2.2 1 bit, 0", "03020700", Parts(bytes: 3..<4, unusedBits: 7, bitCount: 1)),
    .init("§8.6.2.2 1 bit, 1", "03020780", Parts(bytes: 3..<4, unusedBits: 7, bitCount: 1)),
    .init("§8.6.2.2 7 bits", "030201FE", Parts(bytes: 3..<4, unusedBits: 1, bitCount: 7)),
    .init(
      "§8.6.4.2 example, 44 bits", "0307040A3B5F291CD0",
      Parts(bytes: 3..<9, unusedBits: 4, bitCount: 44)),
    .init(
      "§8.6.2 128 bytes", bytes("0381810000") + filled("", 127),
      Parts(bytes: 4..<132, unusedBits: 0, bitCount: 1024)),
    .init("§8.6.2.1 no initial octet", "0300", fails: .invalidUnusedBits),
    .init("§8.6.2.2 8 unused bits", "03020800", fails: .invalidUnusedBits),
    .init("§8.6.2.2 15 unused bits", "03020F00", fails: .invalidUnusedBits),
    .init("§8.6.2.2 255 unused bits", "0302FF00", fails: .invalidUnusedBits),
    .init("§8.6.2.3 unused bits of nothing", "030101", fails: .invalidUnusedBits),
    .init("§8.6.2.3 7 unused bits of nothing", "030107", fails: .invalidUnusedBits),
    .init("§11.2.1 lowest unused bit set", "03020101", fails: .nonZeroUnusedBits),
    .init("§11.2.1 highest unused bit set", "03020740", fails: .nonZeroUnusedBits),
    .init("§11.2.1 in the last byte", "030402000002", fails: .nonZeroUnusedBits),
    .init(
      "§10.2 constructed", "2308030200AB0302040C", fails: .unexpectedIdentifier,
      expected: .bitString, actual: .bitString.withOtherForm),
    .init("§10.1 constructed, indefinite", "2380030200AB0000", fails: .indefiniteLength),
  ]

  @Test(arguments: vectors)
  func `A BIT STRING tells its unused bits, which are zero`(vector: Vector<Parts>) {
    vector.check { (reader) throws(DERError) in
      // What is refused for its length is so before its identifier is compared.
      let isIndefinite = vector.expected == .failure(DERError(.indefiniteLength, at: 0))
      let string: DERBitString = try reader.read(
        tagged: isIndefinite ? .bitString.withOtherForm : .bitString)
      return Parts(
        bytes: string.bytes, unusedBits: string.unusedBits, bitCount: string.bitCount)
    }
  }

  @Test func `Unused bits are 0–7 and zero, for all pairs of bytes`() {
    for unused in UInt8.min...UInt8.max {
      for last in UInt8.min...UInt8.max {
        let result = outcome(of: [0x03, 0x02, unused, last]) { (reader) throws(DERError) in
          try reader.read(as: DERBitString.self).bitCount
        }
        let expected: Result<Int, DERError> =
          unused > 7
          ? .failure(DERError(.invalidUnusedBits, at: 0))
          : last.trailingZeroBitCount < Int(unused)
            ? .failure(DERError(.nonZeroUnusedBits, at: 0)) : .success(8 - Int(unused))
        guard result == expected else {
          Issue.record("\([unused, last].hexadecimal) gives \(result)")
          continue
        }
      }
    }
  }
}
