/// A product of two integers of at most 4,096 bits, and its reduction by a Montgomery modulus.
///
/// One value serves all multiplications of a power, since its memory, 128 limbs, takes time to make.
struct LimbProduct {
  private var storage = (Limbs(), Limbs())

  /// Lends the limbs, least significant first.
  private mutating func withMutableSpan<Result>(
    _ body: (inout MutableSpan<UInt64>) -> Result
  ) -> Result {
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      // Two `Limbs` are 128 integers of 64 bits and nothing else; the access to `self` is exclusive.
      var limbs = unsafe bytes.bindMemory(to: UInt64.self).mutableSpan
      return body(&limbs)
    }
  }

  /// Sets this to the square of `number`, which has an even number of limbs.
  ///
  /// The products of two different limbs come twice, so they are added once and doubled: k (k − 1) / 2
  /// multiplications of limbs in place of k².
  mutating func square(_ number: Span<UInt64>) {
    withMutableSpan { product in
      let count = number.count
      for index in 0..<count { product[index] = 0 }
      for index in stride(from: 0, to: count, by: 2) {
        let factors = (number[index], number[index + 1])
        let (carry, middle) = multiplyAdd(factors.0, factors.1, product[2 * index + 1], 0)
        product[2 * index + 1] = middle
        let rest = number.extracting(droppingFirst: index + 2)
        let (high, low) = product.add(rest, times: factors, at: 2 * index + 2, carry: carry)
        // Nothing has been added to these limbs yet: all rows before have ended below.
        product[index + count] = low
        product[index + count + 1] = high
      }

      // Twice that, plus the squares of the limbs.
      var shifted: UInt64 = 0
      var carry: UInt64 = 0
      for index in 0..<count {
        let low = product[2 * index]
        let high = product[2 * index + 1]
        let (middle, first) = multiplyAdd(
          number[index], number[index], low &<< 1 | shifted, carry)
        let (last, overflow) = middle.addingReportingOverflow(high &<< 1 | low &>> 63)
        product[2 * index] = first
        product[2 * index + 1] = last
        shifted = high &>> 63
        carry = bit(overflow)
      }
    }
  }

  /// Sets this to the product of two numbers with the same, even number of limbs.
  mutating func multiply(_ left: Span<UInt64>, _ right: Span<UInt64>) {
    withMutableSpan { product in
      let count = left.count
      for index in 0..<count { product[index] = 0 }
      for index in stride(from: 0, to: count, by: 2) {
        let (high, low) = product.add(left, times: (right[index], right[index + 1]), at: index)
        product[index + count] = low
        product[index + count + 1] = high
      }
    }
  }

  /// Sets `result`, which is less than n, to this product divided by R, modulo n, after Montgomery (1985): a multiple
  /// of n is added that makes the two lowest limbs zero, which then are dropped, and so on.
  ///
  /// - Precondition: the product is less than n · R.
  /// - Parameters:
  ///   - modulus: n, of k limbs, an even number; R is 2 to the power of 64 k.
  ///   - negatedInverse: −n⁻¹ modulo 2⁶⁴.
  mutating func reduce(
    by modulus: Span<UInt64>, negatedInverse: UInt64, into result: inout Limbs
  ) {
    withMutableSpan { product in
      let count = modulus.count
      var top: UInt64 = 0
      for index in stride(from: 0, to: count, by: 2) {
        // Both modulo 2⁶⁴ on purpose. What the first adds to the next limb has to be known for the second.
        let first = product[index] &* negatedInverse
        let (carry, _) = multiplyAdd(first, modulus[0], product[index], 0)
        let second = (product[index + 1] &+ first &* modulus[1] &+ carry) &* negatedInverse

        let (high, low) = product.add(modulus, times: (first, second), at: index)
        let (lowPartial, overflow0) = product[index + count].addingReportingOverflow(low)
        let (lowSum, overflow1) = lowPartial.addingReportingOverflow(top)
        let (highPartial, overflow2) = product[index + count + 1].addingReportingOverflow(high)
        let (highSum, overflow3) = highPartial.addingReportingOverflow(
          bit(overflow0) | bit(overflow1))
        product[index + count] = lowSum
        product[index + count + 1] = highSum
        // After an overflow there is room for another 1, so of two only one happens. The sum so far is less than
        // 2 n · R, so the last two do not happen both, either.
        top = bit(overflow2) | bit(overflow3)
      }

      // What is left, less than 2 n, with `top` above it.
      result.withMutableSpan { result in
        for index in 0..<count { result[index] = product[index + count] }
        if top != 0 || !result.span.isLess(than: modulus) { _ = result.subtract(modulus) }
      }
    }
  }
}
