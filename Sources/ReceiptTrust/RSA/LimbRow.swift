/// left · right + first + second, in two limbs. It always fits: with W = 2⁶⁴,
/// (W − 1)² + 2 (W − 1) = W² − 1.
@inline(__always)
func multiplyAdd(
  _ left: UInt64, _ right: UInt64, _ first: UInt64, _ second: UInt64
) -> (high: UInt64, low: UInt64) {
  let product = left.multipliedFullWidth(by: right)
  let (partial, firstOverflow) = product.low.addingReportingOverflow(first)
  let (low, secondOverflow) = partial.addingReportingOverflow(second)
  // By the bound above, the upper limb has room for both.
  let high = product.high &+ bit(firstOverflow) &+ bit(secondOverflow)
  return (high, low)
}

/// 1 for an overflow, 0 for none.
///
/// In place of `overflow ? 1 : 0`, which the compiler makes a jump of at times. No processor can foresee where
/// such a jump goes, and RSA takes half as long again.
@inline(__always)
func bit(_ overflow: Bool) -> UInt64 {
  // A Bool is a byte that is 0 or 1.
  unsafe UInt64(unsafeBitCast(overflow, to: UInt8.self))
}

extension MutableSpan<UInt64> {
  /// Adds `row` · `factor` to the limbs from `offset` on: one row of a multiplication by hand, which is where
  /// all the time of RSA goes.
  ///
  /// - Precondition: `row` ends within these limbs.
  /// - Returns: the carry out of the last limb of the row.
  @inline(__always)
  mutating func add(_ row: Span<UInt64>, times factor: UInt64, at offset: Int) -> UInt64 {
    precondition(offset >= 0 && row.count <= count &- offset)
    var carry: UInt64 = 0
    var index = 0
    // index < row.count wherever it is used, and offset + row.count ≤ count: neither is out of bounds, and
    // no sum overflows. Four limbs in a turn, since counting takes as long as half a limb.
    while index &+ 4 <= row.count {
      let place = offset &+ index
      let (carry0, sum0) = unsafe multiplyAdd(
        row[unchecked: index], factor, self[unchecked: place], carry)
      let (carry1, sum1) = unsafe multiplyAdd(
        row[unchecked: index &+ 1], factor, self[unchecked: place &+ 1], carry0)
      let (carry2, sum2) = unsafe multiplyAdd(
        row[unchecked: index &+ 2], factor, self[unchecked: place &+ 2], carry1)
      let (carry3, sum3) = unsafe multiplyAdd(
        row[unchecked: index &+ 3], factor, self[unchecked: place &+ 3], carry2)
      unsafe self[unchecked: place] = sum0
      unsafe self[unchecked: place &+ 1] = sum1
      unsafe self[unchecked: place &+ 2] = sum2
      unsafe self[unchecked: place &+ 3] = sum3
      carry = carry3
      index &+= 4
    }
    while index < row.count {
      let place = offset &+ index
      let (high, sum) = unsafe multiplyAdd(
        row[unchecked: index], factor, self[unchecked: place], carry)
      unsafe self[unchecked: place] = sum
      carry = high
      index &+= 1
    }
    return carry
  }

  /// Makes this number, less than `modulus`, itself times 2⁶⁴ modulo `modulus`, which has as many limbs.
  ///
  /// - Parameter quotient: of that division, or a little less.
  mutating func shiftLimb(modulo modulus: Span<UInt64>, quotient: UInt64) {
    var shifted: UInt64 = 0
    var carry: UInt64 = 0
    for index in modulus.indices {
      let (high, low) = multiplyAdd(modulus[index], quotient, carry, 0)
      let (difference, borrow) = shifted.subtractingReportingOverflow(low)
      shifted = self[index]
      self[index] = difference
      carry = high &+ bit(borrow)  // high is at most 2⁶⁴ − 2
    }
    // The quotient is not too great, so nothing is borrowed from nowhere.
    var top = shifted &- carry
    while top != 0 || !isLess(than: modulus) {
      top &-= subtract(modulus)
    }
  }

  /// Subtracts `row`, modulo 2 to the power of 64 times its count.
  ///
  /// - Precondition: it has no more limbs than these.
  /// - Returns: the borrow, 0 or 1.
  mutating func subtract(_ row: Span<UInt64>) -> UInt64 {
    var borrow: UInt64 = 0
    for index in 0..<row.count {
      let (first, firstBorrow) = self[index].subtractingReportingOverflow(row[index])
      let (second, secondBorrow) = first.subtractingReportingOverflow(borrow)
      self[index] = second
      borrow = bit(firstBorrow) | bit(secondBorrow)
    }
    return borrow
  }

  /// Whether these limbs, as many as `other` has, are an integer less than it.
  func isLess(than other: Span<UInt64>) -> Bool {
    for index in other.indices.reversed() where self[index] != other[index] {
      return self[index] < other[index]
    }
    return false
  }
}
