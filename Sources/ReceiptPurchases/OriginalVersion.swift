import ReceiptParsing
public import ReceiptValidation

/// Whether a customer had the app before a version: for paid apps that became free.
public enum OriginalVersionComparison: Hashable, Sendable {
  /// The customer's first version is earlier.
  case earlier
  /// It is the same version.
  case same
  /// It is later.
  case later
  /// It is unknown.
  case undetermined(Reason)

  /// Why it is unknown.
  public enum Reason: Hashable, Sendable {
    /// The receipt is not from the App Store: the sandbox always says `1.0`, Xcode nothing.
    case notFromAppStore
    /// The first version is missing or unreadable.
    case missing
    /// One of the versions is not numeric.
    case notNumeric
  }
}

extension ValidatedReceipt {
  /// Compares the customer's first version, attribute 19, with one of the app's.
  ///
  /// - Parameter version: CFBundleVersion, the build, on iOS; CFBundleShortVersionString on macOS. The receipt has the
  ///   same, so an app on both systems needs two values.
  /// - Complexity: O(n) in the length of the versions.
  public func originalVersion(comparedTo version: String) -> OriginalVersionComparison {
    guard receipt.environment == .production || receipt.environment == .productionVPP else {
      return .undetermined(.notFromAppStore)
    }
    guard let text = receipt.originalAppVersion else { return .undetermined(.missing) }
    guard let original = AppVersionNumber(text), let version = AppVersionNumber(version) else {
      return .undetermined(.notNumeric)
    }
    return original < version ? .earlier : original == version ? .same : .later
  }
}

/// A version whose parts are numbers, such as `2.10.1`, in the order that people expect: `2.9` comes before `2.10`,
/// and `2.0` is `2`.
///
/// The parts may have any number of digits (`2020.10.02.1149`); they are compared as numbers.
public struct AppVersionNumber: Hashable, Comparable, Sendable {
  /// The text without zeros that say nothing, so that equal versions have equal bytes: none at the beginning of a part,
  /// and no parts of zeros at the end. A part that is 0 is empty.
  private let digits: [UInt8]

  private static let dot = UInt8(ascii: ".")

  /// Reads a version: ASCII digits with single dots between them. `nil` for everything else, such as `1.0b3`.
  ///
  /// - Complexity: O(n).
  public init?(_ text: String) {
    var digits: [UInt8] = []
    digits.reserveCapacity(text.utf8.count)
    var hasDigit = false
    var isZero = true
    for byte in text.utf8 {
      if byte == Self.dot {
        guard hasDigit else { return nil }
        (hasDigit, isZero) = (false, true)
        digits.append(byte)
        continue
      }
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      hasDigit = true
      if byte != UInt8(ascii: "0") { isZero = false }
      if !isZero { digits.append(byte) }
    }
    guard hasDigit else { return nil }
    while digits.last == Self.dot { digits.removeLast() }
    self.digits = digits
  }

  /// Whether the first is the older one.
  public static func < (first: AppVersionNumber, second: AppVersionNumber) -> Bool {
    var (start, otherStart) = (0, 0)
    while true {
      let part = first.part(from: start)
      let other = second.part(from: otherStart)
      if part.count != other.count { return part.count < other.count }
      let (number, otherNumber) = (first.digits[part], second.digits[other])
      if number != otherNumber { return number.lexicographicallyPrecedes(otherNumber) }
      if other.upperBound == second.digits.count { return false }
      if part.upperBound == first.digits.count { return true }
      (start, otherStart) = (part.upperBound + 1, other.upperBound + 1)
    }
  }

  /// The part that begins there, up to the next dot or the end.
  private func part(from start: Int) -> Range<Int> {
    start..<(digits[start...].firstIndex(of: Self.dot) ?? digits.count)
  }
}
