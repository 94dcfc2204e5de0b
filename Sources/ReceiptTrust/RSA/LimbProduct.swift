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

  /// Makes this the square of `number`.
  ///
  /// The products of two different limbs come twice, so they are added once and doubled: k (k − 1) / 2
  /// multiplications of limbs in place of k².
  mutating func square(_ number: Span<UInt64>) {
    withMutableSpan { product in
      let count = number.count
      for index in 0..<2 * count { product[index] = 0 }
      for index in 0..<count {
        let rest = number.extracting(droppingFirst: index + 1)
        // Nothing has been added to that limb yet: all rows before have ended below.
        product[index + count] = product.add(rest, times: number[index], at: 2 * index + 1)
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

  /// Makes this the product of two numbers of the same count of limbs.
  mutating func multiply(_ left: Span<UInt64>, _ right: Span<UInt64>) {
    withMutableSpan { product in
      let count = left.count
      for index in 0..<count { product[index] = 0 }
      for index in 0..<right.count {
        product[index + count] = product.add(left, times: right[index], at: index)
      }
    }
  }

  /// Makes `result`, which is less than n, this product divided by R, modulo n, after Montgomery (1985): limb
  /// by limb, a multiple of n is added that makes the lowest limb zero, which then is dropped.
  ///
  /// - Precondition: the product is less than n · R.
  /// - Parameters:
  ///   - modulus: n, of k limbs; R is 2 to the power of 64 k.
  ///   - negatedInverse: −n⁻¹ modulo 2⁶⁴.
  mutating func reduce(
    by modulus: Span<UInt64>, negatedInverse: UInt64, into result: inout Limbs
  ) {
    withMutableSpan { product in
      let count = modulus.count
      var top: UInt64 = 0
      for index in 0..<count {
        let multiple = product[index] &* negatedInverse  // modulo 2⁶⁴ on purpose
        let carry = product.add(modulus, times: multiple, at: index)
        let (partial, firstOverflow) = product[index + count].addingReportingOverflow(carry)
        let (sum, secondOverflow) = partial.addingReportingOverflow(top)
        product[index + count] = sum
        // The sum so far is less than 2 n · R, so the overflows do not both happen.
        top = bit(firstOverflow) | bit(secondOverflow)
      }

      // What is left, less than 2 n, with `top` above it.
      result.withMutableSpan { result in
        for index in 0..<count { result[index] = product[index + count] }
        if top != 0 || !result.isLess(than: modulus) { _ = result.subtract(modulus) }
      }
    }
  }
}
