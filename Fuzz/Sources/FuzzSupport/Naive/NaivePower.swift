/// Powers of big-endian numbers by doubling and adding.
package enum NaivePower {
  /// `base`, less than `modulus` and as long, to the power of `exponent`, which is not 0.
  package static func power(
    _ base: [UInt8], _ exponent: UInt64, modulo modulus: [UInt8]
  ) -> [UInt8] {
    var power = base
    for bit in (0..<63 - exponent.leadingZeroBitCount).reversed() {
      power = product(power, power, modulo: modulus)
      if exponent >> UInt64(bit) & 1 == 1 { power = product(power, base, modulo: modulus) }
    }
    return power
  }

  private static func product(
    _ left: [UInt8], _ right: [UInt8], modulo modulus: [UInt8]
  ) -> [UInt8] {
    var product = [UInt8](repeating: 0, count: modulus.count)
    for byte in right {
      for bit in (0..<8).reversed() {
        product = sum(product, product, modulo: modulus)
        if byte >> UInt8(bit) & 1 == 1 { product = sum(product, left, modulo: modulus) }
      }
    }
    return product
  }

  private static func sum(_ left: [UInt8], _ right: [UInt8], modulo modulus: [UInt8]) -> [UInt8] {
    var sum = left
    var carry = 0
    for index in sum.indices.reversed() {
      carry += Int(left[index]) + Int(right[index])
      sum[index] = UInt8(truncatingIfNeeded: carry)
      carry >>= 8
    }
    guard carry == 1 || !sum.lexicographicallyPrecedes(modulus) else { return sum }
    var borrow = 0
    for index in sum.indices.reversed() {
      borrow += Int(sum[index]) - Int(modulus[index])
      sum[index] = UInt8(truncatingIfNeeded: borrow)
      borrow >>= 8
    }
    return sum
  }
}
