import AppStoreReceipt
import CMSParsing
import DERParsing

/// The certificates that a receipt brings along: read all, trusted none.
struct CertificateBag {
  /// In the order of the message.
  let certificates: [Certificate]

  /// Reads them.
  ///
  /// - Throws: `ReceiptSignatureError` with `tooManyCertificates`, `notACertificate` or
  ///   `malformedCertificate`: one that cannot be read might be one that has to be refused.
  init(
    _ reader: consuming DERReader, limits: SignatureLimits = .default
  ) throws(ReceiptSignatureError) {
    var certificates: [Certificate] = []
    while !reader.isAtEnd {
      let offset = reader.offset
      guard certificates.count < limits.certificates else {
        throw ReceiptSignatureError(.tooManyCertificates, at: offset)
      }
      do {
        certificates.append(try reader.read())
      } catch {
        let isOther = error.code == .unexpectedIdentifier && error.offset == offset
        throw ReceiptSignatureError(isOther ? .notACertificate : .malformedCertificate, error)
      }
    }
    self.certificates = certificates
  }

  /// The certificate that the signer is named by: issuer and serial number, octet by octet.
  ///
  /// - Throws: `ReceiptSignatureError` with `signerCertificateMissing`.
  func signer(
    _ material: borrowing ReceiptSignatureMaterial
  ) throws(ReceiptSignatureError) -> Certificate {
    guard case .issuerAndSerialNumber(let name) = material.signerInfo.sid else {
      throw ReceiptSignatureError(.signerIdentifier)
    }
    let octets = material.container
    let issuer = octets.extracting(name.issuer.octets)
    let serialNumber = octets.extracting(name.serialNumber.octets)
    for certificate in certificates {
      let fields = certificate.tbsCertificate
      if octets.extracting(fields.issuer.octets).hasSameOctets(as: issuer),
        octets.extracting(fields.serialNumber.octets).hasSameOctets(as: serialNumber)
      {
        return certificate
      }
    }
    throw ReceiptSignatureError(
      .signerCertificateMissing, at: material.signedData.signerInfos.lowerBound)
  }
}
