#if (ProcessorInstructions && os(Linux) || AppleProcessorInstructions && canImport(Darwin)) && arch(arm64)
  import _Builtin_intrinsics.arm.neon

  /// Decodes Base64 (RFC 4648 §4 and §5, both alphabets), sixteen characters at a time, up to the first group of four
  /// with another character. For every arm64.
  ///
  /// - Precondition: `text` has `count` bytes, `bytes` room for `capacity`.
  /// - Returns: how many characters were decoded, four for each three bytes. Fewer than sixteen may be left, and what
  ///   has room for fewer than sixteen bytes. Bytes after the decoded ones may be overwritten.
  @inline(never)
  package func decodeBase64NEON(
    _ text: UnsafeRawPointer, _ count: Int, _ bytes: UnsafeMutableRawPointer, _ capacity: Int
  ) -> Int {
    guard count >= 16, capacity >= 16 else { return 0 }
    // Each step reads 16 bytes and writes 16, of which the next one overwrites 4. So none leaves its memory, and no sum
    // overflows.
    let end = min(count / 16, (capacity - 4) / 12) &* 16
    var read = 0
    var output = unsafe bytes

    // A character is in the alphabets if its low and its high digit have a bit in common.
    let lowDigits = SIMD16<UInt8>(
      0x12, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x14, 0x05, 0x04, 0x05, 0x04, 0x0D
    )
    let highDigits = SIMD16<UInt8>(
      0, 0, 0x01, 0x02, 0x04, 0x18, 0x04, 0x10, 0, 0, 0, 0, 0, 0, 0, 0)
    // What to add to it, modulo 256, is at its high digit, but for the low digits D and F, which have an entry for
    // each.
    let entries = SIMD16<UInt8>(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 11)
    let distances = SIMD16<UInt8>(
      224, 185, 19, 4, 191, 191, 185, 185, 0, 0, 17, 0, 191, 16, 185, 191)
    let digit = SIMD16<UInt8>(repeating: 0x0F)
    let (upper, lower) = (
      SIMD4<UInt32>(repeating: 0x00FF_F000), SIMD4<UInt32>(repeating: 0x0000_0FFF)
    )
    // Three of each four bytes, the highest first; the others become zeros.
    let places = SIMD16<UInt8>(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 255, 255, 255, 255)

    while read < end {
      let characters = unsafe (text + read).loadUnaligned(as: SIMD16<UInt8>.self)
      let (low, high) = (characters & digit, characters &>> 4)
      let common = vqtbl1q_u8(lowDigits, low) & vqtbl1q_u8(highDigits, high)
      // The entry of the high digit, or 8 or 11 after it, modulo 16.
      let entry = (high &+ vqtbl1q_u8(entries, low)) & digit
      let sextets = characters &+ vqtbl1q_u8(distances, entry)
      // Two sextets make 12 bits, then 24: the first of two is in the lower half and goes up. Masks cut off what the
      // shifts leave beside them. Bits are bits.
      let two = unsafe unsafeBitCast(sextets, to: SIMD8<UInt16>.self)
      let twelves = unsafe unsafeBitCast((two &<< 6) | (two &>> 8), to: SIMD4<UInt32>.self)
      let twentyFours = (twelves &<< 12 & upper) | (twelves &>> 16 & lower)
      unsafe output.storeBytes(
        of: vqtbl1q_u8(unsafe unsafeBitCast(twentyFours, to: SIMD16<UInt8>.self), places),
        as: SIMD16<UInt8>.self)
      // FF for each that is in no alphabet, the first in the lowest bits.
      let invalid = unsafe unsafeBitCast(vceqzq_u8(common), to: SIMD2<UInt64>.self)
      guard invalid[0] | invalid[1] == 0 else {
        let first = invalid[0].trailingZeroBitCount
        let valid = first < 64 ? first / 8 : 8 &+ invalid[1].trailingZeroBitCount / 8
        return read &+ valid & ~3
      }
      read &+= 16
      unsafe output += 12
    }
    return read
  }
#endif
