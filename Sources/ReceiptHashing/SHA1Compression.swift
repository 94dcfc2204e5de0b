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
    var words = SixteenWords<UInt32>()
    var variables = hashValue
    // Kₜ of §4.2.1 for t from 0, 20, 40 and 60 on.
    let (choiceK, parityK) = (0x5a82_7999 as UInt32, 0x6ed9_eba1 as UInt32)
    let (majorityK, lastK) = (0x8f1b_bcdc as UInt32, 0xca62_c1d6 as UInt32)
    variables.fourRounds(.choice, choiceK, &words, block, from: 0)
    variables.fourRounds(.choice, choiceK, &words, block, from: 4)
    variables.fourRounds(.choice, choiceK, &words, block, from: 8)
    variables.fourRounds(.choice, choiceK, &words, block, from: 12)
    variables.fourRounds(.choice, choiceK, &words)
    variables.twentyRounds(.parity, parityK, &words)
    variables.twentyRounds(.majority, majorityK, &words)
    variables.twentyRounds(.parity, lastK, &words)
    hashValue.add(variables)
  }
}

/// fₜ of §4.1.1.
private enum SHA1Function {
  case choice, parity, majority
}

/// As in SHA-2, everything is written out and always inlined, so that names are registers and the choice of a function is
/// made by the compiler.
extension EightWords<UInt32> {
  /// Rounds for the four words of the block from `index` on; without a block, step 1 comes before each round.
  @inline(__always)
  fileprivate mutating func fourRounds(
    _ function: SHA1Function, _ constant: UInt32, _ words: inout SixteenWords<UInt32>,
    _ block: MessageBlock<UInt32>? = nil, from index: Int = 0
  ) {
    round(function, words.nextSHA1Word(block, index) &+ constant)
    round(function, words.nextSHA1Word(block, index + 1) &+ constant)
    round(function, words.nextSHA1Word(block, index + 2) &+ constant)
    round(function, words.nextSHA1Word(block, index + 3) &+ constant)
  }

  @inline(__always)
  fileprivate mutating func twentyRounds(
    _ function: SHA1Function, _ constant: UInt32, _ words: inout SixteenWords<UInt32>
  ) {
    fourRounds(function, constant, &words)
    fourRounds(function, constant, &words)
    fourRounds(function, constant, &words)
    fourRounds(function, constant, &words)
    fourRounds(function, constant, &words)
  }

  /// One round: step 3 for one value of t. `addend` is Kₜ + Wₜ.
  @inline(__always)
  private mutating func round(_ function: SHA1Function, _ addend: UInt32) {
    let value =
      switch function {
      // By one operation less: where b is set c decides, else d does.
      case .choice: d ^ (b & (c ^ d))
      case .parity: b ^ c ^ d
      // A sum of two words that have no bit in common.
      case .majority: (b & c) &+ ((b ^ c) & d)
      }
    let sum = (a.rotated(left: 5) &+ value) &+ (e &+ addend)
    e = d
    d = c
    c = b.rotated(left: 30)
    b = a
    a = sum
  }
}

extension SixteenWords<UInt32> {
  /// The next word: that of the block or, from round 16 on, step 1: Wₜ = ROTL¹(Wₜ₋₃ ⊕ Wₜ₋₈ ⊕ Wₜ₋₁₄ ⊕ Wₜ₋₁₆).
  @inline(__always)
  fileprivate mutating func nextSHA1Word(_ block: MessageBlock<UInt32>?, _ index: Int) -> UInt32 {
    if let block { return append(block[index]) }
    return append((w13 ^ w8 ^ w2 ^ w0).rotated(left: 1))
  }
}
