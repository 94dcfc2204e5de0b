public import DERParsing

/// What a receipt says about a field: nothing, a value, or something unreadable.
///
/// Absent and unreadable differ for safety: an unreadable cancellation date still means cancelled, an unreadable
/// expiration date still means not active.
public enum FieldReading<Value: Sendable, Problem: Hashable & Sendable>: Sendable {
  /// The field is missing, or its value is empty.
  case absent
  /// The value.
  case value(Value)
  /// The value is not what the type promises, or appears twice.
  case unreadable(Problem)

  /// The value; `nil` if absent or unreadable.
  @inlinable
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Why it is unreadable.
  @inlinable
  public var problem: Problem? {
    if case .unreadable(let problem) = self { problem } else { nil }
  }

  /// Whether the receipt says nothing here.
  @inlinable
  public var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }

  /// The field with another kind of value.
  package func map<Other>(_ transform: (Value) -> Other) -> FieldReading<Other, Problem> {
    switch self {
    case .absent: .absent
    case .value(let value): .value(transform(value))
    case .unreadable(let problem): .unreadable(problem)
    }
  }
}

extension FieldReading: Equatable where Value: Equatable {}
extension FieldReading: Hashable where Value: Hashable {}

/// What a receipt says about one of its attributes.
public typealias ReceiptField<Value: Sendable> = FieldReading<Value, ReceiptProblem>

/// An attribute whose value is not what its type promises. The receipt as a whole was read.
public struct ReceiptProblem: Hashable, Sendable {
  /// Why the value cannot be read.
  public enum Reason: Hashable, Sendable {
    /// The value is not an encoding of the right type.
    case malformed(DERError.Code)
    /// The text is not a date in any of the forms of ``ReceiptDate``.
    case notADate
    /// The number is neither 0 nor 1.
    case notABoolean
    /// The hash does not have 20 bytes.
    case wrongLength
    /// The attribute appears more than once, so no value is preferred.
    case duplicate
  }

  /// The number of the attribute's type.
  public let attributeType: Int

  /// The purchase it belongs to, in payload order from 0; `nil` for the receipt's own, and while streaming.
  public let purchaseIndex: Int?

  /// Where the attribute begins in the input, as for ``ReceiptError/offset``.
  public let offset: Int

  /// Why.
  public let reason: Reason

  package init(attributeType: Int, purchaseIndex: Int?, offset: Int, reason: Reason) {
    self.attributeType = attributeType
    self.purchaseIndex = purchaseIndex
    self.offset = offset
    self.reason = reason
  }
}

extension ReceiptProblem: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    let place = purchaseIndex.map { "purchase \($0), " } ?? ""
    return place + "attribute \(attributeType) at byte \(offset): \(reason)"
  }
}

extension ReceiptProblem.Reason: CustomStringConvertible {
  /// A few words.
  public var description: String {
    switch self {
    case .malformed(let code): code.description
    case .notADate: "not a date"
    case .notABoolean: "neither 0 nor 1"
    case .wrongLength: "not 20 bytes"
    case .duplicate: "appears more than once"
    }
  }
}
