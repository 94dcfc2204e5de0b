import CMSParsing
import DERParsing
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTesting

/// RFC 4055 §5: the parameters of a certificate's signature algorithm are NULL, or absent.
@Suite struct AlgorithmParametersTests {
  /// The error for a receipt whose signer's certificate has these parameters, and a right signature over them.
  private func error(_ parameters: [UInt8]) throws -> ReceiptSignatureError? {
    let authority = TestAuthority()
    let bytes = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
      .bytes(signedBy: authority)
    let certificate = authority.path[0].encoding.bytes
    let algorithm = DER.oid("1.2.840.113549.1.1.11")
    // Outside, and in what is signed.
    let places = certificate.indices.filter {
      certificate[$0...].starts(with: algorithm + DER.null)
    }
    #expect(places.count == 2)
    var changed = certificate
    for place in places.map({ $0 + algorithm.count }) {
      changed.replaceSubrange(place..<place + 2, with: parameters)
    }
    let signed = Array(changed[try Certificate(derEncoded: changed).tbsCertificateEncoding])
    let signature = authority.path[1].key.signature(of: signed, .sha256)
    changed.replaceSubrange((changed.count - signature.count)..., with: signature)
    let receipt = try AppReceipt(bytes.replacing(certificate, with: changed))
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try AppleSignatureVerifier(anchors: [authority.anchor]).verify(material)
      }
      return nil
    } catch {
      return error
    }
  }

  @Test func `A certificate's signature algorithm may have no parameters but NULL`() throws {
    #expect(try error(DER.null) == nil)
    for other in [DER.sequence(), DER.octetString([]), DER.element(0x80, [])] {
      let error = try error(other)
      #expect(error?.code == .unsupportedCertificateAlgorithm)
    }
  }
}
