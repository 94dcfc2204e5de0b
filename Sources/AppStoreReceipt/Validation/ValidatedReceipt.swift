/// A receipt that was validated: signed by Apple, for this app, and whatever else the caller expected.
///
/// Only ``AppReceipt/validate(_:verifier:)`` makes one, so a function that takes one cannot be handed a receipt
/// that nobody has checked.
public struct ValidatedReceipt: Hashable, Sendable {
  /// The receipt.
  public let receipt: AppReceipt

  /// The device it belongs to, if that was checked.
  public let matchedDevice: DeviceIdentifier?

  /// The checks that the caller left out.
  public let skippedChecks: [ReceiptCheck]

  init(receipt: AppReceipt, matchedDevice: DeviceIdentifier?, skippedChecks: [ReceiptCheck]) {
    self.receipt = receipt
    self.matchedDevice = matchedDevice
    self.skippedChecks = skippedChecks
  }

  /// The purchases that can be read, cancelled ones included (``InAppReceipt/isCancelled``), in the order of
  /// the payload.
  ///
  /// - Complexity: O(n).
  public var inAppReceipts: [InAppReceipt] {
    receipt.inAppReceipts.filter { $0.isComplete }
  }

  /// The purchases that count as bought: complete and not cancelled, neither by their own entry nor by that of the
  /// purchase that they were restored from, as in ``purchases``. Whether a subscription among them is still active is
  /// another question.
  ///
  /// - Complexity: O(n).
  public var ownedInAppReceipts: [InAppReceipt] {
    let cancelled = CancelledPurchases(receipt)
    return inAppReceipts.filter {
      cancelled.cancellation(of: $0, type: $0.concludedType().value).isAbsent
    }
  }

  /// The purchases that are withheld because something in them cannot be read. They withhold nothing but
  /// themselves.
  ///
  /// - Complexity: O(n).
  public var withheldInAppReceipts: [InAppReceipt] {
    receipt.inAppReceipts.filter { !$0.isComplete }
  }
}

extension InAppReceipt {
  /// Whether product, transaction and purchase date are there, and nothing that decides about the purchase is
  /// unreadable.
  package var isComplete: Bool {
    productIdentifier != nil && transactionIdentifier != nil && purchaseDate != nil
      && expiration.problem == nil && cancellation.problem == nil
      && integer(.productType).problem == nil
  }
}
