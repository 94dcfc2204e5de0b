/// One block of SHA-1: FIPS 180-4 §6.1.2, with the constants of §4.2.1.
enum SHA1Compression: CompressionFunction {
  static func compress(
    _ octets: RawSpan, at offset: Int, into hashValue: inout EightWords<UInt32>
  ) {
    var words = SixteenWords<UInt32>(bigEndian: octets, at: offset)
    var variables = hashValue
    variables.roundWithChoice(words.w0)
    variables.roundWithChoice(words.w1)
    variables.roundWithChoice(words.w2)
    variables.roundWithChoice(words.w3)
    variables.roundWithChoice(words.w4)
    variables.roundWithChoice(words.w5)
    variables.roundWithChoice(words.w6)
    variables.roundWithChoice(words.w7)
    variables.roundWithChoice(words.w8)
    variables.roundWithChoice(words.w9)
    variables.roundWithChoice(words.w10)
    variables.roundWithChoice(words.w11)
    variables.roundWithChoice(words.w12)
    variables.roundWithChoice(words.w13)
    variables.roundWithChoice(words.w14)
    variables.roundWithChoice(words.w15)
    words.expandSHA1()
    variables.roundWithChoice(words.w0)
    variables.roundWithChoice(words.w1)
    variables.roundWithChoice(words.w2)
    variables.roundWithChoice(words.w3)
    variables.roundWithParity(words.w4, 0x6ed9_eba1)
    variables.roundWithParity(words.w5, 0x6ed9_eba1)
    variables.roundWithParity(words.w6, 0x6ed9_eba1)
    variables.roundWithParity(words.w7, 0x6ed9_eba1)
    variables.roundWithParity(words.w8, 0x6ed9_eba1)
    variables.roundWithParity(words.w9, 0x6ed9_eba1)
    variables.roundWithParity(words.w10, 0x6ed9_eba1)
    variables.roundWithParity(words.w11, 0x6ed9_eba1)
    variables.roundWithParity(words.w12, 0x6ed9_eba1)
    variables.roundWithParity(words.w13, 0x6ed9_eba1)
    variables.roundWithParity(words.w14, 0x6ed9_eba1)
    variables.roundWithParity(words.w15, 0x6ed9_eba1)
    words.expandSHA1()
    variables.roundWithParity(words.w0, 0x6ed9_eba1)
    variables.roundWithParity(words.w1, 0x6ed9_eba1)
    variables.roundWithParity(words.w2, 0x6ed9_eba1)
    variables.roundWithParity(words.w3, 0x6ed9_eba1)
    variables.roundWithParity(words.w4, 0x6ed9_eba1)
    variables.roundWithParity(words.w5, 0x6ed9_eba1)
    variables.roundWithParity(words.w6, 0x6ed9_eba1)
    variables.roundWithParity(words.w7, 0x6ed9_eba1)
    variables.roundWithMajority(words.w8)
    variables.roundWithMajority(words.w9)
    variables.roundWithMajority(words.w10)
    variables.roundWithMajority(words.w11)
    variables.roundWithMajority(words.w12)
    variables.roundWithMajority(words.w13)
    variables.roundWithMajority(words.w14)
    variables.roundWithMajority(words.w15)
    words.expandSHA1()
    variables.roundWithMajority(words.w0)
    variables.roundWithMajority(words.w1)
    variables.roundWithMajority(words.w2)
    variables.roundWithMajority(words.w3)
    variables.roundWithMajority(words.w4)
    variables.roundWithMajority(words.w5)
    variables.roundWithMajority(words.w6)
    variables.roundWithMajority(words.w7)
    variables.roundWithMajority(words.w8)
    variables.roundWithMajority(words.w9)
    variables.roundWithMajority(words.w10)
    variables.roundWithMajority(words.w11)
    variables.roundWithParity(words.w12, 0xca62_c1d6)
    variables.roundWithParity(words.w13, 0xca62_c1d6)
    variables.roundWithParity(words.w14, 0xca62_c1d6)
    variables.roundWithParity(words.w15, 0xca62_c1d6)
    words.expandSHA1()
    variables.roundWithParity(words.w0, 0xca62_c1d6)
    variables.roundWithParity(words.w1, 0xca62_c1d6)
    variables.roundWithParity(words.w2, 0xca62_c1d6)
    variables.roundWithParity(words.w3, 0xca62_c1d6)
    variables.roundWithParity(words.w4, 0xca62_c1d6)
    variables.roundWithParity(words.w5, 0xca62_c1d6)
    variables.roundWithParity(words.w6, 0xca62_c1d6)
    variables.roundWithParity(words.w7, 0xca62_c1d6)
    variables.roundWithParity(words.w8, 0xca62_c1d6)
    variables.roundWithParity(words.w9, 0xca62_c1d6)
    variables.roundWithParity(words.w10, 0xca62_c1d6)
    variables.roundWithParity(words.w11, 0xca62_c1d6)
    variables.roundWithParity(words.w12, 0xca62_c1d6)
    variables.roundWithParity(words.w13, 0xca62_c1d6)
    variables.roundWithParity(words.w14, 0xca62_c1d6)
    variables.roundWithParity(words.w15, 0xca62_c1d6)
    hashValue.add(variables)
  }
}

extension EightWords<UInt32> {
  /// Rounds 0 to 19: Ch of (4.1).
  @inline(__always)
  fileprivate mutating func roundWithChoice(_ word: UInt32) {
    round(((b & c) ^ (~b & d)) &+ 0x5a82_7999 &+ word)
  }

  /// Rounds 20 to 39 and 60 to 79: Parity of (4.1).
  @inline(__always)
  fileprivate mutating func roundWithParity(_ word: UInt32, _ constant: UInt32) {
    round((b ^ c ^ d) &+ constant &+ word)
  }

  /// Rounds 40 to 59: Maj of (4.1).
  @inline(__always)
  fileprivate mutating func roundWithMajority(_ word: UInt32) {
    round(((b & c) ^ (b & d) ^ (c & d)) &+ 0x8f1b_bcdc &+ word)
  }

  /// One round: step 3 for one value of t. `addend` is fₜ(b, c, d) + Kₜ + Wₜ.
  @inline(__always)
  private mutating func round(_ addend: UInt32) {
    let sum = a.rotated(left: 5) &+ e &+ addend
    e = d
    d = c
    c = b.rotated(left: 30)
    b = a
    a = sum
  }
}

extension SixteenWords<UInt32> {
  /// Step 1 for the next sixteen values of t: Wₜ = ROTL¹(Wₜ₋₃ ⊕ Wₜ₋₈ ⊕ Wₜ₋₁₄ ⊕ Wₜ₋₁₆), in place.
  @inline(__always)
  fileprivate mutating func expandSHA1() {
    w0 = (w13 ^ w8 ^ w2 ^ w0).rotated(left: 1)
    w1 = (w14 ^ w9 ^ w3 ^ w1).rotated(left: 1)
    w2 = (w15 ^ w10 ^ w4 ^ w2).rotated(left: 1)
    w3 = (w0 ^ w11 ^ w5 ^ w3).rotated(left: 1)
    w4 = (w1 ^ w12 ^ w6 ^ w4).rotated(left: 1)
    w5 = (w2 ^ w13 ^ w7 ^ w5).rotated(left: 1)
    w6 = (w3 ^ w14 ^ w8 ^ w6).rotated(left: 1)
    w7 = (w4 ^ w15 ^ w9 ^ w7).rotated(left: 1)
    w8 = (w5 ^ w0 ^ w10 ^ w8).rotated(left: 1)
    w9 = (w6 ^ w1 ^ w11 ^ w9).rotated(left: 1)
    w10 = (w7 ^ w2 ^ w12 ^ w10).rotated(left: 1)
    w11 = (w8 ^ w3 ^ w13 ^ w11).rotated(left: 1)
    w12 = (w9 ^ w4 ^ w14 ^ w12).rotated(left: 1)
    w13 = (w10 ^ w5 ^ w15 ^ w13).rotated(left: 1)
    w14 = (w11 ^ w6 ^ w0 ^ w14).rotated(left: 1)
    w15 = (w12 ^ w7 ^ w1 ^ w15).rotated(left: 1)
  }
}
