import AppStoreReceipt
import CMSParsing

extension GateCase {
  /// Messages and certificates.
  static func messages() throws -> [GateCase] {
    let message = try Samples.fixture("many-purchases")
    let certificate = try Samples.certificate("receipt-signing-sha256")
    let (truncatedMessage, truncatedCertificate) = (
      Array(message.dropLast()), Array(certificate.dropLast())
    )
    let subject = try Certificate(derEncoded: certificate).tbsCertificate.subject
    return [
      .succeeding("ContentInfo(derEncoded:)") {
        try ContentInfo(derEncoded: message).signedData?.signerInfos.contentsRange.count ?? 0
      },
      .succeeding("Certificate(derEncoded:)") {
        try Certificate(derEncoded: certificate).tbsCertificate.extensions?.contentsRange.count ?? 0
      },
      .succeeding("Name.text(in:)") {
        try unsafe subject.text(in: certificate.span.bytes).utf8.count
      },
      .failing("ContentInfo(derEncoded:)/truncated") {
        Refusal.element(ContentInfo.self, truncatedMessage)
      },
      .failing("Certificate(derEncoded:)/truncated") {
        Refusal.element(Certificate.self, truncatedCertificate)
      },
    ]
  }
}
