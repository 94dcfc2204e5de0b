#if ProcessorInstructions && os(Linux) && arch(x86_64)

  // Almost Montgomery multiplication (Gueron 2012): left · right / R, modulo n, where R = 2 to the power of 52 d for d
  // digits.
  //
  //                             bound                why
  //     d                       4 n ≤ R              so that numbers less than 2 n give one less than 2 n:
  //     result                  < 2 n                (2 n · 2 n + n · R) / R ≤ 2 n; nothing is subtracted
  //     a lane                  < 320 · 2⁵² < 2⁶¹    four halves of products in each of at most 80 turns
  //     `lowest`                < 2⁶²                such a lane, and what the turn before leaves
  //
  // Each turn adds a digit of `right` times `left`, then the multiple of n that makes the lowest digit zero, and moves
  // everything one digit down.

  /// The multiple of n for one turn.
  ///
  /// Moving lanes out of vectors takes long, and each turn would wait for the one before. So the lowest lane is summed
  /// here, too, from all products that go there; only `next` comes from the vectors, and was ready a turn ago.
  ///
  /// - Parameters:
  ///   - lowest: the lowest lane, replaced by the one of the next turn.
  ///   - next: the lane above it, without this turn's products.
  ///   - digit: the one of `right`.
  ///   - left: its two lowest digits.
  ///   - modulus: its two lowest digits.
  ///   - negatedInverse: −n⁻¹ modulo 2⁵² at least.
  @inline(__always)
  private func multiple(
    _ lowest: inout UInt64, _ next: UInt64, digit: UInt64,
    left: (UInt64, UInt64), modulus: (UInt64, UInt64), negatedInverse: UInt64
  ) -> UInt64 {
    let product = left.0.multipliedFullWidth(by: digit)
    let (low, overflow) = product.low.addingReportingOverflow(lowest)
    let high = product.high &+ (overflow ? 1 : 0)

    let multiple = low &* negatedInverse & maximumDigit
    let zeroing = modulus.0.multipliedFullWidth(by: multiple)
    let (zeros, zeroingOverflow) = zeroing.low.addingReportingOverflow(low)
    let top = zeroing.high &+ high &+ (zeroingOverflow ? 1 : 0)  // both products are less than 2¹⁰⁴

    lowest =
      (zeros >> 52 | top << 12) &+ (left.1 &* digit & maximumDigit)
      &+ (modulus.1 &* multiple & maximumDigit) &+ next
    return multiple
  }

  /// For 40 digits, which are 2,027 to 2,078 bits: all five vectors of each number stay in registers.
  ///
  /// The upper halves are summed apart and then added. Otherwise each vector would be one chain of additions through
  /// all turns, and take a quarter longer.
  @inline(never)
  func multiply40(
    _ left: Digits, _ right: Digits, modulus: Digits, negatedInverse: UInt64,
    into result: MutableDigits
  ) {
    let (a0, a1, a2) = unsafe (vector(left, 0), vector(left, 1), vector(left, 2))
    let (a3, a4) = unsafe (vector(left, 3), vector(left, 4))
    let (n0, n1, n2) = unsafe (vector(modulus, 0), vector(modulus, 1), vector(modulus, 2))
    let (n3, n4) = unsafe (vector(modulus, 3), vector(modulus, 4))
    let (lowestOfLeft, lowestOfModulus) = unsafe ((left[0], left[1]), (modulus[0], modulus[1]))
    var (s0, s1, s2, s3, s4) = (Vector.zero, Vector.zero, Vector.zero, Vector.zero, Vector.zero)
    var lowest: UInt64 = 0
    var index = 0
    while index < 40 {
      let digit = unsafe right[index]
      let multiple = multiple(
        &lowest, UInt64(bitPattern: s0[1]), digit: digit,
        left: lowestOfLeft, modulus: lowestOfModulus, negatedInverse: negatedInverse)
      let (d, m) = (repeating(digit), repeating(multiple))
      s0 = addLow(a0, d, to: s0)
      s1 = addLow(a1, d, to: s1)
      s2 = addLow(a2, d, to: s2)
      s3 = addLow(a3, d, to: s3)
      s4 = addLow(a4, d, to: s4)
      s0 = addLow(n0, m, to: s0)
      s1 = addLow(n1, m, to: s1)
      s2 = addLow(n2, m, to: s2)
      s3 = addLow(n3, m, to: s3)
      s4 = addLow(n4, m, to: s4)
      s0 = down(s0, s1) &+ addHigh(n0, m, to: addHigh(a0, d))
      s1 = down(s1, s2) &+ addHigh(n1, m, to: addHigh(a1, d))
      s2 = down(s2, s3) &+ addHigh(n2, m, to: addHigh(a2, d))
      s3 = down(s3, s4) &+ addHigh(n3, m, to: addHigh(a3, d))
      s4 = down(s4, .zero) &+ addHigh(n4, m, to: addHigh(a4, d))
      index &+= 1
    }
    s0[0] = Int64(bitPattern: lowest)

    // As `carry` does.
    let mask = repeating(maximumDigit)
    repeat {
      let (c0, c1, c2, c3, c4) = (s0 &>> 52, s1 &>> 52, s2 &>> 52, s3 &>> 52, s4 &>> 52)
      s0 = (s0 & mask) &+ up(c0, .zero)
      s1 = (s1 & mask) &+ up(c1, c0)
      s2 = (s2 & mask) &+ up(c2, c1)
      s3 = (s3 & mask) &+ up(c3, c2)
      s4 = (s4 & mask) &+ up(c4, c3)
    } while exceedsDigits(s0 | s1 | s2 | s3 | s4)
    unsafe store(s0, result, 0)
    unsafe store(s1, result, 1)
    unsafe store(s2, result, 2)
    unsafe store(s3, result, 3)
    unsafe store(s4, result, 4)
  }

  /// For any number of digits, at most 80.
  ///
  /// - Parameters:
  ///   - sum: memory for as many vectors as each number has.
  ///   - result: may be one of the numbers.
  @inline(never)
  func multiply(
    _ left: Digits, _ right: Digits, modulus: Digits, negatedInverse: UInt64,
    digitCount: Int, sum: MutableDigits, into result: MutableDigits
  ) {
    let vectorCount = (digitCount &+ 7) / 8
    let (lowestOfLeft, lowestOfModulus) = unsafe ((left[0], left[1]), (modulus[0], modulus[1]))
    var place = 0
    while place < vectorCount {
      unsafe store(.zero, sum, place)
      place &+= 1
    }
    var lowest: UInt64 = 0
    var index = 0
    while index < digitCount {
      let digit = unsafe right[index]
      let multiple = unsafe multiple(
        &lowest, sum[1], digit: digit,
        left: lowestOfLeft, modulus: lowestOfModulus, negatedInverse: negatedInverse)
      let (d, m) = (repeating(digit), repeating(multiple))
      var (a, n) = unsafe (vector(left, 0), vector(modulus, 0))
      var low = unsafe vector(sum, 0) &+ addLow(n, m, to: addLow(a, d))
      place = 1
      while place < vectorCount {
        let (nextA, nextN) = unsafe (vector(left, place), vector(modulus, place))
        let nextLow = unsafe vector(sum, place) &+ addLow(nextN, m, to: addLow(nextA, d))
        unsafe store(down(low, nextLow) &+ addHigh(n, m, to: addHigh(a, d)), sum, place &- 1)
        (a, n, low) = (nextA, nextN, nextLow)
        place &+= 1
      }
      unsafe store(down(low, .zero) &+ addHigh(n, m, to: addHigh(a, d)), sum, vectorCount &- 1)
      index &+= 1
    }
    unsafe sum[0] = lowest
    unsafe carry(sum, vectorCount: vectorCount, into: result)
  }
#endif
