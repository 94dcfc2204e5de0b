import ReceiptTrust

/// A power modulo n, as RSA needs it, with the processor's instructions and in portable code.
public struct PowerPair {
  /// `nil` where the processor has no instructions for it.
  public let byInstructions: [UInt8]?
  /// What users get where the processor has none.
  public let portable: [UInt8]

  /// Both ways to the power.
  ///
  /// - Parameters:
  ///   - base: big-endian, as the modulus, and less.
  ///   - exponent: odd, and at least 3.
  ///   - modulus: odd, without leading zeros, of 128 to 4,096 bits.
  public init(_ base: RawSpan, exponent: UInt64, modulo modulus: RawSpan) {
    // The load is bounds-checked.
    let zeroBits = unsafe modulus.unsafeLoad(fromByteOffset: 0, as: UInt8.self).leadingZeroBitCount
    let prepared = MontgomeryModulus(
      Limbs(bigEndian: modulus), bitCount: 8 * modulus.byteCount - zeroBits)
    let number = Limbs(bigEndian: base)
    byInstructions = prepared.processorPower(number, exponent: exponent)
      .map { Self.bytes($0, modulus.byteCount) }
    portable = Self.bytes(prepared.portablePower(number, exponent: exponent), modulus.byteCount)
  }

  /// Big-endian, so many bytes and more if there are any.
  private static func bytes(_ limbs: Limbs, _ count: Int) -> [UInt8] {
    let bytes = limbs.withSpan { limbs in
      limbs.indices.reversed().flatMap { index in
        (0..<8).map { UInt8(truncatingIfNeeded: limbs[index] >> UInt64(56 - 8 * $0)) }
      }
    }
    let zeros = bytes.prefix { $0 == 0 }.count
    return Array(bytes.dropFirst(min(zeros, bytes.count - count)))
  }
}
