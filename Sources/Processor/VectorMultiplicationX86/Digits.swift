#if ProcessorInstructions && os(Linux) && arch(x86_64)
  import _Builtin_intrinsics.intel

  // Numbers in radix 2⁵², the least significant digit first, eight digits in a vector. AVX-512 IFMA multiplies such
  // digits, and gives the lower or the upper 52 bits of each product.
  //
  // A *lane* is 64 bits, so sums of digits stay in it for a while: it holds 2¹¹ of them. All numbers here have whole
  // vectors, with zeros above their last digit.
  //
  // No function here is private unless it is always inlined: the compiler may share a private one, and the linker takes
  // one of those for all.

  typealias Vector = SIMD8<Int64>
  typealias Digits = UnsafePointer<UInt64>
  typealias MutableDigits = UnsafeMutablePointer<UInt64>

  /// 2⁵² − 1.
  @inline(__always) var maximumDigit: UInt64 { (1 << 52) - 1 }

  @inline(__always)
  func repeating(_ digit: UInt64) -> Vector { Vector(repeating: Int64(bitPattern: digit)) }

  /// Digits 8 · `index` to 8 · `index` + 7.
  @inline(__always)
  func vector(_ digits: Digits, _ index: Int) -> Vector {
    unsafe UnsafeRawPointer(digits).loadUnaligned(fromByteOffset: 64 &* index, as: Vector.self)
  }

  @inline(__always)
  func store(_ vector: Vector, _ digits: MutableDigits, _ index: Int) {
    unsafe UnsafeMutableRawPointer(digits).storeBytes(
      of: vector, toByteOffset: 64 &* index, as: Vector.self)
  }

  /// `sum` + the lower 52 bits of `left` · `right`, lane by lane.
  @inline(__always)
  func addLow(_ left: Vector, _ right: Vector, to sum: Vector = .zero) -> Vector {
    _mm512_madd52lo_epu64(sum, left, right)
  }

  /// `sum` + the upper 52 bits of `left` · `right`, lane by lane.
  @inline(__always)
  func addHigh(_ left: Vector, _ right: Vector, to sum: Vector = .zero) -> Vector {
    _mm512_madd52hi_epu64(sum, left, right)
  }

  /// Each lane one place down; the lowest of `next` comes in at the top.
  @inline(__always)
  func down(_ lanes: Vector, _ next: Vector) -> Vector {
    Vector(lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6], lanes[7], next[0])
  }

  /// Each lane one place up; the highest of `previous` comes in at the bottom.
  @inline(__always)
  func up(_ lanes: Vector, _ previous: Vector) -> Vector {
    Vector(previous[7], lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6])
  }

  /// Whether a lane is more than a digit.
  @inline(__always)
  func exceedsDigits(_ lanes: Vector) -> Bool {
    _mm512_test_epi64_mask(lanes, ~repeating(maximumDigit)) != 0
  }

  /// Splits words of 64 bits, the least significant first, into digits.
  ///
  /// Eight digits are 52 bytes. Reads 64 from each 52nd on, so at most eight words for each vector.
  func split(_ words: UnsafePointer<UInt64>, vectorCount: Int, into digits: MutableDigits) {
    var place = 0
    while place < vectorCount {
      let w = unsafe UnsafeRawPointer(words).loadUnaligned(
        fromByteOffset: 52 &* place, as: SIMD8<UInt64>.self)
      // Digit i begins at bit 52 i, and where fewer than 52 bits follow in that word, the next has the rest.
      let low =
        SIMD8(w[0], w[0], w[1], w[2], w[3], w[4], w[4], w[5])
        &>> SIMD8(0, 52, 40, 28, 16, 4, 56, 44)
      let high =
        SIMD8(0, w[1], w[2], w[3], w[4], 0, w[5], w[6])
        &<< SIMD8(0, 12, 24, 36, 48, 0, 8, 20)
      unsafe store(
        Vector(truncatingIfNeeded: low | high) & repeating(maximumDigit), digits, place)
      place &+= 1
    }
  }

  /// Joins digits to `wordCount` words of 64 bits.
  func join(_ digits: Digits, digitCount: Int, into words: MutableDigits, wordCount: Int) {
    var word: UInt64 = 0
    var filled: UInt64 = 0  // bits of the word, less than 64
    var (index, place) = (0, 0)
    while index < digitCount {
      let digit = unsafe digits[index]
      word |= digit &<< filled
      filled &+= 52
      if filled >= 64 {
        filled &-= 64
        if place < wordCount { unsafe words[place] = word }
        word = digit &>> (52 &- filled)
        place &+= 1
      }
      index &+= 1
    }
    if place < wordCount { unsafe words[place] = word }
  }

  /// `number` · 2 to the power of `distance`, which is less than 52.
  func shiftUp(
    _ number: Digits, by distance: Int, vectorCount: Int, into result: MutableDigits
  ) {
    let left = Vector(repeating: Int64(distance))
    let right = Vector(repeating: Int64(52 &- distance))
    var previous = Vector.zero
    var place = 0
    while place < vectorCount {
      let digits = unsafe vector(number, place)
      unsafe store(
        (digits &<< left) & repeating(maximumDigit) | up(digits, previous) &>> right, result, place)
      previous = digits
      place &+= 1
    }
  }

  /// Divides `number` by 2 to the power of `distance`, which is less than 52.
  func shiftDown(_ number: MutableDigits, by distance: Int, vectorCount: Int) {
    let right = Vector(repeating: Int64(distance))
    let left = Vector(repeating: Int64(52 &- distance))
    var digits = unsafe vector(number, 0)
    var place = 0
    while place < vectorCount {
      let next = place &+ 1 < vectorCount ? unsafe vector(number, place &+ 1) : .zero
      unsafe store(
        digits &>> right | (down(digits, next) &<< left) & repeating(maximumDigit), number, place)
      digits = next
      place &+= 1
    }
  }

  /// Carries what lanes have beyond a digit into the next lane, until all are digits. It may be less than nothing.
  ///
  /// Nearly always once is enough. The most is once for each lane, since each turn finishes the lowest one left.
  ///
  /// - Precondition: the number is not negative, and has no more digits than there are lanes.
  func carry(_ lanes: Digits, vectorCount: Int, into digits: MutableDigits) {
    var source = unsafe lanes
    var seen: Vector
    repeat {
      var previous = Vector.zero
      var place = 0
      seen = .zero
      while place < vectorCount {
        let sums = unsafe vector(source, place)
        let carries = sums &>> 52
        let sum = (sums & repeating(maximumDigit)) &+ up(carries, previous)
        unsafe store(sum, digits, place)
        seen |= sum
        previous = carries
        place &+= 1
      }
      unsafe source = UnsafePointer(digits)
    } while exceedsDigits(seen)
  }
#endif
