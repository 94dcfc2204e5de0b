import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

@Suite struct VerifyReceiptDifferenceTests {
  private let receipt: AppReceipt
  private let answer: VerifyReceiptResponse

  init() throws {
    receipt = try AppReceipt(Fixtures.receipt("ios-sha1-purchases"))
    answer = VerifyReceiptResponse(
      unverified: receipt, requestDate: ReceiptDate(millisecondsSince1970: 0))
  }

  private func differences(_ change: (inout ResponseReceipt) -> Void) -> [String] {
    var answer = answer
    if var receipt = answer.receipt {
      change(&receipt)
      answer.receipt = receipt
    }
    return answer.differences(from: receipt).words
  }

  @Test func `An answer does not differ from its receipt, whenever it was given`() {
    #expect(differences { _ in } == [])
    #expect(differences { $0.requestDate = nil } == [])
    #expect(differences { $0.otherMembers["request_date"] = .null } == [])
  }

  @Test func `Values and keys of the receipt`() {
    #expect(
      differences {
        $0.bundleIdentifier = "com.example.other"
        $0.adamIdentifier = nil
        $0.otherMembers["x"] = .string("y")
        $0.preorderDate = $0.originalPurchaseDate
      }.map { $0.prefix(70) }
        == [
          "value receipt.bundle_id com.example.other com.example.app",
          "missingInReceipt receipt.preorder_date 2017-09-20 12:30:00 Etc/GMT – e",
          "missingInReceipt receipt.preorder_date_ms 1505910600000 – expected",
          "missingInReceipt receipt.preorder_date_pst 2017-09-20 05:30:00 America",
          "missingInReceipt receipt.x y –",
          "missingInAnswer receipt.adam_id – 1209999999",
        ].map { $0.prefix(70) })
  }

  @Test func `Purchases are compared by transaction`() throws {
    let purchases = try #require(answer.receipt?.inApp)
    let ids = purchases.compactMap(\.transactionIdentifier)
    #expect(ids.count == 4 && Set(ids).count == 4)
    #expect(
      differences { $0.inApp?.reverse() } == [
        "order receipt.in_app [\(ids.reversed().joined(separator: " "))] "
          + "[\(ids.joined(separator: " "))]"
      ])
    #expect(
      differences {
        $0.inApp?[1].productIdentifier = "x"
        $0.inApp?[1].ownershipType = .purchased
        $0.inApp?[1].otherMembers["price"] = .number(.init(1))
      } == [
        "value receipt.in_app[1].product_id x \(purchases[1].productIdentifier ?? "")",
        "missingInReceipt receipt.in_app[1].in_app_ownership_type PURCHASED – expected",
        "missingInReceipt receipt.in_app[1].price 1 –",
      ])
    #expect(
      differences {
        $0.inApp?.removeFirst()
        $0.inApp?[0].transactionIdentifier = "7"
      } == [
        "missingInReceipt receipt.in_app[0] … –", "missingInAnswer receipt.in_app[3] – …",
        "missingInAnswer receipt.in_app[4] – …",
      ])
    #expect(differences { $0.inApp = nil } == ["missingInAnswer receipt.in_app – [… … … …]"])
  }

  @Test func `Of purchases with the same transaction the first is the first`() throws {
    func purchase(_ product: String) -> [UInt8] {
      SampleReceipt.purchase(
        SampleReceipt.attribute(1702, DER.utf8(product)),
        SampleReceipt.attribute(1703, DER.utf8("0")),
        SampleReceipt.attribute(1704, DER.ia5("2025-01-01T00:00:00Z")))
    }
    let receipt = try AppReceipt(SampleReceipt(purchase("a"), purchase("b"), purchase("c")).bytes)
    var answer = VerifyReceiptResponse(unverified: receipt)
    #expect(answer.differences(from: receipt).isEmpty)
    answer.receipt?.inApp?.swapAt(0, 1)
    #expect(
      answer.differences(from: receipt).words == [
        "value receipt.in_app[0].product_id b a", "value receipt.in_app[1].product_id a b",
      ])
    answer.receipt?.inApp?.removeLast()
    #expect(
      answer.differences(from: receipt).words.last == "missingInAnswer receipt.in_app[2] – …")
  }

  @Test func `Fractions of seconds are only Apple's`() throws {
    let text = answer.jsonText
    let date = try #require(answer.receipt?.inApp?[0].purchaseDate).millisecondsSince1970
    let digits = "\(date)".dropLast(3)
    func differences(_ fraction: String) throws -> [String] {
      let stored = text.replacing(
        "\"purchase_date_ms\":\"\(date)\"",
        with: "\"purchase_date_ms\":\"\(digits)\(fraction)\"")
      return try VerifyReceiptResponse(json: stored).differences(from: receipt).words
    }
    #expect(try differences("000") == [])
    #expect(
      try differences("487").first == "fraction receipt.in_app[0].purchase_date_ms "
        + "\(digits)487 \(digits)000 expected")
    #expect(try differences("001").first?.hasPrefix("fraction ") == true)
    #expect(try differences("999").first?.hasPrefix("fraction ") == true)
    let stored = text.replacing(
      "\"purchase_date_ms\":\"\(date)\"",
      with: "\"purchase_date_ms\":\"9223372036854775807\"")
    #expect(
      try VerifyReceiptResponse(json: stored).differences(from: receipt).words
        .contains(
          "value receipt.in_app[0].purchase_date_ms 9223372036854775807 \(digits)000"))
    for otherSecond in [date - 1, date + 1000] {
      let stored = text.replacing(
        "\"purchase_date_ms\":\"\(date)\"", with: "\"purchase_date_ms\":\"\(otherSecond)\"")
      #expect(
        try VerifyReceiptResponse(json: stored).differences(from: receipt).words
          .contains("value receipt.in_app[0].purchase_date_ms \(otherSecond) \(date)"))
    }
  }

  @Test func `latest_receipt_info has its own rules`() throws {
    var answer = answer
    let purchases = try #require(answer.receipt?.inApp)
    var latest = Array(purchases.reversed().dropLast())
    latest[0].subscriptionGroupIdentifier = "1"
    latest[0].isTrialPeriod = nil
    answer.latestReceiptInfo = latest
    #expect(answer.latestReceiptInfoDifferences(from: receipt).isEmpty)
    latest[0].quantity = 9
    latest[1].transactionIdentifier = "7"
    answer.latestReceiptInfo = latest
    #expect(
      answer.latestReceiptInfoDifferences(from: receipt).words == [
        "value latest_receipt_info[0].quantity 9 1",
        "missingInReceipt latest_receipt_info[1] … –",
      ])
  }

  @Test func `An answer is compared with the receipt that it contains`() throws {
    var answer = answer
    let error = #expect(throws: ReceiptError.self) { try answer.differences() }
    #expect(error?.code == .empty)
    answer.latestReceipt = Data(receipt.containerBytes).base64EncodedString()
    answer.latestReceiptInfo = answer.receipt?.inApp ?? []
    #expect(try answer.differences() == [])
    answer.receipt?.bundleIdentifier = "x"
    answer.latestReceiptInfo = [ResponsePurchase()]
    #expect(
      try answer.differences().words == [
        "value receipt.bundle_id x com.example.app",
        "missingInReceipt latest_receipt_info[0] … –",
      ])
  }

  @Test func `A list that is missing is a difference, even an empty one`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("macos-sha256-no-purchases"))
    var answer = VerifyReceiptResponse(unverified: receipt)
    answer.receipt?.inApp = nil
    let summary = VerifyReceiptDifferenceSummary(answer.differences(from: receipt))
    #expect(summary.description == "the answer lacks an empty list")
    #expect(!summary.areAllExpected)
  }

  @Test func `Differences are counted`() throws {
    #expect(VerifyReceiptDifferenceSummary([]).description == "no difference")
    #expect(VerifyReceiptDifferenceSummary([]).areAllExpected)
    var answer = answer
    answer.receipt?.inApp?.reverse()
    answer.receipt?.inApp?[0].quantity = 7
    answer.receipt?.inApp?[0].productIdentifier = "x"
    answer.receipt?.inApp?[1].ownershipType = .purchased
    answer.receipt?.inApp?[2].transactionIdentifier = "7"
    answer.receipt?.preorderDate = VerifyReceiptDate(ReceiptDate(millisecondsSince1970: 0))
    answer.receipt?.adamIdentifier = 1
    answer.latestReceiptInfo = [ResponsePurchase()]
    let differences =
      answer.differences(from: receipt) + answer.latestReceiptInfoDifferences(from: receipt)
    #expect(
      VerifyReceiptDifferenceSummary(differences).description == """
        two different receipts: adam_id
        receipt: 4 keys differing (3 expected)
        in_app: 2 purchases differing (1 expected)
        in_app: 1 purchase only in the answer
        in_app: 1 purchase only in the receipt
        in_app: in a different order
        latest_receipt_info: 1 purchase only in the answer
        """)
    #expect(differences.count { $0.kind == .order } == 1)
    #expect(differences.count { $0.kind == .missingInReceipt } == 6)
    answer.receipt?.inApp = nil
    let none = VerifyReceiptDifferenceSummary(answer.differences(from: receipt))
    #expect(none.description.hasSuffix("\nin_app: 4 purchases only in the receipt"))
  }

  @Test func `A purchase differs as expected only if all its differences are`() {
    // A key that only Apple's servers know, and others before and behind it.
    for quantity in [nil, 7] as [Int64?] {
      var answer = answer
      answer.receipt?.inApp?[0].ownershipType = .purchased
      if let quantity {
        answer.receipt?.inApp?[0].quantity = quantity
      } else {
        answer.receipt?.inApp?[0].webOrderLineItemIdentifier = "7"
      }
      let summary = VerifyReceiptDifferenceSummary(answer.differences(from: receipt))
      #expect(summary.description == "in_app: 1 purchase differing" && !summary.areAllExpected)
    }
  }

  @Test func `A difference is a line`() {
    var answer = answer
    answer.receipt?.bundleIdentifier = "a\"b"
    answer.receipt?.adamIdentifier = nil
    #expect(
      answer.differences(from: receipt).map(\.description) == [
        #"receipt.bundle_id: "a\"b" in the answer, "com.example.app" from the receipt"#,
        "receipt.adam_id: nothing in the answer, 1209999999 from the receipt",
      ])
  }

  @Test func `Without a receipt everything is missing`() throws {
    let found = VerifyReceiptResponse(status: .valid).differences(from: receipt)
    #expect(found.allSatisfy { $0.kind == .missingInAnswer && $0.stored == nil })
    #expect(found.contains { $0.path.description == "receipt.in_app" })
  }
}
