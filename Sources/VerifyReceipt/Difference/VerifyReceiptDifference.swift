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
  }

  /// What the difference is.
  public let kind: Kind

  /// Where it is in the stored answer, or would be.
  public let path: VerifyReceiptPath

  /// What the stored answer says, in Apple's form; for ``Kind/order`` the transactions in their order.
  public let stored: VerifyReceiptJSON?

  /// What the receipt gives; for ``Kind/order`` the transactions in their order.
  public let rebuilt: VerifyReceiptJSON?

  /// Whether no receipt can agree there: a key of ``VerifyReceiptResponse/keysNotAvailableOffline``, or a fraction.
  public let isExpected: Bool
}

extension VerifyReceiptDifference: CustomStringConvertible {
  /// One line: the place, and both values as JSON.
  public var description: String {
    func text(_ value: VerifyReceiptJSON?) -> String {
      guard let value else { return "nothing" }
      var writer = JSONWriter()
      writer.value(value)
      return String(decoding: writer.octets, as: UTF8.self)
    }
    return "\(path): \(text(stored)) in the answer, \(text(rebuilt)) from the receipt"
      + (kind == .order ? " (order)" : "")
  }
}
