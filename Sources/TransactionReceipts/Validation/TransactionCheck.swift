/// The steps of validating a transaction receipt, in their order.
public enum TransactionCheck: String, CaseIterable, Hashable, Sendable {
  /// Apple has signed it.
  case signature
  /// Its bundle identifier is the app's.
  case bundleIdentifier
  /// Its version is the app's.
  case appVersion
  /// Its vendor identifier is the device's.
  case device
  /// Apple has not refunded or revoked the purchase.
  case cancellation
  /// It has not expired, if it is one of a subscription.
  case expiration
  /// It comes from where the caller expects it to.
  case environment
}

extension TransactionCheck {
  /// Its name in a sentence.
  var label: String {
    switch self {
    case .signature: "signature"
    case .bundleIdentifier: "bundle identifier"
    case .appVersion: "app version"
    case .device: "device"
    case .cancellation: "cancellation"
    case .expiration: "expiration"
    case .environment: "environment"
    }
  }
}
