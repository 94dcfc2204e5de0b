package import FuzzSupport
import InstructionPairs

/// The input is a modulus, a number less than it, and an exponent: both ways to the power, by the processor's
/// instructions and without, give the same. A naive multiplication gives it, too, where numbers are short. And a key
/// that the input makes accepts the signature that fits it, no other, and nothing that is another way to write it. Keys
/// at the edges of what is usable are judged by naive rules.
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
    checkKey(bytes)
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

  /// A key may be used if its numbers are odd and minimal, the modulus of 1,024 to 4,096 bits and not of fewer than
  /// demanded, and the exponent of 2 to 33 bits.
  private static func checkKey(_ bytes: [UInt8]) {
    let count = [126, 127, 128, 129, 255, 256, 257, 511, 512, 513][Int(bytes[6]) % 10]
    var modulus = Array(repeatElement(bytes, count: 1 + count / bytes.count).joined().prefix(count))
    if bytes[7] & 1 == 0 { modulus[0] = bytes[7] }
    if bytes[7] & 2 == 0 { modulus[count - 1] |= 1 }
    if bytes[7] & 4 == 0 { modulus = [0] + modulus }
    // One bit, or one less, or any, at the end of so many bytes.
    var exponent: [UInt8] = [1 << (bytes[8] >> 4 & 7)]
    exponent += [UInt8](repeating: 0, count: Int(bytes[8] % 8))
    if bytes[8] >> 7 == 0 { exponent[exponent.count - 1] |= 1 } else { exponent += bytes[1...2] }
    let bits = bitCount(modulus)
    let minimum = [0, bits - 1, bits, bits + 1][Int(bytes[7] >> 4) % 4]
    let isRight =
      isMinimal(modulus) && isMinimal(exponent) && max(1024, minimum)...max(4096, minimum) ~= bits
      && bits <= 4096 && modulus[modulus.count - 1] % 2 == 1
      && exponent[exponent.count - 1] % 2 == 1
      && 2...33 ~= bitCount(exponent)
    let answer = RSAAnswer(
      modulus: modulus, exponent: exponent, minimumBits: minimum, signature: [], digest: 0, of: [])
    require(answer.isUsable == isRight, "\(answer), a key of \(modulus), \(exponent), \(minimum)")
  }

  private static func bitCount(_ number: [UInt8]) -> Int {
    let digits = number.drop { $0 == 0 }
    return digits.first.map { 8 * digits.count - $0.leadingZeroBitCount } ?? 0
  }

  private static func isMinimal(_ number: [UInt8]) -> Bool {
    number.count < 2 || number[0] > 0 || number[1] > 127
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
