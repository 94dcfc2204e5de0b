public import DERParsing

/// `SignedData`, RFC 5652 §5.1, and the form that it had in PKCS #7 v1.5 (RFC 2315 §9.1).
///
/// ```
/// SignedData ::= SEQUENCE {
///   version           INTEGER,
///   digestAlgorithms  SET OF AlgorithmIdentifier,
///   encapContentInfo  EncapsulatedContentInfo,
///   certificates      [0] IMPLICIT SET OF CertificateChoices OPTIONAL,
///   crls              [1] IMPLICIT SET OF RevocationInfoChoice OPTIONAL,
///   signerInfos       SET OF SignerInfo }
/// ```
///
/// The order of the SETs is not checked: in every receipt the certificates come in another one.
public struct SignedData: DERDecodable, Hashable, Sendable {
  /// 1 in receipts.
  public let version: Int32

  /// The algorithms that signers may use.
  public let digestAlgorithms: DERElements<AlgorithmIdentifier>

  /// What is signed.
  public let encapContentInfo: EncapsulatedContentInfo

  /// The certificates, or other choices under context tags. They are not read any further here.
  public let certificates: DERElements<Certificate>?

  /// Revocation lists, not read any further.
  public let crls: DERElements<DERElement>?

  /// The signers.
  public let signerInfos: DERElements<SignerInfo>

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    version = try contents.read("SignedData.version")
    digestAlgorithms = try contents.readSetOf("SignedData.digestAlgorithms")
    encapContentInfo = try contents.read("SignedData.encapContentInfo")
    certificates = try contents.readAnyIfPresent("SignedData.certificates", tagNumber: 0)
    crls = try contents.readAnyIfPresent("SignedData.crls", tagNumber: 1)
    signerInfos = try contents.readSetOf("SignedData.signerInfos")
  }
}

extension SignedData {
  /// A reader of the certificates, or of nothing if the message has none.
  @_lifetime(copy bytes)
  package func certificateReader(in bytes: RawSpan) -> DERReader {
    guard let certificates else { return DERReader(bytes, contents: 0..<0) }
    return certificates.reader(in: bytes)
  }
}

extension DERReader {
  /// Reads `[tagNumber] IMPLICIT SET OF` elements of any type, if it is there.
  fileprivate mutating func readAnyIfPresent<Element>(
    _ field: DERField, tagNumber: UInt32
  ) throws(DERError) -> DERElements<Element>? {
    self.field = field
    guard let set = try readElementIfPresent(.contextSpecific(constructed: tagNumber)) else {
      return nil
    }
    var elements = try contents(of: set)
    return try elements.skipElements()
  }
}
