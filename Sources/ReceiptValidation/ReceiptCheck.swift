/// The steps of validation, in Apple's order; the environment, which is not one of Apple's, comes last.
public enum ReceiptCheck: String, CaseIterable, Hashable, Sendable {
  /// 1. A receipt is there and well-formed.
  case structure
  /// 2. Apple has signed it.
  case signature
  /// 3. Its bundle identifier is the app's.
  case bundleIdentifier
  /// 4. Its version is the app's.
  case appVersion
  /// 5. Its hash is the device's.
  case device
  /// 6. It has not expired.
  case expiration
  /// It comes from where the caller expects it to.
  case environment
}
