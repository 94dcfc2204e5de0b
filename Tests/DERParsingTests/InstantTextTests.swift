import DERParsing
import Testing

@Suite struct InstantTextTests {
  @Test(
    arguments: [
      (0, 0, 9, "1970-01-01T00:00:00Z"), (-1, 0, 9, "1969-12-31T23:59:59Z"),
      (-86_400, 0, 9, "1969-12-31T00:00:00Z"), (-86_401, 0, 9, "1969-12-30T23:59:59Z"),
      (86_399, 0, 9, "1970-01-01T23:59:59Z"), (86_400, 0, 9, "1970-01-02T00:00:00Z"),
      (3661, 5, 3, "1970-01-01T01:01:01.005Z"), (3661, 120, 3, "1970-01-01T01:01:01.120Z"),
      (1_709_210_096, 1, 9, "2024-02-29T12:34:56.000000001Z"),
      (-62_167_219_200, 0, 3, "0000-01-01T00:00:00Z"),
      (253_402_300_799, 999, 3, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, Int, Int, String)])
  func `Instants are written as RFC 3339`(
    seconds: Int64, fraction: Int, digits: Int, text: String
  ) {
    #expect(
      InstantText.text(secondsSince1970: seconds, fraction: fraction, fractionDigits: digits)
        == text)
  }
}
