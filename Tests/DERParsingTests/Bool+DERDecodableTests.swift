import DERParsing
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
      actual: .boolean.withOtherForm),
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
