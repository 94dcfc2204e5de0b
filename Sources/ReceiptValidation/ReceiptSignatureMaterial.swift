public import CMSParsing
public import DERParsing
public import ReceiptParsing

/// Everything that a verifier needs, borrowed from a receipt.
///
/// Everything that needs no key has been checked: the message has version 1, one signer of version 1, identified by
/// issuer and serial number, and one digest algorithm, SHA-1 or SHA-256, the same in both places; the signature
/// algorithm is RSA and agrees with it; the creation date is readable; and signed attributes, if any, are complete,
/// unambiguous, and contain the digest of the content.
public struct ReceiptSignatureMaterial: ~Escapable {
  /// The container as DER. The ranges of ``signedData`` and ``signerInfo`` count its bytes.
  public let container: RawSpan

  /// The message.
  public let signedData: SignedData

  /// Its one signer.
  public let signerInfo: SignerInfo

  /// The content as it is digested: the payload, without identifier and length of its OCTET STRING.
  public let content: RawSpan

  /// The signed attributes as they are digested, with the identifier of a SET (RFC 5652 §5.4); `nil` if there
  /// are none, as in every known receipt.
  public let signedAttributes: RawSpan?

  /// How ``signedBytes`` is digested.
  public let digestAlgorithm: ReceiptDigestAlgorithm

  /// When the receipt says it was made, which is when certificates must be valid. It is signed, so it means nothing
  /// before the signature is verified.
  public let creationDate: ReceiptDate

  /// Where the receipt says it comes from; means nothing before the signature is verified.
  public let environment: ReceiptEnvironment?

  /// What the signature covers: ``signedAttributes`` if any, otherwise ``content``.
  public var signedBytes: RawSpan {
    @_lifetime(copy self)
    get {
      guard let signedAttributes else { return content }
      return signedAttributes
    }
  }

  /// The signature.
  public var signature: RawSpan {
    @_lifetime(copy self)
    get { container.extracting(signerInfo.signature) }
  }

  /// Reads the certificates in ``container``.
  public var certificates: DERReader {
    @_lifetime(copy self)
    get { signedData.certificateReader(in: container) }
  }

  @_lifetime(copy container, copy signedAttributes)
  init(
    container: RawSpan, content: Range<Int>, signedAttributes: RawSpan?, signedData: SignedData,
    signerInfo: SignerInfo, digestAlgorithm: ReceiptDigestAlgorithm, creationDate: ReceiptDate,
    environment: ReceiptEnvironment?
  ) {
    self.container = container
    self.content = container.extracting(content)
    self.signedAttributes = signedAttributes
    self.signedData = signedData
    self.signerInfo = signerInfo
    self.digestAlgorithm = digestAlgorithm
    self.creationDate = creationDate
    self.environment = environment
  }
}
