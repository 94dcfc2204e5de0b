public import ReceiptParsing
import TextCoding

/// What a customer may do with a product at a date.
public enum EntitlementState: Hashable, Sendable {
  /// Bought and running, until the end without leeway; `nil` means forever.
  case active(until: ReceiptDate?)
  /// The period is over and the renewal could not be charged, but Apple asks for service until then.
  case inGracePeriod(until: ReceiptDate)
  /// The period ended then, and Apple is still trying to charge the renewal. No service is due.
  case inBillingRetry(since: ReceiptDate)
  /// The last period ended then.
  case expired(at: ReceiptDate)
  /// The latest purchase before the date, or every purchase, was refunded, revoked or upgraded; when, if readable.
  case cancelled(at: ReceiptDate?)
  /// The first purchase begins then: the date is too early, or a clock was set back.
  case notYetBegun(from: ReceiptDate)
  /// The receipt does not say how long the latest purchase lasts.
  case undetermined(PurchaseTerm.Reason)
  /// No purchase of the product is known. That proves nothing: purchases of family members and finished consumables are
  /// missing, and a receipt knows nothing after its creation.
  case noPurchase

  /// Whether to serve the customer: true for ``active(until:)`` and ``inGracePeriod(until:)``.
  public var grantsAccess: Bool {
    switch self {
    case .active, .inGracePeriod: true
    case .inBillingRetry, .expired, .cancelled, .notYetBegun, .undetermined, .noPurchase: false
    }
  }
}

#if !hasFeature(Embedded)
  extension EntitlementState: Codable {
    private enum CodingKeys: String, CodingKey {
      case active, inGracePeriod, inBillingRetry, expired, cancelled, notYetBegun, undetermined
      case noPurchase = "neverOwned"
    }
  }
#endif

/// What Apple's server says about a subscription's renewal, and no receipt contains. You take it from
/// `pending_renewal_info` or the App Store Server API, and it is as trustworthy as its source.
public struct RenewalInformation: Hashable, Sendable {
  /// The subscription it is about. `original_transaction_id`.
  public var originalTransactionIdentifier: String

  /// The product, if known: the information then counts for no other. `product_id`.
  public var productIdentifier: String?

  /// Until when service is due although the renewal was not paid. `grace_period_expires_date`.
  public var gracePeriodExpiresDate: ReceiptDate?

  /// Whether Apple is still trying to charge the renewal. `is_in_billing_retry_period`.
  public var isInBillingRetryPeriod: Bool

  /// Creates information about a subscription.
  public init(
    originalTransactionIdentifier: String, productIdentifier: String? = nil,
    gracePeriodExpiresDate: ReceiptDate? = nil, isInBillingRetryPeriod: Bool = false
  ) {
    self.originalTransactionIdentifier = originalTransactionIdentifier
    self.productIdentifier = productIdentifier
    self.gracePeriodExpiresDate = gracePeriodExpiresDate
    self.isInBillingRetryPeriod = isInBillingRetryPeriod
  }
}

/// Information about renewals, to be found by subscription.
struct RenewalIndex {
  private let byOriginal: [UTF8Text: [RenewalInformation]]

  init(_ renewals: [RenewalInformation]) {
    byOriginal = Dictionary(grouping: renewals) { UTF8Text($0.originalTransactionIdentifier) }
  }

  /// What is known about the renewal of a purchase. Those of Xcode that name no original are never asked for: none is the
  /// last of one.
  func information(for purchase: Purchase) -> [RenewalInformation] {
    guard !byOriginal.isEmpty, let original = purchase.inAppReceipt.firstTransactionIdentifier
    else { return [] }
    return byOriginal[UTF8Text(original), default: []].filter {
      guard let product = $0.productIdentifier else { return true }
      return product.utf8.elementsEqual(purchase.productIdentifier.utf8)
    }
  }
}

#if !hasFeature(Embedded)
  extension RenewalInformation: Codable {}
#endif
