import CMSParsing
public import DERParsing
import ReceiptTrust

/// A certificate that may have issued a signer's, for receipts that don't contain it. It is not trusted for being
/// given: an anchor must have signed it.
public struct IssuerCertificate: Hashable, Sendable {
  /// The certificate in DER.
  public let encoding: [UInt8]

  /// The contents octets of the subject's name.
  let subject: [UInt8]

  /// Creates one from a certificate in DER.
  ///
  /// - Throws: `DERError` when it is malformed.
  public init(certificate: [UInt8]) throws(DERError) {
    let fields = try Certificate(derEncoded: certificate).tbsCertificate
    encoding = certificate
    subject = Array(certificate[fields.subject.bytes])
  }

  /// One of Apple's.
  fileprivate init(constant: [UInt8]) {
    do {
      try self.init(certificate: constant)
    } catch {
      // Only the constants come here, all of them in tests.
      preconditionFailure("invalid built-in certificate")
    }
  }
}

extension IssuerCertificate {
  /// All known issuers of Apple's, those of version 2 first: constants, no file that could be lost or swapped.
  public static let apple = AppleIntermediates.all.map { IssuerCertificate(constant: $0) }
}
