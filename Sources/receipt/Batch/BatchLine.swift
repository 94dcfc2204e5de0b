/// One line of input.
struct BatchLine: Sendable {
  /// From 1.
  let number: Int
  /// Without its end.
  let octets: [UInt8]
  /// Whether octets were cut off.
  var isTooLong = false
}
