import AppStoreReceipt
import ReceiptTesting
import TestSupport
import Testing

@Suite struct DEREncodingTests {
  @Test(arguments: [
    0, 1, 127, 128, 255, 256, 32_767, 32_768, 1 << 31, 1 << 53, Int64.max, -1, -128, -129, -32_768,
    -32_769, Int64.min,
  ])
  func `An INTEGER has the fewest bytes and is read as the same number`(value: Int64) throws {
    let encoding = DEREncoding.integer(value)
    #expect(encoding.bytes == DER.integer(value))
    #expect(try Int64(derEncoded: encoding.bytes) == value)
  }

  @Test(
    arguments: [
      ([], "02 01 00"), ([0], "02 01 00"), ([0, 0, 1], "02 01 01"), ([0x7F], "02 01 7F"),
      ([0x80], "02 02 00 80"), ([0, 0x80, 0], "02 03 00 80 00"), ([1, 0], "02 02 01 00"),
    ] as [([UInt8], String)])
  func `A magnitude is never read as negative`(magnitude: [UInt8], expected: String) {
    #expect(DEREncoding.integer(magnitude: magnitude).bytes == bytes(expected))
  }

  @Test(arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536, 1 << 24])
  func `A length has the fewest bytes`(count: Int) throws {
    let contents = [UInt8](repeating: 0x5A, count: count)
    let encoding = DEREncoding.octetString(contents)
    #expect(encoding.bytes == DER.octetString(contents))
  }

  @Test(arguments: [
    "0.0", "1.2.840.113549.1.7.2", "2.5.4.3", "2.999.3", "1.3.14.3.2.26",
    "2.25.329800735698586629295641978511506172918",
  ])
  func `An OBJECT IDENTIFIER is read as the same`(dotted: String) throws {
    let identifier = try #require(DERObjectIdentifier(dotted))
    let encoding = DEREncoding.objectIdentifier(identifier)
    #expect(try DERObjectIdentifier(derEncoded: encoding.bytes) == identifier)
  }

  @Test(arguments: [
    (946_684_800, "170D 3030 3031 3031 3030 3030 3030 5A"),
    (2_524_607_999, "170D 3439 3132 3331 3233 3539 3539 5A"),
    (2_524_608_000, "180F 32303530 3031 3031 3030 3030 3030 5A"),
    (-631_152_000, "170D 3530 3031 3031 3030 3030 3030 5A"),
    (-631_152_001, "180F 31393439 3132 3331 3233 3539 3539 5A"),
  ])
  func `A time is a UTCTime where it has two digits for the year`(
    seconds: Int64, expected: String
  ) {
    #expect(DEREncoding.time(secondsSince1970: seconds).bytes == bytes(expected))
  }

  @Test(
    arguments: [
      ([], "03 01 00"), ([0], "03 02 07 80"), ([5, 6], "03 02 01 06"), ([8], "03 03 07 00 80"),
      ([7], "03 02 00 01"),
    ] as [(Set<Int>, String)])
  func `Named bits have no trailing zeros`(bits: Set<Int>, expected: String) throws {
    let encoding = DEREncoding.namedBits(bits)
    #expect(encoding.bytes == bytes(expected))
    let list = try DERNamedBitList(derEncoded: encoding.bytes)
    #expect((0..<16).filter { list.contains($0) } == bits.sorted())
  }

  @Test(
    arguments: [
      (0, "A0 00"), (30, "BE 00"), (31, "BF 1F 00"), (127, "BF 7F 00"), (128, "BF 81 00 00"),
      (16_384, "BF 81 80 00 00"),
    ] as [(UInt32, String)])
  func `Tag numbers from 31 on take further bytes`(tagNumber: UInt32, expected: String) {
    #expect(DEREncoding.tagged(tagNumber).bytes == bytes(expected))
  }

  @Test func `Every other type is as an independent writer has it`() {
    #expect(DEREncoding.null.bytes == DER.null)
    #expect(DEREncoding.boolean(true).bytes == DER.boolean(true))
    #expect(DEREncoding.boolean(false).bytes == DER.boolean(false))
    #expect(DEREncoding.utf8String("é").bytes == DER.utf8("é"))
    #expect(DEREncoding.ia5String("a").bytes == DER.ia5("a"))
    #expect(DEREncoding.printableString("US").bytes == DER.printable("US"))
    #expect(DEREncoding.bitString([1, 2]).bytes == DER.bitString([1, 2]))
    #expect(
      DEREncoding.sequence(.integer(1), .tagged(2, .null)).bytes
        == DER.sequence(DER.integer(1), DER.constructed(2, DER.null)))
    #expect(
      DEREncoding.indefinite(.sequence, elements: [.null, .integer(7)]).bytes
        == DER.indefinite(0x30, DER.null + DER.integer(7)))
  }

  @Test func `A SET OF is in ascending order unless its order is given`() {
    let elements: [DEREncoding] = [.octetString([1, 2]), .integer(3), .integer(-1), .null]
    let ascending = DER.set(
      DER.integer(3), DER.integer(-1), DER.octetString([1, 2]), DER.null)
    #expect(DEREncoding.set(of: elements).bytes == ascending)
    let given = DER.set(DER.octetString([1, 2]), DER.integer(3), DER.integer(-1), DER.null)
    #expect(DEREncoding.set(inOrder: elements).bytes == given)
  }
}
