import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// The fast path for `YYYY-MM-DDThh:mm:ssZ` against the plain one, which reads character by character.
@Suite struct ReceiptDateCommonFormTests {
  /// Whether both paths say the same of a text: the fast one reads all dates of its form and nothing else.
  private func pathsAgree(_ text: [UInt8]) -> Bool {
    withExactlySized(text) { bytes in
      let fast = ReceiptDate(commonForm: bytes)
      let plain = ReceiptDate(anyForm: bytes)
      guard hasCommonForm(text) else { return fast == nil && ReceiptDate(bytes) == plain }
      return fast == plain && fast?.text == plain?.text
        && fast?.utcText == plain?.utcText && ReceiptDate(bytes) == plain
    }
  }

  /// Twenty characters that end with Z, with a capital T, and no leap second.
  private func hasCommonForm(_ text: [UInt8]) -> Bool {
    text.count == 20 && text[10] == UInt8(ascii: "T") && text[19] == UInt8(ascii: "Z")
      && !(text[17] == UInt8(ascii: "6") && text[18] == UInt8(ascii: "0"))
  }

  static let texts = [
    "2020-07-22T18:33:15Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2024-02-29T09:09:09Z",
    "1900-02-28T19:49:50Z", "2000-02-29T20:00:59Z", "1969-12-31T23:59:59Z", "2016-12-31T23:59:60Z",
    "2020-07-22 18:33:15Z", "2020-07-22T18:33:15z",
  ]

  @Test(arguments: texts)
  func `Every byte in every place is judged alike`(text: String) {
    for index in 0..<20 {
      for byte in UInt8.min...UInt8.max {
        var changed = Array(text.utf8)
        changed[index] = byte
        if !pathsAgree(changed) { Issue.record("byte \(byte) at \(index) of \(text)") }
      }
    }
  }

  @Test func `Every prefix and one byte more are judged alike`() {
    let text = Array("2020-07-22T18:33:15Z".utf8)
    for count in 0...text.count { #expect(pathsAgree(Array(text.prefix(count)))) }
    #expect(pathsAgree(text + [UInt8(ascii: "Z")]))
  }

  @Test func `Random fields, in and out of range, are judged alike`() {
    let seed: UInt64 = 20
    var generator = SeededGenerator(seed: seed)
    func digits(_ width: Int, _ bound: Int) -> String {
      let number = String(Int.random(in: 0..<bound, using: &generator))
      return String(repeating: "0", count: width - number.count) + number
    }
    var dates = 0
    for _ in 0..<20_000 {
      let text =
        "\(digits(4, 10_000))-\(digits(2, 14))-\(digits(2, 33))"
        + "T\(digits(2, 26)):\(digits(2, 62)):\(digits(2, 62))Z"
      if !pathsAgree(Array(text.utf8)) { Issue.record("\(text), seed \(seed)") }
      dates += ReceiptDate(text) == nil ? 0 : 1
    }
    #expect(dates > 10_000)
  }

  @Test func `Random bytes of many values are judged alike`() {
    let seed: UInt64 = 21
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      var text = Array("2020-07-22T18:33:15Z".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        // Any byte, or one near the digits, where the arithmetic has its borders.
        let byte =
          Bool.random(using: &generator)
          ? UInt8.random(in: 0x28...0x3F, using: &generator)
          : UInt8.random(in: 0...255, using: &generator)
        text[Int.random(in: 0..<20, using: &generator)] = byte
      }
      if !pathsAgree(text) { Issue.record("\(text.hexadecimal), seed \(seed)") }
    }
  }
}
