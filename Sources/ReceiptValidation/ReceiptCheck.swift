/// The steps of validation, in Apple's order; cancellation and environment, which are not Apple's, come late.
public enum ReceiptCheck: String, CaseIterable, Hashable, Sendable {
  /// 1. A receipt is there and well-formed. Not listed for transaction receipts of iOS 6.
  case structure
  /// 2. Apple signed it.
  case signature
  /// 3. Its bundle identifier is the app's.
  case bundleIdentifier
  /// 4. Its version is the app's.
  case appVersion
  /// 5. Its hash is the device's; of a transaction receipt, its vendor identifier.
  case device
  /// Apple did not refund or revoke the purchase. Only of transaction receipts: an app receipt is not cancelled, but
  /// its purchases are.
  case cancellation
  /// 6. It has not expired.
  case expiration
  /// It comes from an expected environment.
  case environment
}

extension ReceiptCheck {
  /// Its name in a sentence.
  package var label: String {
    switch self {
    case .bundleIdentifier: "bundle identifier"
    case .appVersion: "app version"
    default: rawValue
    }
  }

  /// What passing the check means.
  var meaning: String {
    switch self {
    case .structure: "the receipt is well-formed"
    case .signature:
      "the signature is genuine, and its certificates were valid when the receipt was made"
    case .bundleIdentifier: "the receipt is for this app"
    case .appVersion: "the receipt is for this version"
    case .device: "the receipt is for this device"
    case .cancellation: "the purchase was not cancelled"
    case .expiration: "the receipt has not expired"
    case .environment: "the receipt comes from an environment that is allowed"
    }
  }
}
