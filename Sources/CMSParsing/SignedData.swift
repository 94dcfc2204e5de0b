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
/// The order of the SETs is not checked: every receipt's certificates stand in another one.
public struct SignedData: DERDecodable, Hashable, Sendable {
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// 1 in receipts.
  public let version: Int32

  /// The contents of the SET: `AlgorithmIdentifier`s.
  public let digestAlgorithms: Range<Int>

  /// What is signed.
  public let encapContentInfo: EncapsulatedContentInfo

  /// The contents of the SET: `Certificate`s, or the other choices under context tags. They are not read
  /// any further here.
  public let certificates: Range<Int>?

  /// The contents of the SET, not read any further.
  public let crls: Range<Int>?

  /// The contents of the SET: `SignerInfo`s.
  public let signerInfos: Range<Int>

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    version = try contents.read(.signedDataVersion)
    digestAlgorithms = try contents.readSetOf(
      .signedDataDigestAlgorithms, of: AlgorithmIdentifier.self)
    encapContentInfo = try contents.read(.signedDataEncapContentInfo)
    certificates = try contents.readElements(.signedDataCertificates, taggedIfPresent: 0)
    crls = try contents.readElements(.signedDataCRLs, taggedIfPresent: 1)
    signerInfos = try contents.readSetOf(.signedDataSignerInfos, of: SignerInfo.self)
  }
}

extension DERReader {
  /// Reads `[tagNumber] IMPLICIT SET OF` elements of any type, if it is there.
  fileprivate mutating func readElements(
    _ field: DERField, taggedIfPresent tagNumber: UInt32
  ) throws(DERError) -> Range<Int>? {
    self.field = field
    guard let set = try readElementIfPresent(.contextSpecific(constructed: tagNumber)) else {
      return nil
    }
    var elements = try contents(of: set)
    while !elements.isAtEnd { _ = try elements.readElement() }
    return set.contents
  }
}
