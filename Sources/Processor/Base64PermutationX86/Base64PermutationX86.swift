#if ProcessorInstructions && os(Linux) && arch(x86_64)
  import _Builtin_intrinsics.intel

  /// Decodes Base64 (RFC 4648 §4 and §5, both alphabets), 64 characters at a time, up to the first group of four with
  /// another character. For processors with AVX-512 F, BW and VBMI.
  ///
  /// - Precondition: `text` has `count` bytes, `bytes` room for `capacity`.
  /// - Returns: how many characters were decoded, four for each three bytes: all whole groups that are valid and for
  ///   which there is room. Bytes after the decoded ones may be overwritten.
  @inline(never)
  package func decodeBase64VBMI(
    _ text: UnsafeRawPointer, _ count: Int, _ bytes: UnsafeMutableRawPointer, _ capacity: Int
  ) -> Int {
    guard count >= 4, capacity >= 3 else { return 0 }
    // The sextets of the characters 00–3F and 40–7F; 80 stands for none.
    let first = SIMD64<UInt8>(
      0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
      0x80,
      0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
      0x80,
      0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 62, 0x80, 62, 0x80, 63,
      52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80)
    let second = SIMD64<UInt8>(
      0x80, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
      15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 0x80, 0x80, 0x80, 0x80, 63,
      0x80, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
      41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 0x80, 0x80, 0x80, 0x80, 0x80)
    // Three of each four bytes, the highest first.
    let order = SIMD64<UInt8>(
      2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 18, 17, 16, 22,
      21, 20, 26, 25, 24, 30, 29, 28, 34, 33, 32, 38, 37, 36, 42, 41,
      40, 46, 45, 44, 50, 49, 48, 54, 53, 52, 58, 57, 56, 62, 61, 60,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    // Bits are bits: three vectors of the same size.
    let low = unsafe unsafeBitCast(first, to: SIMD8<Int64>.self)
    let high = unsafe unsafeBitCast(second, to: SIMD8<Int64>.self)
    let places = unsafe unsafeBitCast(order, to: SIMD8<Int64>.self)
    // Two sextets make 12 bits, then 24, the first in the highest.
    let pairs = _mm512_set1_epi16(0x0140)
    let fours = _mm512_set1_epi32(0x0001_1000)

    // Each step reads 64 bytes and writes 64, of which the next one overwrites 16. So none leaves its memory, and no sum
    // overflows.
    let end = capacity < 64 ? 0 : min(count / 64, (capacity - 16) / 48) &* 64
    var read = 0
    var output = unsafe bytes
    while read < end {
      let characters = unsafe (text + read).loadUnaligned(as: SIMD8<Int64>.self)
      let sextets = _mm512_permutex2var_epi8(low, characters, high)
      let invalid = _mm512_movepi8_mask(_mm512_or_si512(sextets, characters))
      let joined = _mm512_madd_epi16(_mm512_maddubs_epi16(sextets, pairs), fours)
      unsafe output.storeBytes(
        of: _mm512_permutexvar_epi8(places, joined), as: SIMD8<Int64>.self)
      guard invalid == 0 else { return read &+ invalid.trailingZeroBitCount & ~3 }
      read &+= 64
      unsafe output += 48
    }

    // The rest, less than 64 characters or room for them: only what a mask allows is read and written. The others are
    // zeros, which are not characters.
    while true {
      let room = capacity &- read / 4 &* 3
      let rest = min(count &- read, room / 3 &* 4, 64)
      let characters = unsafe _mm512_maskz_loadu_epi8(~0 >> (64 &- UInt64(rest)), text + read)
      let sextets = _mm512_permutex2var_epi8(low, characters, high)
      let invalid = _mm512_movepi8_mask(_mm512_or_si512(sextets, characters))
      let valid = invalid.trailingZeroBitCount & ~3
      let joined = _mm512_madd_epi16(_mm512_maddubs_epi16(sextets, pairs), fours)
      unsafe _mm512_mask_storeu_epi8(
        output, ~0 >> (64 &- UInt64(valid / 4 &* 3)), _mm512_permutexvar_epi8(places, joined))
      read &+= valid
      guard valid == 64 else { return read }
      unsafe output += 48
    }
  }
#endif
