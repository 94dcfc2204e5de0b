package import FuzzSupport
import InstructionPairs

/// The input is a modulus, a number less than it, and an exponent: both ways to the power, by the processor's instructions
/// and without, give the same. A naive multiplication gives it, too, where numbers are short. And a key that the input
/// makes accepts the signature that fits it, no other, and nothing that is another way to write it.
///
/// The first byte says how often each number is repeated, so that few bytes make many limbs; five are the exponent; one
/// half of the others is the modulus, and the other half the number.
package enum ModulusProperty: FuzzProperty {
  package static let name = "modulus"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    guard bytes.count > 8 else { return }
    ForgedSignature(bytes)?.check()
    let repetitions = 1 + Int(bytes[0] % 64)
    let digits = bytes[1...5].reduce(0) { $0 << 8 | UInt64($1) }
    let exponent = max(digits & (1 << 33 - 1) | 1, 3)
    let middle = 6 + (bytes.count - 6) / 2

    var modulus = number(bytes[6..<middle], repetitions)
    modulus[modulus.count - 1] |= 1
    modulus = Array(modulus.drop { $0 == 0 })
    let bitCount = 8 * modulus.count - modulus[0].leadingZeroBitCount
    guard bitCount >= 128 else { return }

    var base = number(bytes[middle...], repetitions).suffix(modulus.count)
    base.insert(
      contentsOf: repeatElement(0, count: modulus.count - base.count), at: base.startIndex)
    if !base.lexicographicallyPrecedes(modulus) {
      // Without the highest bit of the modulus, and what is above it, it is less.
      base[base.startIndex] &= 1 << UInt8((bitCount - 1) % 8) - 1
    }
    check(modulus, bitCount, Array(base), exponent)
  }

  /// The bytes again and again, at most 4,096 bits of them.
  private static func number(_ bytes: ArraySlice<UInt8>, _ repetitions: Int) -> [UInt8] {
    Array((0..<repetitions).flatMap { _ in bytes }.prefix(512))
  }

  private static func check(
    _ modulus: [UInt8], _ bitCount: Int, _ base: [UInt8], _ exponent: UInt64
  ) {
    let pair = base.withBytes { base in
      modulus.withBytes { PowerPair(base, exponent: exponent, modulo: $0) }
    }
    if let power = pair.byInstructions {
      require(power == pair.portable, "both powers of \(bitCount) bits")
    }
    if bitCount <= 192 {
      let naive = NaivePower.power(base, exponent, modulo: modulus)
      require(pair.portable == naive, "the naive power of \(bitCount) bits")
    }
  }
}
