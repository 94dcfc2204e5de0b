/// Bytes from hexadecimal digits; white space is skipped, so that elements can stand apart.
///
/// - Precondition: an even number of digits and nothing else.
public func bytes(_ hexadecimal: String) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(hexadecimal.utf8.count / 2)
  var high: UInt8?
  for character in hexadecimal.utf8 {
    let digit: UInt8
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
    case 0x09...0x0D, 0x20: continue
    default: preconditionFailure("not a hexadecimal digit in \(hexadecimal)")
    }
    if let first = high { bytes.append(first << 4 | digit) }
    high = high == nil ? digit : nil
  }
  precondition(high == nil, "odd number of digits in \(hexadecimal)")
  return bytes
}

extension Sequence<UInt8> {
  /// Lower-case hexadecimal digits.
  public var hexadecimal: String {
    map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
