public import ReceiptJSON
public import ReceiptParsing

/// A difference between a stored answer and a receipt.
public struct VerifyReceiptDifference: Hashable, Sendable {
  /// The kind of difference.
  public enum Kind: String, Hashable, Sendable {
    /// The values differ.
    case value
    /// Only the stored answer has the value.
    case missingInReceipt
    /// Only the receipt has the value.
    case missingInAnswer
    /// Dates differ by less than a second. Apple's servers know fractions that receipts don't have.
    case fraction
    /// The same purchases in a different order.
    case order
    /// The creation dates differ because `latest_receipt` is newer than the receipt that was sent.
    case newerReceipt
  }

  /// The kind of difference.
  public internal(set) var kind: Kind

  /// The place in the stored answer.
  public let path: JSONPath

  /// The value in the stored answer, in Apple's form; for ``Kind/order``, the transactions in order.
  public let stored: JSON?

  /// The value from the receipt; for ``Kind/order``, the transactions in order.
  public let rebuilt: JSON?

  /// Whether the difference is harmless: a key that no receipt provides (<doc:MovingOffVerifyReceipt>), a fraction
  /// of a second, or a change by a newer receipt (``VerifyReceiptResponse/differences()``).
  public internal(set) var isExpected = false
}

extension VerifyReceiptDifference {
  /// The key of `receipt`, if its value is the same in all receipts of one customer for one app.
  var keyOfDifferentReceipts: String? {
    guard kind == .value, path.elements.count == 2, path.elements[0] == .key("receipt"),
      case .key(let key) = path.elements[1]
    else { return nil }
    return Self.identifyingKeys.contains(key) ? key : nil
  }

  /// Only the exact form of the date: its texts vary.
  private static let identifyingKeys = [
    "receipt_type", "adam_id", "app_item_id", "bundle_id", "original_application_version",
    "original_purchase_date_ms",
  ]
}

extension VerifyReceiptDifference: CustomStringConvertible {
  /// One line: the path and both values as JSON.
  public var description: String {
    func text(_ value: JSON?) -> String {
      value.map { String(decoding: $0.json(), as: UTF8.self) } ?? "nothing"
    }
    return "\(path): \(text(stored)) in the answer, \(text(rebuilt)) from the receipt"
      + (kind == .order ? " (order)" : "")
  }
}

extension VerifyReceiptResponse {
  /// Compares `receipt` of the answer with a receipt: every key except `request_date`, and purchases by transaction, in
  /// the order of the answer. Purchases with the same transaction are compared in order. Nothing is verified.
  ///
  /// An answer in the style of iOS 6, or without `receipt`, lacks everything in the receipt.
  ///
  /// - Complexity: O(n).
  public func differences(from receipt: AppReceipt) -> [VerifyReceiptDifference] {
    var comparison = Comparison(with: receipt)
    comparison.compareReceipt(self.receipt)
    return comparison.differences
  }

  /// Compares `latest_receipt_info` with the purchases of a receipt, usually `latest_receipt`, by the keys that both
  /// have. A transaction missing in the receipt is a difference; one missing in the answer is not, because Apple omits
  /// finished consumables and, on request, old transactions. The order is ignored.
  ///
  /// - Complexity: O(n).
  public func latestReceiptInfoDifferences(
    from receipt: AppReceipt
  ) -> [VerifyReceiptDifference] {
    var comparison = Comparison(with: receipt)
    comparison.compareLatest(latestPurchases)
    return comparison.differences
  }

  /// Compares the answer with the receipt in it, `latest_receipt`: first `receipt`, then `latest_receipt_info`.
  ///
  /// `receipt` describes the receipt that was sent to Apple; `latest_receipt` may be a newer one of the same customer
  /// and app. Then these differences are expected: the creation date (``VerifyReceiptDifference/Kind/newerReceipt``),
  /// the app's version and download, later purchases, and later cancellations.
  ///
  /// - Throws: `ReceiptError` if `latest_receipt` is missing or unreadable.
  /// - Complexity: O(n).
  public func differences() throws(ReceiptError) -> [VerifyReceiptDifference] {
    try differences(limits: .default)
  }

  /// The same, with the bounds of reading `latest_receipt`.
  package func differences(
    limits: ReceiptLimits
  ) throws(ReceiptError) -> [VerifyReceiptDifference] {
    var comparison = Comparison(with: try AppReceipt(base64: latestReceipt ?? "", limits: limits))
    comparison.compareReceipt(receipt, allowsNewer: true)
    comparison.compareLatest(latestPurchases)
    return comparison.differences
  }
}
