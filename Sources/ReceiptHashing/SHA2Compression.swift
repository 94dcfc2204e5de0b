import ProcessorInstructions

/// SHA-256 with the processor's instructions, where it has them.
enum SHA256Compression: CompressionFunction {
  static func compress(_ blocks: RawSpan, into hashValue: inout EightWords<UInt32>) {
    guard ProcessorInstructions.compressSHA256(blocks, into: &hashValue.vector) else {
      return PortableSHA256Compression.compress(blocks, into: &hashValue)
    }
  }
}

/// SHA-256 for every processor: FIPS 180-4 §6.2.2.
enum PortableSHA256Compression: CompressionFunction {
  static func compress(_ blocks: RawSpan, into hashValue: inout EightWords<UInt32>) {
    for offset in stride(from: 0, to: blocks.byteCount, by: 64) {
      var variables = hashValue
      _ = variables.sixtyFourRounds(MessageBlock(blocks, at: offset))
      hashValue.add(variables)
    }
  }
}

/// SHA-512 and SHA-384: FIPS 180-4 §6.4.2, which has sixteen rounds more.
enum SHA512Compression: CompressionFunction {
  static func compress(_ blocks: RawSpan, into hashValue: inout EightWords<UInt64>) {
    for offset in stride(from: 0, to: blocks.byteCount, by: 128) {
      var variables = hashValue
      var words = variables.sixtyFourRounds(MessageBlock(blocks, at: offset))
      variables.sixteenRounds(
        &words,
        constants: SixteenWords(
          0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207,
          0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
          0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6,
          0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
          0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493,
          0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
          0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a,
          0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817))
      hashValue.add(variables)
    }
  }
}

/// The rounds that SHA-256 (FIPS 180-4 §6.2.2) and SHA-512 (§6.4.2) share: same steps, other words.
///
/// Everything is written out and always inlined: in an optimized build the names a…h are
/// registers, the moves between them vanish, and no index is left to be checked.
extension EightWords {
  /// The rounds 0 to 63. Returns the last words of the message schedule.
  ///
  /// The constants are those of §4.2.3; those of SHA-256, §4.2.2, are their upper halves.
  @inline(__always)
  fileprivate mutating func sixtyFourRounds(_ block: MessageBlock<Word>) -> SixteenWords<Word> {
    var words = SixteenWords<Word>()
    sixteenRounds(
      &words, block,
      constants: SixteenWords(
        0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd,
        0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
        0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019,
        0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
        0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe,
        0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
        0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1,
        0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694))
    sixteenRounds(
      &words,
      constants: SixteenWords(
        0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3,
        0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
        0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483,
        0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
        0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210,
        0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
        0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725,
        0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70))
    sixteenRounds(
      &words,
      constants: SixteenWords(
        0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926,
        0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
        0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8,
        0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
        0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001,
        0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
        0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910,
        0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8))
    sixteenRounds(
      &words,
      constants: SixteenWords(
        0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53,
        0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
        0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb,
        0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
        0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60,
        0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
        0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9,
        0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b))
    return words
  }

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

  /// Sixteen rounds, the first ones for the words of the block; without a block, step 1 comes before each round.
  @inline(__always)
  fileprivate mutating func sixteenRounds(
    _ words: inout SixteenWords<Word>, _ block: MessageBlock<Word>? = nil,
    constants: SixteenWords<Word>
  ) {
    round(words.nextSHA2Word(block, 0) &+ constants.w0)
    round(words.nextSHA2Word(block, 1) &+ constants.w1)
    round(words.nextSHA2Word(block, 2) &+ constants.w2)
    round(words.nextSHA2Word(block, 3) &+ constants.w3)
    round(words.nextSHA2Word(block, 4) &+ constants.w4)
    round(words.nextSHA2Word(block, 5) &+ constants.w5)
    round(words.nextSHA2Word(block, 6) &+ constants.w6)
    round(words.nextSHA2Word(block, 7) &+ constants.w7)
    round(words.nextSHA2Word(block, 8) &+ constants.w8)
    round(words.nextSHA2Word(block, 9) &+ constants.w9)
    round(words.nextSHA2Word(block, 10) &+ constants.w10)
    round(words.nextSHA2Word(block, 11) &+ constants.w11)
    round(words.nextSHA2Word(block, 12) &+ constants.w12)
    round(words.nextSHA2Word(block, 13) &+ constants.w13)
    round(words.nextSHA2Word(block, 14) &+ constants.w14)
    round(words.nextSHA2Word(block, 15) &+ constants.w15)
  }
}

extension SixteenWords {
  /// The next word: that of the block or, from round 16 on, step 1: Wₜ = σ₁(Wₜ₋₂) + Wₜ₋₇ + σ₀(Wₜ₋₁₅) + Wₜ₋₁₆.
  @inline(__always)
  fileprivate mutating func nextSHA2Word(_ block: MessageBlock<Word>?, _ index: Int) -> Word {
    if let block { return append(block[index]) }
    return append(w14.lowerSigma1 &+ w9 &+ w1.lowerSigma0 &+ w0)
  }
}
