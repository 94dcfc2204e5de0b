public import DERParsing

/// `SignerInfo`, RFC 5652 §5.3 and RFC 2315 §9.2.
///
/// ```
/// SignerInfo ::= SEQUENCE {
///   version             INTEGER,
///   sid                 SignerIdentifier,
///   digestAlgorithm     AlgorithmIdentifier,
///   signedAttrs         [0] IMPLICIT SET SIZE (1..MAX) OF Attribute OPTIONAL,
///   signatureAlgorithm  AlgorithmIdentifier,
///   signature           OCTET STRING,
///   unsignedAttrs       [1] IMPLICIT SET SIZE (1..MAX) OF Attribute OPTIONAL }
/// ```
public struct SignerInfo: DERDecodable, Hashable, Sendable {
  /// 1 with an issuer and serial number, 3 with a key identifier.
  public let version: Int32

  /// The signer's certificate.
  public let sid: SignerIdentifier

  /// How the content, and the signed attributes if there are any, are digested.
  public let digestAlgorithm: AlgorithmIdentifier

  /// The signed attributes, in ascending order and without strings in chunks, as DER demands; the order of an attribute's
  /// own values isn't checked. What is signed over is this encoding with the identifier octet of a SET, 31, in place of
  /// its first (RFC 5652 §5.4).
  public let signedAttrs: DERElements<CMSAttribute>?

  /// How the digest is signed.
  public let signatureAlgorithm: AlgorithmIdentifier

  /// The signature.
  public let signature: Range<Int>

  /// The attributes that are not signed.
  public let unsignedAttrs: DERElements<CMSAttribute>?

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`; `unsortedSet` if the signed attributes are not in ascending order, `unexpectedIdentifier` for
  ///   a string in chunks in them, at any depth.
  public init(contents: inout DERReader) throws(DERError) {
    version = try contents.read("SignerInfo.version")
    contents.field = "SignerInfo.sid"
    sid = try SignerIdentifier(&contents)
    digestAlgorithm = try contents.read("SignerInfo.digestAlgorithm")
    contents.field = "SignerInfo.signedAttrs"
    signedAttrs = try contents.readAttributes(taggedIfPresent: 0, isSigned: true)
    signatureAlgorithm = try contents.read("SignerInfo.signatureAlgorithm")
    signature = try contents.read("SignerInfo.signature", as: DEROctetString.self).contentsRange
    contents.field = "SignerInfo.unsignedAttrs"
    unsignedAttrs = try contents.readAttributes(taggedIfPresent: 1, isSigned: false)
  }
}

extension DERReader {
  /// Checks all levels of what is left, for a digest that covers its DER: every length is definite and minimal, and of
  /// the universal types only those are in constructed form that have no other (X.690 §10.1, §10.2). What the types
  /// themselves demand isn't checked.
  ///
  /// - Throws: `DERError`; `unexpectedIdentifier` for a string in chunks.
  /// - Complexity: O(n) in the number of elements.
  fileprivate mutating func checkForms() throws(DERError) {
    while !isAtEnd {
      let element = try readElement()
      let identifier = element.identifier
      guard identifier.isConstructed else { continue }
      guard identifier.mayBeConstructed else {
        throw error(
          .unexpectedIdentifier, at: element.offset, expected: identifier.togglingConstructed,
          actual: identifier)
      }
      var contents = try contents(of: element)
      try contents.checkForms()
    }
  }

  /// Reads `[tagNumber] IMPLICIT SET OF Attribute`, if it is there.
  fileprivate mutating func readAttributes(
    taggedIfPresent tagNumber: UInt32, isSigned: Bool
  ) throws(DERError) -> DERElements<CMSAttribute>? {
    let identifier = DERIdentifier.contextSpecific(constructed: tagNumber)
    let start = offset
    guard try peekIdentifier() == identifier else { return nil }
    let attributes = try readSetOf(of: CMSAttribute.self, tagged: identifier, sorted: isSigned)
    guard !attributes.isEmpty else { throw error(.missingElement, at: start) }  // SIZE (1..MAX)
    if isSigned {
      var contents = attributes.reader(in: bytes)
      contents.field = field
      try contents.checkForms()
    }
    return attributes
  }
}

/// `SignerIdentifier`, RFC 5652 §5.3: identifies the signer's certificate.
///
/// ```
/// SignerIdentifier ::= CHOICE {
///   issuerAndSerialNumber  IssuerAndSerialNumber,
///   subjectKeyIdentifier   [0] IMPLICIT OCTET STRING }
/// ```
public enum SignerIdentifier: Hashable, Sendable {
  /// The certificate of that issuer and serial number, version 1; the only form in receipts.
  case issuerAndSerialNumber(IssuerAndSerialNumber)
  /// The certificate with that subject key identifier, version 3.
  case subjectKeyIdentifier(Range<Int>)

  init(_ reader: inout DERReader) throws(DERError) {
    if let keyIdentifier: DEROctetString = try reader.readIfPresent(
      tagged: .contextSpecific(primitive: 0))
    {
      self = .subjectKeyIdentifier(keyIdentifier.contentsRange)
    } else {
      self = .issuerAndSerialNumber(try reader.read())
    }
  }
}

/// `IssuerAndSerialNumber`, RFC 5652 §10.2.4.
///
/// ```
/// IssuerAndSerialNumber ::= SEQUENCE { issuer Name, serialNumber CertificateSerialNumber }
/// ```
public struct IssuerAndSerialNumber: DERDecodable, Hashable, Sendable {
  /// The issuer of the certificate.
  public let issuer: Name

  /// Its serial number.
  public let serialNumber: DERInteger

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    issuer = try contents.read()
    serialNumber = try contents.read()
  }
}

/// `Attribute` of a signer, RFC 5652 §5.3.
///
/// ```
/// Attribute ::= SEQUENCE { attrType OBJECT IDENTIFIER, attrValues SET OF AttributeValue }
/// ```
public struct CMSAttribute: DERDecodable, Hashable, Sendable {
  /// What the attribute says.
  public let attrType: DERObjectIdentifier

  /// The values, of the type that ``attrType`` defines.
  public let attrValues: DERElements<DERElement>

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    attrType = try contents.read()
    var values = try contents.readConstructed(.set)
    attrValues = try values.skipElements()
  }
}
