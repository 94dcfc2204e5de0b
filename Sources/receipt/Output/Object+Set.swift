import VerifyReceipt

extension VerifyReceiptJSON.Object {
  /// Sets a key; without a value it is left out.
  mutating func set(_ key: String, _ text: String?) {
    self[key] = text.map { .string($0) }
  }

  /// Sets a key; without a value it is left out.
  mutating func set(_ key: String, _ number: Int64?) {
    self[key] = number.map { .number(.init($0)) }
  }

  /// Sets a key; without a value it is left out.
  mutating func set(_ key: String, _ flag: Bool?) {
    self[key] = flag.map { .boolean($0) }
  }

  /// Sets a key; without elements it is left out.
  mutating func set(_ key: String, _ elements: [VerifyReceiptJSON]) {
    self[key] = elements.isEmpty ? nil : .array(elements)
  }
}
