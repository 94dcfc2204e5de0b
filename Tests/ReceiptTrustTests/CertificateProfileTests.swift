import CMSParsing
import DERParsing
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust
import TextCoding

@Suite struct CertificateProfileTests {
  /// A certificate that nobody has signed, with these extensions.
  private func certificate(_ extensions: [[UInt8]]) -> [UInt8] {
    let algorithm = DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null)
    let name = DER.sequence(
      DER.set(DER.sequence(DER.oid("2.5.4.3"), DER.utf8("Example"))))
    let validity = DER.sequence(DER.utcTime("200101000000Z"), DER.utcTime("300101000000Z"))
    let key = DER.sequence(
      DER.sequence(DER.oid("1.2.840.113549.1.1.1"), DER.null), DER.bitString([0x30, 0x00]))
    return DER.sequence(
      DER.sequence(
        DER.constructed(0, DER.integer(2)), DER.integer(1), algorithm, name, validity, name, key,
        DER.constructed(3, DER.element(0x30, of: extensions))),
      algorithm, DER.bitString([0]))
  }

  private func extensionOf(
    _ identifier: String, critical: Bool = false, _ value: [UInt8]
  ) -> [UInt8] {
    critical
      ? DER.sequence(DER.oid(identifier), DER.boolean(true), DER.octetString(value))
      : DER.sequence(DER.oid(identifier), DER.octetString(value))
  }

  /// What a receipt signer's certificate has to have.
  private var signer: [[UInt8]] {
    [
      extensionOf("2.5.29.15", critical: true, DER.bitString([0x80], unusedBits: 7)),
      extensionOf(
        "2.5.29.32", DER.sequence(DER.sequence(DER.oid("1.2.840.113635.100.5.6.1")))),
      extensionOf("1.2.840.113635.100.6.11.1", DER.null),
    ]
  }

  private func refusal(_ extensions: [[UInt8]]) throws -> ReceiptSignatureError.Code? {
    try error(certificate(extensions))?.code
  }

  private func error(_ bytes: [UInt8]) throws -> ReceiptSignatureError? {
    let certificate = try Certificate(derEncoded: bytes)
    return bytes.withRawSpan { bytes in
      do throws(ReceiptSignatureError) {
        try CertificateProfile(certificate, for: .signer, in: bytes).check(0)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test func `The extensions of a signer are enough`() throws {
    #expect(try refusal(signer) == nil)
    for index in signer.indices {
      var fewer = signer
      fewer.remove(at: index)
      #expect(try refusal(fewer) != nil)
    }
  }

  @Test func `The policy of receipts may be one of several, at any place`() throws {
    let others = ["1.2.3", "1.2.4"].map { DER.sequence(DER.oid($0)) }
    func refusal(_ policies: [[UInt8]]) throws -> ReceiptSignatureError.Code? {
      let several = extensionOf("2.5.29.32", DER.element(0x30, of: policies))
      return try self.refusal([signer[0], several, signer[2]])
    }
    let own = DER.sequence(DER.oid("1.2.840.113635.100.5.6.1"))
    for place in 0...others.count {
      var policies = others
      policies.insert(own, at: place)
      #expect(try refusal(policies) == nil, "\(place)")
    }
    #expect(try refusal(others) == .leafPolicyMissing)
  }

  @Test func `What is critical and not known is refused, the policies among it`() throws {
    let policies = DER.sequence(DER.sequence(DER.oid("1.2.840.113635.100.5.6.1")))
    for (identifier, value) in [
      ("2.5.29.32", policies), ("1.2.840.113635.100.6.11.1", DER.null), ("2.5.29.17", DER.null),
    ] {
      let critical = extensionOf(identifier, critical: true, value)
      let others = signer.filter { $0.dropFirst(2).prefix(5) != critical.dropFirst(2).prefix(5) }
      #expect(try refusal(others + [critical]) == .unknownCriticalExtension, "\(identifier)")
    }
  }

  @Test func `Of several critical extensions that are not known the first is named`() throws {
    let critical = ["1.2.3.1", "1.2.3.2"].map { extensionOf($0, critical: true, DER.null) }
    for order in [critical, critical.reversed()] {
      let bytes = certificate([order[0]] + signer + [order[1]])
      let expected = ReceiptSignatureError(
        .unknownCriticalExtension, at: bytes.offset(of: order[0]))
      #expect(try error(bytes) == expected)
    }
  }

  @Test func `The number of extensions is bounded`() throws {
    let limit = SignatureLimits.default.extensions
    func extensions(_ count: Int) -> [[UInt8]] {
      signer + (0..<count - signer.count).map { extensionOf("1.2.3.\($0)", DER.null) }
    }
    #expect(try refusal(extensions(limit)) == nil)
    #expect(try refusal(extensions(limit + 1)) == .tooManyExtensions)
  }

  @Test func `Extensions that cannot be read are refused`() throws {
    let malformed = [
      extensionOf("2.5.29.19", DER.sequence(DER.boolean(true), DER.integer(-1))),
      extensionOf("2.5.29.19", DER.sequence(DER.boolean(true)) + [0]),
      extensionOf("2.5.29.32", DER.sequence()),
      extensionOf("2.5.29.32", DER.sequence(DER.sequence(DER.oid("1.2"), DER.null))),
      extensionOf(
        "2.5.29.32",
        DER.sequence(
          DER.sequence(DER.oid("1.2.840.113635.100.5.6.1"), DER.sequence(), DER.null))),
    ]
    #expect(try refusal(signer + [malformed[0]]) == .malformedExtension)
    #expect(try refusal(signer + [malformed[1]]) == .malformedExtension)
    #expect(try refusal([malformed[2]] + [signer[0], signer[2]]) == .malformedExtension)
    #expect(try refusal([malformed[3]] + [signer[0], signer[2]]) == .malformedExtension)
    #expect(try refusal([malformed[4]] + [signer[0], signer[2]]) == .malformedExtension)
  }
}
