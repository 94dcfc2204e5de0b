import ReceiptHashing
import TestSupport
import Testing

@testable import ReceiptTrust

/// Powers whose value is known without calculating: (n − b)ᵉ ≡ −bᵉ for odd e.
///
/// Numbers close to an all-ones modulus reach carries that signatures reach once in 2⁶⁴ times.
struct MontgomeryModulusTests {
  /// 2 to the power of `bits`, less the powers of two in `less`, plus 1 or less 1.
  struct Modulus: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bits: Int
    let bytes: [UInt8]

    /// All ones.
    init(ones bits: Int) {
      testDescription = "2^\(bits) − 1"
      self.bits = bits
      bytes = Self.filled(bits)
    }

    /// All ones but for the bits below `zero`, of which only the lowest is set.
    init(ones bits: Int, zerosBelow zero: Int) {
      testDescription = "2^\(bits) − 2^\(zero) + 1"
      self.bits = bits
      var bytes = Self.filled(bits)
      for bit in 1..<zero {
        bytes[bytes.count - 1 - bit / 8] &= ~(1 << UInt8(bit % 8))
      }
      self.bytes = bytes
    }

    /// All ones but for one bit.
    init(ones bits: Int, without bit: Int) {
      testDescription = "2^\(bits) − 2^\(bit) − 1"
      self.bits = bits
      var bytes = Self.filled(bits)
      bytes[bytes.count - 1 - bit / 8] &= ~(1 << UInt8(bit % 8))
      self.bytes = bytes
    }

    /// The highest and the lowest bit.
    init(zeros bits: Int) {
      testDescription = "2^\(bits - 1) + 1"
      self.bits = bits
      bytes = RSAPublicKeyTests.modulus(bits: bits)
    }

    /// The highest bit and all bits below `ones`: what follows the first limb is as much as it can be, so
    /// a quotient that is estimated by the first limb errs most.
    init(zeros bits: Int, onesBelow ones: Int) {
      testDescription = "2^\(bits - 1) + 2^\(ones) − 1"
      self.bits = bits
      var bytes = RSAPublicKeyTests.modulus(bits: bits)
      for bit in 0..<ones {
        bytes[bytes.count - 1 - bit / 8] |= 1 << UInt8(bit % 8)
      }
      self.bytes = bytes
    }

    private static func filled(_ bits: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0xff, count: (bits + 7) / 8)
      bytes[0] >>= UInt8(8 * bytes.count - bits)
      return bytes
    }

    /// The modulus less a small number, which needs no borrow from beyond the bytes.
    func less(_ number: UInt64) -> Limbs {
      var bytes = bytes
      var rest = number
      var borrow = 0
      for index in bytes.indices.reversed() where rest != 0 || borrow != 0 {
        let difference = Int(bytes[index]) - Int(rest & 0xff) - borrow
        borrow = difference < 0 ? 1 : 0
        bytes[index] = UInt8(truncatingIfNeeded: difference)
        rest >>= 8
      }
      return withExactlySized(bytes) { Limbs(bigEndian: $0) }
    }
  }

  static let moduli: [Modulus] = [
    Modulus(ones: 1_024), Modulus(ones: 2_048), Modulus(ones: 2_050), Modulus(ones: 2_111),
    Modulus(ones: 2_112), Modulus(ones: 4_095), Modulus(ones: 4_096),
    Modulus(ones: 2_048, zerosBelow: 64), Modulus(ones: 2_048, zerosBelow: 1_984),
    Modulus(ones: 4_096, zerosBelow: 2_000), Modulus(ones: 2_048, without: 1),
    Modulus(ones: 2_048, without: 1_024), Modulus(ones: 3_072, without: 64),
    Modulus(zeros: 1_024), Modulus(zeros: 2_048), Modulus(zeros: 2_049), Modulus(zeros: 4_096),
    Modulus(zeros: 2_048, onesBelow: 1_984), Modulus(zeros: 2_049, onesBelow: 1_985),
    Modulus(zeros: 2_100, onesBelow: 2_036), Modulus(zeros: 2_048, onesBelow: 2_047),
  ]

  /// A number of few bits as limbs.
  private func small(_ number: UInt64) -> Limbs {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    return withExactlySized(bytes) { Limbs(bigEndian: $0) }
  }

  /// `base` to the power of `exponent`, which must not overflow.
  private func power(_ base: UInt64, _ exponent: UInt64) -> UInt64 {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  @Test(arguments: moduli, PowerWay.available)
  func powersOfSmallNumbersAndTheirNegatives(_ modulus: Modulus, by way: PowerWay) throws {
    let prepared = MontgomeryModulus(modulus.less(0), bitCount: modulus.bits)
    for exponent in [3, 5, 7, 11, 17] as [UInt64] {
      for base in 0...8 as ClosedRange<UInt64> {
        let expected = power(base, exponent)
        #expect(try prepared.power(small(base), exponent: exponent, by: way) == small(expected))
        guard base > 0 else { continue }
        let negative = try prepared.power(modulus.less(base), exponent: exponent, by: way)
        #expect(negative == modulus.less(expected), "−\(base) to the power of \(exponent)")
      }
    }
    for exponent in [65_537, (1 << 33) - 1] as [UInt64] {
      #expect(try prepared.power(small(0), exponent: exponent, by: way) == small(0))
      #expect(try prepared.power(small(1), exponent: exponent, by: way) == small(1))
      #expect(try prepared.power(modulus.less(1), exponent: exponent, by: way) == modulus.less(1))
    }
  }

  /// A multiple of the modulus may come out of a reduction as the modulus itself, which is not less than it.
  @Test(arguments: PowerWay.available)
  func `A power that the modulus divides is zero`(by way: PowerWay) throws {
    // 3 to the powers of 100 and 50, by repeated addition.
    func power(_ exponent: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 19) + [1]
      for _ in 0..<exponent {
        var carry = 0
        for index in bytes.indices.reversed() {
          let value = Int(bytes[index]) * 3 + carry
          bytes[index] = UInt8(truncatingIfNeeded: value)
          carry = value >> 8
        }
      }
      return bytes
    }
    func limbs(_ bytes: [UInt8]) -> Limbs {
      withExactlySized(bytes) { Limbs(bigEndian: $0) }
    }
    let bytes = power(100)
    let zeros = bytes.prefix { $0 == 0 }.count
    let bitCount = (bytes.count - zeros) * 8 - bytes[zeros].leadingZeroBitCount
    let modulus = MontgomeryModulus(limbs(bytes), bitCount: bitCount)
    #expect(try modulus.power(limbs(power(50)), exponent: 3, by: way) == small(0))
    #expect(try modulus.power(limbs(power(34)), exponent: 3, by: way) == small(0))
    #expect(try modulus.power(limbs(power(33)), exponent: 3, by: way) == limbs(power(99)))
  }

  #if os(macOS) || os(Linux)
    @Test func `What a power cannot be calculated of is a precondition failure`() async {
      await #expect(processExitsWith: .failure) {
        let modulus = MontgomeryModulus(MontgomeryModulusTests.moduli[0].less(0), bitCount: 1024)
        print(modulus.power(MontgomeryModulusTests.moduli[0].less(1), exponent: 4))
      }
      await #expect(processExitsWith: .failure) {
        let modulus = MontgomeryModulus(MontgomeryModulusTests.moduli[0].less(0), bitCount: 1024)
        print(modulus.power(MontgomeryModulusTests.moduli[0].less(1), exponent: 1))
      }
      await #expect(processExitsWith: .failure) {
        let modulus = MontgomeryModulus(MontgomeryModulusTests.moduli[0].less(0), bitCount: 127)
        print(modulus)
      }
      await #expect(processExitsWith: .failure) {
        let modulus = MontgomeryModulus(MontgomeryModulusTests.moduli[0].less(0), bitCount: 4097)
        print(modulus)
      }
    }

    @Test func `A modulus too short for any padding is a precondition failure`() async {
      await #expect(processExitsWith: .failure) {
        withExactlySized([]) { print(EncodedMessage(.sha1(SHA1.hash($0)), byteCount: 93)) }
      }
      await #expect(processExitsWith: .failure) {
        withExactlySized([]) { print(EncodedMessage(.sha1(SHA1.hash($0)), byteCount: 513)) }
      }
    }
  #endif
}
