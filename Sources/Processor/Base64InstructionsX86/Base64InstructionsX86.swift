#if ProcessorInstructions && os(Linux) && arch(x86_64)
  import _Builtin_intrinsics.intel

  /// Decodes Base64 (RFC 4648 §4 and §5, both alphabets), sixteen characters at a time, up to the first group of four
  /// with another character. For processors with SSSE3.
  ///
  /// - Precondition: `text` has `count` bytes, `bytes` room for `capacity`.
  /// - Returns: how many characters were decoded, four for each three bytes. Fewer than sixteen may be left, and what
  ///   has room for fewer than sixteen bytes. Bytes after the decoded ones may be overwritten.
  @inline(never)
  package func decodeBase64SSSE3(
    _ text: UnsafeRawPointer, _ count: Int, _ bytes: UnsafeMutableRawPointer, _ capacity: Int
  ) -> Int {
    guard count >= 16, capacity >= 16 else { return 0 }
    // Each step reads 16 bytes and writes 16, of which the next one overwrites 4. So none leaves its memory, and no sum
    // overflows.
    let end = min(count / 16, (capacity - 4) / 12) &* 16
    var read = 0
    var output = unsafe bytes

    // A character is in the alphabets if its low and its high digit have a bit in common.
    let lowDigits = _mm_setr_epi8(
      0x12, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x14, 0x05, 0x04, 0x05, 0x04, 0x0D
    )
    let highDigits = _mm_setr_epi8(0, 0, 0x01, 0x02, 0x04, 0x18, 0x04, 0x10, 0, 0, 0, 0, 0, 0, 0, 0)
    // What to add to it is at its high digit, but for the low digits D and F, which have an entry for each.
    let entries = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 11)
    let distances = _mm_setr_epi8(
      -32, -71, 19, 4, -65, -65, -71, -71, 0, 0, 17, 0, -65, 16, -71, -65)
    // Two sextets make 12 bits, then 24, the first in the highest; then three of each four bytes, in order.
    let pairs = _mm_set1_epi16(0x0140)
    let fours = _mm_set1_epi32(0x0001_1000)
    let places = _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1)

    while read < end {
      let characters = unsafe (text + read).loadUnaligned(as: SIMD2<Int64>.self)
      let high = _mm_and_si128(_mm_srli_epi16(characters, 4), _mm_set1_epi8(0x0F))
      let common = _mm_and_si128(
        _mm_shuffle_epi8(lowDigits, characters), _mm_shuffle_epi8(highDigits, high))
      let invalid = _mm_movemask_epi8(_mm_cmpeq_epi8(common, _mm_setzero_si128()))

      let entry = _mm_add_epi8(high, _mm_shuffle_epi8(entries, characters))
      let sextets = _mm_add_epi8(characters, _mm_shuffle_epi8(distances, entry))
      let joined = _mm_madd_epi16(_mm_maddubs_epi16(sextets, pairs), fours)
      unsafe output.storeBytes(of: _mm_shuffle_epi8(joined, places), as: SIMD2<Int64>.self)
      guard invalid == 0 else { return read &+ invalid.trailingZeroBitCount & ~3 }
      read &+= 16
      unsafe output += 12
    }
    return read
  }
#endif
