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
/// Instead of `overflow ? 1 : 0`, which the compiler sometimes turns into a jump. Processors can't predict it, and RSA
/// takes half as long again.
@inline(__always)
func bit(_ overflow: Bool) -> UInt64 {
  // A Bool is a byte that is 0 or 1.
  unsafe UInt64(unsafeBitCast(overflow, to: UInt8.self))
}

extension Span<UInt64> {
  /// Whether these limbs, as many as `other` has, are an integer less than it.
  func isLess(than other: Span<UInt64>) -> Bool {
    for index in other.indices.reversed() where self[index] != other[index] {
      return self[index] < other[index]
    }
    return false
  }
}

extension MutableSpan<UInt64> {
  /// Adds `row` · (`factors.0` + `factors.1` · 2⁶⁴) + `carry` to the limbs from `offset` on: two rows of a multiplication
  /// by hand, which is where all the time of RSA goes.
  ///
  /// Two at a time, since each row is a chain of additions, and the processor has room for another beside it.
  ///
  /// - Precondition: `row` has an even number of limbs, and ends within these.
  /// - Returns: what belongs to the two limbs after those of `row`.
  @inline(__always)
  mutating func add(
    _ row: Span<UInt64>, times factors: (UInt64, UInt64), at offset: Int, carry: UInt64 = 0
  ) -> (high: UInt64, low: UInt64) {
    precondition(row.count % 2 == 0 && offset >= 0 && row.count <= count &- offset)
    var (firstCarry, secondCarry) = (carry, 0 as UInt64)
    var previous: UInt64 = 0
    var index = 0
    // index + 1 < row.count wherever it is used, and offset + row.count ≤ count: neither is out of bounds, and no sum
    // overflows.
    while index < row.count {
      let place = offset &+ index
      let (limb, next) = unsafe (row[unchecked: index], row[unchecked: index &+ 1])
      let (carry0, partial0) = unsafe multiplyAdd(
        limb, factors.0, self[unchecked: place], firstCarry)
      let (carry1, sum0) = multiplyAdd(previous, factors.1, partial0, secondCarry)
      let (carry2, partial1) = unsafe multiplyAdd(
        next, factors.0, self[unchecked: place &+ 1], carry0)
      let (carry3, sum1) = multiplyAdd(limb, factors.1, partial1, carry1)
      unsafe self[unchecked: place] = sum0
      unsafe self[unchecked: place &+ 1] = sum1
      (firstCarry, secondCarry, previous) = (carry2, carry3, next)
      index &+= 2
    }
    return multiplyAdd(previous, factors.1, firstCarry, secondCarry)
  }

  /// Multiplies this number, less than `modulus`, by 2⁶⁴ modulo `modulus`, which has as many limbs.
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
      carry = high &+ bit(borrow)  // where high is 2⁶⁴ − 1, low is 0 and nothing is borrowed
    }
    // The quotient is not too great, so nothing is borrowed from nowhere.
    var top = shifted &- carry
    while top != 0 || !span.isLess(than: modulus) {
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
}
