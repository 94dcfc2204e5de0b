extension Int64 {
  /// Reads a number that is written as Swift writes it: without plus sign and leading zeros, so that nothing is
  /// lost when it is written again.
  init?(canonical text: String) {
    guard let value = Int64(text), String(value) == text else { return nil }
    self = value
  }
}
