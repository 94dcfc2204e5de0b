package import FuzzSupport
import ReceiptParsing
import ReceiptValidation

/// The input is the contents of a payload's SET; the signature counts as genuine. A receipt is validated
/// exactly if its attributes say, each once and readable, what the caller expects; and what it owns is what
/// was not cancelled.
package enum ValidationProperty: FuzzProperty {
  package static let name = "validation"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let (bytes, payload) = Message.signed(input.copy)
    guard let receipt = Answer(bytes).receipt,
      let attributes = NaiveAttribute.list(bytes, payload, levels: 32 - 7)
    else { return }
    let own = NaiveScope(bytes: bytes, attributes: attributes.filter { $0.type != 17 })
    let version = own.text(3).value.map { String(decoding: $0, as: UTF8.self) }
    let expectations = ReceiptExpectations(
      bundleIdentifier: Self.bundleIdentifier, devices: .notChecked,
      now: ReceiptDate(millisecondsSince1970: Int64(now)),
      appVersion: bytes.count % 2 == 0 ? .notChecked : .required("1.2.3"))
    let isRight =
      own.text(2).value.map { $0.equals(Self.bundleIdentifier) } == true
      && (bytes.count % 2 == 0 || version == "1.2.3") && own.date(12).value != nil
      && isNotExpired(own.date(21))
      && own.text(0).value.map { $0.equals("Production") || $0.equals("ProductionVPP") } == true
    let report = receipt.report(expectations, verifier: TrustingVerifier())
    require(report.hasNoFailure == isRight, "\(report.entries)")
    do throws(ReceiptValidationError) {
      let validated = try receipt.validate(expectations, verifier: TrustingVerifier())
      require(isRight, "validated \(bytes.hexadecimal)")
      checkPurchases(validated, attributes, bytes)
    } catch {
      require(!isRight, "not validated: \(error)")
      require(report.failures.first == error, "the report says \(report.failures)")
    }
    checkNothingElse(receipt)
  }

  private static let bundleIdentifier = "com.example.app"
  /// 2025-06-01T00:00:00Z.
  private static let now = NaiveCalendar.days(2025, 6, 1) * 86_400_000

  private static func isNotExpired(_ date: NaiveField<Int>) -> Bool {
    switch date {
    case .absent: true
    case .value(let instant): instant > now
    case .unreadable: false
    }
  }

  private static func checkPurchases(
    _ validated: ValidatedReceipt, _ attributes: [NaiveAttribute], _ bytes: [UInt8]
  ) {
    let purchases = attributes.filter { $0.type == 17 }.map { purchase in
      NaiveScope(bytes: bytes, attributes: purchase.inApp)
    }
    let withheld = purchases.indices.filter { index in
      let purchase = purchases[index]
      return purchase.text(1702).value == nil || purchase.text(1703).value == nil
        || purchase.date(1704).value == nil
    }
    let history = validated.purchases
    require(history.withheld.map(\.index).sorted() == withheld, "withheld: \(withheld)")
    let naive = purchases.map { NaivePurchase($0) }
    for purchase in history.purchases {
      let index = purchase.inAppReceipt.index
      guard purchases[index].integer(1707) != .unreadable else { continue }
      // Only the App Store's receipts are validated here.
      let isCancelled =
        purchases[index].date(1712) == .unreadable
        || naive[index].isCancelled(among: naive, isXcode: false)
      require(purchase.isCancelled == isCancelled, "purchase \(index) cancelled: \(isCancelled)")
    }
  }

  /// Nothing is validated without a device that is asked for, or without a signature.
  private static func checkNothingElse(_ receipt: AppReceipt) {
    let noDevice = ReceiptExpectations(
      bundleIdentifier: Self.bundleIdentifier, devices: .required([]),
      now: ReceiptDate(millisecondsSince1970: Int64(now)))
    do throws(ReceiptValidationError) {
      _ = try receipt.validate(noDevice, verifier: TrustingVerifier())
      require(false, "validated for nothing")
    } catch {}
  }
}
