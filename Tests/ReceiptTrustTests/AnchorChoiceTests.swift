import CMSParsing
import DERParsing
import ReceiptParsing
import ReceiptTesting
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust

/// Anchors of one name in every combination, compared with a naive judgement: what counts is the validity of the one
/// whose key has signed, and what the verifier remembers changes no verdict.
@Suite struct AnchorChoiceTests {
  /// One anchor among those of a name.
  private struct Kind {
    /// Whether its key has signed the intermediate certificate.
    let isIssuer: Bool
    /// Which of the three receipts it is valid for.
    let period: Int
    /// Whether its certificate is the one that the receipts bring along.
    let isEmbedded: Bool
  }

  private static let kinds = [true, false].flatMap { isIssuer in
    (0..<3).flatMap { period in
      [true, false].map { Kind(isIssuer: isIssuer, period: period, isEmbedded: $0) }
    }
  }

  private static let years = [2010, 2020, 2030]
  private static let authority = TestAuthority()

  /// Signed by the same certificates, ten years apart.
  private static func receipts() throws -> [AppReceipt] {
    try years.map { year in
      var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
      builder.creationDate = "\(year)-06-01T00:00:00Z"
      return try AppReceipt(builder.bytes(signedBy: authority))
    }
  }

  private struct Certificates {
    let root = Array(AnchorChoiceTests.authority.rootCertificate)
    let stranger: [UInt8]

    init(_ receipt: AppReceipt) throws {
      stranger = Array(try receipt.certificateEncodings()[1])
    }

    private static func key(_ bytes: [UInt8]) throws -> [UInt8] {
      Array(
        bytes[try Certificate(derEncoded: bytes).tbsCertificate.subjectPublicKeyInfo.encodingRange])
    }

    func anchor(_ kind: Kind, _ receipts: [AppReceipt]) throws -> TrustAnchor {
      let date = ApplePolicy.seconds(of: try #require(receipts[kind.period].creationDate))
      let genuine = try TrustAnchor(certificate: root)
      return TrustAnchor(
        subject: genuine.subject,
        subjectPublicKeyInfo: try Self.key(kind.isIssuer ? root : stranger),
        validity: date...date,
        fingerprint: kind.isEmbedded ? genuine.fingerprint : [UInt8](repeating: 7, count: 32))
    }
  }

  /// What has to come of it: signatures first, then the embedded root, then the time.
  private func expected(_ kinds: [Kind], period: Int) -> ReceiptSignatureError.Code? {
    let issuers = kinds.filter(\.isIssuer)
    if issuers.isEmpty { return .certificateSignatureMismatch }
    if !kinds.contains(where: \.isEmbedded) { return .embeddedRootDiffers }
    if issuers.contains(where: { $0.period == period }) { return nil }
    return issuers.allSatisfy { $0.period > period } ? .certificateNotYetValid : .certificateExpired
  }

  private func refusal(
    _ receipt: AppReceipt, _ verifier: AppleSignatureVerifier
  ) -> ReceiptSignatureError.Code? {
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return nil
    } catch {
      return error.code
    }
  }

  /// Lists of one and two kinds, all of them, and some of three; a list has every order of its kinds somewhere.
  private static func combinations() -> [[Kind]] {
    let pairs = kinds.flatMap { first in kinds.map { [first, $0] } }
    var generator = SeededGenerator(seed: 12)
    let triples = (0..<40).map { _ in
      (0..<3).map { _ in kinds[Int.random(in: 0..<kinds.count, using: &generator)] }
    }
    return kinds.map { [$0] } + pairs + triples
  }

  @Test func `The anchor whose key has signed has to be valid, cold and warm, in any order`() throws
  {
    let receipts = try Self.receipts()
    let certificates = try Certificates(receipts[0])
    let combinations = Self.combinations()
    #expect(combinations.count == 12 + 144 + 40)
    var acceptedCount = 0
    for kinds in combinations {
      let anchors = try kinds.map { try certificates.anchor($0, receipts) }
      let cold = AppleSignatureVerifier(anchors: anchors)
      var warm = cold
      for receipt in receipts {
        do throws(ReceiptSignatureError) { try warm.verifyAndRemember(receipt) } catch {}
      }
      for (period, receipt) in receipts.enumerated() {
        let expected = expected(kinds, period: period)
        if expected == nil { acceptedCount += 1 }
        #expect(refusal(receipt, cold) == expected, "cold, \(period): \(kinds)")
        #expect(refusal(receipt, warm) == expected, "warm, \(period): \(kinds)")
      }
    }
    #expect(acceptedCount > 100)
  }

  @Test func `An expired anchor is not rescued by a namesake`() throws {
    let receipts = try Self.receipts()
    let certificates = try Certificates(receipts[0])
    let expired = Kind(isIssuer: true, period: 0, isEmbedded: true)
    let namesake = Kind(isIssuer: false, period: 1, isEmbedded: false)
    for kinds in [[expired, namesake], [namesake, expired]] {
      let anchors = try kinds.map { try certificates.anchor($0, receipts) }
      var verifier = AppleSignatureVerifier(anchors: anchors)
      #expect(refusal(receipts[1], verifier) == .certificateExpired)
      try verifier.verifyAndRemember(receipts[0])
      #expect(refusal(receipts[1], verifier) == .certificateExpired)
    }
  }

  @Test func `An expired anchor is not replaced by one of another name with its key`() throws {
    let (first, other) = (TestAuthority(name: "A"), TestAuthority(name: "B"))
    #expect(first.anchor.subjectPublicKeyInfo == other.anchor.subjectPublicKeyInfo)
    let expired = TrustAnchor(
      subject: first.anchor.subject, subjectPublicKeyInfo: first.anchor.subjectPublicKeyInfo,
      validity: 0...1, fingerprint: first.anchor.fingerprint)
    let builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1")
    let receipt = try AppReceipt(builder.bytes(signedBy: first))
    for anchors in [[expired, other.anchor], [other.anchor, expired]] {
      #expect(refusal(receipt, AppleSignatureVerifier(anchors: anchors)) == .certificateExpired)
    }
  }
}
