package import CMSParsing
package import DERParsing
package import ReceiptValidation
import TextCoding

/// The certificates in a receipt: all read, none trusted.
package struct MessageCertificates {
  /// In the order of the message.
  package let certificates: [Certificate]

  /// Reads them.
  ///
  /// - Throws: `ReceiptSignatureError` with `tooManyCertificates`, `notACertificate` or
  ///   `malformedCertificate`: an unreadable one might be one to refuse.
  package init(
    _ reader: consuming DERReader, limits: SignatureLimits = .default
  ) throws(ReceiptSignatureError) {
    var certificates: [Certificate] = []
    certificates.reserveCapacity(3)  // the path of a receipt
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

  /// The certificate that the signer is named by: issuer and serial number, byte by byte.
  ///
  /// - Throws: `ReceiptSignatureError` with `signerCertificateMissing`.
  func signer(
    _ material: borrowing ReceiptSignatureMaterial
  ) throws(ReceiptSignatureError) -> Certificate {
    guard case .issuerAndSerialNumber(let name) = material.signerInfo.sid else {
      throw ReceiptSignatureError(.unsupportedSignerIdentifier)
    }
    let bytes = material.container
    let issuer = bytes.extracting(name.issuer.contentsRange)
    let serialNumber = bytes.extracting(name.serialNumber.contentsRange)
    for certificate in certificates {
      let fields = certificate.tbsCertificate
      if bytes.extracting(fields.issuer.contentsRange).hasSameBytes(as: issuer),
        bytes.extracting(fields.serialNumber.contentsRange).hasSameBytes(as: serialNumber)
      {
        return certificate
      }
    }
    throw ReceiptSignatureError(
      .signerCertificateMissing, at: material.signedData.signerInfos.contentsRange.lowerBound)
  }
}
