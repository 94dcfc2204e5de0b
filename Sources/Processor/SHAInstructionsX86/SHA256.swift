#if ProcessorInstructions && os(Linux) && arch(x86_64)
  import _Builtin_intrinsics.intel

  // SHA-NI: the instructions are in Intel's SDM, volume 2B, by name. Vectors count from the lowest word.
  // Nothing but functions: see Package.swift.

  /// FIPS 180-4 §6.2.2 for this many blocks of 64 bytes.
  ///
  /// - Precondition: `blocks` are there to be read. The processor has SHA, SSSE3 and SSE4.1.
  @inline(never)
  package func sha256(
    _ abcd: SIMD4<UInt32>, _ efgh: SIMD4<UInt32>, _ blocks: UnsafeRawPointer, _ count: Int
  ) -> (abcd: SIMD4<UInt32>, efgh: SIMD4<UInt32>) {
    // The order that SHA256RNDS2 wants: A and C are highest.
    var abef = vector(SIMD4(efgh[1], efgh[0], abcd[1], abcd[0]))
    var cdgh = vector(SIMD4(efgh[3], efgh[2], abcd[3], abcd[2]))
    var block = unsafe blocks
    var left = count
    while left > 0 {
      let (abefBefore, cdghBefore) = (words(abef), words(cdgh))
      var w0 = unsafe fourWords(block, 0)
      var w1 = unsafe fourWords(block, 16)
      var w2 = unsafe fourWords(block, 32)
      var w3 = unsafe fourWords(block, 48)
      fourRounds(&abef, &cdgh, w0, SIMD4(0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5))
      fourRounds(&abef, &cdgh, w1, SIMD4(0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5))
      fourRounds(&abef, &cdgh, w2, SIMD4(0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3))
      fourRounds(&abef, &cdgh, w3, SIMD4(0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174))
      expand(&w0, w1, w2, w3)
      fourRounds(&abef, &cdgh, w0, SIMD4(0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc))
      expand(&w1, w2, w3, w0)
      fourRounds(&abef, &cdgh, w1, SIMD4(0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da))
      expand(&w2, w3, w0, w1)
      fourRounds(&abef, &cdgh, w2, SIMD4(0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7))
      expand(&w3, w0, w1, w2)
      fourRounds(&abef, &cdgh, w3, SIMD4(0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967))
      expand(&w0, w1, w2, w3)
      fourRounds(&abef, &cdgh, w0, SIMD4(0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13))
      expand(&w1, w2, w3, w0)
      fourRounds(&abef, &cdgh, w1, SIMD4(0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85))
      expand(&w2, w3, w0, w1)
      fourRounds(&abef, &cdgh, w2, SIMD4(0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3))
      expand(&w3, w0, w1, w2)
      fourRounds(&abef, &cdgh, w3, SIMD4(0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070))
      expand(&w0, w1, w2, w3)
      fourRounds(&abef, &cdgh, w0, SIMD4(0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5))
      expand(&w1, w2, w3, w0)
      fourRounds(&abef, &cdgh, w1, SIMD4(0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3))
      expand(&w2, w3, w0, w1)
      fourRounds(&abef, &cdgh, w2, SIMD4(0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208))
      expand(&w3, w0, w1, w2)
      fourRounds(&abef, &cdgh, w3, SIMD4(0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2))
      abef = vector(words(abef) &+ abefBefore)
      cdgh = vector(words(cdgh) &+ cdghBefore)
      unsafe block += 64
      left &-= 1  // above 0
    }
    let (high, low) = (words(abef), words(cdgh))
    return (
      SIMD4(high[3], high[2], low[3], low[2]), SIMD4(high[1], high[0], low[1], low[0])
    )
  }

  /// Step 3 for four values of t.
  @inline(__always)
  private func fourRounds(
    _ abef: inout SIMD2<Int64>, _ cdgh: inout SIMD2<Int64>, _ w: SIMD4<UInt32>, _ k: SIMD4<UInt32>
  ) {
    // Two rounds make ABEF out of CDGH, and the old ABEF is the new CDGH.
    let addends = w &+ k
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, vector(addends))
    let upper = SIMD4(addends[2], addends[3], addends[2], addends[3])
    abef = _mm_sha256rnds2_epu32(abef, cdgh, vector(upper))
  }

  /// Step 1 for four values of t: Wₜ = σ₁(Wₜ₋₂) + Wₜ₋₇ + σ₀(Wₜ₋₁₅) + Wₜ₋₁₆, in the place of Wₜ₋₁₆.
  @inline(__always)
  private func expand(
    _ w0: inout SIMD4<UInt32>, _ w1: SIMD4<UInt32>, _ w2: SIMD4<UInt32>, _ w3: SIMD4<UInt32>
  ) {
    let seventh = SIMD4(w2[1], w2[2], w2[3], w3[0])
    let sum = words(_mm_sha256msg1_epu32(vector(w0), vector(w1))) &+ seventh
    w0 = words(_mm_sha256msg2_epu32(vector(sum), vector(w3)))
  }

  /// Four words of a block, the first one lowest.
  @inline(__always)
  private func fourWords(_ block: UnsafeRawPointer, _ offset: Int) -> SIMD4<UInt32> {
    // `offset` is at most 48, and a block has 64 bytes.
    let bytes = unsafe block.loadUnaligned(fromByteOffset: offset, as: SIMD2<Int64>.self)
    return words(_mm_shuffle_epi8(bytes, SIMD2(0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b)))
  }

  @inline(__always)
  func vector(_ words: SIMD4<UInt32>) -> SIMD2<Int64> {
    unsafe unsafeBitCast(words, to: SIMD2<Int64>.self)  // both are 128 bits
  }

  @inline(__always)
  func words(_ vector: SIMD2<Int64>) -> SIMD4<UInt32> {
    unsafe unsafeBitCast(vector, to: SIMD4<UInt32>.self)  // both are 128 bits
  }
#endif
