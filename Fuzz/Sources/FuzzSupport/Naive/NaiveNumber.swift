/// Natural numbers as schoolbooks calculate with them: digits are bytes, the highest first.
package enum NaiveNumber {
  /// Without zeros in front.
  package static func shortened(_ number: [UInt8]) -> [UInt8] { Array(number.drop { $0 == 0 }) }

  package static func product(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var product = [UInt8](repeating: 0, count: left.count + right.count)
    for (place, digit) in right.enumerated().reversed() where digit > 0 {
      var carry = 0
      for other in left.indices.reversed() {
        carry += Int(product[place + other + 1]) + Int(digit) * Int(left[other])
        product[place + other + 1] = UInt8(carry & 0xFF)
        carry >>= 8
      }
      product[place] = UInt8(carry)  // nothing stands there yet
    }
    return product
  }

  /// The lower digits of the sum, as many as the longer number has, and what is carried.
  package static func sum(_ left: [UInt8], _ right: [UInt8]) -> (digits: [UInt8], carry: Int) {
    add(left, right, sign: 1)
  }

  /// The right number is not greater.
  package static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    add(left, right, sign: -1).digits
  }

  private static func add(
    _ left: [UInt8], _ right: [UInt8], sign: Int
  ) -> (digits: [UInt8], carry: Int) {
    let count = max(left.count, right.count)
    let (left, right) = (padded(left, count), padded(right, count))
    var carry = 0
    var digits = left
    for index in digits.indices.reversed() {
      carry += Int(left[index]) + sign * Int(right[index])
      digits[index] = UInt8(carry & 0xFF)
      carry >>= 8
    }
    return (digits, carry)
  }

  /// With zeros in front, or as long as it is.
  package static func padded(_ number: [UInt8], _ count: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: max(count - number.count, 0)) + number
  }
}
