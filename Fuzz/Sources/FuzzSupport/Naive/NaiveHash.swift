/// The functions of FIPS 180-4: all constants are computed, all blocks are copied.
public enum NaiveHash: CaseIterable {
  case sha1
  case sha256
  case sha384
  case sha512

  /// The contents of its object identifier: RFC 8017, appendix B.1.
  package var identifier: [UInt8] {
    switch self {
    case .sha1: [0x2B, 0x0E, 3, 2, 0x1A]
    case .sha256: [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1]
    case .sha384: [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 2]
    case .sha512: [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 3]
    }
  }

  /// What it makes of a message.
  public func digest(_ message: [UInt8]) -> [UInt8] {
    switch self {
    case .sha1: Self.sha1(message)
    case .sha256: Self.bytes(Self.sha2(message, Self.roots32, Self.constants32, Self.turns32))
    case .sha384:
      Array(
        Self.bytes(Self.sha2(message, Self.roots384, Self.constants64, Self.turns64)).prefix(48))
    case .sha512: Self.bytes(Self.sha2(message, Self.roots64, Self.constants64, Self.turns64))
    }
  }

  // MARK: Constants

  private static let primes: [Int] = (2...409).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }

  /// The first 64 bits behind the point of a square root or a cubic root, §4.2.3 and §5.3.
  private static func fraction(of prime: Int, root: Int) -> UInt64 {
    // The greatest number whose power is not above the prime, with 64 bits behind the point.
    let bound =
      NaiveNumber.padded([UInt8(prime >> 8), UInt8(prime & 0xFF)], 2)
      + [UInt8](repeating: 0, count: 8 * root)
    var digits = [UInt8](repeating: 0, count: 9)
    for bit in 0..<72 {
      digits[bit / 8] |= 0x80 >> UInt8(bit % 8)
      let power = (1..<root).reduce(digits) { product, _ in NaiveNumber.product(product, digits) }
      let (longer, other) = (
        NaiveNumber.padded(power, 32), NaiveNumber.padded(bound, 32)
      )
      if other.lexicographicallyPrecedes(longer) { digits[bit / 8] ^= 0x80 >> UInt8(bit % 8) }
    }
    return digits.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static let constants64 = primes.prefix(80).map { fraction(of: $0, root: 3) }
  private static let roots64 = primes.prefix(8).map { fraction(of: $0, root: 2) }
  private static let roots384 = primes[8..<16].map { fraction(of: $0, root: 2) }
  private static let constants32 = constants64.prefix(64).map { UInt32($0 >> 32) }
  private static let roots32 = roots64.map { UInt32($0 >> 32) }

  /// How far words are turned, §4.1.2 and §4.1.3; the last one of σ is a shift.
  private static let turns32 = [[2, 13, 22], [6, 11, 25], [7, 18, 3], [17, 19, 10]]
  private static let turns64 = [[28, 34, 39], [14, 18, 41], [1, 8, 7], [19, 61, 6]]

  // MARK: Functions

  /// The words of the padded message, §5.1.
  private static func blocks<Word: FixedWidthInteger>(_ message: [UInt8]) -> [[Word]] {
    let size = Word.bitWidth / 8
    var bytes = message + [0x80]
    while bytes.count % (16 * size) != 14 * size { bytes.append(0) }
    bytes += [UInt8](repeating: 0, count: 2 * size - 8)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
    return stride(from: 0, to: bytes.count, by: 16 * size).map { start in
      (0..<16).map { index in
        bytes[start + index * size..<start + (index + 1) * size].reduce(0) { $0 << 8 | Word($1) }
      }
    }
  }

  private static func turned<Word: FixedWidthInteger>(_ word: Word, _ count: Int) -> Word {
    word >> Word(count) | word << Word(Word.bitWidth - count)
  }

  private static func sha1(_ message: [UInt8]) -> [UInt8] {
    var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for block: [UInt32] in blocks(message) {
      var words = block
      for index in 16..<80 {
        words.append(
          turned(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 31))
      }
      var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
      for (index, word) in words.enumerated() {
        let (mixed, constant): (UInt32, UInt32) =
          switch index {
          case ..<20: (b & c | ~b & d, 0x5A82_7999)
          case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        (a, b, c, d, e) = (turned(a, 27) &+ mixed &+ e &+ constant &+ word, a, turned(b, 2), c, d)
      }
      hash = zip(hash, [a, b, c, d, e]).map { $0 &+ $1 }
    }
    return bytes(hash)
  }

  private static func sha2<Word: FixedWidthInteger>(
    _ message: [UInt8], _ start: [Word], _ constants: [Word], _ turns: [[Int]]
  ) -> [Word] {
    func sum(_ word: Word, _ turn: [Int]) -> Word {
      turned(word, turn[0]) ^ turned(word, turn[1]) ^ turned(word, turn[2])
    }
    func shift(_ word: Word, _ turn: [Int]) -> Word {
      turned(word, turn[0]) ^ turned(word, turn[1]) ^ word >> Word(turn[2])
    }
    var hash = start
    for block: [Word] in blocks(message) {
      var words = block
      for index in 16..<constants.count {
        words.append(
          shift(words[index - 2], turns[3]) &+ words[index - 7]
            &+ shift(words[index - 15], turns[2])
            &+ words[index - 16])
      }
      var state = hash
      for (word, constant) in zip(words, constants) {
        let choice = state[4] & state[5] ^ ~state[4] & state[6]
        let majority = state[0] & state[1] ^ state[0] & state[2] ^ state[1] & state[2]
        let first = state[7] &+ sum(state[4], turns[1]) &+ choice &+ constant &+ word
        let second = sum(state[0], turns[0]) &+ majority
        state = [first &+ second] + state.dropLast()
        state[4] = state[4] &+ first
      }
      hash = zip(hash, state).map { $0 &+ $1 }
    }
    return hash
  }

  private static func bytes<Word: FixedWidthInteger>(_ words: [Word]) -> [UInt8] {
    words.flatMap { word in
      (1...Word.bitWidth / 8).map {
        UInt8(truncatingIfNeeded: word >> Word(Word.bitWidth - 8 * $0))
      }
    }
  }
}
