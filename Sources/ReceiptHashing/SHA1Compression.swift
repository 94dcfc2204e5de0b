import ProcessorInstructions

/// SHA-1 with the processor's instructions, where it has them.
enum SHA1Compression: CompressionFunction {
  static func compress(_ blocks: RawSpan, into hashValue: inout EightWords<UInt32>) {
    guard ProcessorInstructions.compressSHA1(blocks, into: &hashValue.vector) else {
      return PortableSHA1Compression.compress(blocks, into: &hashValue)
    }
  }
}

/// SHA-1 for every processor: FIPS 180-4 §6.1.2, with the constants of §4.2.1.
enum PortableSHA1Compression: CompressionFunction {
  static func compress(_ blocks: RawSpan, into hashValue: inout EightWords<UInt32>) {
    for offset in stride(from: 0, to: blocks.byteCount, by: 64) {
      compress(MessageBlock(blocks, at: offset), into: &hashValue)
    }
  }

  @inline(__always)
  private static func compress(
    _ block: MessageBlock<UInt32>, into hashValue: inout EightWords<UInt32>
  ) {
    // Kₜ of §4.2.1 for t from 0, 20, 40 and 60 on.
    let (choiceK, parityK) = (0x5a82_7999 as UInt32, 0x6ed9_eba1 as UInt32)
    let (majorityK, lastK) = (0x8f1b_bcdc as UInt32, 0xca62_c1d6 as UInt32)
    var words = SixteenWords<UInt32>()
    var variables = hashValue
    words.w0 = block[0]
    variables.roundWithChoice(words.w0 &+ choiceK)
    words.w1 = block[1]
    variables.roundWithChoice(words.w1 &+ choiceK)
    words.w2 = block[2]
    variables.roundWithChoice(words.w2 &+ choiceK)
    words.w3 = block[3]
    variables.roundWithChoice(words.w3 &+ choiceK)
    words.w4 = block[4]
    variables.roundWithChoice(words.w4 &+ choiceK)
    words.w5 = block[5]
    variables.roundWithChoice(words.w5 &+ choiceK)
    words.w6 = block[6]
    variables.roundWithChoice(words.w6 &+ choiceK)
    words.w7 = block[7]
    variables.roundWithChoice(words.w7 &+ choiceK)
    words.w8 = block[8]
    variables.roundWithChoice(words.w8 &+ choiceK)
    words.w9 = block[9]
    variables.roundWithChoice(words.w9 &+ choiceK)
    words.w10 = block[10]
    variables.roundWithChoice(words.w10 &+ choiceK)
    words.w11 = block[11]
    variables.roundWithChoice(words.w11 &+ choiceK)
    words.w12 = block[12]
    variables.roundWithChoice(words.w12 &+ choiceK)
    words.w13 = block[13]
    variables.roundWithChoice(words.w13 &+ choiceK)
    words.w14 = block[14]
    variables.roundWithChoice(words.w14 &+ choiceK)
    words.w15 = block[15]
    variables.roundWithChoice(words.w15 &+ choiceK)

    // From here on step 1 comes before each round: Wₜ = ROTL¹(Wₜ₋₃ ⊕ Wₜ₋₈ ⊕ Wₜ₋₁₄ ⊕ Wₜ₋₁₆), in place.
    words.w0 = (words.w13 ^ words.w8 ^ words.w2 ^ words.w0).rotated(left: 1)
    variables.roundWithChoice(words.w0 &+ choiceK)
    words.w1 = (words.w14 ^ words.w9 ^ words.w3 ^ words.w1).rotated(left: 1)
    variables.roundWithChoice(words.w1 &+ choiceK)
    words.w2 = (words.w15 ^ words.w10 ^ words.w4 ^ words.w2).rotated(left: 1)
    variables.roundWithChoice(words.w2 &+ choiceK)
    words.w3 = (words.w0 ^ words.w11 ^ words.w5 ^ words.w3).rotated(left: 1)
    variables.roundWithChoice(words.w3 &+ choiceK)
    words.w4 = (words.w1 ^ words.w12 ^ words.w6 ^ words.w4).rotated(left: 1)
    variables.roundWithParity(words.w4 &+ parityK)
    words.w5 = (words.w2 ^ words.w13 ^ words.w7 ^ words.w5).rotated(left: 1)
    variables.roundWithParity(words.w5 &+ parityK)
    words.w6 = (words.w3 ^ words.w14 ^ words.w8 ^ words.w6).rotated(left: 1)
    variables.roundWithParity(words.w6 &+ parityK)
    words.w7 = (words.w4 ^ words.w15 ^ words.w9 ^ words.w7).rotated(left: 1)
    variables.roundWithParity(words.w7 &+ parityK)
    words.w8 = (words.w5 ^ words.w0 ^ words.w10 ^ words.w8).rotated(left: 1)
    variables.roundWithParity(words.w8 &+ parityK)
    words.w9 = (words.w6 ^ words.w1 ^ words.w11 ^ words.w9).rotated(left: 1)
    variables.roundWithParity(words.w9 &+ parityK)
    words.w10 = (words.w7 ^ words.w2 ^ words.w12 ^ words.w10).rotated(left: 1)
    variables.roundWithParity(words.w10 &+ parityK)
    words.w11 = (words.w8 ^ words.w3 ^ words.w13 ^ words.w11).rotated(left: 1)
    variables.roundWithParity(words.w11 &+ parityK)
    words.w12 = (words.w9 ^ words.w4 ^ words.w14 ^ words.w12).rotated(left: 1)
    variables.roundWithParity(words.w12 &+ parityK)
    words.w13 = (words.w10 ^ words.w5 ^ words.w15 ^ words.w13).rotated(left: 1)
    variables.roundWithParity(words.w13 &+ parityK)
    words.w14 = (words.w11 ^ words.w6 ^ words.w0 ^ words.w14).rotated(left: 1)
    variables.roundWithParity(words.w14 &+ parityK)
    words.w15 = (words.w12 ^ words.w7 ^ words.w1 ^ words.w15).rotated(left: 1)
    variables.roundWithParity(words.w15 &+ parityK)
    words.w0 = (words.w13 ^ words.w8 ^ words.w2 ^ words.w0).rotated(left: 1)
    variables.roundWithParity(words.w0 &+ parityK)
    words.w1 = (words.w14 ^ words.w9 ^ words.w3 ^ words.w1).rotated(left: 1)
    variables.roundWithParity(words.w1 &+ parityK)
    words.w2 = (words.w15 ^ words.w10 ^ words.w4 ^ words.w2).rotated(left: 1)
    variables.roundWithParity(words.w2 &+ parityK)
    words.w3 = (words.w0 ^ words.w11 ^ words.w5 ^ words.w3).rotated(left: 1)
    variables.roundWithParity(words.w3 &+ parityK)
    words.w4 = (words.w1 ^ words.w12 ^ words.w6 ^ words.w4).rotated(left: 1)
    variables.roundWithParity(words.w4 &+ parityK)
    words.w5 = (words.w2 ^ words.w13 ^ words.w7 ^ words.w5).rotated(left: 1)
    variables.roundWithParity(words.w5 &+ parityK)
    words.w6 = (words.w3 ^ words.w14 ^ words.w8 ^ words.w6).rotated(left: 1)
    variables.roundWithParity(words.w6 &+ parityK)
    words.w7 = (words.w4 ^ words.w15 ^ words.w9 ^ words.w7).rotated(left: 1)
    variables.roundWithParity(words.w7 &+ parityK)
    words.w8 = (words.w5 ^ words.w0 ^ words.w10 ^ words.w8).rotated(left: 1)
    variables.roundWithMajority(words.w8 &+ majorityK)
    words.w9 = (words.w6 ^ words.w1 ^ words.w11 ^ words.w9).rotated(left: 1)
    variables.roundWithMajority(words.w9 &+ majorityK)
    words.w10 = (words.w7 ^ words.w2 ^ words.w12 ^ words.w10).rotated(left: 1)
    variables.roundWithMajority(words.w10 &+ majorityK)
    words.w11 = (words.w8 ^ words.w3 ^ words.w13 ^ words.w11).rotated(left: 1)
    variables.roundWithMajority(words.w11 &+ majorityK)
    words.w12 = (words.w9 ^ words.w4 ^ words.w14 ^ words.w12).rotated(left: 1)
    variables.roundWithMajority(words.w12 &+ majorityK)
    words.w13 = (words.w10 ^ words.w5 ^ words.w15 ^ words.w13).rotated(left: 1)
    variables.roundWithMajority(words.w13 &+ majorityK)
    words.w14 = (words.w11 ^ words.w6 ^ words.w0 ^ words.w14).rotated(left: 1)
    variables.roundWithMajority(words.w14 &+ majorityK)
    words.w15 = (words.w12 ^ words.w7 ^ words.w1 ^ words.w15).rotated(left: 1)
    variables.roundWithMajority(words.w15 &+ majorityK)
    words.w0 = (words.w13 ^ words.w8 ^ words.w2 ^ words.w0).rotated(left: 1)
    variables.roundWithMajority(words.w0 &+ majorityK)
    words.w1 = (words.w14 ^ words.w9 ^ words.w3 ^ words.w1).rotated(left: 1)
    variables.roundWithMajority(words.w1 &+ majorityK)
    words.w2 = (words.w15 ^ words.w10 ^ words.w4 ^ words.w2).rotated(left: 1)
    variables.roundWithMajority(words.w2 &+ majorityK)
    words.w3 = (words.w0 ^ words.w11 ^ words.w5 ^ words.w3).rotated(left: 1)
    variables.roundWithMajority(words.w3 &+ majorityK)
    words.w4 = (words.w1 ^ words.w12 ^ words.w6 ^ words.w4).rotated(left: 1)
    variables.roundWithMajority(words.w4 &+ majorityK)
    words.w5 = (words.w2 ^ words.w13 ^ words.w7 ^ words.w5).rotated(left: 1)
    variables.roundWithMajority(words.w5 &+ majorityK)
    words.w6 = (words.w3 ^ words.w14 ^ words.w8 ^ words.w6).rotated(left: 1)
    variables.roundWithMajority(words.w6 &+ majorityK)
    words.w7 = (words.w4 ^ words.w15 ^ words.w9 ^ words.w7).rotated(left: 1)
    variables.roundWithMajority(words.w7 &+ majorityK)
    words.w8 = (words.w5 ^ words.w0 ^ words.w10 ^ words.w8).rotated(left: 1)
    variables.roundWithMajority(words.w8 &+ majorityK)
    words.w9 = (words.w6 ^ words.w1 ^ words.w11 ^ words.w9).rotated(left: 1)
    variables.roundWithMajority(words.w9 &+ majorityK)
    words.w10 = (words.w7 ^ words.w2 ^ words.w12 ^ words.w10).rotated(left: 1)
    variables.roundWithMajority(words.w10 &+ majorityK)
    words.w11 = (words.w8 ^ words.w3 ^ words.w13 ^ words.w11).rotated(left: 1)
    variables.roundWithMajority(words.w11 &+ majorityK)
    words.w12 = (words.w9 ^ words.w4 ^ words.w14 ^ words.w12).rotated(left: 1)
    variables.roundWithParity(words.w12 &+ lastK)
    words.w13 = (words.w10 ^ words.w5 ^ words.w15 ^ words.w13).rotated(left: 1)
    variables.roundWithParity(words.w13 &+ lastK)
    words.w14 = (words.w11 ^ words.w6 ^ words.w0 ^ words.w14).rotated(left: 1)
    variables.roundWithParity(words.w14 &+ lastK)
    words.w15 = (words.w12 ^ words.w7 ^ words.w1 ^ words.w15).rotated(left: 1)
    variables.roundWithParity(words.w15 &+ lastK)
    words.w0 = (words.w13 ^ words.w8 ^ words.w2 ^ words.w0).rotated(left: 1)
    variables.roundWithParity(words.w0 &+ lastK)
    words.w1 = (words.w14 ^ words.w9 ^ words.w3 ^ words.w1).rotated(left: 1)
    variables.roundWithParity(words.w1 &+ lastK)
    words.w2 = (words.w15 ^ words.w10 ^ words.w4 ^ words.w2).rotated(left: 1)
    variables.roundWithParity(words.w2 &+ lastK)
    words.w3 = (words.w0 ^ words.w11 ^ words.w5 ^ words.w3).rotated(left: 1)
    variables.roundWithParity(words.w3 &+ lastK)
    words.w4 = (words.w1 ^ words.w12 ^ words.w6 ^ words.w4).rotated(left: 1)
    variables.roundWithParity(words.w4 &+ lastK)
    words.w5 = (words.w2 ^ words.w13 ^ words.w7 ^ words.w5).rotated(left: 1)
    variables.roundWithParity(words.w5 &+ lastK)
    words.w6 = (words.w3 ^ words.w14 ^ words.w8 ^ words.w6).rotated(left: 1)
    variables.roundWithParity(words.w6 &+ lastK)
    words.w7 = (words.w4 ^ words.w15 ^ words.w9 ^ words.w7).rotated(left: 1)
    variables.roundWithParity(words.w7 &+ lastK)
    words.w8 = (words.w5 ^ words.w0 ^ words.w10 ^ words.w8).rotated(left: 1)
    variables.roundWithParity(words.w8 &+ lastK)
    words.w9 = (words.w6 ^ words.w1 ^ words.w11 ^ words.w9).rotated(left: 1)
    variables.roundWithParity(words.w9 &+ lastK)
    words.w10 = (words.w7 ^ words.w2 ^ words.w12 ^ words.w10).rotated(left: 1)
    variables.roundWithParity(words.w10 &+ lastK)
    words.w11 = (words.w8 ^ words.w3 ^ words.w13 ^ words.w11).rotated(left: 1)
    variables.roundWithParity(words.w11 &+ lastK)
    words.w12 = (words.w9 ^ words.w4 ^ words.w14 ^ words.w12).rotated(left: 1)
    variables.roundWithParity(words.w12 &+ lastK)
    words.w13 = (words.w10 ^ words.w5 ^ words.w15 ^ words.w13).rotated(left: 1)
    variables.roundWithParity(words.w13 &+ lastK)
    words.w14 = (words.w11 ^ words.w6 ^ words.w0 ^ words.w14).rotated(left: 1)
    variables.roundWithParity(words.w14 &+ lastK)
    words.w15 = (words.w12 ^ words.w7 ^ words.w1 ^ words.w15).rotated(left: 1)
    variables.roundWithParity(words.w15 &+ lastK)
    hashValue.add(variables)
  }
}

extension EightWords<UInt32> {
  /// Rounds 0 to 19: Ch of (4.1), by one operation less: where b is set c decides, else d does.
  @inline(__always)
  fileprivate mutating func roundWithChoice(_ addend: UInt32) {
    round(d ^ (b & (c ^ d)), addend)
  }

  /// Rounds 20 to 39 and 60 to 79: Parity of (4.1).
  @inline(__always)
  fileprivate mutating func roundWithParity(_ addend: UInt32) {
    round(b ^ c ^ d, addend)
  }

  /// Rounds 40 to 59: Maj of (4.1), a sum of two words that have no bit in common.
  @inline(__always)
  fileprivate mutating func roundWithMajority(_ addend: UInt32) {
    round((b & c) &+ ((b ^ c) & d), addend)
  }

  /// One round: step 3 for one value of t. `function` is fₜ(b, c, d), `addend` is Kₜ + Wₜ.
  @inline(__always)
  private mutating func round(_ function: UInt32, _ addend: UInt32) {
    let sum = (a.rotated(left: 5) &+ function) &+ (e &+ addend)
    e = d
    d = c
    c = b.rotated(left: 30)
    b = a
    a = sum
  }
}
