public import ReceiptParsing
import TextCoding

/// A value in a purchase that is not what its key promises. The receipt as a whole was read.
public struct TransactionProblem: Hashable, Sendable {
  /// What is wrong with a value.
  public enum Reason: String, Hashable, Sendable {
    /// Not a number of decimal digits that fits 63 bits.
    case notANumber
    /// Neither `true` nor `false`.
    case notABoolean
    /// Not `YYYY-MM-DD hh:mm:ss Etc/GMT`, or milliseconds beyond the year 9999.
    case notADate
    /// Not the UUID of a device.
    case notADevice
    /// The date in words differs from the date in milliseconds, which counts.
    case disagrees
  }

  /// The key.
  public let key: String

  /// Its place in ``PurchaseInfo/bytes``.
  public let offset: Int

  /// What is wrong.
  public let reason: Reason

  init(_ entry: PropertyListEntry, _ reason: Reason) {
    key = entry.key
    offset = entry.offset
    self.reason = reason
  }
}

extension TransactionProblem: CustomStringConvertible {
  /// One sentence without a period.
  public var description: String {
    "purchase-info: \(key.quotedUnlessName()): \(reason) at byte \(offset)"
  }
}

extension TransactionProblem.Reason: CustomStringConvertible {
  /// A few words.
  public var description: String {
    switch self {
    case .notANumber: "not a number"
    case .notABoolean: "neither true nor false"
    case .notADate: "not a date"
    case .notADevice: "not a UUID"
    case .disagrees: "differs from the date in milliseconds"
    }
  }
}

/// What a purchase says about a field: nothing, a value, or something unreadable.
///
/// As with ``/ReceiptParsing/ReceiptField``, absent and unreadable differ for safety.
public typealias TransactionField<Value: Sendable> = FieldReading<Value, TransactionProblem>
