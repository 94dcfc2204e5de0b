import DERParsing
import TestSupport
import Testing

@Suite struct DERNamedBitListTests {
  static let vectors: [Vector<UInt32>] = [
    .init("§11.2.2 no bit", "030100", 0),
    .init("§11.2.2 bit 0", "03020780", 0x1),
    .init("§11.2.2 bit 6", "03020102", 0x40),
    .init("§11.2.2 bits 0 and 5", "03020284", 0x21),
    .init("§11.2.2 bit 7", "03020001", 0x80),
    .init("§11.2.2 bit 8", "0303070080", 0x100),
    .init("§11.2.2 bit 31", "03050000000001", 0x8000_0000),
    .init("§11.2.2 all 32 bits", "030500FFFFFFFF", 0xFFFF_FFFF),
    .init("§11.2.2 one trailing zero", "03020680", fails: .trailingZeroBits),
    .init("§11.2.2 a whole byte, trailing zero", "03020002", fails: .trailingZeroBits),
    .init("§11.2.2 a trailing byte", "0303008000", fails: .trailingZeroBits),
    .init("§11.2.2 zeros only", "03020700", fails: .trailingZeroBits),
    .init("§11.2.2 a zero byte only", "03020000", fails: .trailingZeroBits),
    .init("§11.2.2 33 bits", "0306070000000080", fails: .integerOutOfRange),
    .init("§11.2.2 40 bits", "0306000000000001", fails: .integerOutOfRange),
    .init("§8.6.2.1 no initial octet", "0300", fails: .invalidUnusedBits),
    .init("§8.6.2.2 8 unused bits", "03020800", fails: .invalidUnusedBits),
    .init("§11.2.1 unused bit set", "03020701", fails: .nonZeroUnusedBits),
  ]

  @Test(arguments: vectors)
  func `A list of named bits has no trailing zeros`(vector: Vector<UInt32>) {
    vector.check { (reader) throws(DERError) in
      let list: DERNamedBitList = try reader.read()
      for bit in 0..<32 { #expect(list.contains(bit) == (list.bits & 1 << bit != 0)) }
      for bit in [-1, 32, 64, Int.min, Int.max] { #expect(!list.contains(bit)) }
      return list.bits
    }
  }

  @Test func `Bit n is the n-th from the first byte's highest bit on`() {
    for bit in 0..<32 {
      var contents = [UInt8](repeating: 0, count: bit / 8 + 2)
      contents[0] = UInt8(7 - bit % 8)
      contents[bit / 8 + 1] = 0x80 >> UInt8(bit % 8)
      Vector("§11.2.2 bit \(bit)", element(0x03, contents), UInt32(1) << bit)
        .check { (reader) throws(DERError) in try reader.read(as: DERNamedBitList.self).bits }
    }
  }
}
