/// An odd modulus, prepared for multiplication after Montgomery (1985).
///
/// With *k* limbs in use and R = 2 to the power of 64 *k*, a product is a · b / R modulo n: no
/// division is needed. A number a stands in *Montgomery form* as a · R, and products of numbers in
/// this form are in this form again.
///
/// Nothing here is secret: keys, signatures and messages are all public, so the time may depend on
/// them.
package struct MontgomeryModulus: Sendable {
  /// n itself, odd.
  let modulus: Limbs

  /// k, at least 1.
  private let limbCount: Int

  /// −n⁻¹ modulo 2⁶⁴.
  private let negatedInverse: UInt64

  /// R² modulo n: what a factor is multiplied by to bring it into Montgomery form.
  private var radixSquared = Limbs()

  /// Prepares a modulus of `bitCount` bits.
  ///
  /// - Precondition: the modulus is odd, not 1, and its highest set bit is bit `bitCount` − 1.
  /// - Complexity: O(k²), about seven multiplications.
  package init(_ modulus: Limbs, bitCount: Int) {
    precondition(bitCount > 1 && bitCount <= 64 * Limbs.capacity)
    self.modulus = modulus
    limbCount = (bitCount + 63) / 64
    negatedInverse = modulus.withSpan { limbs in
      // Newton's iteration: x is the inverse modulo 2³ to begin with, since n² ≡ 1 modulo 8 for
      // every odd n, and each step doubles the exponent: 3, 6, 12, 24, 48, 96.
      var inverse = limbs[0]
      for _ in 0..<5 {
        inverse = inverse &* (2 &- limbs[0] &* inverse)
      }
      return 0 &- inverse
    }

    // 2 to the power of bitCount − 1 is less than n. Doubled to 2ᵏ · R, which is 2ᵏ in Montgomery
    // form, it needs only six squarings to become 2⁶⁴ᵏ, which is R, in Montgomery form.
    var power = Limbs()
    power.withMutableSpan { $0[(bitCount - 1) / 64] = 1 &<< UInt64((bitCount - 1) % 64) }
    for _ in 0..<(65 * limbCount - (bitCount - 1)) {
      power = doubled(power)
    }
    for _ in 0..<6 {
      power = multiply(power, power)
    }
    radixSquared = power
  }

  /// `base` to the power of `exponent`, modulo n.
  ///
  /// From the highest bit down: a squaring for every bit, a multiplication for every bit set. For
  /// 65,537 that is 16 squarings and one multiplication.
  ///
  /// - Precondition: `base` is less than n; the exponent is odd and at least 3.
  /// - Complexity: O(k²) for each bit of the exponent.
  package func power(_ base: Limbs, exponent: UInt64) -> Limbs {
    precondition(exponent >= 3 && exponent % 2 == 1)
    let factor = multiply(base, radixSquared)
    var power = factor
    var mask: UInt64 = 1 &<< UInt64(62 - exponent.leadingZeroBitCount)
    while mask > 1 {
      power = multiply(power, power)
      if exponent & mask != 0 {
        power = multiply(power, factor)
      }
      mask >>= 1
    }
    // Bit 0 is set. Multiplying by the base as it is, not by its Montgomery form, leaves the form.
    return multiply(multiply(power, power), base)
  }

  /// a · b / R, modulo n.
  ///
  /// - Precondition: a and b are less than n.
  /// - Complexity: O(k²), 2 k² + k multiplications of limbs.
  private func multiply(_ a: Limbs, _ b: Limbs) -> Limbs {
    var product = Limbs()
    let carry = product.withMutableSpan { product in
      a.withSpan { a in
        b.withSpan { b in
          modulus.withSpan { n in accumulate(a, b, modulus: n, into: &product) }
        }
      }
    }
    return reduced(product, carry: carry)
  }

  /// Adds a · b / R + a multiple of n to `sum`, which is zero: the result is less than 2n.
  ///
  /// Coarsely integrated operand scanning (CIOS; Koç, Acar and Kaliski, 1996): for each limb of b,
  /// adds a times this limb, then the multiple of n that makes the lowest limb zero, and drops it.
  ///
  /// - Returns: what stands above the limbs in use, 0 or 1.
  private func accumulate(
    _ a: Span<UInt64>, _ b: Span<UInt64>, modulus n: Span<UInt64>,
    into sum: inout MutableSpan<UInt64>
  ) -> UInt64 {
    var top: UInt64 = 0
    for bIndex in 0..<limbCount {
      let factor = b[bIndex]
      var carry: UInt64 = 0
      for index in 0..<limbCount {
        (carry, sum[index]) = multiplyAdd(a[index], factor, sum[index], carry)
      }
      let (middle, firstOverflow) = top.addingReportingOverflow(carry)

      let multiple = sum[0] &* negatedInverse  // modulo 2⁶⁴ on purpose
      (carry, _) = multiplyAdd(n[0], multiple, sum[0], 0)
      for index in 1..<limbCount {
        (carry, sum[index - 1]) = multiplyAdd(n[index], multiple, sum[index], carry)
      }
      let (last, secondOverflow) = middle.addingReportingOverflow(carry)
      sum[limbCount - 1] = last

      // The sum is less than 2n after every turn, so the overflows do not both happen.
      top = firstOverflow || secondOverflow ? 1 : 0
    }
    return top
  }

  /// Twice a number, modulo n.
  private func doubled(_ number: Limbs) -> Limbs {
    var sum = number
    let carry = sum.withMutableSpan { limbs in
      var carry: UInt64 = 0
      for index in 0..<limbCount {
        let limb = limbs[index]
        limbs[index] = limb &<< 1 | carry
        carry = limb &>> 63
      }
      return carry
    }
    // Less than 2n, so one subtraction is enough.
    return reduced(sum, carry: carry)
  }

  /// A number less than 2n, modulo n. `carry` is the part of it above the limbs in use.
  private func reduced(_ number: Limbs, carry: UInt64) -> Limbs {
    guard carry != 0 || !number.isLess(than: modulus) else { return number }
    // The carry, if there is one, is what the last borrow takes.
    var difference = number
    difference.subtract(modulus, limbCount: limbCount)
    return difference
  }
}

/// left · right + first + second, in two limbs. It always fits: with W = 2⁶⁴,
/// (W − 1)² + 2 (W − 1) = W² − 1.
@inline(__always)
private func multiplyAdd(
  _ left: UInt64, _ right: UInt64, _ first: UInt64, _ second: UInt64
) -> (high: UInt64, low: UInt64) {
  let product = left.multipliedFullWidth(by: right)
  let (partial, firstOverflow) = product.low.addingReportingOverflow(first)
  let (low, secondOverflow) = partial.addingReportingOverflow(second)
  // By the bound above, the upper limb has room for both.
  let high = product.high &+ (firstOverflow ? 1 : 0) &+ (secondOverflow ? 1 : 0)
  return (high, low)
}
