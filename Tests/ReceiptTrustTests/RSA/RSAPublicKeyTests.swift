import CMSParsing
import DERParsing
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust
import TextCoding

/// A modulus or a public exponent, and what making a key of it throws; nil for nothing.
struct KeyRow: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let error: RSAError?

  init(_ name: String, _ bytes: [UInt8], _ error: RSAError?) {
    self.name = name
    self.bytes = bytes
    self.error = error
  }

  var testDescription: String { name }
}

/// Which keys are refused, and why: RFC 8017 §3.1 and our limits, each at n and n + 1.
struct RSAPublicKeyTests {
  /// 2 to the power of `bits` − 1, plus `low`, without a leading zero byte.
  static func modulus(bits: Int, low: UInt8 = 1) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (bits + 7) / 8)
    bytes[0] = 1 << UInt8((bits - 1) % 8)
    bytes[bytes.count - 1] |= low
    return bytes
  }

  /// What making a key throws; nil if nothing.
  private func error(
    _ modulus: [UInt8], _ publicExponent: [UInt8],
    minimum: Int = ApplePolicy.minimumKeyBits
  ) -> RSAError? {
    do throws(RSAError) {
      _ = try makeKey(modulus, publicExponent, minimumModulusBits: minimum)
      return nil
    } catch {
      return error
    }
  }

  static let moduli = [
    KeyRow("no bytes", [], .modulusTooShort),
    KeyRow("0", [0], .modulusTooShort),
    KeyRow("1", [1], .modulusTooShort),
    KeyRow("2,047 bits", modulus(bits: 2_047), .modulusTooShort),
    KeyRow(
      "2,047 bits, all ones", [0x7f] + [UInt8](repeating: 0xff, count: 255), .modulusTooShort),
    KeyRow("2,048 bits", modulus(bits: 2_048), nil),
    KeyRow("2,048 bits, one zero byte before", [0] + modulus(bits: 2_048), nil),
    KeyRow("2,048 bits, two zero bytes", [0, 0] + modulus(bits: 2_048), .modulusNotMinimal),
    KeyRow("2,047 bits, one zero byte before", [0] + modulus(bits: 2_047), .modulusNotMinimal),
    KeyRow("2,050 bits", modulus(bits: 2_050), nil),
    KeyRow("2,048 bits, even", modulus(bits: 2_048, low: 0), .modulusEven),
    KeyRow("2,048 bits, even, not a power of two", modulus(bits: 2_048, low: 6), .modulusEven),
    KeyRow("4,095 bits", modulus(bits: 4_095), nil),
    KeyRow("4,096 bits", modulus(bits: 4_096), nil),
    KeyRow("4,096 bits, all ones", [UInt8](repeating: 0xff, count: 512), nil),
    KeyRow("4,096 bits, one zero byte before", [0] + modulus(bits: 4_096), nil),
    KeyRow("4,097 bits", modulus(bits: 4_097), .modulusTooLong),
    KeyRow("4,104 bits", modulus(bits: 4_104), .modulusTooLong),
    KeyRow("4,104 bits, one zero byte before", [0] + modulus(bits: 4_104), .modulusTooLong),
    KeyRow("65,536 bits", modulus(bits: 65_536), .modulusTooLong),
    KeyRow("512 zero bytes", [UInt8](repeating: 0, count: 512), .modulusNotMinimal),
    KeyRow("513 zero bytes", [UInt8](repeating: 0, count: 513), .modulusNotMinimal),
    KeyRow("514 zero bytes", [UInt8](repeating: 0, count: 514), .modulusTooLong),
    KeyRow("600 zero bytes", [UInt8](repeating: 0, count: 600), .modulusTooLong),
  ]

  @Test(arguments: moduli)
  func modulusTable(_ row: KeyRow) {
    #expect(error(row.bytes, [3]) == row.error)
  }

  static let exponents = [
    KeyRow("no bytes", [], .publicExponentTooSmall),
    KeyRow("0", [0], .publicExponentTooSmall),
    KeyRow("1", [1], .publicExponentTooSmall),
    KeyRow("2", [2], .publicExponentTooSmall),
    KeyRow("3", [3], nil),
    KeyRow("3, zero byte before", [0, 3], .publicExponentNotMinimal),
    KeyRow("4", [4], .publicExponentEven),
    KeyRow("17", [17], nil),
    KeyRow("129, zero byte before", [0, 0x81], nil),
    KeyRow("129, none before", [0x81], nil),
    KeyRow("65,536", [1, 0, 0], .publicExponentEven),
    KeyRow("65,537", [1, 0, 1], nil),
    KeyRow("65,537, zero byte before", [0, 1, 0, 1], .publicExponentNotMinimal),
    KeyRow("2³² − 1, zero byte before", [0, 0xff, 0xff, 0xff, 0xff], nil),
    KeyRow("2³² + 1", [1, 0, 0, 0, 1], nil),
    KeyRow("2³³ − 1", [1, 0xff, 0xff, 0xff, 0xff], nil),
    KeyRow("2³³ − 2", [1, 0xff, 0xff, 0xff, 0xfe], .publicExponentEven),
    KeyRow("2³³ + 1", [2, 0, 0, 0, 1], .publicExponentTooLong),
    KeyRow("2⁴⁰ − 1", [0, 0xff, 0xff, 0xff, 0xff, 0xff], .publicExponentTooLong),
    KeyRow("3, six zero bytes before", [0, 0, 0, 0, 0, 0, 3], .publicExponentTooLong),
    KeyRow("2⁶⁴ + 1", [1, 0, 0, 0, 0, 0, 0, 0, 1], .publicExponentTooLong),
    KeyRow("4,096 bits", modulus(bits: 4_096), .publicExponentTooLong),
  ]

  @Test(arguments: exponents)
  func publicExponentTable(_ row: KeyRow) {
    #expect(error(Self.modulus(bits: 2_048), row.bytes) == row.error)
  }

  /// The policy's limit at n and n − 1, and the limit of the limit.
  @Test(arguments: [1_024, 1_025, 1_536, 2_048, 3_072, 4_096])
  func lowestNumberOfBits(_ minimum: Int) {
    #expect(error(Self.modulus(bits: minimum), [3], minimum: minimum) == nil)
    #expect(
      error(Self.modulus(bits: minimum - 1), [3], minimum: minimum) == .modulusTooShort)
  }

  @Test(arguments: [Int.min, -1, 0, 1, 512, 1_023])
  func noPolicyGoesBelow1024Bits(_ minimum: Int) {
    #expect(error(Self.modulus(bits: 1_024), [3], minimum: minimum) == nil)
    #expect(error(Self.modulus(bits: 1_023), [3], minimum: minimum) == .modulusTooShort)
    #expect(error(Self.modulus(bits: 512), [3], minimum: minimum) == .modulusTooShort)
  }

  @Test(arguments: [4_097, Int.max])
  func noPolicyGoesAbove4096Bits(_ minimum: Int) {
    #expect(error(Self.modulus(bits: 4_096), [3], minimum: minimum) == .modulusTooShort)
    #expect(error(Self.modulus(bits: 4_097), [3], minimum: minimum) == .modulusTooLong)
  }

  @Test func byteCountIsThatOfTheModulus() throws {
    #expect(try makeKey([0] + Self.modulus(bits: 2_048), [3]).modulusByteCount == 256)
    #expect(try makeKey(Self.modulus(bits: 2_049), [3]).modulusByteCount == 257)
    #expect(try makeKey(Self.modulus(bits: 4_096), [3]).modulusByteCount == 512)
  }
}

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
