import CMSParsing
import DERParsing
import ReceiptValidation

/// A certificate of the test authority, with everything that its holder signs with.
struct TestCertificate: Hashable, Sendable {
  /// The subject's name.
  let subject: DEREncoding

  /// The subject's key.
  let key: TestKey

  /// How a signer is named by it (RFC 5652 §10.2.4).
  let issuerAndSerialNumber: DEREncoding

  /// The certificate.
  let encoding: DEREncoding

  /// What a certificate says about its subject.
  struct Fields {
    let subject: DEREncoding
    let key: TestKey
    let serialNumber: Int64
    /// In seconds since 1970.
    let validity: ClosedRange<Int64>
    let extensions: [DEREncoding]
  }

  /// Issues a certificate.
  ///
  /// - Parameters:
  ///   - issuer: the name of the issuer; the subject's own for a self-signed certificate.
  ///   - issuerKey: the key that signs.
  init(
    _ fields: Fields, issuer: DEREncoding, issuerKey: TestKey,
    digestAlgorithm: ReceiptDigestAlgorithm
  ) {
    let serialNumber = DEREncoding.integer(fields.serialNumber)
    let signatureAlgorithm = DEREncoding.sequence(
      .objectIdentifier(digestAlgorithm.signatureAlgorithm), .null)
    // RFC 5280 §4.1; version 2 stands for v3.
    let toBeSigned = DEREncoding.sequence(
      .tagged(0, .integer(2)), serialNumber, signatureAlgorithm, issuer,
      .sequence(
        .time(secondsSince1970: fields.validity.lowerBound),
        .time(secondsSince1970: fields.validity.upperBound)),
      fields.subject, fields.key.subjectPublicKeyInfo,
      .tagged(3, .sequence(of: fields.extensions)))
    let signature = issuerKey.signature(of: toBeSigned.bytes, digestAlgorithm)
    subject = fields.subject
    key = fields.key
    issuerAndSerialNumber = .sequence(issuer, serialNumber)
    encoding = .sequence(toBeSigned, signatureAlgorithm, .bitString(signature))
  }
}

extension ReceiptDigestAlgorithm {
  /// The algorithm that certificates name for it.
  var signatureAlgorithm: DERObjectIdentifier {
    switch self {
    case .sha1: .sha1WithRSAEncryption
    case .sha256: .sha256WithRSAEncryption
    }
  }

  /// The algorithm that messages name for it.
  var objectIdentifier: DERObjectIdentifier {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    }
  }
}
