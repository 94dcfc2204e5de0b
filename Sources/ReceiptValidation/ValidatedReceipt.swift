public import ReceiptParsing

/// A receipt that was validated: signed by Apple, for this app, and whatever else the caller expected.
///
/// Only ``ReceiptParsing/AppReceipt/validate(_:verifier:)`` makes one, so a function that takes one cannot be handed a receipt
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
}

extension ValidatedReceipt: CustomStringConvertible {
  /// What the receipt is, and what was not checked.
  public var description: String {
    let skipped = skippedChecks.map { $0.label }.joined(separator: ", ")
    return receipt.description + ", validated"
      + (skipped.isEmpty ? "" : "; not checked: " + skipped)
  }
}
