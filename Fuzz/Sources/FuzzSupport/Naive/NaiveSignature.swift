/// Signatures of RFC 8017 §8.2.2, RSASSA-PKCS1-v1_5: compared with the only encoding that is right.
package enum NaiveSignature {
  /// - Parameters:
  ///   - signature: as long as the modulus.
  ///   - exponent: not 0.
  package static func isRight(
    _ signature: [UInt8], of message: [UInt8], _ hash: NaiveHash, modulus: [UInt8],
    exponent: UInt64
  ) -> Bool {
    guard signature.count == modulus.count, signature.lexicographicallyPrecedes(modulus) else {
      return false
    }
    return NaivePower.power(signature, exponent, modulo: modulus)
      == encoded(message, hash, modulus.count)
  }

  /// EMSA-PKCS1-v1_5, §9.2: longer than `count` if that is too short.
  package static func encoded(_ message: [UInt8], _ hash: NaiveHash, _ count: Int) -> [UInt8] {
    func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
      [tag, UInt8(contents.count)] + contents
    }
    let algorithm = element(0x30, element(0x06, hash.identifier) + [0x05, 0x00])
    let info = element(0x30, algorithm + element(0x04, hash.digest(message)))
    let ones = [UInt8](repeating: 0xFF, count: max(count - 3 - info.count, 8))
    return [0, 1] + ones + [0] + info
  }
}
