import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import ReceiptRedaction
import TestSupport
import Testing

/// What becomes of certificates: Apple's own stay, all others are redacted.
@Suite struct RedactedCertificatesTests {
  private func redact(_ bytes: [UInt8], seed: UInt64 = 1) throws -> ReceiptRedaction {
    var generator = SeededGenerator(seed: seed)
    return try ReceiptRedaction(bytes, using: &generator)
  }

  @Test func `A certificate of somebody else is redacted and still names its issuer`() throws {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    let redacted = try redact(bytes).bytes
    #expect(Data(bytes).range(of: Data("Example".utf8)) != nil)
    #expect(Data(redacted).range(of: Data("Example".utf8)) == nil)

    let (before, after) = (try Chain(bytes), try Chain(redacted))
    #expect(before.isLinked && after.isLinked)
    #expect(after.signerIsFirst == before.signerIsFirst)
    #expect(Set(after.keys).isDisjoint(with: before.keys))
    #expect(after.algorithms == before.algorithms)
    // Each is moved by another distance: Apple's dates are public.
    let distances = Set(zip(before.dates, after.dates).map { $1 - $0 })
    #expect(distances.count == Set(before.dates).count)
    let created = try [bytes, redacted].map { try #require(AppReceipt($0).creationDate) }
    let distance = (created[1].millisecondsSince1970 - created[0].millisecondsSince1970) / 1000
    #expect(!distances.contains(distance))
  }

  /// What certificates say about one another.
  private struct Chain {
    let keys: [[UInt8]]
    let algorithms: [DERObjectIdentifier]
    let dates: [Int64]
    let isLinked: Bool
    let signerIsFirst: Bool

    init(_ bytes: [UInt8]) throws {
      let receipt = try AppReceipt(bytes)
      let encodings = try receipt.certificateEncodings().map(Array.init)
      let fields = try encodings.map { try Certificate(derEncoded: $0).tbsCertificate }
      let names = zip(encodings, fields).map {
        (issuer: Array($0[$1.issuer.contentsRange]), subject: Array($0[$1.subject.contentsRange]))
      }
      keys = zip(encodings, fields).map { Array($0[$1.subjectPublicKeyInfo.encodingRange]) }
      algorithms = fields.map(\.signature.algorithm)
      dates = fields.flatMap {
        [$0.validity.notBefore.secondsSince1970, $0.validity.notAfter.secondsSince1970]
      }
      isLinked = zip(names, names.dropFirst()).allSatisfy { $0.issuer == $1.subject }
      signerIsFirst = try receipt.withContainerBytes { container throws(DERError) in
        var signers = receipt.signedData.signerInfos.reader(in: container)
        guard case .issuerAndSerialNumber(let name) = try signers.read(as: SignerInfo.self).sid
        else { return false }
        let all = receipt.containerBytes
        return Array(all[name.issuer.contentsRange]) == names[0].issuer
          && Array(all[name.serialNumber.contentsRange])
            == Array(encodings[0][fields[0].serialNumber.contentsRange])
      }
    }
  }

  @Test(arguments: [
    ("Apple Inc.", "Apple Inc.", "2.5.4.10", true),
    ("Apple Inc.", "Jane Appleseed", "2.5.4.10", false),
    ("Example Inc", "Apple Inc.", "2.5.4.10", false),
    ("Apple Inc. ", "Apple Inc. ", "2.5.4.10", false),
    // A common name can be anything.
    ("Apple Inc.", "Apple Inc.", "2.5.4.3", false),
  ])
  func `Only certificates that Apple has issued to itself stay`(
    issuer: String, subject: String, attribute: String, stays: Bool
  ) throws {
    var sample = SampleReceipt(SampleReceipt.attribute(2, DER.utf8("com.example.app")))
    let certificate = certificate(issuer: issuer, subject: subject, attribute)
    sample.certificates = DER.constructed(0, certificate)
    let redacted = try AppReceipt(redact(sample.bytes).bytes)
    let after = try redacted.certificateEncodings().map(Array.init)
    #expect((after == [certificate]) == stays)
    if !stays {
      #expect(Data(after[0]).range(of: Data(subject.utf8)) == nil)
      #expect(Data(after[0]).range(of: Data(issuer.utf8)) == nil)
    }
  }

  /// A certificate as far as it is read; nobody looks at its signature.
  private func certificate(
    issuer: String, subject: String, _ attribute: String
  ) -> [UInt8] {
    let algorithm = DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null)
    let names = [issuer, subject].map { name in
      DER.sequence(DER.set(DER.sequence(DER.oid(attribute), DER.utf8(name))))
    }
    let time = DER.utcTime("200101000000Z")
    return DER.sequence(
      DER.sequence(
        DER.constructed(0, DER.integer(2)), DER.integer(1), algorithm, names[0],
        DER.sequence(time, time), names[1],
        DER.sequence(algorithm, DER.bitString([1, 2, 3, 4, 5]))),
      algorithm, DER.bitString([1, 2, 3, 4, 5]))
  }
}
