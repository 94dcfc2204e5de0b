package import ReceiptParsing
import TextCoding

/// A kind of receipt that can be validated: an app receipt, or a transaction receipt of iOS 6. Both go through the same
/// checks; what names their fields, and what can be wrong with them, is their own.
///
/// No other type can be validated.
public protocol ValidationSubject: Hashable, Sendable {
  /// What names a field.
  associatedtype Field: Hashable & Sendable
  /// Why a field is unreadable.
  associatedtype Problem: Hashable & Sendable & CustomStringConvertible
  /// Why the bytes, or a part of them that is read later, can't be read.
  associatedtype ReadingError: Error & Hashable & CustomStringConvertible

  /// A field in a sentence.
  static func _label(of field: Field) -> String
  /// The stable identifier of an error's code.
  static func _codeName(of error: ReadingError) -> String
  /// What has expired, in a sentence.
  static var _whatExpires: String { get }
}

/// What the checks ask of a receipt.
package protocol CheckedReceipt: ValidationSubject {
  associatedtype Binding: DeviceBinding

  /// The checks of this kind of receipt, in order.
  static var checks: [ReceiptCheck] { get }

  /// The text that ``ReceiptCheck/bundleIdentifier`` or ``ReceiptCheck/appVersion`` compares.
  func text(for check: ReceiptCheck) throws(FailedCheck<Self>) -> String
  /// What binds it to a device.
  func binding() throws(FailedCheck<Self>) -> Binding
  /// When Apple refunded or revoked all of it.
  var cancellation: FieldReading<ReceiptDate, Problem> { get }
  var expiration: FieldReading<ReceiptDate, Problem> { get }
  /// Fails unless it comes from one of these.
  func checkEnvironment(_ allowed: Set<ReceiptEnvironment>) throws(FailedCheck<Self>)
  /// What to do about a failure.
  func recommendedAction(
    _ check: ReceiptCheck, _ reason: FailedCheck<Self>.Reason
  ) -> RecommendedAction
}

/// What binds a receipt to a device.
package protocol DeviceBinding {
  func belongs(to device: DeviceIdentifier) -> Bool
}

extension CheckedReceipt {
  package func failure(
    _ check: ReceiptCheck, _ reason: FailedCheck<Self>.Reason, expected: [String] = [],
    found: String? = nil
  ) -> FailedCheck<Self> {
    FailedCheck(
      check: check, reason: reason, expected: expected, found: found,
      recommendedAction: recommendedAction(check, reason))
  }

  /// The value that a check needs.
  package func value<Value>(
    _ check: ReceiptCheck, _ field: Field, _ reading: FieldReading<Value, Problem>
  ) throws(FailedCheck<Self>) -> Value {
    switch reading {
    case .absent: throw failure(check, .missing(field))
    case .unreadable(let problem): throw failure(check, .unreadable(problem))
    case .value(let value): return value
    }
  }
}

/// The checks of one receipt. They are the same for every kind.
package struct ReceiptChecks<Receipt: CheckedReceipt> {
  package typealias Failure = FailedCheck<Receipt>

  private let receipt: Receipt
  private let expectations: ReceiptExpectations
  private let isBundleIdentifierChecked: Bool

  /// The candidate that the receipt belongs to, as soon as that was checked.
  package private(set) var matchedDevice: DeviceIdentifier?

  package init(
    of receipt: Receipt, _ expectations: ReceiptExpectations,
    isBundleIdentifierChecked: Bool = true
  ) {
    self.receipt = receipt
    self.expectations = expectations
    self.isBundleIdentifierChecked = isBundleIdentifierChecked
  }

  /// Makes every check up to the first that fails.
  ///
  /// - Parameter verify: checks the signature.
  /// - Returns: the checks that the caller left out.
  package mutating func validate(
    verify: () throws(Failure) -> Void
  ) throws(Failure) -> [ReceiptCheck] {
    var skipped: [ReceiptCheck] = []
    for check in Receipt.checks {
      if try !make(check, verify) { skipped.append(check) }
    }
    return skipped
  }

  /// Makes every check, even after a failure.
  package mutating func report(
    verify: () throws(Failure) -> Void
  ) -> ValidationReport<Receipt> {
    var entries: [ValidationReport<Receipt>.Entry] = []
    for check in Receipt.checks {
      let result: ValidationReport<Receipt>.Result
      do throws(Failure) {
        result = try make(check, verify) ? .passed : .skipped
      } catch {
        result = .failed(error)
      }
      entries.append(ValidationReport.Entry(check: check, result: result))
    }
    return ValidationReport(entries: entries, matchedDevice: matchedDevice)
  }

  // Each returns whether the check was asked for.

  private mutating func make(
    _ check: ReceiptCheck, _ verify: () throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    switch check {
    case .structure: break  // there would be no receipt otherwise
    case .signature: try verify()
    case .bundleIdentifier:
      guard isBundleIdentifierChecked else { return false }
      return try compare(check, .required(expectations.bundleIdentifier))
    case .appVersion: return try compare(check, expectations.appVersion)
    case .device: return try checkDevice()
    case .cancellation: return try checkCancellation()
    case .expiration: return try checkExpiration()
    case .environment:
      guard let allowed = expectations.environments.value else { return false }
      try receipt.checkEnvironment(allowed)
    }
    return true
  }

  /// Strings are equal if their UTF-8 is, not if Unicode considers them equivalent.
  private func compare(
    _ check: ReceiptCheck, _ expectation: ReceiptExpectations.Expectation<String>
  ) throws(Failure) -> Bool {
    guard let expected = expectation.value else { return false }
    let found = try receipt.text(for: check)
    guard found.hasBytes(of: expected) else {
      throw receipt.failure(check, .differs, expected: [expected], found: found)
    }
    return true
  }

  private mutating func checkDevice() throws(Failure) -> Bool {
    guard let candidates = expectations.devices.value else { return false }
    let binding = try receipt.binding()
    guard !candidates.isEmpty else { throw receipt.failure(.device, .noDevice) }
    matchedDevice = candidates.first { binding.belongs(to: $0) }
    guard matchedDevice != nil else { throw receipt.failure(.device, .otherDevice) }
    return true
  }

  /// An unreadable cancellation date still means cancelled.
  private func checkCancellation() throws(Failure) -> Bool {
    guard !expectations.acceptsCancelled else { return false }
    guard receipt.cancellation.isAbsent else {
      throw receipt.failure(.cancellation, .cancelled(receipt.cancellation.value))
    }
    return true
  }

  /// Without an expiration date the receipt does not expire; with an unreadable one it has.
  private func checkExpiration() throws(Failure) -> Bool {
    guard let now = expectations.now.value else { return false }
    switch receipt.expiration {
    case .absent: break
    case .unreadable(let problem): throw receipt.failure(.expiration, .unreadable(problem))
    case .value(let date):
      guard date > now else {
        throw receipt.failure(.expiration, .expired(date), expected: [now.utcText])
      }
    }
    return true
  }
}
