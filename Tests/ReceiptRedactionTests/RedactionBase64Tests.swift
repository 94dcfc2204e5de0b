import Foundation
import ReceiptParsing
import ReceiptRedaction
import TestSupport
import Testing

/// Receipts in Base64 are redacted in the same alphabet.
@Suite struct RedactionBase64Tests {
  private func redact(_ bytes: [UInt8], seed: UInt64 = 1) throws -> ReceiptRedaction {
    var generator = SeededGenerator(seed: seed)
    return try ReceiptRedaction(bytes, using: &generator)
  }

  @Test(arguments: ["xcode-indefinite", "ios-sha256-subscriptions"])
  func `Base64 keeps its alphabet, its line breaks and its padding`(name: String) throws {
    let names = Fixtures.names.filter { $0.hasPrefix(name.prefix(5)) }
    let bytes = try Fixtures.receipt(try #require(names.first))
    let expected = try redact(bytes).bytes
    let standard = Data(bytes).base64EncodedString(options: [.lineLength64Characters])
    let urlSafe = Data(bytes).base64EncodedString().map {
      switch $0 {
      case "+": "-"
      case "/": "_"
      default: String($0)
      }
    }.joined().replacing("=", with: "")
    for text in [standard, "  \(urlSafe)\n"] {
      let redacted = try redact(Array(text.utf8)).bytes
      #expect(redacted.count == text.utf8.count)
      let marks: Set<Character> = ["\r", "\n", "\r\n", "=", " "]
      let redactedText = String(decoding: redacted, as: UTF8.self)
      #expect(
        redactedText.indices.filter { marks.contains(redactedText[$0]) }.map(\.self)
          == text.indices.filter { marks.contains(text[$0]) }.map(\.self))
      let wrong: [Character] = text == standard ? ["-", "_"] : ["+", "/"]
      #expect(!redactedText.contains { wrong.contains($0) })
      let receipt = try AppReceipt(redacted)
      #expect(receipt == (try AppReceipt(expected)) && receipt.form.isBase64)
    }
  }

  @Test(arguments: ["-", "_"])
  func `One character of an alphabet tells it`(character: Character) throws {
    let other: Character = character == "-" ? "_" : "-"
    var count = 0
    for byte in UInt8.min...UInt8.max {
      let receipt = SampleReceipt(
        SampleReceipt.attribute(2, DER.utf8("a.b")), SampleReceipt.attribute(4, [byte, byte, byte]))
      let text = Data(receipt.bytes).base64EncodedString().replacing("+", with: "-")
        .replacing("/", with: "_")
      guard text.contains(character), !text.contains(other) else { continue }
      count += 1
      // The replacement has others, too, so that the alphabet shows.
      for seed in 1...8 as ClosedRange<UInt64> {
        let redacted = try redact(Array(text.utf8), seed: seed).bytes
        #expect(!redacted.contains { "+/".utf8.contains($0) }, "\(byte), \(seed)")
      }
    }
    #expect(count > 0)
  }
}
