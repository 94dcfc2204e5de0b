import CMSParsing
import ReceiptParsing
import ReceiptTesting
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust

/// What a verifier remembers changes no verdict, whatever comes before.
@Suite struct VerifiedPathTests {
  private static let authority = TestAuthority()
  private static let builder = ReceiptBuilder(
    bundleIdentifier: "com.example.app", appVersion: "1.0")
  private static func own() throws -> [[UInt8]] {
    try AppReceipt(builder.bytes(signedBy: authority)).certificateEncodings().map { Array($0) }
  }
  private static let stranger = TestAuthority(name: "Stranger").rootCertificate

  /// The certificates of a message: left out, repeated, in other orders, with a stranger's.
  private static func sets(_ own: [[UInt8]]) -> [[[UInt8]]] {
    let (signer, intermediate, root) = (own[0], own[1], own[2])
    return [
      [signer, intermediate, root], [signer, intermediate], [root, intermediate, signer],
      [intermediate, signer], [signer, root], [signer], [],
      [signer, intermediate, root, stranger], [stranger, signer, intermediate],
      [signer, intermediate, intermediate], [signer, signer, intermediate, root, root],
      [signer, intermediate, root] + [[UInt8]](repeating: intermediate, count: 9),
    ]
  }

  /// Before, within and after the validity of the certificates, at its ends and beside them.
  private static let dates = [
    "1999-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "2030-06-30T12:00:00Z", "2199-01-01T00:00:00Z",
  ]

  private static func receipts() throws -> [AppReceipt] {
    let own = try own()
    return try dates.flatMap { date in
      var builder = builder
      builder.creationDate = date
      let bytes = builder.bytes(signedBy: authority)
      return try sets(own).map {
        try AppReceipt(replacing(own.flatMap { $0 }, with: $0.flatMap { $0 }, in: bytes))
      }
    }
  }

  /// A message with other certificates: nothing covers them.
  private static func replacing(
    _ own: [UInt8], with other: [UInt8], in bytes: [UInt8]
  ) throws -> [UInt8] {
    let place = try #require(bytes.firstRange(of: own))
    func element(_ identifier: UInt8, _ contents: [UInt8]) -> [UInt8] {
      DER.element(identifier, contents)
    }
    // ContentInfo, [0] and SignedData have lengths of three bytes, and so has the SET of certificates.
    let header = DER.oid("1.2.840.113549.1.7.2")
    let start = try #require(bytes.firstRange(of: header)).upperBound
    let signedData = start + 4 + 4
    let set = place.lowerBound - 4
    let contents =
      Array(bytes[signedData..<set]) + element(0xA0, other)
      + Array(bytes[place.upperBound...])
    return element(0x30, header + element(0xA0, element(0x30, contents)))
  }

  private func refusal(
    _ receipt: AppReceipt, _ verifier: AppleSignatureVerifier
  ) -> ReceiptSignatureError? {
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [0, 1, 2, 3, 8])
  func `A verifier that remembers judges as one that doesn't`(signatureChecks: Int) throws {
    let receipts = try Self.receipts()
    let cold = AppleSignatureVerifier(
      anchors: [Self.authority.anchor],
      limits: SignatureLimits(signatureChecks: signatureChecks))
    let expected = receipts.map { refusal($0, cold) }
    #expect((expected.contains { $0 == nil }) == (signatureChecks >= 2))
    #expect(Set(expected.compactMap { $0?.code }).count >= (signatureChecks >= 2 ? 4 : 2))
    for order in [Array(receipts.indices), receipts.indices.reversed()] {
      var warm = cold
      for _ in 0..<2 {
        for index in order {
          #expect(refusal(receipts[index], warm) == expected[index], "\(index)")
          do throws(ReceiptSignatureError) { try warm.verifyAndRemember(receipts[index]) } catch {}
        }
      }
    }
  }

  @Test func `Only paths without other certificates are remembered, each once`() throws {
    let receipts = try Self.receipts()
    let verifier = AppleSignatureVerifier(anchors: [Self.authority.anchor])
    var known = VerifiedPaths()
    var remembered: [Int] = []
    for index in Array(receipts.indices) + Array(receipts.indices) {
      let path = try? receipts[index].withSignatureMaterial {
        (material) throws(ReceiptSignatureError) in
        try verifier.verify(material, known)
      }
      guard let path = path ?? nil else { continue }
      known.insert(path)
      remembered.append(index)
    }
    // In 2026: a path in three orders, and one with a root; not those with copies or a stranger's.
    #expect(remembered == [12, 13, 14, 15])
  }

  @Test func `A path is known only while its intermediate certificate is valid, too`() throws {
    var builder = Self.builder
    builder.faults = [.intermediateExpired]
    let late = try AppReceipt(builder.bytes(signedBy: Self.authority))
    // A receipt from the day before, when the same certificates were all valid.
    (builder.faults, builder.creationDate) = ([], "2025-12-31T00:00:00Z")
    let certificates = try late.certificateEncodings().flatMap { Array($0) }
    let own = try Self.own().flatMap { $0 }
    let bytes = builder.bytes(signedBy: Self.authority)
    let early = try AppReceipt(Self.replacing(own, with: certificates, in: bytes))
    var warm = AppleSignatureVerifier(anchors: [Self.authority.anchor])
    try warm.verifyAndRemember(early)
    #expect(refusal(late, warm)?.code == .certificateExpired)
  }

  @Test func `The newest sixteen are kept`() throws {
    let receipt = try AppReceipt(Self.builder.bytes(signedBy: Self.authority))
    let verifier = AppleSignatureVerifier(anchors: [Self.authority.anchor])
    try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
      guard let key = try verifier.verify(material, VerifiedPaths())?.key else {
        throw ReceiptSignatureError(.other)
      }
      var known = VerifiedPaths()
      for second: Int64 in 0...17 {
        known.insert(VerifiedPath(material, validity: second...second, key: key))
      }
      for second: Int64 in 0...17 {
        #expect((known.path(of: material, at: second) != nil) == (second >= 2))
      }
    }
  }
}
