import CMSParsing
import DERParsing
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust

/// RSA keys as certificates carry them.
@Suite struct PublicKeyTests {
  /// The fields of a sound key of 2,048 bits.
  private static let sound = DER.sequence(
    DER.element(0x02, [0], [UInt8](repeating: 0xFF, count: 256)), DER.integer(65537))

  private func isUsable(_ algorithm: [UInt8], _ key: [UInt8], unusedBits: UInt8 = 0) throws -> Bool
  {
    let bytes = DER.sequence(algorithm, DER.bitString(key, unusedBits: unusedBits))
    return try bytes.withRawSpan { bytes in
      let info = try SubjectPublicKeyInfo(derEncoded: bytes)
      do throws(ReceiptSignatureError) {
        _ = try RSAPublicKey(info, in: bytes, minimumBits: 2048)
        return true
      } catch {
        #expect(error.code == .keyNotUsable)
        return false
      }
    }
  }

  @Test func `rsaEncryption with NULL is a key, and nothing else`() throws {
    let rsa = DER.oid("1.2.840.113549.1.1.1")
    #expect(try isUsable(DER.sequence(rsa, DER.null), Self.sound))
    #expect(try !isUsable(DER.sequence(rsa), Self.sound))
    #expect(try !isUsable(DER.sequence(rsa, DER.integer(0)), Self.sound))
    // id-ea-rsa and RSASSA-PSS, with the same key and the same parameters.
    #expect(try !isUsable(DER.sequence(DER.oid("2.5.8.1.1"), DER.null), Self.sound))
    #expect(try !isUsable(DER.sequence(DER.oid("1.2.840.113549.1.1.10"), DER.null), Self.sound))
  }

  @Test func `The key is two positive numbers, and nothing after them`() throws {
    let algorithm = DER.sequence(DER.oid("1.2.840.113549.1.1.1"), DER.null)
    let modulus = DER.element(0x02, [0], [UInt8](repeating: 0xFF, count: 256))
    #expect(try !isUsable(algorithm, Self.sound + [0]))
    #expect(try !isUsable(algorithm, DER.sequence(modulus)))
    #expect(try !isUsable(algorithm, DER.sequence(modulus, DER.integer(-3))))
    #expect(
      try !isUsable(
        algorithm,
        DER.sequence(
          DER.element(0x02, [0x80], [UInt8](repeating: 0xFF, count: 255)), DER.integer(65537))))
    #expect(try !isUsable(algorithm, DER.sequence(modulus, DER.integer(65537), DER.null)))
  }
}
