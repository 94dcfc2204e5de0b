import TestSupport
import Testing
import TextCoding

@Suite struct DigitsTests {
  @Test func `Decimal digits are a number`() {
    withExactlySized(Array("x0123456789:".utf8)) { (bytes) in
      #expect(bytes.decimal(1..<1) == 0)
      #expect(bytes.decimal(1..<5) == 123)
      #expect(bytes.decimal(2..<11) == 123_456_789)
      #expect(bytes.decimal(0..<2) == nil)
      #expect(bytes.decimal(10..<12) == nil)
    }
  }

  @Test func `A character is a digit of some radix, or of none`() {
    for character in UInt8.min...UInt8.max {
      let text = String(Unicode.Scalar(character))
      for radix in [8, 10, 16] {
        let expected = character < 0x80 ? Int(text, radix: radix) : nil
        #expect(character.digitValue(radix: UInt8(radix)).map(Int.init) == expected, "\(text)")
      }
    }
    #expect(UInt8(ascii: "9").digitValue() == 9 && UInt8(ascii: "A").digitValue() == nil)
  }

  @Test(
    arguments: [
      (0, 1, "0"), (0, 3, "000"), (7, 2, "07"), (-7, 2, "-07"), (123, 2, "123"),
      (.max, 1, "9223372036854775807"), (.min, 1, "-9223372036854775808"),
    ] as [(Int64, Int, String)])
  func `Numbers are written in decimal`(value: Int64, digits: Int, text: String) {
    var bytes = Array("x".utf8)
    bytes.appendDecimal(value, minimumDigits: digits)
    #expect(String(decoding: bytes, as: UTF8.self) == "x" + text)
  }

  @Test func `Every byte has two hexadecimal digits`() {
    for byte in UInt8.min...UInt8.max {
      let digits = String(byte, radix: 16)
      #expect([byte].hexadecimal == (byte < 16 ? "0" + digits : digits))
    }
  }
}
