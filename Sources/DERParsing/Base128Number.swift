/// A number of up to 63 digits in base 128, most significant first: one subidentifier of an
/// OBJECT IDENTIFIER, of whatever size.
struct Base128Number {
  private var digits: [UInt8] = []

  /// The number if it is below 128.
  var smallValue: UInt8? { digits.isEmpty ? 0 : digits.count == 1 ? digits[0] : nil }

  /// Makes room for one more digit at the low end; `false` when there is none.
  mutating func appendDigit(_ digit: UInt8) -> Bool {
    guard digits.count < DERObjectIdentifier.maximumOctetCount else { return false }
    if !(digits.isEmpty && digit == 0) { digits.append(digit) }
    return true
  }

  /// Appends a decimal digit; `false` when the number becomes too large.
  mutating func multiplyByTenAndAdd(_ digit: UInt8) -> Bool {
    var carry = Int(digit)
    for index in digits.indices.reversed() {
      carry += Int(digits[index]) * 10
      digits[index] = UInt8(carry & 0x7F)
      carry >>= 7
    }
    return prepend(carry)
  }

  /// Adds a small number; `false` when the sum becomes too large.
  mutating func add(_ small: UInt8) -> Bool {
    var carry = Int(small)
    for index in digits.indices.reversed() {
      carry += Int(digits[index])
      digits[index] = UInt8(carry & 0x7F)
      carry >>= 7
    }
    return prepend(carry)
  }

  /// Takes away a number that is not larger.
  mutating func subtract(_ small: UInt8) {
    var borrow = Int(small)
    for index in digits.indices.reversed() where borrow > 0 {
      let difference = Int(digits[index]) - borrow
      digits[index] = UInt8(difference & 0x7F)
      borrow = difference < 0 ? 1 : 0
    }
    while digits.first == 0 { digits.removeFirst() }
  }

  /// Calls `body` with the octets of the encoding (X.690 §8.19.2) until it says `false`.
  func forEachOctet(_ body: (UInt8) -> Bool) -> Bool {
    guard let last = digits.last else { return body(0) }
    for digit in digits.dropLast() where !body(digit | 0x80) { return false }
    return body(last)
  }

  /// Decimal form.
  var decimal: String {
    var text: [UInt8] = []
    var rest = digits
    repeat {
      var remainder = 0
      for index in rest.indices {
        let value = remainder << 7 | Int(rest[index])
        rest[index] = UInt8(value / 10)  // remainder < 10, so value < 1280
        remainder = value % 10
      }
      while rest.first == 0 { rest.removeFirst() }
      text.append(UInt8(ascii: "0") + UInt8(remainder))
    } while !rest.isEmpty
    return String(decoding: text.reversed(), as: UTF8.self)
  }

  private mutating func prepend(_ carry: Int) -> Bool {
    var carry = carry
    while carry > 0 {
      guard digits.count < DERObjectIdentifier.maximumOctetCount else { return false }
      digits.insert(UInt8(carry & 0x7F), at: 0)
      carry >>= 7
    }
    return true
  }
}
