import ReceiptTrust

extension GateCase {
  /// The power of one signature of 2,048 bits where the processor has no instructions for it. Valgrind hides those
  /// instructions from the program, so the other cases' signatures are counted with this code, too.
  static func portableRSA() -> [GateCase] {
    // Any odd number will do, and any that is less.
    let bytes = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 31 | 0x81) }
    let modulus = unsafe MontgomeryModulus(Limbs(bigEndian: bytes.span.bytes), bitCount: 2_048)
    let number = unsafe Limbs(bigEndian: bytes.span.bytes, from: 1)
    return [
      .succeeding("rsa2048-portable") {
        let power = modulus.portablePower(number, exponent: 65_537)
        return Int(truncatingIfNeeded: power.withSpan { $0[0] })
      }
    ]
  }
}
