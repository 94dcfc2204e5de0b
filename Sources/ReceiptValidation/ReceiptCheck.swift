/// The steps of validation, in Apple's order; the environment, which is not one of Apple's, comes last.
public enum ReceiptCheck: String, CaseIterable, Hashable, Sendable {
  /// 1. A receipt is there and well-formed.
  case structure
  /// 2. Apple signed it.
  case signature
  /// 3. Its bundle identifier is the app's.
  case bundleIdentifier
  /// 4. Its version is the app's.
  case appVersion
  /// 5. Its hash is the device's.
  case device
  /// 6. It has not expired.
  case expiration
  /// It comes from an expected environment.
  case environment
}

extension ReceiptCheck {
  /// Its name in a sentence.
  package var label: String {
    switch self {
    case .structure: "structure"
    case .signature: "signature"
    case .bundleIdentifier: "bundle identifier"
    case .appVersion: "app version"
    case .device: "device"
    case .expiration: "expiration"
    case .environment: "environment"
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
    case .expiration: "the receipt has not expired"
    case .environment: "the receipt comes from an environment that is allowed"
    }
  }
}
