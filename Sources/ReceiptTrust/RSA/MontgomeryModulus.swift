import ProcessorInstructions

/// An odd modulus n, prepared for multiplication after Montgomery (1985).
///
/// With *k* limbs in use and R = 2 to the power of 64 *k*, a product is a · b / R modulo n: no
/// division is needed. A number a has the *Montgomery form* a · R, and products of numbers in
/// this form are in this form again.
///
/// Nothing here is secret: keys, signatures and messages are all public, so the time may depend on
/// them, and constant time is not claimed.
package struct MontgomeryModulus: Sendable {
  /// n itself.
  let modulus: Limbs

  /// Its highest set bit is bit `bitCount` − 1.
  private let bitCount: Int

  /// k, an even number, since two limbs are multiplied at a time.
  private let limbCount: Int

  /// −n⁻¹ modulo 2⁶⁴.
  private let negatedInverse: UInt64

  /// Prepares a modulus of `bitCount` bits.
  ///
  /// - Precondition: the modulus is odd, has at least 128 bits, and its highest set bit is bit
  ///   `bitCount` − 1.
  package init(_ modulus: Limbs, bitCount: Int) {
    precondition(bitCount >= 128 && bitCount <= 64 * Limbs.capacity)
    self.modulus = modulus
    self.bitCount = bitCount
    limbCount = (bitCount + 127) / 128 * 2
    negatedInverse = modulus.withSpan { limbs in
      // Newton's iteration: x is the inverse modulo 2³ to begin with, since n² ≡ 1 modulo 8 for
      // every odd n, and each step doubles the exponent: 3, 6, 12, 24, 48, 96.
      var inverse = limbs[0]
      for _ in 0..<5 {
        inverse = inverse &* (2 &- limbs[0] &* inverse)
      }
      return 0 &- inverse
    }
  }

  /// `base` to the power of `exponent`, modulo n.
  ///
  /// - Precondition: `base` is less than n; the exponent is odd and at least 3.
  /// - Complexity: O(k²) for each bit of the exponent: 1.5 k² multiplications of limbs for a squaring.
  package func power(_ base: Limbs, exponent: UInt64) -> Limbs {
    precondition(exponent >= 3 && exponent % 2 == 1)
    return processorPower(base, exponent: exponent) ?? portablePower(base, exponent: exponent)
  }

  /// The same by instructions that not every processor has; nil where they are missing.
  package func processorPower(_ base: Limbs, exponent: UInt64) -> Limbs? {
    var power = base
    let isDone = power.withMutableSpan { power in
      modulus.withSpan { modulus in
        ProcessorInstructions.replaceByPower(
          &power, exponent: exponent, modulus: modulus, bitCount: bitCount,
          negatedInverse: negatedInverse)
      }
    }
    return isDone ? power : nil
  }

  /// The same by what every processor has.
  ///
  /// From the highest bit down: a squaring for every bit, a multiplication for every bit set. For
  /// 65,537 that is 16 squarings and one multiplication.
  package func portablePower(_ base: Limbs, exponent: UInt64) -> Limbs {
    let factor = montgomeryForm(of: base)
    var product = LimbProduct()
    var power = factor
    var mask: UInt64 = 1 &<< UInt64(62 - exponent.leadingZeroBitCount)
    while mask > 1 {
      square(&power, &product)
      if exponent & mask != 0 { multiply(&power, by: factor, &product) }
      mask >>= 1
    }
    // Bit 0 is set. Multiplying by the base as it is, not by its Montgomery form, leaves the form.
    square(&power, &product)
    multiply(&power, by: base, &product)
    return power
  }

  /// Replaces a number less than n by its square / R, modulo n.
  private func square(_ number: inout Limbs, _ product: inout LimbProduct) {
    number.withSpan { product.square($0.extracting(first: limbCount)) }
    reduce(&product, into: &number)
  }

  /// Replaces a number less than n by its product with another / R, modulo n.
  private func multiply(_ number: inout Limbs, by other: Limbs, _ product: inout LimbProduct) {
    number.withSpan { number in
      other.withSpan { other in
        product.multiply(number.extracting(first: limbCount), other.extracting(first: limbCount))
      }
    }
    reduce(&product, into: &number)
  }

  private func reduce(_ product: inout LimbProduct, into result: inout Limbs) {
    modulus.withSpan {
      product.reduce(
        by: $0.extracting(first: limbCount), negatedInverse: negatedInverse, into: &result)
    }
  }
}

extension MontgomeryModulus {
  /// A number less than n in Montgomery form: times R, modulo n.
  ///
  /// Limb by limb of R, as in a division by hand. That takes no longer than the multiplication by R² modulo n
  /// that does the same, but R² itself takes seven more, and most keys are used once.
  ///
  /// - Complexity: O(k²), k² multiplications of limbs.
  private func montgomeryForm(of number: Limbs) -> Limbs {
    var form = number
    modulus.withSpan { modulus in
      form.withMutableSpan { form in
        let modulus = modulus.extracting(first: limbCount)
        // The first 64 bits of n, rounded up; 2⁶⁴ as 0.
        let divisor = modulus.bits(from: bitCount - 64) &+ 1
        for _ in 0..<limbCount {
          // The first 128 bits of the number times 2⁶⁴, divided. Since the number is less than n, its first
          // limb is less than the divisor, and the quotient is one limb: the next of a division by n, never
          // too great, and too small by 3 at most.
          let high = form.span.bits(from: bitCount - 64)
          let low = form.span.bits(from: bitCount - 128)
          let quotient =
            divisor == 0 ? high : divisor.dividingFullWidth((high, low)).quotient
          form.shiftLimb(modulo: modulus, quotient: quotient)
        }
      }
    }
    return form
  }
}

extension Span<UInt64> {
  /// 64 bits, the lowest of which is bit `first`.
  fileprivate func bits(from first: Int) -> UInt64 {
    let (index, distance) = (first / 64, UInt64(first % 64))
    guard distance > 0 else { return self[index] }
    return self[index] &>> distance | self[index + 1] &<< (64 &- distance)  // 1–63 both
  }
}
