import ReceiptParsing

/// How a transaction came about, as far as its identifiers tell.
public enum TransactionOrigin: Hashable, Sendable {
  /// Bought: the transaction is its own original. The first period of a subscription, or any other product.
  case purchase
  /// A later transaction of a subscription. A renewal, a change to another product of the group, a new start after a
  /// gap, and a restored purchase all look like this: the receipt does not tell them apart.
  case renewalOrRestore
  /// A product that does not renew, bought in an earlier transaction and restored or loaded again.
  case restore
  /// Not to be told: the original transaction is missing, as in Xcode's receipts, or the kind of product is, or it is
  /// one that can neither renew nor be restored.
  case undetermined
}

extension Purchase {
  /// How the transaction came about: attribute 1703 compared with 1705.
  public var origin: TransactionOrigin {
    guard let originalTransactionIdentifier else { return .undetermined }
    if originalTransactionIdentifier.utf8.elementsEqual(transactionIdentifier.utf8) {
      return .purchase
    }
    return switch productType {
    case .autoRenewableSubscription: .renewalOrRestore
    case .nonConsumable, .nonRenewingSubscription, .freeSubscription: .restore
    case .consumable, .other, nil: .undetermined
    }
  }
}
