import ReceiptParsing
public import ReceiptValidation

/// Whether a customer came to the app before some version: for apps that were paid and became free.
public enum OriginalVersionComparison: Hashable, Sendable {
  /// The customer's first version was an earlier one.
  case earlier
  /// It was that version.
  case same
  /// It was a later one.
  case later
  /// It cannot be told.
  case undetermined(Reason)

  /// Why it cannot be told.
  public enum Reason: Hashable, Sendable {
    /// The receipt is not from the App Store: the sandbox says `1.0` about everybody, Xcode nothing.
    case notOfAppStore
    /// The receipt does not say the first version, or not readably.
    case missing
    /// One of the two versions is not made of numbers.
    case notNumeric
  }
}

extension ValidatedReceipt {
  /// Compares the version that the customer got first, attribute 19, with one of the app's.
  ///
  /// - Parameter version: CFBundleVersion, the build, on iOS; CFBundleShortVersionString on macOS. The receipt has the
  ///   same, so that an app on both systems needs two values.
  /// - Complexity: O(n) in the length of the versions.
  public func originalVersion(comparedTo version: String) -> OriginalVersionComparison {
    guard receipt.environment == .production || receipt.environment == .productionVPP else {
      return .undetermined(.notOfAppStore)
    }
    guard let text = receipt.originalAppVersion else { return .undetermined(.missing) }
    guard let original = AppVersionNumber(text), let version = AppVersionNumber(version) else {
      return .undetermined(.notNumeric)
    }
    return original < version ? .earlier : original == version ? .same : .later
  }
}
