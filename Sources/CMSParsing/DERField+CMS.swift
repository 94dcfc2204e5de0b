public import DERParsing

// The fields of RFC 5652 and RFC 5280 that an error can name: 0x0100–0x01FF.
extension DERField {
  package static var contentInfoContentType: DERField { DERField(rawValue: 0x0101) }
  static var contentInfoContent: DERField { DERField(rawValue: 0x0102) }

  static var signedDataVersion: DERField { DERField(rawValue: 0x0111) }
  static var signedDataDigestAlgorithms: DERField { DERField(rawValue: 0x0112) }
  static var signedDataEncapContentInfo: DERField { DERField(rawValue: 0x0113) }
  static var signedDataCertificates: DERField { DERField(rawValue: 0x0114) }
  static var signedDataCRLs: DERField { DERField(rawValue: 0x0115) }
  static var signedDataSignerInfos: DERField { DERField(rawValue: 0x0116) }

  static var encapContentInfoEContentType: DERField { DERField(rawValue: 0x0121) }
  static var encapContentInfoEContent: DERField { DERField(rawValue: 0x0122) }

  static var signerInfoVersion: DERField { DERField(rawValue: 0x0131) }
  static var signerInfoSid: DERField { DERField(rawValue: 0x0132) }
  static var signerInfoDigestAlgorithm: DERField { DERField(rawValue: 0x0133) }
  static var signerInfoSignedAttrs: DERField { DERField(rawValue: 0x0134) }
  static var signerInfoSignatureAlgorithm: DERField { DERField(rawValue: 0x0135) }
  static var signerInfoSignature: DERField { DERField(rawValue: 0x0136) }
  static var signerInfoUnsignedAttrs: DERField { DERField(rawValue: 0x0137) }

  static var certificateTBSCertificate: DERField { DERField(rawValue: 0x0141) }
  static var certificateSignatureAlgorithm: DERField { DERField(rawValue: 0x0142) }
  static var certificateSignatureValue: DERField { DERField(rawValue: 0x0143) }

  static var tbsCertificateVersion: DERField { DERField(rawValue: 0x0151) }
  static var tbsCertificateSerialNumber: DERField { DERField(rawValue: 0x0152) }
  static var tbsCertificateSignature: DERField { DERField(rawValue: 0x0153) }
  static var tbsCertificateIssuer: DERField { DERField(rawValue: 0x0154) }
  static var tbsCertificateValidity: DERField { DERField(rawValue: 0x0155) }
  static var tbsCertificateSubject: DERField { DERField(rawValue: 0x0156) }
  static var tbsCertificateSubjectPublicKeyInfo: DERField { DERField(rawValue: 0x0157) }
  static var tbsCertificateUniqueIDs: DERField { DERField(rawValue: 0x0158) }
  static var tbsCertificateExtensions: DERField { DERField(rawValue: 0x0159) }

  /// The name of the field, "SignedData.version", if it is one of CMS or X.509.
  public var cmsName: String? {
    switch self {
    case .contentInfoContentType: "ContentInfo.contentType"
    case .contentInfoContent: "ContentInfo.content"
    case .signedDataVersion: "SignedData.version"
    case .signedDataDigestAlgorithms: "SignedData.digestAlgorithms"
    case .signedDataEncapContentInfo: "SignedData.encapContentInfo"
    case .signedDataCertificates: "SignedData.certificates"
    case .signedDataCRLs: "SignedData.crls"
    case .signedDataSignerInfos: "SignedData.signerInfos"
    case .encapContentInfoEContentType: "EncapsulatedContentInfo.eContentType"
    case .encapContentInfoEContent: "EncapsulatedContentInfo.eContent"
    case .signerInfoVersion: "SignerInfo.version"
    case .signerInfoSid: "SignerInfo.sid"
    case .signerInfoDigestAlgorithm: "SignerInfo.digestAlgorithm"
    case .signerInfoSignedAttrs: "SignerInfo.signedAttrs"
    case .signerInfoSignatureAlgorithm: "SignerInfo.signatureAlgorithm"
    case .signerInfoSignature: "SignerInfo.signature"
    case .signerInfoUnsignedAttrs: "SignerInfo.unsignedAttrs"
    case .certificateTBSCertificate: "Certificate.tbsCertificate"
    case .certificateSignatureAlgorithm: "Certificate.signatureAlgorithm"
    case .certificateSignatureValue: "Certificate.signatureValue"
    case .tbsCertificateVersion: "TBSCertificate.version"
    case .tbsCertificateSerialNumber: "TBSCertificate.serialNumber"
    case .tbsCertificateSignature: "TBSCertificate.signature"
    case .tbsCertificateIssuer: "TBSCertificate.issuer"
    case .tbsCertificateValidity: "TBSCertificate.validity"
    case .tbsCertificateSubject: "TBSCertificate.subject"
    case .tbsCertificateSubjectPublicKeyInfo: "TBSCertificate.subjectPublicKeyInfo"
    case .tbsCertificateUniqueIDs: "TBSCertificate.issuerUniqueID or subjectUniqueID"
    case .tbsCertificateExtensions: "TBSCertificate.extensions"
    default: nil
    }
  }
}
