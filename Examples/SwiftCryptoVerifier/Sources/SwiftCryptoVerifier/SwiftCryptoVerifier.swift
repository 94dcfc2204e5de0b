import Crypto
import Foundation
import ReceiptParsing
public import ReceiptValidation
import X509

/// A second verifier of receipts, with the policy of `AppleSignatureVerifier` and nothing of its code:
///
/// - swift-asn1 reads the message once more, and what it finds has to be what the material says;
/// - swift-certificates reads the certificates and their extensions;
/// - swift-crypto computes digests and checks all signatures.
///
/// What it takes from the material without a second opinion is the creation date and the environment.
///
/// The path is built here, although swift-certificates has a `Verifier`. SHA-1 it can do, but it is asynchronous,
/// which the protocol is not; its own policies judge at another time than now only through an SPI, and do not look
/// at keyUsage; and it shows a policy nothing but the path that it has found, so that nobody would see an
/// embedded root that is not the true one.
public struct SwiftCryptoVerifier: ReceiptSignatureVerifier, Sendable {
  /// Whether receipts are accepted that Xcode has signed: with its own certificate, or with a team's.
  public let allowsXcode: Bool

  private let roots: [ParsedCertificate]
  private let xcodeCertificates: [ParsedCertificate]

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - roots: the certificates in DER that a path may end at. They are trusted: their own signatures are not
  ///     checked.
  ///   - allowsXcode: whether receipts of Xcode are accepted. Anybody can make those.
  ///   - xcodeCertificates: a team's own certificates for StoreKit testing, which are the roots of no path.
  /// - Throws: `ReceiptSignatureError` when a root is not an authority or is the certificate that every Xcode has, when
  ///   something given is not a certificate, or is never valid.
  public init(
    roots: [[UInt8]], allowsXcode: Bool = false, xcodeCertificates: [[UInt8]] = []
  ) throws(ReceiptSignatureError) {
    let xcode = try xcodeCertificates.map { (bytes) throws(ReceiptSignatureError) in
      try Self.trusted(bytes)
    }
    let xcodeKeys = try xcode.map { (certificate) throws(ReceiptSignatureError) in
      try certificate.contents().publicKey
    }
    var parsed: [ParsedCertificate] = []
    for root in roots {
      let certificate = try Self.trusted(root)
      guard !(SHA256.hash(data: certificate.encoding) == Self.xcodeFingerprint) else {
        throw ReceiptSignatureError(.xcodeNotAllowed)
      }
      let contents = try certificate.contents()
      try CertificateRole.root.check(contents.extensions)
      if !xcodeKeys.contains(contents.publicKey) { parsed.append(certificate) }
    }
    self.roots = parsed
    self.xcodeCertificates = xcode
    self.allowsXcode = allowsXcode
  }

  /// Reads a certificate that is to be trusted.
  private static func trusted(
    _ bytes: [UInt8]
  ) throws(ReceiptSignatureError) -> ParsedCertificate {
    let certificate = try ParsedCertificate(derEncoded: bytes)
    let contents = try certificate.contents()
    guard contents.notValidBefore <= contents.notValidAfter else {
      throw ReceiptSignatureError(.malformedCertificate)
    }
    return certificate
  }

  /// Returns if the signature is Apple's.
  ///
  /// - Throws: `ReceiptSignatureError`, without offsets.
  public func verify(
    _ material: borrowing ReceiptSignatureMaterial
  ) throws(ReceiptSignatureError) {
    try verify(SignaturePieces(material))
  }

  /// Returns if the signature in these pieces is Apple's: for one who gets them from elsewhere.
  ///
  /// - Throws: `ReceiptSignatureError`, without offsets.
  public func verify(_ pieces: SignaturePieces) throws(ReceiptSignatureError) {
    let message = try SignedMessage(pieces)
    let bag = try message.certificates.map { (node) throws(ReceiptSignatureError) in
      try ParsedCertificate(node)
    }
    guard
      let signer = bag.first(where: {
        $0.issuer == message.signerIssuer && $0.serialNumber == message.signerSerialNumber
      })
    else { throw ReceiptSignatureError(.signerCertificateMissing) }

    let date = pieces.certificateDate
    if isXcode(signer) {
      guard allowsXcode, pieces.environment == .xcode, bag.count == 1 else {
        throw ReceiptSignatureError(.xcodeNotAllowed)
      }
      try signer.checkValidity(at: date)
    } else {
      var path = CertificateChain(roots: roots, bag: bag, date: date)
      try path.verify(signer)
    }
    let key = try RSAKey(signer)
    let digest = RSAKey.Digest(pieces.digestAlgorithm)
    guard key.isSignature(message.signature, over: message.signedBytes, digest) else {
      throw ReceiptSignatureError(.signatureMismatch)
    }
  }

  /// Whether a certificate is Xcode's, or a team's.
  private func isXcode(_ signer: ParsedCertificate) -> Bool {
    let fingerprint = SHA256.hash(data: signer.encoding)
    return fingerprint == Self.xcodeFingerprint
      || xcodeCertificates.contains { $0.encoding == signer.encoding }
  }

  /// The SHA-256 fingerprint of "StoreKit", the certificate that is the same on every developer's machine.
  private static let xcodeFingerprint: [UInt8] = [
    0xFF, 0x0B, 0xA3, 0x6E, 0x72, 0x1D, 0x2D, 0xB7, 0x41, 0xD2, 0xAA, 0x11, 0xE6, 0x11, 0x2E, 0xF7,
    0x8B, 0xF7, 0x13, 0x1B, 0x46, 0xC7, 0xF0, 0x35, 0xB0, 0x08, 0x91, 0xD0, 0x45, 0xC8, 0x64, 0xFE,
  ]
}

extension SignaturePieces {
  /// The second at which certificates have to be valid: times in them have no fraction.
  fileprivate var certificateDate: Date {
    Date(
      timeIntervalSince1970: (Double(creationDate.millisecondsSince1970) / 1000).rounded(.down))
  }
}
