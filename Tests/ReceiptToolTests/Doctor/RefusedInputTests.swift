import Foundation
import TestSupport
import Testing

@testable import receipt

/// Unicode compares and hashes a run of combining marks in quadratic time: 128 KiB took 16 s. No text out of an input is
/// compared so.
@Suite struct RefusedInputTests {
  /// Behind as many letters as the words have that texts are compared with.
  private static let marks = "aaaaaaa" + String(repeating: "\u{301}\u{316}", count: 100_000)

  private static let commands: [[String]] = [
    ["show"], ["show", "--json"], ["show", "--format", "verify-receipt"],
    ["show", "--format", "verify-receipt", "--verify"],
    ["verify", "--bundle-id", "x", "--version", "2", "--environment", "Production"], ["owned"],
    ["ids"], ["doctor"], ["tree"], ["attributes"], ["redact"],
  ]

  private static let fields: [Int64] = [0, 2, 3, 19, 1702, 1703, 1705]

  /// A receipt with the marks in one field.
  private func receipt(_ field: Int64) -> [UInt8] {
    func text(_ type: Int64, _ text: String) -> [UInt8] {
      SampleReceipt.attribute(type, DER.utf8(type == field ? Self.marks : text))
    }
    return SampleReceipt(
      text(0, "Production"), text(2, "com.example.app"), text(3, "1"), text(19, "1"),
      SampleReceipt.attribute(12, DER.ia5("2025-01-01T00:00:00Z")),
      SampleReceipt.purchase(
        text(1702, "com.example.product"), text(1703, "1000000000001"),
        text(1705, "1000000000001"),
        SampleReceipt.attribute(1704, DER.ia5("2025-01-01T00:00:00Z")))
    ).bytes
  }

  @Test(.timeLimit(.minutes(1)), arguments: commands)
  func `Combining marks in any field`(command: [String]) throws {
    for field in Self.fields.thinnedInDebug(by: 3) {
      try withFile(receipt(field)) { file in _ = Tool.run(command + [file]) }
    }
    for text in [Self.marks, #"{"status":0,"receipt":{"bundle_id":"\#(Self.marks)"}}"#] {
      try withFile(Array(text.utf8)) { file in _ = Tool.run(command + [file]) }
    }
  }
}
