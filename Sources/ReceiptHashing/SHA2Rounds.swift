/// The rounds that SHA-256 (FIPS 180-4 §6.2.2) and SHA-512 (§6.4.2) share: same steps, other words.
///
/// Everything is written out and always inlined: in an optimised build the names a…h are
/// registers, the moves between them vanish, and no index is left to be checked.
extension EightWords {
  /// One round: step 3 for one value of t. `addend` is Kₜ + Wₜ.
  @inline(__always)
  private mutating func round(_ addend: Word) {
    let choice = (e & f) ^ (~e & g)  // Ch, (4.2) and (4.8)
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
}

extension SixteenWords {
  /// Step 1 for the next sixteen values of t:
  /// Wₜ = σ₁(Wₜ₋₂) + Wₜ₋₇ + σ₀(Wₜ₋₁₅) + Wₜ₋₁₆, in place.
  @inline(__always)
  mutating func expandSHA2() {
    w0 &+= w14.lowerSigma1 &+ w9 &+ w1.lowerSigma0
    w1 &+= w15.lowerSigma1 &+ w10 &+ w2.lowerSigma0
    w2 &+= w0.lowerSigma1 &+ w11 &+ w3.lowerSigma0
    w3 &+= w1.lowerSigma1 &+ w12 &+ w4.lowerSigma0
    w4 &+= w2.lowerSigma1 &+ w13 &+ w5.lowerSigma0
    w5 &+= w3.lowerSigma1 &+ w14 &+ w6.lowerSigma0
    w6 &+= w4.lowerSigma1 &+ w15 &+ w7.lowerSigma0
    w7 &+= w5.lowerSigma1 &+ w0 &+ w8.lowerSigma0
    w8 &+= w6.lowerSigma1 &+ w1 &+ w9.lowerSigma0
    w9 &+= w7.lowerSigma1 &+ w2 &+ w10.lowerSigma0
    w10 &+= w8.lowerSigma1 &+ w3 &+ w11.lowerSigma0
    w11 &+= w9.lowerSigma1 &+ w4 &+ w12.lowerSigma0
    w12 &+= w10.lowerSigma1 &+ w5 &+ w13.lowerSigma0
    w13 &+= w11.lowerSigma1 &+ w6 &+ w14.lowerSigma0
    w14 &+= w12.lowerSigma1 &+ w7 &+ w15.lowerSigma0
    w15 &+= w13.lowerSigma1 &+ w8 &+ w0.lowerSigma0
  }
}
