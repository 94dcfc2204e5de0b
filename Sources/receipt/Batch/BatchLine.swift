/// One line of input.
struct BatchLine: Sendable {
  /// From 1.
  let number: Int
  /// Without its end.
  let bytes: [UInt8]
  /// Whether bytes were cut off.
  var isTooLong = false
}
