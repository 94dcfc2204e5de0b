#if ProcessorInstructions && os(Linux) && arch(x86_64)

  // number · R modulo n, where R = 2 to the power of 52 d: a division by hand, which gives d digits of a quotient and
  // keeps the rest. It takes as long as one multiplication; R² modulo n, which would do the same by a multiplication,
  // takes five, and most keys are used once.
  //
  // n and the number are moved up by less than 52 bits, until n has no zero bit above it in its top digit, number t. With
  // β = 2⁵² and r for the rest:
  //
  //                             bound                      why
  //     |r|                     ≤ 0.51 n                   as below; in the beginning n may be subtracted
  //     digit q                 r β / n, rounded; the estimate errs by 0.01 at most, see `quotient`
  //     next r                  r β − q n, so |r| ≤ 0.51 n
  //     |q|                     ≤ 0.51 β + 1 < β           so that it is a digit, with a sign
  //     a lane                  < 162 · 2⁵² < 2⁶⁰          two digits, and two halves of products in each of 80 turns
  //
  // Vectors only add, so for a positive q it is βᵗ⁺¹ − n that is added q times, and q taken from above digit t.

  /// r · β / n, rounded to an integer.
  ///
  /// h, the first 64 bits of r, is its value in 2 to the power of 52 t − 11 to less than 1.01; v, the reciprocal of the
  /// first 64 bits of n, is 2¹²⁶ / n to less than 2, if n is taken as a number of 64 bits. So r β / n is h · v / 2⁷³ to
  /// less than |h| · 2⁻⁷² + 1.01 · 2⁻¹⁰ < 0.004, and as much for cutting off 64 bits of h · v.
  @inline(__always)
  private func quotient(first: Int64, second: Int64, reciprocal: Int64) -> Int64 {
    let leading = first &<< 11 &+ second &>> 41
    return (leading.multipliedFullWidth(by: reciprocal).high &+ 256) &>> 9
  }

  /// `number` · R modulo n, or n more.
  ///
  /// - Precondition: `number` is less than `modulus`, which has `bitCount` bits, at least 105, and at most as many as
  ///   `digitCount` digits have.
  /// - Parameters:
  ///   - factors: memory for two numbers.
  ///   - rest: memory for a number.
  ///   - form: less than 2 n.
  @inline(never)
  func montgomeryForm(
    of number: Digits, modulus: Digits, bitCount: Int, digitCount: Int,
    factors: MutableDigits, rest: MutableDigits, into form: MutableDigits
  ) {
    let vectorCount = (digitCount &+ 7) / 8
    let laneCount = 8 &* vectorCount
    let top = (bitCount &- 1) / 52
    let distance = 52 &* (top &+ 1) &- bitCount
    let (normal, complement) = unsafe (factors, factors + laneCount)
    unsafe shiftUp(modulus, by: distance, vectorCount: vectorCount, into: normal)
    unsafe shiftUp(number, by: distance, vectorCount: vectorCount, into: rest)
    unsafe complement[0] = maximumDigit &+ 1 &- normal[0]  // normal[0] isn't 0: n is odd
    var index = 1
    while index < laneCount {
      unsafe complement[index] = index <= top ? maximumDigit &- normal[index] : 0
      index &+= 1
    }
    // 2⁶² – 2⁶³ − 1.
    let leading = unsafe normal[top] << 12 | normal[top &- 1] >> 40
    let reciprocal = Int64(leading.dividingFullWidth(((1 << 62) - 1, .max)).quotient)

    // The first two lanes of the rest, the first with its sign. In memory lane t has none and lacks what is above it.
    var (first, second) = unsafe (
      Int64(bitPattern: rest[top]), Int64(bitPattern: rest[top &- 1])
    )
    if unsafe 2 &* rest[top] >= normal[top] {
      var place = 0
      while place < vectorCount {
        unsafe store(vector(rest, place) &+ vector(complement, place), rest, place)
        place &+= 1
      }
      first = unsafe Int64(bitPattern: rest[top]) &- 1 << 52
      second = unsafe Int64(bitPattern: rest[top &- 1])
    }

    var turn = 0
    while turn < digitCount {
      let quotient = quotient(first: first, second: second, reciprocal: reciprocal)
      let isNegative = quotient < 0
      let factor = unsafe isNegative ? normal : complement
      let digit = quotient.magnitude

      // The new first two lanes, ahead of the vectors, as in `multiple`. The first is right modulo 2⁶⁴, so it is right.
      let (product0, product1) = unsafe (
        factor[top] &* digit, factor[top &- 1].multipliedFullWidth(by: digit)
      )
      let product2 = unsafe factor[top &- 2].multipliedFullWidth(by: digit)
      let high1 = product1.high << 12 | product1.low >> 52
      let high2 = product2.high << 12 | product2.low >> 52
      first = first &<< 52 &+ second &+ Int64(bitPattern: product0 &+ high1)
      if !isNegative { first &-= quotient &<< 52 }
      second = unsafe Int64(bitPattern: rest[top &- 2] &+ (product1.low & maximumDigit) &+ high2)

      let q = repeating(digit)
      var previous = Vector.zero
      var place = 0
      while place < vectorCount {
        let multiplicand = unsafe vector(factor, place)
        let sum = unsafe addHigh(multiplicand, q, to: vector(rest, place))
        unsafe store(addLow(multiplicand, q, to: up(sum, previous)), rest, place)
        previous = sum
        place &+= 1
      }
      turn &+= 1
    }

    // Plus n, so that it is positive. That may exceed digit t; a carry out of the last lane stays in it.
    unsafe rest[top] = UInt64(bitPattern: first)
    var carry: Int64 = 0
    index = 0
    while index < laneCount {
      let sum = carry &+ (index <= top ? unsafe Int64(bitPattern: rest[index] &+ normal[index]) : 0)
      let isLast = index &+ 1 == laneCount
      unsafe form[index] = UInt64(bitPattern: sum) & (isLast ? .max : maximumDigit)
      carry = sum &>> 52
      index &+= 1
    }
    // By two bits at least if digit t is in the last lane, since 4 n ≤ R: so that is a digit, too.
    unsafe shiftDown(form, by: distance, vectorCount: vectorCount)
  }
#endif
