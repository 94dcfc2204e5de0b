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
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// 1 with an issuer and serial number, 3 with a key identifier.
  public let version: Int32

  /// The signer's certificate.
  public let sid: SignerIdentifier

  /// How the content, and the signed attributes if there are any, are digested.
  public let digestAlgorithm: AlgorithmIdentifier

  /// The signed attributes, in ascending order and without strings in chunks, as DER demands. What is signed over is
  /// this encoding with the identifier octet of a SET, 31, in place of its first (RFC 5652 §5.4).
  public let signedAttrs: DERElement?

  /// How the digest is signed.
  public let signatureAlgorithm: AlgorithmIdentifier

  /// The signature.
  public let signature: Range<Int>

  /// The contents of the SET of attributes that are not signed.
  public let unsignedAttrs: Range<Int>?

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`; `unsortedSet`, or `unexpectedIdentifier` for a string in chunks, when the signed attributes
  ///   are not DER, at any depth.
  public init(contents: inout DERReader) throws(DERError) {
    version = try contents.read(.signerInfoVersion)
    contents.field = .signerInfoSid
    sid = try SignerIdentifier(&contents)
    digestAlgorithm = try contents.read(.signerInfoDigestAlgorithm)
    contents.field = .signerInfoSignedAttrs
    signedAttrs = try contents.readAttributes(taggedIfPresent: 0, isSigned: true)
    signatureAlgorithm = try contents.read(.signerInfoSignatureAlgorithm)
    signature = try contents.read(.signerInfoSignature, as: DEROctetString.self).bytes
    contents.field = .signerInfoUnsignedAttrs
    unsignedAttrs = try contents.readAttributes(taggedIfPresent: 1, isSigned: false)?.contents
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
          .unexpectedIdentifier, at: element.offset, expected: identifier.withOtherForm,
          actual: identifier)
      }
      var contents = try contents(of: element)
      try contents.checkForms()
    }
  }

  /// Reads `[tagNumber] IMPLICIT SET OF Attribute`, if it is there.
  fileprivate mutating func readAttributes(
    taggedIfPresent tagNumber: UInt32, isSigned: Bool
  ) throws(DERError) -> DERElement? {
    let identifier = DERIdentifier.contextSpecific(constructed: tagNumber)
    let start = offset
    guard try peekIdentifier() == identifier else { return nil }
    let contents = try readSetOf(of: CMSAttribute.self, tagged: identifier, sorted: isSigned)
    guard !contents.isEmpty else { throw error(.missingElement, at: start) }  // SIZE (1..MAX)
    let attributes = DERElement(
      identifier: identifier, offset: start, contentsOffset: contents.lowerBound,
      endOffset: contents.upperBound)
    if isSigned {
      var contents = try self.contents(of: attributes)
      try contents.checkForms()
    }
    return attributes
  }
}
