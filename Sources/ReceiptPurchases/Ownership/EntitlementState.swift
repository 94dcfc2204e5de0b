public import ReceiptParsing

/// What a customer may do with a product at a date.
public enum EntitlementState: Hashable, Sendable {
  /// Bought and running. The end, not extended by any leeway; `nil` for never.
  case active(until: ReceiptDate?)
  /// The period is over and the renewal could not be charged, but Apple asks to go on until that instant.
  case inGracePeriod(until: ReceiptDate)
  /// The period ended then, and Apple still tries to charge the renewal. No service is due.
  case inBillingRetry(since: ReceiptDate)
  /// The last period ended then.
  case expired(at: ReceiptDate)
  /// What was bought last before the date was refunded, revoked or replaced by an upgrade. When, as far as it can be
  /// read.
  case cancelled(at: ReceiptDate?)
  /// There are purchases, but the first begins then: the date is too early, or a clock was set back.
  case notYetBegun(from: ReceiptDate)
  /// The receipt does not tell how long what was bought last is owned.
  case undetermined(PurchaseTerm.Reason)
  /// No purchase of the product is known. Not proof that there is none: family members' and finished consumable
  /// purchases are missing, and a receipt knows nothing that came after it.
  case neverOwned

  /// Whether the customer is to be served: in a period that was bought, or in a grace period.
  public var grantsAccess: Bool {
    switch self {
    case .active, .inGracePeriod: true
    case .inBillingRetry, .expired, .cancelled, .notYetBegun, .undetermined, .neverOwned: false
    }
  }
}

#if !hasFeature(Embedded)
  extension EntitlementState: Codable {}
#endif
