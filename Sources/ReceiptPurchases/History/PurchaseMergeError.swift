import ReceiptParsing

/// Why receipts cannot be merged into one history.
public enum PurchaseMergeError: Error, Hashable, Sendable {
  /// There is none.
  case noReceipt
  /// The receipt at that place is for another app than the first.
  case otherBundleIdentifier(place: Int)
  /// The receipt at that place comes from another environment than the first: the transactions of the sandbox must not
  /// mix with those of the App Store.
  case otherEnvironment(place: Int)
  /// The receipt at that place does not say, or not readably, for which app it is or where it comes from.
  case unknownOrigin(place: Int)

  static func check(_ receipts: [AppReceipt]) throws(PurchaseMergeError) {
    guard let first = receipts.first else { throw .noReceipt }
    guard receipts.count > 1 else { return }
    // Once: the attributes of a large receipt are searched for each.
    let (firstBundle, firstEnvironment) = (first.bundleIdentifier, first.environment)
    for (place, receipt) in receipts.enumerated() {
      guard let bundle = receipt.bundleIdentifier, let environment = receipt.environment else {
        throw .unknownOrigin(place: place)
      }
      guard UTF8Text(bundle) == firstBundle.map(UTF8Text.init) else {
        throw .otherBundleIdentifier(place: place)
      }
      guard environment.isSame(as: firstEnvironment) else { throw .otherEnvironment(place: place) }
    }
  }
}

extension ReceiptEnvironment {
  fileprivate func isSame(as other: ReceiptEnvironment?) -> Bool {
    UTF8Text(rawValue) == other.map { UTF8Text($0.rawValue) }
  }
}

extension PurchaseMergeError {
  /// What to do about it.
  package var remedy: String {
    switch self {
    case .noReceipt: "pass at least one receipt"
    case .otherBundleIdentifier, .otherEnvironment, .unknownOrigin:
      "merge only receipts of one app and one environment"
    }
  }
}

extension PurchaseMergeError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .noReceipt: "no receipts to merge"
    case .otherBundleIdentifier(let place): "receipt \(place) is for another app than receipt 0"
    case .otherEnvironment(let place): "receipt \(place) is from another environment than receipt 0"
    case .unknownOrigin(let place): "receipt \(place) does not say its app or its environment"
    }
  }
}
