import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import ReceiptTesting
import ReceiptTrust
import ReceiptValidation
import TestSupport
import Testing

/// Errors of signatures point at the bytes of the input that they are about.
@Suite struct ErrorPlaceTests {
  private func error(_ bytes: [UInt8]) throws -> (AppReceipt, ReceiptSignatureError) {
    let receipt = try AppReceipt(bytes)
    let anchor = try TrustAnchor(certificate: Fixtures.certificate("root"))
    let error = #expect(throws: ReceiptSignatureError.self) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try AppleSignatureVerifier(anchors: [anchor]).verify(material)
      }
    }
    return (receipt, try #require(error))
  }

  private func forgery(_ id: String) throws -> [UInt8] {
    try Fixtures.bytes(of: Forgeries.folder.appending(path: id + ".p7"))
  }

  @Test func `Where another digest is listed, not where the signer names one`() throws {
    let (receipt, error) = try error(forgery("Z01-other-digest-listed"))
    #expect(error.code == .digestAlgorithmsDisagree)
    #expect(error.offset == receipt.signedData.digestAlgorithms.contentsRange.lowerBound)
  }

  @Test(arguments: [
    ("ios-sha256-subscriptions", 4), ("ios-sha1-purchases", 5), ("ios-sha1-purchases", 11),
  ])
  func `Where an algorithm for signatures is that no receipt has`(name: String, other: UInt8) throws
  {
    var bytes = try Fixtures.receipt(name)
    // The signer's is the last. SHA-256 in it does not fit a digest by SHA-1.
    let algorithm = DER.oid("1.2.840.113549.1.1.1")
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: algorithm) })
    bytes[place + algorithm.count - 1] = other
    let (_, error) = try error(bytes)
    #expect(error.code == .unsupportedSignatureAlgorithm && error.offset == place - 2)
  }

  @Test func `Where the second signer is, if there are two`() throws {
    let authority = TestAuthority()
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.faults = [.twoSigners]
    let (receipt, error) = try error(builder.bytes(signedBy: authority))
    #expect(error.code == .severalSigners)
    let signers = receipt.signedData.signerInfos.contentsRange
    #expect(error.offset == signers.lowerBound + signers.count / 2)
  }

  @Test(arguments: [
    ("B13-leaf-expired-at-creation", ReceiptSignatureError.Code.certificateExpired, 0),
    ("B14-leaf-not-yet-valid", .certificateNotYetValid, 0),
    ("B15-intermediate-expired-at-creation", .certificateExpired, 1),
  ])
  func `Where the certificate is that was not valid at the creation date`(
    id: String, code: ReceiptSignatureError.Code, certificate: Int
  ) throws {
    let (receipt, error) = try error(forgery(id))
    #expect(error.code == code)
    #expect(try error.offset == receipt.certificateEncodings()[certificate].startIndex)
  }

  @Test(arguments: [
    ("A07-signature-one", ReceiptSignatureError.Code.signatureMismatch),
    ("B05-sid-matches-nothing", .signerCertificateMissing),
    ("D03-no-messagedigest", .signedAttributeMissing),
    ("D04-wrong-messagedigest", .messageDigestDiffers),
    ("D05-two-messagedigests", .signedAttributeRepeated),
    ("D07-contenttype-mismatch", .contentTypeDiffers),
  ])
  func `Where the part is that does not match`(
    id: String, code: ReceiptSignatureError.Code
  ) throws {
    let (receipt, error) = try error(forgery(id))
    let signers = receipt.signedData.signerInfos
    let signer = try receipt.withContainerBytes { container throws(DERError) in
      var reader = signers.reader(in: container)
      return try reader.read(as: SignerInfo.self)
    }
    #expect(error.code == code)
    switch code {
    case .signatureMismatch: #expect(error.offset == signer.signature.lowerBound)
    case .signerCertificateMissing: #expect(error.offset == signers.contentsRange.lowerBound)
    default: #expect(try error.offset == #require(signer.signedAttrs).offset)
    }
  }

  @Test(arguments: ["Z29-key-usage-trailing-zeros", "Z38-validity-without-seconds"])
  func `Where an encoding is broken in a container of indefinite length`(id: String) throws {
    let bytes = try forgery(id)
    // Four bytes of the header become two.
    #expect(bytes[1] == 0x82)
    let (_, inDER) = try error(bytes)
    let (receipt, inBER) = try error([0x30, 0x80] + bytes[4...] + [0, 0])
    #expect(receipt.form.encoding == .ber)
    let offset = try #require(inDER.der?.offset)
    #expect(inBER.code == inDER.code && inBER.der?.code == inDER.der?.code)
    #expect(inBER.offset == offset - 2 && inBER.der?.offset == offset - 2)
  }
}
