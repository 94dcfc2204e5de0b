import DERParsing
import TestSupport
import Testing

@testable import ReceiptInspection

@Suite struct SerialNumberTests {
  @Test(
    arguments: [
      ([0x00], "0"), ([0x7F], "127"), ([0x00, 0xFF], "255"), ([0x01, 0x00], "256"),
      ([0xFF], "-1"), ([0x80], "-128"), ([0xFF, 0x00], "-256"), ([0x80, 0x00], "-32768"),
      ([0x01, 0, 0, 0, 0, 0, 0, 0, 0], "18446744073709551616"),
      ([0xFF, 0, 0, 0, 0, 0, 0, 0, 0], "-18446744073709551616"),
    ] as [([UInt8], String)])
  func `Serial numbers are shown in decimal`(contents: [UInt8], text: String) throws {
    try withExactlySized(DER.element(0x02, contents)) { bytes in
      var reader = try DERReader(bytes)
      let number: DERInteger = try reader.read()
      #expect(number.decimal(in: bytes) == text)
    }
  }
}
