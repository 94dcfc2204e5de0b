import VerifyReceipt

extension NaiveJSON.Value {
  /// What keys and indexes lead to.
  func value(at path: [JSONPath.Element]) -> NaiveJSON.Value? {
    var value: NaiveJSON.Value? = self
    for element in path {
      switch (element, value) {
      case (.key(let key), _): value = value?[key]
      case (.index(let index), .array(let elements)?) where elements.indices.contains(index):
        value = elements[index]
      default: value = nil
      }
    }
    return value
  }

  /// Whether both are the same scalar, numbers digit by digit, or both are nothing.
  static func areSame(_ value: NaiveJSON.Value?, _ other: NaiveJSON.Value?) -> Bool {
    switch (value, other) {
    case (nil, nil), (.null?, .null?): true
    case (.boolean(let first)?, .boolean(let second)?): first == second
    case (.number(let first)?, .number(let second)?): first == second
    case (.string(let first)?, .string(let second)?): first == second
    default: false
    }
  }
}
