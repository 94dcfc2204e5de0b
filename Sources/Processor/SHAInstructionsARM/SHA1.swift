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
    let choiceK = SIMD4<UInt32>(repeating: 0x5a82_7999)
    let parityK = SIMD4<UInt32>(repeating: 0x6ed9_eba1)
    let majorityK = SIMD4<UInt32>(repeating: 0x8f1b_bcdc)
    let lastK = SIMD4<UInt32>(repeating: 0xca62_c1d6)
    var (abcd, e) = (abcd, e)
    var block = unsafe blocks
    var left = count
    while left > 0 {
      let (abcdBefore, eBefore) = (abcd, e)
      var w0 = unsafe fourWords(block, 0)
      var w1 = unsafe fourWords(block, 16)
      var w2 = unsafe fourWords(block, 32)
      var w3 = unsafe fourWords(block, 48)
      fourRoundsWithChoice(&abcd, &e, w0 &+ choiceK)
      fourRoundsWithChoice(&abcd, &e, w1 &+ choiceK)
      fourRoundsWithChoice(&abcd, &e, w2 &+ choiceK)
      fourRoundsWithChoice(&abcd, &e, w3 &+ choiceK)
      expand(&w0, w1, w2, w3)
      fourRoundsWithChoice(&abcd, &e, w0 &+ choiceK)
      expand(&w1, w2, w3, w0)
      fourRoundsWithParity(&abcd, &e, w1 &+ parityK)
      expand(&w2, w3, w0, w1)
      fourRoundsWithParity(&abcd, &e, w2 &+ parityK)
      expand(&w3, w0, w1, w2)
      fourRoundsWithParity(&abcd, &e, w3 &+ parityK)
      expand(&w0, w1, w2, w3)
      fourRoundsWithParity(&abcd, &e, w0 &+ parityK)
      expand(&w1, w2, w3, w0)
      fourRoundsWithParity(&abcd, &e, w1 &+ parityK)
      expand(&w2, w3, w0, w1)
      fourRoundsWithMajority(&abcd, &e, w2 &+ majorityK)
      expand(&w3, w0, w1, w2)
      fourRoundsWithMajority(&abcd, &e, w3 &+ majorityK)
      expand(&w0, w1, w2, w3)
      fourRoundsWithMajority(&abcd, &e, w0 &+ majorityK)
      expand(&w1, w2, w3, w0)
      fourRoundsWithMajority(&abcd, &e, w1 &+ majorityK)
      expand(&w2, w3, w0, w1)
      fourRoundsWithMajority(&abcd, &e, w2 &+ majorityK)
      expand(&w3, w0, w1, w2)
      fourRoundsWithParity(&abcd, &e, w3 &+ lastK)
      expand(&w0, w1, w2, w3)
      fourRoundsWithParity(&abcd, &e, w0 &+ lastK)
      expand(&w1, w2, w3, w0)
      fourRoundsWithParity(&abcd, &e, w1 &+ lastK)
      expand(&w2, w3, w0, w1)
      fourRoundsWithParity(&abcd, &e, w2 &+ lastK)
      expand(&w3, w0, w1, w2)
      fourRoundsWithParity(&abcd, &e, w3 &+ lastK)
      abcd &+= abcdBefore
      e &+= eBefore
      unsafe block += 64
      left &-= 1  // above 0
    }
    return (abcd, e)
  }

  // Step 3 for four values of t. What was `a` before four rounds is, rotated, `e` after them: SHA1H.

  /// Rounds of 0 to 19.
  @inline(__always)
  private func fourRoundsWithChoice(
    _ abcd: inout SIMD4<UInt32>, _ e: inout UInt32, _ addends: SIMD4<UInt32>
  ) {
    let a = abcd[0]
    abcd = vsha1cq_u32(abcd, e, addends)
    e = vsha1h_u32(a)
  }

  /// Rounds of 20 to 39, and of 60 to 79.
  @inline(__always)
  private func fourRoundsWithParity(
    _ abcd: inout SIMD4<UInt32>, _ e: inout UInt32, _ addends: SIMD4<UInt32>
  ) {
    let a = abcd[0]
    abcd = vsha1pq_u32(abcd, e, addends)
    e = vsha1h_u32(a)
  }

  /// Rounds of 40 to 59.
  @inline(__always)
  private func fourRoundsWithMajority(
    _ abcd: inout SIMD4<UInt32>, _ e: inout UInt32, _ addends: SIMD4<UInt32>
  ) {
    let a = abcd[0]
    abcd = vsha1mq_u32(abcd, e, addends)
    e = vsha1h_u32(a)
  }

  /// Step 1 for four values of t: Wₜ = ROTL¹(Wₜ₋₃ ⊕ Wₜ₋₈ ⊕ Wₜ₋₁₄ ⊕ Wₜ₋₁₆), in the place of Wₜ₋₁₆.
  @inline(__always)
  private func expand(
    _ w0: inout SIMD4<UInt32>, _ w1: SIMD4<UInt32>, _ w2: SIMD4<UInt32>, _ w3: SIMD4<UInt32>
  ) {
    w0 = vsha1su1q_u32(vsha1su0q_u32(w0, w1, w2), w3)
  }

  /// Four words of a block.
  @inline(__always)
  private func fourWords(_ block: UnsafeRawPointer, _ offset: Int) -> SIMD4<UInt32> {
    // `offset` is at most 48, and a block has 64 bytes.
    let bytes = unsafe block.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    return vreinterpretq_u32_u8(vrev32q_u8(bytes))
  }
#endif
