import CMSParsing
public import DERParsing
import ReceiptTrust

/// A certificate that may have issued that of a signer who does not bring it along. It is trusted no more for being given:
/// an anchor has to have signed it.
public struct IssuerCertificate: Hashable, Sendable {
  /// The certificate in DER.
  public let encoding: [UInt8]

  /// The contents octets of the subject's name.
  let subject: [UInt8]

  /// Takes a certificate.
  ///
  /// - Throws: `DERError` when it is none.
  public init(certificate: [UInt8]) throws(DERError) {
    let fields = try Certificate(derEncoded: certificate).tbsCertificate
    encoding = certificate
    subject = Array(certificate[fields.subject.bytes])
  }

  /// A constant of this module.
  init(base64 text: String) {
    do {
      try self.init(certificate: [UInt8](constant: text))
    } catch {
      preconditionFailure("a constant is no certificate")
    }
  }
}
