import ProcessorInstructions
import TestSupport
import Testing

@testable import ReceiptTrust

/// A way to a power. Both have to give the same for all numbers.
enum PowerWay: CaseIterable, Sendable {
  case portable
  case processor

  /// Those that this processor, and this build, has.
  static let available = allCases.filter {
    $0 == .portable || ProcessorInstructions.haveVectorMultiplication
  }
}

extension MontgomeryModulus {
  /// `base` to the power of `exponent`, in this way.
  func power(_ base: Limbs, exponent: UInt64, by way: PowerWay) throws -> Limbs {
    switch way {
    case .portable: portablePower(base, exponent: exponent)
    case .processor: try #require(processorPower(base, exponent: exponent))
    }
  }

  /// Checks that all ways give the same, and gives that.
  @discardableResult
  func samePower(_ base: Limbs, exponent: UInt64, _ what: @autoclosure () -> String) throws -> Limbs
  {
    let power = portablePower(base, exponent: exponent)
    for way in PowerWay.available where way != .portable {
      // The text is made for failures only: these are hundreds of thousands.
      let other = try self.power(base, exponent: exponent, by: way)
      if other != power { Issue.record("\(way): \(what())") }
    }
    return power
  }
}

/// Checks that all ways give the same for what a signature is raised to.
func checkPower(ofSignature signature: [UInt8], modulus: [UInt8], publicExponent: [UInt8]) throws {
  guard signature.count == modulus.count else { return }
  let bitCount = 8 * modulus.count - modulus[0].leadingZeroBitCount
  let (n, number, exponent) = (limbs(modulus), limbs(signature), limbs(publicExponent))
  guard number.isLess(than: n) else { return }
  try MontgomeryModulus(n, bitCount: bitCount)
    .samePower(number, exponent: exponent.withSpan { $0[0] }, "a signature of \(bitCount) bits")
}

private func limbs(_ bytes: [UInt8]) -> Limbs {
  withExactlySized(bytes) { Limbs(bigEndian: $0) }
}

/// Powers of random numbers by the processor's instructions for RSA and without them.
@Suite(
  .enabled(
    if: ProcessorInstructions.haveVectorMultiplication,
    "no AVX-512 IFMA in this processor, or in this build: there is but one way to a power"))
struct ModularPowerTests {
  /// A number of so many bits, the highest of which is set, by chance with all that carries stumble over.
  private struct Numbers {
    var generator: SeededGenerator

    mutating func number(bits: Int) -> [UInt8] {
      var isSet = [Bool](repeating: false, count: bits)  // the least significant first
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: break  // just above a power of two
      case 1: isSet = [Bool](repeating: true, count: bits)  // just below
      case 2:  // limbs or digits of zeros and ones
        let size = [52, 64].randomElement(using: &generator) ?? 64
        for start in stride(from: 0, to: bits, by: size) where Bool.random(using: &generator) {
          for bit in start..<min(start + size, bits) { isSet[bit] = true }
        }
      case 3:  // runs of any length
        var bit = 0
        while bit < bits {
          let end = min(bits, bit + Int.random(in: 1...200, using: &generator))
          let isOne = Bool.random(using: &generator)
          while bit < end {
            isSet[bit] = isOne
            bit += 1
          }
        }
      default:
        for bit in isSet.indices { isSet[bit] = Bool.random(using: &generator) }
      }
      // One of the lowest sixteen bits or so, which are all zero or one in most of these.
      isSet[Int.random(in: 0..<16, using: &generator)].toggle()
      isSet[bits - 1] = true
      var bytes = [UInt8](repeating: 0, count: (bits + 7) / 8)
      for bit in isSet.indices where isSet[bit] {
        bytes[bytes.count - 1 - bit / 8] |= 1 << UInt8(bit % 8)
      }
      return bytes
    }

    mutating func modulus(bits: Int) -> [UInt8] {
      var bytes = number(bits: bits)
      bytes[bytes.count - 1] |= 1
      return bytes
    }

    /// A number less than this one, which is odd.
    mutating func base(below modulus: [UInt8], bits: Int) -> [UInt8] {
      var bytes: [UInt8]
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        bytes = [UInt8](repeating: 0, count: modulus.count)
        bytes[bytes.count - 1] = UInt8.random(in: 0...1, using: &generator)
      case 1:
        bytes = modulus
        bytes[bytes.count - 1] -= 1
      case 2: bytes = number(bits: Int.random(in: 64...bits, using: &generator))
      default: bytes = number(bits: bits)
      }
      bytes = [UInt8](repeating: 0, count: modulus.count - bytes.count) + bytes
      // Without its highest bit it is less than any number that has it.
      if !bytes.lexicographicallyPrecedes(modulus) { bytes[0] ^= 1 << UInt8((bits - 1) % 8) }
      return bytes
    }
  }

  /// Sizes about whole limbs, digits and vectors.
  static let sizes =
    [64, 52, 416].flatMap { unit in
      (1_024 / unit...4_096 / unit).flatMap { count in (-3...3).map { count * unit + $0 } }
    }.filter { 1_024...4_096 ~= $0 }

  @Test func smallestSize() throws {
    var numbers = Numbers(generator: SeededGenerator(seed: 128))
    for _ in 0..<100 {
      let modulus = numbers.modulus(bits: 128)
      let base = numbers.base(below: modulus, bits: 128)
      try MontgomeryModulus(limbs(modulus), bitCount: 128)
        .samePower(limbs(base), exponent: 65_537, "\(modulus), \(base)")
    }
  }

  @Test(arguments: [3, 17, 65_537, (1 << 33) - 1] as [UInt64])
  func everySizeAboutAUnit(exponent: UInt64) throws {
    var numbers = Numbers(generator: SeededGenerator(seed: exponent))
    let step = Mutations.isExhaustive ? 1 : exponent > 17 ? 37 : 5
    for bits in stride(from: 0, to: Self.sizes.count, by: step).map({ Self.sizes[$0] }) {
      let modulus = numbers.modulus(bits: bits)
      let prepared = MontgomeryModulus(limbs(modulus), bitCount: bits)
      for _ in 0..<(Mutations.isExhaustive ? 20 : 2) {
        let base = numbers.base(below: modulus, bits: bits)
        try prepared.samePower(
          limbs(base), exponent: exponent, "\(modulus), \(base), \(exponent), \(bits) bits")
      }
    }
  }

  /// RECEIPT_EXHAUSTIVE makes it 40,000 of each, which takes a minute in a release build.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func randomNumbers(seed: UInt64) throws {
    var numbers = Numbers(generator: SeededGenerator(seed: seed))
    for _ in 0..<(Mutations.isExhaustive ? 40_000 : 100) {
      let bits =
        Bool.random(using: &numbers.generator)
        ? 2_048 : Int.random(in: 1_024...4_096, using: &numbers.generator)
      let modulus = numbers.modulus(bits: bits)
      let base = numbers.base(below: modulus, bits: bits)
      let width = UInt64.random(in: 2...33, using: &numbers.generator)
      let exponent = UInt64.random(in: 1..<1 << (width - 1), using: &numbers.generator) * 2 + 1
      try MontgomeryModulus(limbs(modulus), bitCount: bits).samePower(
        limbs(base), exponent: exponent, "\(modulus), \(base), \(exponent), \(bits) bits")
    }
  }

  @Test(arguments: RSAVectors.keys.map(\.key))
  func everySignatureOfAKey(_ name: String) throws {
    let key = try #require(RSAVectors.keys.first { $0.key == name })
    for vector in RSAVectors.signatures where vector.key == name {
      try checkPower(
        ofSignature: TestSupport.bytes(vector.signature), modulus: TestSupport.bytes(key.modulus),
        publicExponent: TestSupport.bytes(key.publicExponent))
    }
  }
}
