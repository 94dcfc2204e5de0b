import ReceiptInspection
import ReceiptJSON
import ReceiptParsing
import TestSupport
import Testing
import VerifyReceipt

@Suite struct ReceiptDifferenceTests {
  private func receipt(_ name: String) throws -> AppReceipt {
    try AppReceipt(Fixtures.receipt(name))
  }

  @Test(arguments: Fixtures.names)
  func `A receipt does not differ from itself`(name: String) throws {
    #expect(try ReceiptDifference.all(try receipt(name), try receipt(name)).isEmpty)
  }

  @Test func `Fields and purchases that differ are named`() throws {
    let (one, other) = (try receipt("ios-sha256-subscriptions"), try receipt("ios-sha1-purchases"))
    let differences = try ReceiptDifference.all(one, other)
    #expect(
      differences.contains {
        $0.path == "creationDate" && $0.first == one.creationDate?.utcText
          && $0.second == other.creationDate?.utcText
      })
    let purchase = try #require(one.inAppReceipts.first?.transactionIdentifier)
    #expect(
      differences.contains { $0.path == "inApp[\(purchase)].purchaseDate" && $0.second == nil })
    let backwards = try ReceiptDifference.all(other, one)
    #expect(backwards.count == differences.count)
    #expect(!differences.contains { $0.path == "bundleIdentifier" })
  }

  /// A receipt with these purchases: the transaction and the product of each.
  private func receipt(purchases: [(String, String)]) throws -> AppReceipt {
    try AppReceipt(
      SampleReceipt(
        of: purchases.map { transaction, product in
          SampleReceipt.purchase(
            SampleReceipt.attribute(1702, DER.utf8(product)),
            SampleReceipt.attribute(1703, DER.utf8(transaction)))
        }
      ).bytes)
  }

  @Test func `What can't be compared isn't called equal`() throws {
    let one = try receipt(purchases: [("7", "a" + String(repeating: "\u{301}", count: 31))])
    let error = #expect(throws: JSONError.self) { try ReceiptDifference.all(one, one) }
    #expect(error?.code == .invalidString)
  }

  @Test func `Every purchase of one transaction is compared`() throws {
    let one = try receipt(purchases: [("7", "a"), ("7", "b"), ("7#2", "c"), ("7", "d")])
    #expect(try ReceiptDifference.all(one, one).isEmpty)
    let products = [("7", "a"), ("7", "x"), ("7#2", "c"), ("7", "y")]
    let differences = try ReceiptDifference.all(one, try receipt(purchases: products)).map {
      "\($0.path) \($0.first ?? "-") \($0.second ?? "-")"
    }
    #expect(
      differences == ["inApp[7#2].productIdentifier b x", "inApp[7#3].productIdentifier d y"])

    let text =
      #"{"in_app": [{"transaction_id": "7", "product_id": "a"}, "#
      + #"{"transaction_id": "7", "product_id": "x"}]}"#
    guard case .object(let answer) = try JSON(text: Array(text.utf8)) else {
      Issue.record("an answer that is no object")
      return
    }
    let two = try receipt(purchases: [("7", "a"), ("7", "b")])
    #expect(
      try ReceiptDifference.all(two, answer: answer).map(\.path) == ["inApp[7#2].productIdentifier"]
    )
  }

  /// The names of Apple's keys are in `VerifyReceipt`, too, which needs Foundation. An answer omits the purchase with
  /// unreadable dates in `date-forms`.
  @Test(arguments: Fixtures.names.filter { $0 != "date-forms" })
  func `A receipt does not differ from the answer about it`(name: String) throws {
    let receipt = try receipt(name)
    let text = VerifyReceiptResponse(unverified: receipt).json()
    guard case .object(let answer) = try JSON(text: Array(text)) else {
      Issue.record("an answer that is no object")
      return
    }
    let differences = try ReceiptDifference.all(receipt, answer: answer).map {
      "\($0.path) \($0.first ?? "-") \($0.second ?? "-")"
    }
    #expect(differences == [])
  }

  @Test func `Apple's answer is compared by its own names`() throws {
    let receipt = try AppReceipt(
      SampleReceipt(
        SampleReceipt.attribute(2, DER.utf8("a.b")),
        SampleReceipt.attribute(12, DER.ia5("2025-05-01T00:00:00Z")),
        SampleReceipt.purchase(
          SampleReceipt.attribute(1702, DER.utf8("p")),
          SampleReceipt.attribute(1703, DER.utf8("7")),
          SampleReceipt.attribute(1704, DER.ia5("2025-04-01T00:00:00Z")))
      ).bytes)
    func differences(_ changed: String = "") throws -> [String] {
      let answer = """
        {"status": 0, "receipt": {"bundle_id": "a.b", "receipt_creation_date_ms": "1746057600000",
        "receipt_creation_date": "2025-05-01 00:00:00 Etc/GMT", "in_app": [{"product_id": "p",
        "transaction_id": "7", "purchase_date_ms": "1743465600000"\(changed)}]}}
        """
      guard case .object(let object) = try JSON(text: Array(answer.utf8)) else { return ["?"] }
      return try ReceiptDifference.all(receipt, answer: object).map {
        "\($0.path) \($0.first ?? "-") \($0.second ?? "-")"
      }
    }
    #expect(try differences() == [])
    #expect(try differences(#", "quantity": "2""#) == ["inApp[7].quantity - 2"])
    #expect(
      try differences(#", "cancellation_date_ms": "1746057600000""#)
        == ["inApp[7].cancellationDate - 2025-05-01T00:00:00Z"])
  }

  private static let fields = [
    ("receipt_type", "environment"), ("bundle_id", "bundleIdentifier"),
    ("application_version", "appVersion"), ("original_application_version", "originalAppVersion"),
    ("receipt_creation_date_ms", "creationDate"),
    ("original_purchase_date_ms", "originalPurchaseDate"), ("expiration_date_ms", "expirationDate"),
    ("adam_id", "appItemIdentifier"), ("download_id", "downloadIdentifier"),
    ("version_external_identifier", "versionExternalIdentifier"),
  ]
  private static let purchaseFields = [
    ("quantity", "quantity"), ("product_id", "productIdentifier"),
    ("original_transaction_id", "originalTransactionIdentifier"),
    ("purchase_date_ms", "purchaseDate"), ("original_purchase_date_ms", "originalPurchaseDate"),
    ("expires_date_ms", "expiresDate"), ("cancellation_date_ms", "cancellationDate"),
    ("cancellation_reason", "cancellationReason"),
    ("web_order_line_item_id", "webOrderLineItemIdentifier"),
    ("is_trial_period", "isTrialPeriod"), ("is_in_intro_offer_period", "isInIntroOfferPeriod"),
    ("promotional_offer_id", "promotionalOfferIdentifier"),
  ]

  @Test(
    arguments: fields.map { ("", $0.0, $0.1) }
      + purchaseFields.map { ("inApp[810002000000777].", $0.0, $0.1) })
  func `Every field of an answer is compared`(place: String, key: String, name: String) throws {
    let receipt = try receipt("every-field")
    guard
      case .object(let answer) = try JSON(text: VerifyReceiptResponse(unverified: receipt).json()),
      case .object(var fields)? = answer["receipt"], case .array(let purchases)? = fields["in_app"],
      case .object(var purchase)? = purchases.first
    else {
      Issue.record("an answer of another form")
      return
    }
    if place.isEmpty { fields[key] = .string("7") } else { purchase[key] = .string("7") }
    fields["in_app"] = .array([.object(purchase)])
    #expect(try ReceiptDifference.all(receipt, answer: fields).map(\.path) == [place + name])
  }
}
