import ProcessorInstructions
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust

#if os(macOS) || os(Linux)
  /// What no caller does, and what must not become a wrong answer should one ever do it.
  @Suite struct PreconditionTests {
    @Test(arguments: [93, 513])
    func `An encoded message without room, or longer than any key`(byteCount: Int) async {
      await #expect(processExitsWith: .failure) { [byteCount] in
        let digest = withExactlySized([]) { MessageDigest(.sha256, of: $0) }
        print(EncodedMessage(digest, byteCount: byteCount))
      }
    }

    @Test(
      .enabled(if: ProcessorInstructions.haveVectorMultiplication, "no AVX-512 IFMA"),
      arguments: [
        (15, 16, 1_024), (16, 15, 1_024), (0, 0, 1_024), (63, 64, 4_096), (64, 63, 4_096),
      ])
    func `Fewer limbs than the modulus has bits`(base: Int, modulus: Int, bitCount: Int) async {
      await #expect(processExitsWith: .failure) { [base, modulus, bitCount] in
        var base = [UInt64](repeating: 0, count: base)
        let modulus = [UInt64](repeating: .max, count: modulus)
        var limbs = base.mutableSpan
        print(
          ProcessorInstructions.replaceByPower(
            &limbs, exponent: 3, modulus: modulus.span, bitCount: bitCount, negatedInverse: 1))
      }
    }

    @Test(arguments: [0, 1, 2, 4, 65_536] as [UInt64])
    func `An exponent that is even, or below 3`(exponent: UInt64) async {
      await #expect(processExitsWith: .failure) { [exponent] in
        var limbs = Limbs()
        limbs.setOnes(at: 0)
        limbs.setOnes(at: 1)
        print(MontgomeryModulus(limbs, bitCount: 128).power(Limbs(), exponent: exponent))
      }
    }

    @Test(
      .enabled(if: ProcessorInstructions.haveVectorMultiplication, "no AVX-512 IFMA"),
      arguments: [(1, 1_024), (4, 1_024), (3, 127), (3, 4_097)] as [(UInt64, Int)])
    func `Exponents and moduli for which the instructions are not made`(
      exponent: UInt64, bitCount: Int
    ) async {
      await #expect(processExitsWith: .failure) { [exponent, bitCount] in
        var base = [UInt64](repeating: 1, count: 65)
        let modulus = [UInt64](repeating: .max, count: 65)
        var limbs = base.mutableSpan
        print(
          ProcessorInstructions.replaceByPower(
            &limbs, exponent: exponent, modulus: modulus.span, bitCount: bitCount,
            negatedInverse: 1))
      }
    }

    @Test func `A row of limbs fits exactly, or not at all`() async {
      var limbs: [UInt64] = [1, 2, 3, 4]
      let row: [UInt64] = [5, 6]
      var span = limbs.mutableSpan
      let carries = span.add(row.span, times: (1, 0), at: 2)
      #expect(limbs == [1, 2, 8, 10] && carries == (0, 0))
      await #expect(processExitsWith: .failure) {
        var limbs: [UInt64] = [1, 2, 3, 4]
        let row: [UInt64] = [5, 6]
        var span = limbs.mutableSpan
        print(span.add(row.span, times: (1, 0), at: 3))
      }
    }
  }
#endif
