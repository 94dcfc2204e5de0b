/// One place where a stored answer and a receipt do not say the same.
public struct VerifyReceiptDifference: Hashable, Sendable {
  /// What the difference is.
  public enum Kind: String, Hashable, Sendable {
    /// Both have a value, and they differ.
    case value
    /// Only the stored answer has it.
    case missingInReceipt
    /// Only the receipt gives it.
    case missingInAnswer
    /// The milliseconds differ within one second. Apple's servers know fractions that receipts do not have.
    case fraction
    /// The same purchases in another order.
    case order
    /// `latest_receipt` was made later than the receipt that the answer is about: their creation dates.
    case newerReceipt
  }

  /// What the difference is.
  public let kind: Kind

  /// Where it is in the stored answer, or would be.
  public let path: VerifyReceiptPath

  /// What the stored answer says, in Apple's form; for ``Kind/order`` the transactions in their order.
  public let stored: VerifyReceiptJSON?

  /// What the receipt gives; for ``Kind/order`` the transactions in their order.
  public let rebuilt: VerifyReceiptJSON?

  /// Whether it says nothing against the answer: a key of ``VerifyReceiptResponse/keysNotAvailableOffline``, a fraction,
  /// or what a newer receipt changes (``VerifyReceiptResponse/differences()``).
  public let isExpected: Bool
}

extension VerifyReceiptDifference {
  /// The same difference, expected.
  func expected(as kind: Kind? = nil) -> VerifyReceiptDifference {
    VerifyReceiptDifference(
      kind: kind ?? self.kind, path: path, stored: stored, rebuilt: rebuilt, isExpected: true)
  }

  /// The key of `receipt` with two values that one customer's receipts for one app never have.
  var keyOfDifferentReceipts: String? {
    guard kind == .value, path.elements.count == 2, path.elements[0] == .key("receipt"),
      case .key(let key) = path.elements[1]
    else { return nil }
    return Self.identifyingKeys.contains(key) ? key : nil
  }

  /// Of the date only the exact form, because its texts may be written in other ways.
  private static let identifyingKeys = [
    "receipt_type", "adam_id", "app_item_id", "bundle_id", "original_application_version",
    DateKeys.originalPurchase.milliseconds,
  ]
}

extension VerifyReceiptDifference: CustomStringConvertible {
  /// One line: the place, and both values as JSON.
  public var description: String {
    func text(_ value: VerifyReceiptJSON?) -> String {
      guard let value else { return "nothing" }
      var writer = JSONWriter()
      writer.value(value)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    return "\(path): \(text(stored)) in the answer, \(text(rebuilt)) from the receipt"
      + (kind == .order ? " (order)" : "")
  }
}
