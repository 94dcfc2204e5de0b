/// Octets from hexadecimal digits; white space is skipped, so that elements can stand apart.
///
/// - Precondition: an even number of digits and nothing else.
public func octets(_ hexadecimal: String) -> [UInt8] {
  let digits = hexadecimal.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
  precondition(digits.count % 2 == 0, "odd number of digits in \(hexadecimal)")
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

extension Sequence<UInt8> {
  /// Lower-case hexadecimal digits.
  public var hexadecimal: String {
    map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
