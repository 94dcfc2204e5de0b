import DERParsing
import Testing

@Suite struct DERNullTests {
  static let vectors: [Vector<DERNull>] = [
    .init("§8.8.2 one contents octet", "050100", fails: .invalidNull),
    .init("§8.8.2 three contents octets", "0503000000", fails: .invalidNull),
    .init("§10.1 long form of 0", "058100", fails: .nonMinimalLength),
    .init(
      "§8.8.1 constructed", "2500", fails: .unexpectedIdentifier, expected: .null,
      actual: .null.withOtherForm),
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
