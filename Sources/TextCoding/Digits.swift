// Digits of ASCII, decimal and hexadecimal, both ways.

extension UInt8 {
  /// The value of this character as a digit; `nil` if it isn't one. Letters count from ten on, in either case.
  package func digitValue(radix: UInt8 = 10) -> UInt8? {
    let digit: UInt8
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = self &- UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = self &- UInt8(ascii: "A") &+ 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = self &- UInt8(ascii: "a") &+ 10
    default: return nil
    }
    return digit < radix ? digit : nil
  }

  /// The lower-case hexadecimal digit of a number below 16.
  package init(hexadecimalDigit value: UInt8) {
    self = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }
}

extension RawSpan {
  /// The decimal digits in `range`, at most nine, as a number; `nil` if there is anything else.
  package func decimal(_ range: Range<Int>) -> Int? {
    var value = 0
    for offset in range {
      guard let digit = byte(at: offset).digitValue() else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits, at least `minimumDigits`. From the first digit on: reversing would allocate.
  package mutating func appendDecimal(_ value: Int64, minimumDigits: Int = 1) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    var place: UInt64 = 1
    for _ in 1..<Swift.max(minimumDigits, 1) { place *= 10 }
    while rest / place >= 10 { place *= 10 }  // at most `rest`
    while place > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / place))  // one digit
      rest %= place
      place /= 10
    }
  }
}

extension Collection<UInt8> {
  /// The bytes as lower-case hexadecimal digits.
  package var hexadecimal: String {
    var text: [UInt8] = []
    text.reserveCapacity(count * 2)
    for byte in self {
      text.append(UInt8(hexadecimalDigit: byte >> 4))
      text.append(UInt8(hexadecimalDigit: byte & 0xF))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
