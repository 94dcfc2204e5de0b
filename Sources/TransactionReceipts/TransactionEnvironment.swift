/// Where a transaction receipt comes from.
public enum TransactionEnvironment: String, Hashable, Sendable {
  /// The App Store.
  case production = "Production"
  /// The sandbox, or nobody knows.
  case sandbox = "Sandbox"
}

extension TransactionReceipt {
  /// Where the receipt comes from, as far as its signed part proves it.
  ///
  /// The key `environment` is not signed, and the sandbox signs with the same certificates as the App Store: a
  /// receipt of a purchase that cost nothing turns into one that has no `environment` by deleting a line. But the
  /// sandbox has no `app-item-id`, and that is signed. So a receipt is from ``TransactionEnvironment/production``
  /// only if it has one and does not say itself that it is something else; everything else counts as
  /// ``TransactionEnvironment/sandbox``, old receipts of the App Store without an `app-item-id` too.
  public var judgedEnvironment: TransactionEnvironment {
    guard environment == nil, let identifier = purchaseInfo.appItemIdentifier, identifier > 0 else {
      return .sandbox
    }
    return .production
  }
}
