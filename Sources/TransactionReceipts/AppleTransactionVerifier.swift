import CMSParsing
public import DERParsing
import ReceiptHashing
public import ReceiptTrust
public import ReceiptValidation
import TextCoding

/// Verifies iOS-6-style transaction receipts by the same policy as `AppleSignatureVerifier`, in pure Swift: a path of
/// exactly three certificates to a pinned root, all valid at `purchase-date-ms`, each marked for what it does.
///
/// Version 3 has the certificates of today's receipts; version 2 had others with other markers, and a signer's key of
/// 1,024 bits.
///
/// The receipt does not contain the issuer's certificate: Apple's are built in. Version 2 rests on keys of 1,024 bits
/// and SHA-1, which no longer withstand every attacker; and revocation can't be checked offline.
public struct AppleTransactionVerifier: TransactionSignatureVerifier, Sendable {
  /// The roots that a path may end at.
  package let anchors: [TrustAnchor]

  /// The certificates that may have issued the signer's. Being here makes none of them trusted: each must be signed
  /// by an anchor, valid and marked.
  package let issuers: [IssuerCertificate]

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - anchors: Apple's root, or a test authority's in its place.
  ///   - issuers: Apple's, or others.
  public init(
    anchors: [TrustAnchor] = [.appleRootCA], issuers: [IssuerCertificate] = IssuerCertificate.apple
  ) {
    self.anchors = anchors
    self.issuers = issuers
  }

  /// Checks that Apple signed the receipt.
  ///
  /// - Throws: `ReceiptSignatureError`; its offset, if it has one, counts the bytes of `TransactionSignature.bytes`.
  /// - Complexity: O(n) for the digest; at most eight signatures of certificates and one of the receipt.
  public func verify(_ material: TransactionSignatureMaterial) throws(ReceiptSignatureError) {
    let signature = material.signature
    let issuers = try issuers(of: signature)
    // The signer's certificate is the last part of the signature, so that the others follow it.
    let bytes = issuers.reduce(signature.bytes) { $0 + $1.encoding }
    let start = signature.certificate.startIndex
    do {
      try bytes.withRawSpan { (bytes) throws(ReceiptSignatureError) in
        try verify(material, bytes, certificates: start..<bytes.byteCount)
      }
    } catch {
      // What follows the signature is not part of the receipt.
      let isInside = error.offset.map { $0 < signature.bytes.count } ?? true
      throw isInside ? error : ReceiptSignatureError(error.code)
    }
  }

  private func verify(
    _ material: TransactionSignatureMaterial, _ bytes: RawSpan, certificates: Range<Int>
  ) throws(ReceiptSignatureError) {
    guard let policy = ApplePolicy.transactionReceipts(version: material.signature.version) else {
      throw ReceiptSignatureError(.other, at: 0)  // there is no such signature
    }
    let bag = try MessageCertificates(DERReader(bytes, contents: certificates))
    let signer = bag.certificates[0]  // `issuers(of:)` has read it
    var path = CertificatePath(
      anchors: anchors, minimumKeyBits: ApplePolicy.minimumKeyBits,
      seconds: ApplePolicy.seconds(of: material.purchaseDate), bytes: bytes,
      policy: policy)
    try path.verify(signer, bag)
    let key = try RSAPublicKey(
      signer.tbsCertificate.subjectPublicKeyInfo, in: bytes,
      minimumBits: policy.minimumSignerKeyBits)
    let range = material.signature.signature.indices
    do {
      try key.verify(
        signature: bytes.extracting(range), of: .sha1(SHA1.hash(material.signedBytes)))
    } catch {
      throw ReceiptSignatureError(.signatureMismatch, at: range.lowerBound)
    }
  }

  /// The issuers with the name of the signer's issuer.
  private func issuers(
    of signature: TransactionSignature
  ) throws(ReceiptSignatureError) -> [IssuerCertificate] {
    let name = try signature.bytes.withRawSpan { (bytes) throws(ReceiptSignatureError) in
      do throws(DERError) {
        var reader = DERReader(bytes, contents: signature.certificate.indices)
        let signer: Certificate = try reader.read()
        try reader.finish()
        return bytes.extracting(signer.tbsCertificate.issuer.contentsRange).array
      } catch {
        throw ReceiptSignatureError(.malformedCertificate, error)
      }
    }
    return issuers.filter { $0.subject == name }
  }
}

/// A certificate that may have issued a signer's, for receipts that don't contain it. Passing it
/// doesn't make it trusted: an anchor must have signed it.
public struct IssuerCertificate: Hashable, Sendable {
  /// The certificate in DER.
  public let encoding: [UInt8]

  /// The contents octets of the subject's name.
  let subject: [UInt8]

  /// Creates one from a certificate in DER.
  ///
  /// - Throws: `DERError` when it is malformed.
  public init(certificate: [UInt8]) throws(DERError) {
    let fields = try Certificate(derEncoded: certificate).tbsCertificate
    encoding = certificate
    subject = Array(certificate[fields.subject.contentsRange])
  }

  /// All known issuers of Apple's, those of version 2 first: constants, no file that could be lost or swapped.
  public static let apple = AppleIntermediates.all.map { IssuerCertificate(constant: $0) }

  private init(constant: [UInt8]) {
    do {
      try self.init(certificate: constant)
    } catch {
      // Only the constants come here, all of them in tests.
      preconditionFailure("invalid built-in certificate")
    }
  }
}
