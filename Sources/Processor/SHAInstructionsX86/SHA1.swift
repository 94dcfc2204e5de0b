#if ProcessorInstructions && os(Linux) && arch(x86_64)
  import Builtin
  import _Builtin_intrinsics.intel

  // SHA-NI: the instructions are in Intel's SDM, volume 2B, by name. Vectors count from the lowest word.
  // Nothing but functions: see Package.swift.

  /// FIPS 180-4 §6.1.2 for this many blocks of 64 bytes.
  ///
  /// - Precondition: `blocks` are there to be read. The processor has SHA, SSSE3 and SSE4.1.
  @inline(never)
  package func sha1(
    _ abcd: SIMD4<UInt32>, _ e: UInt32, _ blocks: UnsafeRawPointer, _ count: Int
  ) -> (abcd: SIMD4<UInt32>, e: UInt32) {
    // The order that SHA1RNDS4 wants: A, E and the first word of the message are highest.
    var abcd = vector(SIMD4(abcd[3], abcd[2], abcd[1], abcd[0]))
    var e = vector(SIMD4(0, 0, 0, e))
    var block = unsafe blocks
    var left = count
    while left > 0 {
      let (abcdBefore, eBefore) = (words(abcd), e)
      var w0 = unsafe fourWords(block, 0)
      var w1 = unsafe fourWords(block, 16)
      var w2 = unsafe fourWords(block, 32)
      var w3 = unsafe fourWords(block, 48)
      // What was `a` before four rounds is, rotated, `e` after them: SHA1NEXTE.
      e = vector(words(e) &+ words(w0))
      fourRounds(0, &abcd, &e, next: w1)
      fourRounds(0, &abcd, &e, next: w2)
      fourRounds(0, &abcd, &e, next: w3)
      fourRounds(0, &abcd, &e, expanding: &w0, w1, w2, w3)
      fourRounds(0, &abcd, &e, expanding: &w1, w2, w3, w0)
      fourRounds(1, &abcd, &e, expanding: &w2, w3, w0, w1)
      fourRounds(1, &abcd, &e, expanding: &w3, w0, w1, w2)
      fourRounds(1, &abcd, &e, expanding: &w0, w1, w2, w3)
      fourRounds(1, &abcd, &e, expanding: &w1, w2, w3, w0)
      fourRounds(1, &abcd, &e, expanding: &w2, w3, w0, w1)
      fourRounds(2, &abcd, &e, expanding: &w3, w0, w1, w2)
      fourRounds(2, &abcd, &e, expanding: &w0, w1, w2, w3)
      fourRounds(2, &abcd, &e, expanding: &w1, w2, w3, w0)
      fourRounds(2, &abcd, &e, expanding: &w2, w3, w0, w1)
      fourRounds(2, &abcd, &e, expanding: &w3, w0, w1, w2)
      fourRounds(3, &abcd, &e, expanding: &w0, w1, w2, w3)
      fourRounds(3, &abcd, &e, expanding: &w1, w2, w3, w0)
      fourRounds(3, &abcd, &e, expanding: &w2, w3, w0, w1)
      fourRounds(3, &abcd, &e, expanding: &w3, w0, w1, w2)
      fourRounds(3, &abcd, &e, next: eBefore)
      abcd = vector(words(abcd) &+ abcdBefore)
      unsafe block += 64
      left &-= 1  // above 0
    }
    let result = words(abcd)
    return (SIMD4(result[3], result[2], result[1], result[0]), words(e)[3])
  }

  /// Step 3 for four values of t, with one of the functions and constants of §4.1.1 and §4.2.1. `e` comes with their words
  /// added, and leaves with the next ones.
  ///
  /// Clang's header has a macro for SHA1RNDS4, which Swift does not import, as its last operand is part of the
  /// instruction: a literal in each case. Only one case is left of each call.
  @inline(__always)
  private func fourRounds(
    _ function: Int, _ abcd: inout SIMD2<Int64>, _ e: inout SIMD2<Int64>, next: SIMD2<Int64>
  ) {
    let before = abcd
    let (abcdWords, eWords) = (words(abcd)._storage._value, words(e)._storage._value)
    var result = words(abcd)
    result._storage._value =
      switch function {
      case 0: Builtin.int_x86_sha1rnds4(abcdWords, eWords, Int8(0)._value)
      case 1: Builtin.int_x86_sha1rnds4(abcdWords, eWords, Int8(1)._value)
      case 2: Builtin.int_x86_sha1rnds4(abcdWords, eWords, Int8(2)._value)
      default: Builtin.int_x86_sha1rnds4(abcdWords, eWords, Int8(3)._value)
      }
    abcd = vector(result)
    e = _mm_sha1nexte_epu32(before, next)
  }

  /// Step 1 for four values of t, Wₜ = ROTL¹(Wₜ₋₃ ⊕ Wₜ₋₈ ⊕ Wₜ₋₁₄ ⊕ Wₜ₋₁₆), in the place of Wₜ₋₁₆; then the rounds before
  /// them.
  @inline(__always)
  private func fourRounds(
    _ function: Int, _ abcd: inout SIMD2<Int64>, _ e: inout SIMD2<Int64>,
    expanding w0: inout SIMD2<Int64>, _ w1: SIMD2<Int64>, _ w2: SIMD2<Int64>, _ w3: SIMD2<Int64>
  ) {
    w0 = _mm_sha1msg2_epu32(_mm_sha1msg1_epu32(w0, w1) ^ w2, w3)
    fourRounds(function, &abcd, &e, next: w0)
  }

  /// Four words of a block, the first one highest.
  @inline(__always)
  private func fourWords(_ block: UnsafeRawPointer, _ offset: Int) -> SIMD2<Int64> {
    // `offset` is at most 48, and a block has 64 bytes.
    let bytes = unsafe block.loadUnaligned(fromByteOffset: offset, as: SIMD2<Int64>.self)
    return _mm_shuffle_epi8(bytes, SIMD2(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607))
  }
#endif
