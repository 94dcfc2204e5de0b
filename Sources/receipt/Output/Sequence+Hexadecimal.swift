extension Sequence<UInt8> {
  /// Lower-case hexadecimal digits.
  var hexadecimal: String {
    map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
