import AppStoreReceipt
import Crypto
import SwiftASN1

/// The message as swift-asn1 reads it (RFC 5652 §5.1 and §5.3), and agrees with the material about.
struct SignedMessage {
  /// What the signature covers.
  let signedBytes: [UInt8]

  /// The signature.
  let signature: ArraySlice<UInt8>

  /// The encoded name of the issuer of the signer's certificate.
  let signerIssuer: ArraySlice<UInt8>

  /// The encoded serial number of the signer's certificate.
  let signerSerialNumber: ArraySlice<UInt8>

  /// The certificates, unread, at most 16.
  let certificates: [ASN1Node]

  /// Reads the container.
  ///
  /// - Throws: `ReceiptSignatureError` with `other` when the two readings differ, with `tooManyCertificates`, or with
  ///   one of the codes for signed attributes.
  init(_ pieces: SignaturePieces) throws(ReceiptSignatureError) {
    let fields: Fields
    do {
      fields = try Fields(derEncoded: pieces.container)
    } catch {
      throw ReceiptSignatureError(.other)
    }
    guard fields.certificates.count <= 16 else {
      throw ReceiptSignatureError(.tooManyCertificates)
    }
    guard fields.digestAlgorithm == pieces.digestAlgorithm.identifier else {
      throw ReceiptSignatureError(.other)
    }
    if let signedAttrs = fields.signedAttrs {
      let digest = RSAKey.Digest(pieces.digestAlgorithm)
      try Self.checkAttributes(signedAttrs, fields.eContentType, digest.bytes(fields.content))
      signedBytes = [0x31] + signedAttrs.encodedBytes.dropFirst()  // as a SET (RFC 5652 §5.4)
    } else {
      signedBytes = Array(fields.content)
    }
    guard signedBytes == pieces.signedBytes, fields.signature.elementsEqual(pieces.signature)
    else { throw ReceiptSignatureError(.other) }
    signature = fields.signature
    signerIssuer = fields.issuer
    signerSerialNumber = fields.serialNumber
    certificates = fields.certificates
  }

  /// RFC 5652 §11.1 and §11.2: one contentType and one messageDigest, with one value each.
  private static func checkAttributes(
    _ signedAttrs: ASN1Node, _ contentType: ASN1ObjectIdentifier, _ messageDigest: [UInt8]
  ) throws(ReceiptSignatureError) {
    let types: [ASN1ObjectIdentifier]
    let digests: [ArraySlice<UInt8>]
    do {
      let attributes = try signedAttrs.elements(.contextSpecific(0))
      // The values of all attributes of a type, each of which has to have one.
      func values(_ type: ASN1ObjectIdentifier) throws -> [ASN1Node] {
        try attributes.compactMap { attribute in
          var fields = try attribute.elements(.sequence)[...]
          guard try ASN1ObjectIdentifier(derEncoded: fields.next()) == type else { return nil }
          return try fields.next().onlyElement(.set)
        }
      }
      types = try values([1, 2, 840, 113549, 1, 9, 3])
        .map { try ASN1ObjectIdentifier(derEncoded: $0) }
      digests = try values([1, 2, 840, 113549, 1, 9, 4]).map { try $0.bytes(.octetString) }
    } catch {
      throw ReceiptSignatureError(.signedAttributeInvalid)
    }
    guard types == [contentType] else { throw ReceiptSignatureError(.contentTypeDiffers) }
    guard digests == [messageDigest[...]] else {
      throw ReceiptSignatureError(.messageDigestDiffers)
    }
  }
}

/// The fields that matter, by position.
private struct Fields {
  let eContentType: ASN1ObjectIdentifier
  let content: ArraySlice<UInt8>
  let certificates: [ASN1Node]
  let issuer: ArraySlice<UInt8>
  let serialNumber: ArraySlice<UInt8>
  let digestAlgorithm: ASN1ObjectIdentifier
  let signedAttrs: ASN1Node?
  let signature: ArraySlice<UInt8>

  init(derEncoded container: [UInt8]) throws {
    // ContentInfo ::= SEQUENCE { contentType, content [0] EXPLICIT SignedData }
    var contentInfo = try DER.parse(container).elements(.sequence)[...]
    _ = try contentInfo.next()
    let message = try contentInfo.next().onlyElement(.contextSpecific(0))

    // SignedData ::= SEQUENCE { version, digestAlgorithms, encapContentInfo, [0], [1], signerInfos }
    var signedData = try message.elements(.sequence)[...]
    _ = try (signedData.next(), signedData.next())
    var encapContentInfo = try signedData.next().elements(.sequence)[...]
    eContentType = try ASN1ObjectIdentifier(derEncoded: encapContentInfo.next())
    content = try encapContentInfo.next().onlyElement(.contextSpecific(0)).bytes(.octetString)
    certificates =
      try signedData.nextIfPresent(.contextSpecific(0))?.elements(.contextSpecific(0)) ?? []
    _ = signedData.nextIfPresent(.contextSpecific(1))
    var signerInfo = try signedData.next().onlyElement(.set).elements(.sequence)[...]

    // SignerInfo ::= SEQUENCE { version, sid, digestAlgorithm, [0], signatureAlgorithm, signature, [1] }
    _ = try signerInfo.next()
    var sid = try signerInfo.next().elements(.sequence)[...]
    issuer = try sid.next().encodedBytes
    serialNumber = try sid.next().encodedBytes
    var algorithm = try signerInfo.next().elements(.sequence)[...]
    digestAlgorithm = try ASN1ObjectIdentifier(derEncoded: algorithm.next())
    signedAttrs = signerInfo.nextIfPresent(.contextSpecific(0))
    _ = try signerInfo.next()
    signature = try signerInfo.next().bytes(.octetString)
  }
}

extension ReceiptDigestAlgorithm {
  fileprivate var identifier: ASN1ObjectIdentifier {
    switch self {
    case .sha1: [1, 3, 14, 3, 2, 26]
    case .sha256: [2, 16, 840, 1, 101, 3, 4, 2, 1]
    }
  }
}
