import CMSParsing
import DERParsing
import FuzzSupport
import ReceiptParsing

/// What a receipt's signature is about, and by whom it is.
struct SignatureProof: Hashable {
  let content: [UInt8]
  /// The contents of the signed attributes.
  private let attributes: [UInt8]?
  private let digestAlgorithm: [UInt8]
  private let signature: [UInt8]
  /// The signer's.
  let certificate: [UInt8]

  /// `nil` without a signer, with several, and if its algorithms and the message's don't belong together.
  init?(_ receipt: AppReceipt) {
    let bytes = receipt.containerBytes
    var signer: SignerInfo?
    receipt.withContainerBytes { bytes in
      var signers = receipt.signedData.signerInfos.reader(in: bytes)
      signer = try? signers.read()
      if !signers.isAtEnd { signer = nil }
    }
    guard let signer, case .issuerAndSerialNumber(let name) = signer.sid,
      let certificate = ((try? receipt.certificateEncodings()) ?? []).map({ Array($0) }).first(
        where: {
          guard let fields = try? Certificate(derEncoded: $0).tbsCertificate else { return false }
          return $0[fields.issuer.contentsRange] == bytes[name.issuer.contentsRange]
            && $0[fields.serialNumber.contentsRange] == bytes[name.serialNumber.contentsRange]
        })
    else { return nil }
    content = Array(receipt.contentBytes)
    attributes = signer.signedAttrs.map { Array(bytes[$0.contentsRange]) }
    let algorithm = signer.digestAlgorithm.algorithm
    switch signer.signatureAlgorithm.algorithm {
    case .rsaEncryption: break
    case .sha256WithRSAEncryption: guard algorithm == .sha256 else { return nil }
    default: return nil
    }
    digestAlgorithm = (0..<algorithm.byteCount).map { algorithm.byte(at: $0) }
    let types = NaiveTypes(bytes: bytes)
    guard let listed = types.elements(receipt.signedData.digestAlgorithms.contentsRange),
      listed.count == 1, let fields = types.parts(listed[0], 0x30), 1...2 ~= fields.count,
      types.contents(fields[0]) == digestAlgorithm[...],
      fields.count == 1 || bytes[fields[1].encoding] == [0x05, 0x00]
    else { return nil }
    signature = Array(bytes[signer.signature])
    self.certificate = certificate
  }

  /// Whether the signature is the signer's, by RFC 5652 §5.4 and §11. Slow.
  var isRight: Bool {
    guard let hash = NaiveHash.allCases.first(where: { $0.identifier == digestAlgorithm }),
      let key = Self.key(of: certificate)
    else { return false }
    var message = content
    if let attributes {
      guard Self.contentTypes(in: attributes) == [Self.data],
        Self.messageDigests(in: attributes) == [Self.digest(hash, of: content)]
      else { return false }
      message = Self.set(attributes)
    }
    return NaiveSignature.isRight(
      signature, of: message, hash, modulus: key.modulus, exponent: key.exponent)
  }

  /// 1.2.840.113549.1.
  private static let pkcs: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1]

  /// The value that contentType has, and that messageDigest has.
  static let data: [UInt8] = [0x06, 9] + pkcs + [7, 1]

  static func digest(_ hash: NaiveHash, of content: [UInt8]) -> [UInt8] {
    let digest = hash.digest(content)
    return [0x04, UInt8(digest.count)] + digest
  }

  static func contentTypes(in attributes: [UInt8]) -> [[UInt8]] { values(of: 3, in: attributes) }
  static func messageDigests(in attributes: [UInt8]) -> [[UInt8]] { values(of: 4, in: attributes) }

  /// The values of PKCS #9's attribute of a number, each with its header.
  private static func values(of number: UInt8, in attributes: [UInt8]) -> [[UInt8]] {
    let types = NaiveTypes(bytes: attributes)
    return (types.elements(0..<attributes.count) ?? []).flatMap { attribute in
      guard let fields = types.parts(attribute, 0x30), fields.count == 2,
        Array(types.contents(fields[0])) == pkcs + [9, number]
      else { return [[UInt8]]() }
      return (types.parts(fields[1], 0x31) ?? []).map { Array(attributes[$0.encoding]) }
    }
  }

  /// The attributes as they are signed: under the tag of a `SET`.
  private static func set(_ attributes: [UInt8]) -> [UInt8] {
    let digits = NaiveNumber.shortened([
      UInt8(attributes.count >> 8), UInt8(attributes.count & 0xFF),
    ])
    let isShort = attributes.count < 128
    return [0x31] + (isShort ? [] : [0x80 + UInt8(digits.count)]) + digits + attributes
  }

  /// That of RFC 8017, appendix A.1.1, in a certificate.
  static func key(of certificate: [UInt8]) -> (modulus: [UInt8], exponent: UInt64)? {
    guard let fields = try? Certificate(derEncoded: certificate).tbsCertificate else { return nil }
    let types = NaiveTypes(bytes: certificate)
    guard let key = types.elements(fields.subjectPublicKeyInfo.subjectPublicKey.bytesRange)?.first,
      let numbers = types.parts(key, 0x30), numbers.count == 2,
      types.contents(numbers[1]).count <= 8
    else { return nil }
    return (
      NaiveNumber.shortened(Array(types.contents(numbers[0]))),
      types.contents(numbers[1]).reduce(0) { $0 << 8 | UInt64($1) }
    )
  }
}
