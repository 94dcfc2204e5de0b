/// Natural numbers as schoolbooks calculate with them: digits are bytes, the highest first.
public enum NaiveNumber {
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

  /// An OBJECT IDENTIFIER's numbers, X.690 §8.19.
  public static func dotted(_ contents: ArraySlice<UInt8>) -> String {
    var numbers: [String] = []
    var number: [UInt8] = []
    for byte in contents {
      number = sum(product(number, [128]), [byte & 0x7F]).digits
      guard byte < 128 else { continue }
      if numbers.isEmpty {
        // Two in one: 40 times the first, which is 0, 1 or 2, and the second.
        let first = shortened(number).count > 1 ? 2 : min(Int(number.last ?? 0) / 40, 2)
        numbers.append("\(first)")
        number = difference(number, [UInt8(40 * first)])
      }
      numbers.append(decimal(number))
      number = []
    }
    return numbers.joined(separator: ".")
  }

  /// An INTEGER's value in decimal, X.690 §8.3.3.
  public static func signedDecimal(_ contents: [UInt8]) -> String {
    guard let first = contents.first, first >= 128 else { return decimal(contents) }
    let power = [1] + [UInt8](repeating: 0, count: contents.count)
    return "-" + decimal(difference(power, contents))
  }

  private static func decimal(_ number: [UInt8]) -> String {
    var (rest, text) = (shortened(number), "")
    repeat {
      var remainder = 0
      for index in rest.indices {
        remainder = remainder << 8 | Int(rest[index])
        rest[index] = UInt8(remainder / 10)
        remainder %= 10
      }
      text = "\(remainder)" + text
      rest = shortened(rest)
    } while !rest.isEmpty
    return text
  }
}
