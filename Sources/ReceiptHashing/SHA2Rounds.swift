/// The rounds that SHA-256 (FIPS 180-4 §6.2.2) and SHA-512 (§6.4.2) share: same steps, other words.
///
/// Everything is written out and always inlined: in an optimised build the names a…h are
/// registers, the moves between them vanish, and no index is left to be checked.
extension EightWords {
  /// One round: step 3 for one value of t. `addend` is Kₜ + Wₜ.
  @inline(__always)
  private mutating func round(_ addend: Word) {
    // Ch, (4.2) and (4.8), by one operation less: where e is set f decides, else g does.
    let choice = g ^ (e & (f ^ g))
    // Maj, (4.3) and (4.9), by one operation less: where a and b differ c decides, else b does.
    let majority = ((a ^ b) & (b ^ c)) ^ b
    let first = h &+ e.upperSigma1 &+ choice &+ addend
    let second = a.upperSigma0 &+ majority
    h = g
    g = f
    f = e
    e = d &+ first
    d = c
    c = b
    b = a
    a = first &+ second
  }

  /// Sixteen rounds, for the sixteen words of the schedule that `words` holds.
  @inline(__always)
  mutating func sixteenRounds(_ words: SixteenWords<Word>, constants: SixteenWords<Word>) {
    round(words.w0 &+ constants.w0)
    round(words.w1 &+ constants.w1)
    round(words.w2 &+ constants.w2)
    round(words.w3 &+ constants.w3)
    round(words.w4 &+ constants.w4)
    round(words.w5 &+ constants.w5)
    round(words.w6 &+ constants.w6)
    round(words.w7 &+ constants.w7)
    round(words.w8 &+ constants.w8)
    round(words.w9 &+ constants.w9)
    round(words.w10 &+ constants.w10)
    round(words.w11 &+ constants.w11)
    round(words.w12 &+ constants.w12)
    round(words.w13 &+ constants.w13)
    round(words.w14 &+ constants.w14)
    round(words.w15 &+ constants.w15)
  }

  /// The next sixteen rounds. Step 1 for their values of t comes with them, in place:
  /// Wₜ = σ₁(Wₜ₋₂) + Wₜ₋₇ + σ₀(Wₜ₋₁₅) + Wₜ₋₁₆.
  @inline(__always)
  mutating func sixteenRounds(
    expanding words: inout SixteenWords<Word>, constants: SixteenWords<Word>
  ) {
    words.w0 &+= words.w14.lowerSigma1 &+ words.w9 &+ words.w1.lowerSigma0
    round(words.w0 &+ constants.w0)
    words.w1 &+= words.w15.lowerSigma1 &+ words.w10 &+ words.w2.lowerSigma0
    round(words.w1 &+ constants.w1)
    words.w2 &+= words.w0.lowerSigma1 &+ words.w11 &+ words.w3.lowerSigma0
    round(words.w2 &+ constants.w2)
    words.w3 &+= words.w1.lowerSigma1 &+ words.w12 &+ words.w4.lowerSigma0
    round(words.w3 &+ constants.w3)
    words.w4 &+= words.w2.lowerSigma1 &+ words.w13 &+ words.w5.lowerSigma0
    round(words.w4 &+ constants.w4)
    words.w5 &+= words.w3.lowerSigma1 &+ words.w14 &+ words.w6.lowerSigma0
    round(words.w5 &+ constants.w5)
    words.w6 &+= words.w4.lowerSigma1 &+ words.w15 &+ words.w7.lowerSigma0
    round(words.w6 &+ constants.w6)
    words.w7 &+= words.w5.lowerSigma1 &+ words.w0 &+ words.w8.lowerSigma0
    round(words.w7 &+ constants.w7)
    words.w8 &+= words.w6.lowerSigma1 &+ words.w1 &+ words.w9.lowerSigma0
    round(words.w8 &+ constants.w8)
    words.w9 &+= words.w7.lowerSigma1 &+ words.w2 &+ words.w10.lowerSigma0
    round(words.w9 &+ constants.w9)
    words.w10 &+= words.w8.lowerSigma1 &+ words.w3 &+ words.w11.lowerSigma0
    round(words.w10 &+ constants.w10)
    words.w11 &+= words.w9.lowerSigma1 &+ words.w4 &+ words.w12.lowerSigma0
    round(words.w11 &+ constants.w11)
    words.w12 &+= words.w10.lowerSigma1 &+ words.w5 &+ words.w13.lowerSigma0
    round(words.w12 &+ constants.w12)
    words.w13 &+= words.w11.lowerSigma1 &+ words.w6 &+ words.w14.lowerSigma0
    round(words.w13 &+ constants.w13)
    words.w14 &+= words.w12.lowerSigma1 &+ words.w7 &+ words.w15.lowerSigma0
    round(words.w14 &+ constants.w14)
    words.w15 &+= words.w13.lowerSigma1 &+ words.w8 &+ words.w0.lowerSigma0
    round(words.w15 &+ constants.w15)
  }
}
