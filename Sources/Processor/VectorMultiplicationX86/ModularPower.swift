#if ProcessorInstructions && os(Linux) && arch(x86_64)
  /// Replaces `base` by its power, modulo n.
  ///
  /// From the highest bit of the exponent down, by almost Montgomery multiplication. Everything here is public, so the
  /// time may depend on the numbers: constant time is not claimed.
  ///
  /// - Precondition: n is odd and has `bitCount` bits, 128–4,096; `base` is less than n; the exponent is odd and at
  ///   least 3.
  /// - Parameters:
  ///   - base: words of 64 bits, as many as n has, the least significant first.
  ///   - modulus: n, the same.
  ///   - negatedInverse: −n⁻¹ modulo 2⁶⁴.
  ///   - memory: 480 words, at best at an address that 64 divides.
  @inline(never)
  package func replaceByPower(
    _ base: UnsafeMutablePointer<UInt64>, exponent: UInt64, modulus: UnsafePointer<UInt64>,
    bitCount: Int, negatedInverse: UInt64, memory: UnsafeMutablePointer<UInt64>
  ) {
    let wordCount = (bitCount &+ 63) / 64
    let digitCount = (bitCount &+ 2 &+ 51) / 52  // 4 n ≤ R
    let vectorCount = (digitCount &+ 7) / 8

    // Ten vectors at most, so 80 words for each of six numbers.
    let laneCount = 8 &* vectorCount
    let (n, number, form) = unsafe (memory, memory + laneCount, memory + 2 &* laneCount)
    // In turn the words, the factors and the rest of making the form, and the sum and the result of a multiplication.
    let (words, factors) = unsafe (memory + 3 &* laneCount, memory + 3 &* laneCount)
    let (sum, power) = unsafe (memory + 4 &* laneCount, memory + 5 &* laneCount)

    // `split` reads this many, or fewer.
    var index = 0
    while index < laneCount {
      unsafe words[index] = index < wordCount ? modulus[index] : 0
      index &+= 1
    }
    unsafe split(words, vectorCount: vectorCount, into: n)
    index = 0
    while index < wordCount {
      unsafe words[index] = base[index]
      index &+= 1
    }
    unsafe split(words, vectorCount: vectorCount, into: number)
    unsafe montgomeryForm(
      of: number, modulus: n, bitCount: bitCount, digitCount: digitCount,
      factors: factors, rest: power, into: form)

    var source = unsafe form
    var bit = exponent.leadingZeroBitCount &+ 1
    while bit < 64 {
      unsafe multiplyPower(source, source)
      unsafe source = power
      // Bit 0 is set. Multiplying by the number as it is, not by its Montgomery form, leaves the form.
      if bit == 63 {
        unsafe multiplyPower(power, number)
      } else if exponent >> UInt64(63 &- bit) & 1 == 1 {
        unsafe multiplyPower(power, form)
      }
      bit &+= 1
    }

    // The last factor was less than n and the other less than 2 n: the product is less than 2 n · n / R + n ≤ 1.5 n.
    if unsafe !isLess(power, than: n, digitCount: digitCount) {
      unsafe subtract(n, from: power, digitCount: digitCount)
    }
    unsafe join(power, digitCount: digitCount, into: base, wordCount: wordCount)

    @inline(__always)
    func multiplyPower(_ left: Digits, _ right: Digits) {
      if digitCount == 40 {
        unsafe multiply40(left, right, modulus: n, negatedInverse: negatedInverse, into: power)
      } else {
        unsafe multiply(
          left, right, modulus: n, negatedInverse: negatedInverse, digitCount: digitCount,
          sum: sum, into: power)
      }
    }
  }

  @inline(__always)
  private func isLess(_ left: Digits, than right: Digits, digitCount: Int) -> Bool {
    var index = digitCount
    while index > 0 {
      index &-= 1
      if unsafe left[index] != right[index] { return unsafe left[index] < right[index] }
    }
    return false
  }

  /// - Precondition: `right` is not greater than `left`.
  @inline(__always)
  private func subtract(_ right: Digits, from left: MutableDigits, digitCount: Int) {
    var borrow: Int64 = 0
    var index = 0
    while index < digitCount {
      let difference = unsafe Int64(bitPattern: left[index] &- right[index]) &+ borrow
      unsafe left[index] = UInt64(bitPattern: difference) & maximumDigit
      borrow = difference &>> 52
      index &+= 1
    }
  }
#endif
