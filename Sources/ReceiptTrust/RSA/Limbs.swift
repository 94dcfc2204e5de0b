import DERParsing

/// An unsigned integer of at most 4,096 bits: 64 limbs of 64 bits, the least significant first.
///
/// The size is fixed, so no length that an input declares ever becomes a size of memory, and the
/// value lives where its owner lives: nothing is allocated. The limbs are handed out as spans, whose
/// subscripts are checked.
package struct Limbs: BitwiseCopyable, Sendable {
  /// The greatest number of limbs, on every platform.
  package static var capacity: Int { 64 }

  /// The greatest number of bytes.
  package static var byteCapacity: Int { 8 * capacity }

  private typealias Eight = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  private var storage: (Eight, Eight, Eight, Eight, Eight, Eight, Eight, Eight)

  /// Zero.
  init() {
    let zero: Eight = (0, 0, 0, 0, 0, 0, 0, 0)
    storage = (zero, zero, zero, zero, zero, zero, zero, zero)
  }

  /// Reads the bytes from `offset` to the end as a big-endian integer: OS2IP of RFC 8017 §4.2.
  ///
  /// - Precondition: 0 ≤ `offset` ≤ the number of bytes, and at most `byteCapacity` of them follow.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(bigEndian bytes: RawSpan, from offset: Int = 0) {
    self.init()
    withMutableSpan { limbs in
      var end = bytes.byteCount
      var index = 0
      // The loads check their bounds, and any bytes are an integer.
      while end - offset >= 8 {
        end -= 8
        limbs[index] = unsafe UInt64(
          bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: end, as: UInt64.self))
        index += 1
      }
      for place in offset..<end {
        limbs[index] = limbs[index] &<< 8 | UInt64(bytes.byte(at: place))
      }
    }
  }

  /// Puts a byte where there is still zero. Position 0 is the least significant.
  ///
  /// - Precondition: 0 ≤ `position` < `byteCapacity`.
  mutating func setByte(_ byte: UInt8, at position: Int) {
    withMutableSpan { limbs in
      // The remainder is less than 8, so the distance is less than 64.
      limbs[position / 8] |= UInt64(byte) &<< UInt64(8 * (position % 8))
    }
  }

  /// Lends the limbs for reading.
  package func withSpan<Result>(_ body: (Span<UInt64>) -> Result) -> Result {
    unsafe withUnsafeBytes(of: storage) { bytes in
      // The storage is `capacity` integers of 64 bits and nothing else, and outlives the closure.
      unsafe body(bytes.bindMemory(to: UInt64.self).span)
    }
  }

  /// Lends the limbs for changing.
  mutating func withMutableSpan<Result>(
    _ body: (inout MutableSpan<UInt64>) -> Result
  ) -> Result {
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      // As above; the exclusive access to `self` makes it the only view.
      var limbs = unsafe bytes.bindMemory(to: UInt64.self).mutableSpan
      return body(&limbs)
    }
  }
}

extension Limbs: Equatable {
  package static func == (left: Limbs, right: Limbs) -> Bool {
    left.withSpan { left in
      right.withSpan { right in
        for index in left.indices where left[index] != right[index] {
          return false
        }
        return true
      }
    }
  }
}

extension Limbs {
  /// Whether this integer is less than the other.
  func isLess(than other: Limbs) -> Bool {
    withSpan { left in
      other.withSpan { right in
        for index in left.indices.reversed() where left[index] != right[index] {
          return left[index] < right[index]
        }
        return false
      }
    }
  }
}

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

  /// Sets this to the square of `number`.
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

  /// Sets this to the product of two numbers with the same number of limbs.
  mutating func multiply(_ left: Span<UInt64>, _ right: Span<UInt64>) {
    withMutableSpan { product in
      let count = left.count
      for index in 0..<count { product[index] = 0 }
      for index in 0..<right.count {
        product[index + count] = product.add(left, times: right[index], at: index)
      }
    }
  }

  /// Sets `result`, which is less than n, to this product divided by R, modulo n, after Montgomery (1985): limb
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
