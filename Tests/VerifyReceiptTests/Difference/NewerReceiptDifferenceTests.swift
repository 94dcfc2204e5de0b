import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// An answer that contains a receipt newer than the one it is about.
@Suite struct NewerReceiptDifferenceTests {
  private static func receipt(
    created: String, version: String, bundle: String = "com.example.app", _ others: [UInt8]...
  ) throws -> AppReceipt {
    func text(_ type: Int64, _ value: String) -> [UInt8] {
      SampleReceipt.attribute(type, DER.utf8(value))
    }
    return try AppReceipt(
      SampleReceipt(
        of: [
          text(0, "Production"), text(2, bundle), text(3, version),
          SampleReceipt.attribute(12, DER.ia5(created)),
          SampleReceipt.attribute(18, DER.ia5("2024-01-01T00:00:00Z")),
        ] + others
      ).bytes)
  }

  private static func purchase(
    _ id: String, _ date: String, cancelled: String? = nil, reason: [UInt8] = []
  ) -> [UInt8] {
    SampleReceipt.purchase(
      [
        SampleReceipt.attribute(1702, DER.utf8("pro")),
        SampleReceipt.attribute(1703, DER.utf8(id)),
        SampleReceipt.attribute(1704, DER.ia5(date)),
      ].flatMap { $0 } + (cancelled.map { SampleReceipt.attribute(1712, DER.ia5($0)) } ?? [])
        + reason)
  }

  /// An answer about the first receipt that contains the second.
  private func stored(_ posted: AppReceipt, latest: AppReceipt) -> VerifyReceiptResponse {
    var answer = VerifyReceiptResponse(unverified: posted)
    answer.latestReceipt = Data(latest.containerBytes).base64EncodedString()
    return answer
  }

  @Test func `What a newer receipt changes is expected`() throws {
    let older = try Self.receipt(
      created: "2025-01-01T00:00:00Z", version: "1", Self.purchase("1", "2024-06-01T00:00:00Z"))
    let newer = try Self.receipt(
      created: "2025-02-01T00:00:00Z", version: "2",
      Self.purchase("1", "2024-06-01T00:00:00Z", cancelled: "2025-01-15T00:00:00Z"),
      Self.purchase("2", "2025-01-20T00:00:00Z"))
    let differences = try stored(older, latest: newer).differences()
    #expect(
      differences.words.map { $0.prefix(62) }
        == [
          "value receipt.application_version 1 2 expected",
          "newerReceipt receipt.receipt_creation_date 2025-01-01 00:00:00 E",
          "newerReceipt receipt.receipt_creation_date_ms 1735689600000 17383",
          "newerReceipt receipt.receipt_creation_date_pst 2024-12-31 16:00:0",
          "missingInAnswer receipt.in_app[0].cancellation_date – 2025-01-15 ",
          "missingInAnswer receipt.in_app[0].cancellation_date_ms – 17368992",
          "missingInAnswer receipt.in_app[0].cancellation_date_pst – 2025-01",
          "missingInAnswer receipt.in_app[1] – … expected",
        ].map { $0.prefix(62) })
    #expect(differences.allSatisfy { $0.isExpected })
    let summary = VerifyReceiptDifferenceSummary(differences)
    #expect(summary.isNewerReceipt && summary.areAllExpected)
    #expect(summary.keysOfDifferentReceipts.isEmpty)
    #expect(differences.count { $0.kind == .newerReceipt } == 3)
    #expect(
      summary.description == """
        the receipt is newer than the answer's (expected)
        receipt: 4 keys differing (expected)
        in_app: 1 purchase differing (expected)
        in_app: 1 purchase only in the receipt (expected)
        """)

    // The other way round nothing of it is, and neither is it when the receipt was named.
    for differences in try [
      stored(newer, latest: older).differences(),
      stored(older, latest: newer).differences(from: newer),
    ] {
      #expect(differences.count == 8 && !differences.contains { $0.isExpected })
      #expect(!differences.contains { $0.kind == .newerReceipt })
      #expect(!VerifyReceiptDifferenceSummary(differences).areAllExpected)
    }
  }

  @Test(arguments: [15, 16] as [Int64])
  func `Numbers that an update changes are expected`(type: Int64) throws {
    func receipt(_ created: String, _ number: Int64) throws -> AppReceipt {
      try Self.receipt(
        created: created, version: "1", SampleReceipt.attribute(type, DER.integer(number)))
    }
    let differences = try stored(
      receipt("2025-01-01T00:00:00Z", 1), latest: receipt("2025-02-01T00:00:00Z", 2)
    ).differences()
    #expect(differences.count == 4 && differences.allSatisfy { $0.isExpected })
  }

  @Test func `A newer receipt explains only what came later`() throws {
    let older = try Self.receipt(
      created: "2025-01-01T00:00:00Z", version: "1", Self.purchase("1", "2024-06-01T00:00:00Z"),
      Self.purchase("3", "2024-06-01T00:00:00Z"))
    let newer = try Self.receipt(
      created: "2025-02-01T00:00:00Z", version: "1", Self.purchase("1", "2024-07-01T00:00:00Z"),
      Self.purchase("2", "2024-12-31T23:59:59Z"))
    let differences = try stored(older, latest: newer).differences()
    let summary = VerifyReceiptDifferenceSummary(differences)
    #expect(summary.isNewerReceipt && !summary.areAllExpected)
    #expect(
      summary.description.hasSuffix(
        """
        keys differing (expected)
        in_app: 1 purchase differing
        in_app: 1 purchase only in the answer
        in_app: 1 purchase only in the receipt
        """))
  }

  @Test func `A later cancellation has a reason, which is expected, too`() throws {
    let older = try Self.receipt(
      created: "2025-01-01T00:00:00Z", version: "1", Self.purchase("1", "2024-06-01T00:00:00Z"))
    let reason = SampleReceipt.attribute(1720, DER.integer(1))
    let newer = try Self.receipt(
      created: "2025-02-01T00:00:00Z", version: "1",
      Self.purchase(
        "1", "2024-06-01T00:00:00Z", cancelled: "2025-01-15T00:00:00Z", reason: reason))
    let differences = try stored(older, latest: newer).differences()
    #expect(differences.contains { $0.path.description.hasSuffix("cancellation_reason") })
    #expect(differences.allSatisfy { $0.isExpected })
  }

  /// What the older receipt could not have yet was bought after it was made.
  @Test(arguments: [
    ("2024-12-31T23:59:59Z", false), ("2025-01-01T00:00:00Z", false),
    ("2025-01-01T00:00:01Z", true),
  ])
  func `A purchase is new if it was made after the answer's receipt`(
    date: String, isNew: Bool
  ) throws {
    let older = try Self.receipt(created: "2025-01-01T00:00:00Z", version: "1")
    let newer = try Self.receipt(
      created: "2025-02-01T00:00:00Z", version: "1", Self.purchase("2", date))
    let differences = try stored(older, latest: newer).differences()
    #expect(VerifyReceiptDifferenceSummary(differences).areAllExpected == isNew)
  }

  @Test(arguments: ["2025-01-01T00:00:00Z", "2025-01-01T00:00:00.900Z"])
  func `A receipt of the same second explains nothing`(created: String) throws {
    let older = try Self.receipt(
      created: "2025-01-01T00:00:00Z", version: "1", Self.purchase("1", "2024-06-01T00:00:00Z"))
    let other = try Self.receipt(
      created: created, version: "2",
      Self.purchase("1", "2024-06-01T00:00:00Z", cancelled: "2024-12-01T00:00:00Z"))
    let differences = try stored(older, latest: other).differences()
    #expect(!differences.isEmpty && !differences.contains { $0.isExpected })
    #expect(!VerifyReceiptDifferenceSummary(differences).isNewerReceipt)
  }

  @Test func `A newer receipt of another app explains nothing`() throws {
    let older = try Self.receipt(created: "2025-01-01T00:00:00Z", version: "1")
    let other = try Self.receipt(
      created: "2025-02-01T00:00:00Z", version: "2", bundle: "com.example.other",
      Self.purchase("2", "2025-01-20T00:00:00Z"))
    let differences = try stored(older, latest: other).differences()
    #expect(!differences.isEmpty && !differences.contains { $0.isExpected })
    let summary = VerifyReceiptDifferenceSummary(differences)
    #expect(summary.keysOfDifferentReceipts == ["bundle_id"])
    #expect(!summary.isNewerReceipt)
    #expect(summary.description.hasPrefix("two different receipts: bundle_id\n"))
  }

  @Test(arguments: [
    "receipt_type", "adam_id", "app_item_id", "bundle_id", "original_application_version",
    "original_purchase_date_ms",
  ])
  func `Each of these keys tells receipts apart`(key: String) throws {
    let receipt = try AppReceipt(Fixtures.receipt("every-field"))
    let json = try JSON(text: VerifyReceiptResponse(unverified: receipt).json())
    guard case .object(var root) = json, case .object(var part)? = root["receipt"] else {
      Issue.record("no receipt")
      return
    }
    part[key] = if case .string? = part[key] { .string("1000") } else { .number(.init(9)) }
    root["receipt"] = .object(part)
    let answer = try VerifyReceiptResponse(json: JSON.object(root).json())
    let summary = VerifyReceiptDifferenceSummary(answer.differences(from: receipt))
    #expect(summary.keysOfDifferentReceipts == [key])
  }
}
