/// A receipt to be written for a test: every part can be replaced by a wrong one. There is a signer, but no
/// certificate, and the signature is no signature.
public struct SampleReceipt: Sendable {
  /// The attributes in the order in which they are to stand.
  public var attributes: [[UInt8]]
  /// The content type of the message.
  public var contentType = "1.2.840.113549.1.7.2"
  /// The content type of the payload.
  public var eContentType = "1.2.840.113549.1.7.1"
  /// What stands for the `[0]` certificates; empty for none.
  public var certificates: [UInt8] = []
  /// What stands for the contents of the SET of signers, in place of the one that there is.
  public var signers: [UInt8]?
  /// What stands for the SET of attributes, in place of it.
  public var payload: [UInt8]?
  /// What stands for the `[0]` with the content, in place of it; empty for detached content.
  public var eContent: [UInt8]?

  /// Makes a sample out of whole attributes.
  public init(_ attributes: [UInt8]...) { self.attributes = attributes }

  /// Makes a sample out of a list of whole attributes.
  public init(of attributes: [[UInt8]]) { self.attributes = attributes }

  /// One attribute: `SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`.
  public static func attribute(
    _ type: Int64, _ value: [UInt8], version: Int64 = 1
  ) -> [UInt8] {
    DER.sequence(DER.integer(type), DER.integer(version), DER.octetString(value))
  }

  /// One attribute of type 17 that holds the given ones.
  public static func purchase(_ attributes: [UInt8]...) -> [UInt8] {
    attribute(17, DER.element(0x31, of: attributes))
  }

  /// The container in DER.
  public var bytes: [UInt8] { container { DER.element($0, $1) } }

  /// The container as Xcode writes it: five indefinite lengths, and the content in one chunk of a constructed
  /// OCTET STRING.
  public var ber: [UInt8] {
    var sample = self
    sample.eContent =
      eContent ?? DER.indefinite(0xA0, DER.indefinite(0x24, DER.octetString(contents)))
    return sample.container { DER.indefinite($0, $1) }
  }

  /// The content: what the OCTET STRING holds.
  public var contents: [UInt8] { payload ?? DER.element(0x31, of: attributes) }

  private func container(_ wrap: (UInt8, [UInt8]) -> [UInt8]) -> [UInt8] {
    let eContent = eContent ?? DER.constructed(0, DER.octetString(contents))
    let encapContentInfo = wrap(0x30, DER.oid(eContentType) + eContent)
    let signedData = wrap(
      0x30,
      DER.integer(1) + DER.set(Self.sha256) + encapContentInfo + certificates
        + DER.set(signers ?? Self.signerInfo))
    return wrap(0x30, DER.oid(contentType) + wrap(0xA0, signedData))
  }

  private static let sha256 = DER.sequence(DER.oid("2.16.840.1.101.3.4.2.1"), DER.null)

  private static let signerInfo = signer()

  /// A signer.
  ///
  /// - Parameters:
  ///   - issuer: the parts of the name of the certificate's issuer.
  ///   - attributes: the signed attributes, if there are any.
  public static func signer(
    issuer: [UInt8] = [], serialNumber: Int64 = 1, attributes: [UInt8] = [],
    signature: [UInt8] = [0x5A]
  ) -> [UInt8] {
    DER.sequence(
      DER.integer(1), DER.sequence(DER.sequence(issuer), DER.integer(serialNumber)), sha256,
      attributes.isEmpty ? [] : DER.constructed(0, attributes),
      DER.sequence(DER.oid("1.2.840.113549.1.1.1"), DER.null), DER.octetString(signature))
  }
}
