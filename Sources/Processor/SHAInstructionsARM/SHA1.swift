#if arch(arm64) && (ProcessorInstructions && os(Linux) || AppleProcessorInstructions && canImport(Darwin))
  import _Builtin_intrinsics.arm.neon

  // The cryptographic extension: the instructions are in Arm's architecture manual, DDI 0487, part C7, by name.
  // Nothing but functions: see Package.swift.

  /// FIPS 180-4 §6.1.2 for this many blocks of 64 bytes.
  ///
  /// - Precondition: `blocks` are there to be read. The processor has SHA1.
  @inline(never)
  package func sha1(
    _ abcd: SIMD4<UInt32>, _ e: UInt32, _ blocks: UnsafeRawPointer, _ count: Int
  ) -> (abcd: SIMD4<UInt32>, e: UInt32) {
    var (abcd, e) = (abcd, e)
    var block = unsafe blocks
    var left = count
    while left > 0 {
      let (abcdBefore, eBefore) = (abcd, e)
      var w0 = unsafe fourWords(block, 0)
      var w1 = unsafe fourWords(block, 16)
      var w2 = unsafe fourWords(block, 32)
      var w3 = unsafe fourWords(block, 48)
      fourRounds(0, &abcd, &e, w0)
      fourRounds(0, &abcd, &e, w1)
      fourRounds(0, &abcd, &e, w2)
      fourRounds(0, &abcd, &e, w3)
      fourRounds(0, &abcd, &e, expanding: &w0, w1, w2, w3)
      fourRounds(1, &abcd, &e, expanding: &w1, w2, w3, w0)
      fourRounds(1, &abcd, &e, expanding: &w2, w3, w0, w1)
      fourRounds(1, &abcd, &e, expanding: &w3, w0, w1, w2)
      fourRounds(1, &abcd, &e, expanding: &w0, w1, w2, w3)
      fourRounds(1, &abcd, &e, expanding: &w1, w2, w3, w0)
      fourRounds(2, &abcd, &e, expanding: &w2, w3, w0, w1)
      fourRounds(2, &abcd, &e, expanding: &w3, w0, w1, w2)
      fourRounds(2, &abcd, &e, expanding: &w0, w1, w2, w3)
      fourRounds(2, &abcd, &e, expanding: &w1, w2, w3, w0)
      fourRounds(2, &abcd, &e, expanding: &w2, w3, w0, w1)
      fourRounds(3, &abcd, &e, expanding: &w3, w0, w1, w2)
      fourRounds(3, &abcd, &e, expanding: &w0, w1, w2, w3)
      fourRounds(3, &abcd, &e, expanding: &w1, w2, w3, w0)
      fourRounds(3, &abcd, &e, expanding: &w2, w3, w0, w1)
      fourRounds(3, &abcd, &e, expanding: &w3, w0, w1, w2)
      abcd &+= abcdBefore
      e &+= eBefore
      unsafe block += 64
      left &-= 1  // above 0
    }
    return (abcd, e)
  }

  /// Step 3 for four values of t, with one of the functions and constants of §4.1.1 and §4.2.1. What was `a` before four
  /// rounds is, rotated, `e` after them: SHA1H. Only one case is left of each call.
  @inline(__always)
  private func fourRounds(
    _ function: Int, _ abcd: inout SIMD4<UInt32>, _ e: inout UInt32, _ words: SIMD4<UInt32>
  ) {
    let a = abcd[0]
    switch function {
    case 0: abcd = vsha1cq_u32(abcd, e, words &+ SIMD4(repeating: 0x5a82_7999))
    case 1: abcd = vsha1pq_u32(abcd, e, words &+ SIMD4(repeating: 0x6ed9_eba1))
    case 2: abcd = vsha1mq_u32(abcd, e, words &+ SIMD4(repeating: 0x8f1b_bcdc))
    default: abcd = vsha1pq_u32(abcd, e, words &+ SIMD4(repeating: 0xca62_c1d6))
    }
    e = vsha1h_u32(a)
  }

  /// Step 1 for four values of t, Wₜ = ROTL¹(Wₜ₋₃ ⊕ Wₜ₋₈ ⊕ Wₜ₋₁₄ ⊕ Wₜ₋₁₆), in the place of Wₜ₋₁₆; then their rounds.
  @inline(__always)
  private func fourRounds(
    _ function: Int, _ abcd: inout SIMD4<UInt32>, _ e: inout UInt32,
    expanding w0: inout SIMD4<UInt32>, _ w1: SIMD4<UInt32>, _ w2: SIMD4<UInt32>,
    _ w3: SIMD4<UInt32>
  ) {
    w0 = vsha1su1q_u32(vsha1su0q_u32(w0, w1, w2), w3)
    fourRounds(function, &abcd, &e, w0)
  }
#endif
