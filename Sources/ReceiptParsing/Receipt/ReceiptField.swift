/// What a receipt says about a field: nothing, a value, or something that cannot be read.
///
/// The difference between the first and the last decides safety: a cancellation date that cannot be
/// read still means cancelled, an expiration date that cannot be read still means not active.
public enum ReceiptField<Value: Sendable>: Sendable {
  /// The attribute is missing, or its value is empty.
  case absent
  /// The value.
  case value(Value)
  /// The attribute is there, but its value is not what its type promises, or it is there twice.
  case unreadable(ReceiptProblem)

  /// The value; `nil` when it is absent or unreadable.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Why it cannot be read.
  public var problem: ReceiptProblem? {
    if case .unreadable(let problem) = self { problem } else { nil }
  }

  /// Whether the receipt says anything here.
  public var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }

  /// The field with another kind of value.
  package func map<Other>(_ transform: (Value) -> Other) -> ReceiptField<Other> {
    switch self {
    case .absent: .absent
    case .value(let value): .value(transform(value))
    case .unreadable(let problem): .unreadable(problem)
    }
  }
}

extension ReceiptField: Equatable where Value: Equatable {}
extension ReceiptField: Hashable where Value: Hashable {}
