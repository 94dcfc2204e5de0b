import DERParsing
import TestSupport
import Testing

@Suite struct BoolTests {
  static let vectors: [Vector<Bool>] = [
    .init("§8.2.2 FALSE", "010100", false),
    .init("§11.1 TRUE", "0101FF", true),
    .init("§11.1 TRUE as 01", "010101", fails: .invalidBoolean),
    .init("§11.1 TRUE as 7F", "01017F", fails: .invalidBoolean),
    .init("§11.1 TRUE as 80", "010180", fails: .invalidBoolean),
    .init("§11.1 TRUE as FE", "0101FE", fails: .invalidBoolean),
    .init("§8.2.1 no byte", "0100", fails: .invalidBoolean),
    .init("§8.2.1 two bytes 00", "01020000", fails: .invalidBoolean),
    .init("§8.2.1 two bytes FF", "0102FFFF", fails: .invalidBoolean),
    .init(
      "§8.2.1 constructed", "2103010100", fails: .unexpectedIdentifier, expected: .boolean,
      actual: .boolean.togglingConstructed),
    .init(
      "§8.2.1 INTEGER", "020100", fails: .unexpectedIdentifier, expected: .boolean,
      actual: .integer),
  ]

  @Test(arguments: vectors)
  func `A BOOLEAN is one byte, 00 or FF`(vector: Vector<Bool>) {
    vector.check { (reader) throws(DERError) in try reader.read() }
  }

  @Test func `Of all bytes only 00 and FF are values`() {
    for byte in UInt8.min...UInt8.max {
      let result = outcome(of: [0x01, 0x01, byte]) { (reader) throws(DERError) in
        try reader.read() as Bool
      }
      switch byte {
      case 0x00: #expect(result == .success(false))
      case 0xFF: #expect(result == .success(true))
      default: #expect(result == .failure(DERError(.invalidBoolean, at: 0)))
      }
    }
  }
}

@Suite struct DERNullTests {
  static let vectors: [Vector<DERNull>] = [
    .init("§8.8.2 one contents octet", "050100", fails: .invalidNull),
    .init("§8.8.2 three contents octets", "0503000000", fails: .invalidNull),
    .init("§10.1 long form of 0", "058100", fails: .nonMinimalLength),
    .init(
      "§8.8.1 constructed", "2500", fails: .unexpectedIdentifier, expected: .null,
      actual: .null.togglingConstructed),
  ]

  @Test(arguments: vectors)
  func `A NULL has no contents`(vector: Vector<DERNull>) {
    vector.check { (reader) throws(DERError) in try reader.read() }
  }

  @Test func `The only NULL is 05 00`() throws {
    let null = try DERNull(derEncoded: [0x05, 0x00])
    Vector("§8.8.2", "0500", null).check { (reader) throws(DERError) in try reader.read() }
  }
}

@Suite struct DEROctetStringTests {
  static let vectors: [Vector<Range<Int>>] = [
    .init("§8.7.2 empty", "0400", 2..<2),
    .init("§8.7.2 one byte", "0401FF", 2..<3),
    .init("§8.7.2 end-of-contents are bytes like others", "04020000", 2..<4),
    .init("§8.7.2 128 bytes", filled("048180", 128), 3..<131),
    .init(
      "§10.2 constructed", "24060401AB0401CD", fails: .unexpectedIdentifier,
      expected: .octetString, actual: .octetString.togglingConstructed),
    .init(
      "§10.2 constructed, indefinite", "24800401AB0000", fails: .unexpectedIdentifier,
      expected: .octetString, actual: .octetString.togglingConstructed),
    .init(
      "§8.7 BIT STRING", "030100", fails: .unexpectedIdentifier, expected: .octetString,
      actual: .bitString),
  ]

  @Test(arguments: vectors)
  func `An OCTET STRING is its contents octets`(vector: Vector<Range<Int>>) {
    vector.check { (reader) throws(DERError) in
      try reader.read(as: DEROctetString.self).contentsRange
    }
  }
}

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
      expected: .bitString, actual: .bitString.togglingConstructed),
    .init("§10.1 constructed, indefinite", "2380030200AB0000", fails: .indefiniteLength),
  ]

  @Test(arguments: vectors)
  func `A BIT STRING tells its unused bits, which are zero`(vector: Vector<Parts>) {
    vector.check { (reader) throws(DERError) in
      // What is refused for its length is so before its identifier is compared.
      let isIndefinite = vector.expected == .failure(DERError(.indefiniteLength, at: 0))
      let string: DERBitString = try reader.read(
        tagged: isIndefinite ? .bitString.togglingConstructed : .bitString)
      return Parts(
        bytes: string.bytesRange, unusedBits: string.unusedBits, bitCount: string.bitCount)
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
