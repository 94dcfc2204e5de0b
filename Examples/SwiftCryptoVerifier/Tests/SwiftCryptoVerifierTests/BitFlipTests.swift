import Foundation
import Testing

/// Genuine receipts with a single bit changed: both have to say the same, and no bit may be without meaning.
@Suite struct BitFlipTests {
  /// Bits per receipt.
  static let count = 1000

  @Test(arguments: [("ios-sha1-purchases", UInt64(1)), ("ios-sha256-subscriptions", 2)])
  func bothRefuse(name: String, seed: UInt64) throws {
    let verifiers = try BothVerifiers(
      roots: [Files.certificate("root")], allowsXcode: false)
    let genuine = try Files.receipt(name)
    #expect(verifiers.answers(genuine).first == .accepted)
    #expect(verifiers.answers(genuine).second == .accepted)

    var generator = SplitMix64(state: seed)
    var reachedVerifiers = 0
    for _ in 0..<Self.count {
      let bit = Int.random(in: 0..<genuine.count * 8, using: &generator)
      var bytes = genuine
      bytes[bit / 8] ^= 1 << (bit % 8)
      let answers = verifiers.answers(bytes)
      if answers.first.code != nil { reachedVerifiers += 1 }
      #expect(!answers.first.isAccepted, "seed \(seed), bit \(bit)")
      Disagreements.check(answers, "\(name), bit \(bit)")
    }
    // Otherwise the reader has refused nearly everything, and the verifiers were not compared.
    #expect(reachedVerifiers > Self.count / 2)
  }
}

/// A random generator that gives the same numbers for the same seed.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
