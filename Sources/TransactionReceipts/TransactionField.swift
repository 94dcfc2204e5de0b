/// What a purchase says about a field: nothing, a value, or something that cannot be read.
///
/// As with ``/ReceiptParsing/ReceiptField``, the difference between the first and the last decides safety.
public enum TransactionField<Value: Sendable>: Sendable {
  /// The key is missing, or its value is empty.
  case absent
  /// The value.
  case value(Value)
  /// The key is there, but its value is not what it should be.
  case unreadable(TransactionProblem)

  /// The value; `nil` when it is absent or unreadable.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Why it cannot be read.
  public var problem: TransactionProblem? {
    if case .unreadable(let problem) = self { problem } else { nil }
  }

  /// Whether the purchase says anything here.
  public var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }
}

extension TransactionField: Equatable where Value: Equatable {}
extension TransactionField: Hashable where Value: Hashable {}
