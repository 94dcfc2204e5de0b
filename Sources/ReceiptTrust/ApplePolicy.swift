import CMSParsing
package import DERParsing
import ReceiptHashing
package import ReceiptParsing
import ReceiptValidation
import TextCoding

/// Apple's policy for signed receipts, on one page: identifiers, roles, keys, digests, time and pins. The verifiers
/// read it from here; the article *Apple's policy* lists it with the errors. The certificates are in `AppleRoot.swift`
/// and ``AppleIntermediates``.
///
/// A path has exactly three certificates: the signer's, an intermediate one, and an anchor that the verifier brings
/// along. So the pathLenConstraint of every certificate in a receipt holds, whatever it is, and nothing in a receipt
/// chooses what is trusted. Of an anchor, name and key count (RFC 5280 §6.1.1 d): its own pathLenConstraint is not looked
/// at, so a caller who trusts an authority that may issue no other trusts the one in the receipt, too.
@usableFromInline
package enum ApplePolicy {
  // MARK: Identifiers

  /// The extension that marks the certificates that sign receipts.
  package static let receiptSigningMarker: DERObjectIdentifier = "1.2.840.113635.100.6.11.1"
  /// The extension that marks "Apple Worldwide Developer Relations", which issues them.
  package static let developerRelationsMarker: DERObjectIdentifier = "1.2.840.113635.100.6.2.1"
  /// The extension that marks the certificates that signed the transaction receipts of iOS 6.
  package static let purchaseSigningMarker: DERObjectIdentifier = "1.2.840.113635.100.6.5.1"
  /// The extension that marks "Apple iTunes Store", which issued those.
  package static let storeMarker: DERObjectIdentifier = "1.2.840.113635.100.6.2.2"
  /// The certificate policy of the certificates that sign receipts.
  package static let receiptSigningPolicy: DERObjectIdentifier = "1.2.840.113635.100.5.6.1"

  /// The name of one of Apple's identifiers in receipts, or of another well-known one; `nil` for the rest, also for those
  /// of transaction receipts.
  package static func name(of identifier: DERObjectIdentifier) -> String? {
    switch identifier {
    case receiptSigningMarker: "Apple receipt-signing marker"
    case developerRelationsMarker: "Apple WWDR intermediate marker"
    case receiptSigningPolicy: "Apple receipt-signing policy"
    default: identifier.name
    }
  }

  // MARK: Roles

  /// What a certificate must say about itself to fill one place of the path. In all of them: version 3, no
  /// extension twice, and no critical ones but basicConstraints and keyUsage.
  package struct Role: Hashable, Sendable {
    /// The extension that must be there, whatever its value.
    private(set) var marker: DERObjectIdentifier?
    /// The certificate policy that must be among those listed.
    private(set) var policy: DERObjectIdentifier?
    /// Whether basicConstraints must say cA, or must not.
    let isAuthority: Bool
    /// The use that keyUsage must name.
    let keyUsage: KeyUsage
    /// Whether a certificate without keyUsage will do.
    private(set) var keyUsageIsOptional = false
    /// Whether extKeyUsage may be critical.
    private(set) var purposesMayBeCritical = false

    /// Signs receipts.
    package static let signer = Role(
      marker: receiptSigningMarker, policy: receiptSigningPolicy, isAuthority: false,
      keyUsage: .digitalSignature)

    /// Issues ``signer``.
    package static let intermediate = Role(
      marker: developerRelationsMarker, isAuthority: true, keyUsage: .keyCertSign)

    /// Signed transaction receipts of version 2.
    package static let purchaseSigner = Role(
      marker: purchaseSigningMarker, isAuthority: false, keyUsage: .digitalSignature)

    /// Issued ``purchaseSigner``.
    package static let storeIntermediate = Role(
      marker: storeMarker, isAuthority: true, keyUsage: .keyCertSign)

    /// What a path ends at. Many roots do without keyUsage, and the purposes of an anchor are those of its own
    /// key's other uses (RFC 5280 §4.2.1.12).
    package static let anchor = Role(
      isAuthority: true, keyUsage: .keyCertSign, keyUsageIsOptional: true,
      purposesMayBeCritical: true)
  }

  /// The bits of keyUsage that the policy asks for, and cRLSign, which authorities usually have as well (RFC 5280
  /// §4.2.1.3).
  package enum KeyUsage: Int, Sendable {
    case digitalSignature = 0
    case keyCertSign = 5
    case cRLSign = 6
  }

  /// What one kind of receipt asks for.
  package struct Signatures: Sendable {
    /// The signer's certificate.
    package let signer: Role
    /// The certificate that issued the signer's.
    package let intermediate: Role
    /// The fewest bits of the signer's key.
    package let minimumSignerKeyBits: Int
  }

  /// App Store receipts. Apple's older keys can be allowed by the caller.
  package static let receipts = Signatures(
    signer: .signer, intermediate: .intermediate, minimumSignerKeyBits: minimumKeyBits)

  /// Transaction receipts of iOS 6; `nil` for a version that doesn't exist.
  package static func transactionReceipts(version: UInt8) -> Signatures? {
    switch version {
    case 2:
      Signatures(
        signer: .purchaseSigner, intermediate: .storeIntermediate,
        minimumSignerKeyBits: lowestKeyBits)
    case 3: receipts
    default: nil
    }
  }

  // MARK: Keys

  /// The fewest bits of an RSA modulus by default.
  @usableFromInline
  package static var minimumKeyBits: Int { 2_048 }

  /// The fewest bits that a caller can allow.
  package static var lowestKeyBits: Int { 1_024 }

  /// The bits of the key of "Apple Root CA".
  static var appleRootKeyBits: Int { 2_048 }

  /// The most bits: twice what Apple's keys have, since time grows with the square and the memory is fixed.
  package static var maximumKeyBits: Int { 4_096 }

  /// The bits of an exponent, which is odd: at least 3, at most 33 bits.
  package static var maximumExponentBits: Int { 33 }

  // MARK: Digests

  /// The digest that a certificate's signature covers: RSA with SHA-1 (Apple's root and everything before 2015),
  /// SHA-256, SHA-384 (root G2) or SHA-512; `nil` for other algorithms. `ReceiptDigestAlgorithm` has those of the
  /// receipts themselves, SHA-1 and SHA-256.
  package static func digest(
    signatureAlgorithm: DERObjectIdentifier, of bytes: RawSpan
  ) -> MessageDigest? {
    switch signatureAlgorithm {
    case .sha1WithRSAEncryption: .sha1(SHA1.hash(bytes))
    case .sha256WithRSAEncryption: .sha256(SHA256.hash(bytes))
    case .sha384WithRSAEncryption: .sha384(SHA384.hash(bytes))
    case .sha512WithRSAEncryption: .sha512(SHA512.hash(bytes))
    default: nil
    }
  }

  // MARK: Time

  /// The whole seconds since 1970 at which certificates must be valid: when the receipt was made, rounded down, as
  /// times in certificates have no fraction.
  package static func seconds(of date: ReceiptDate) -> Int64 {
    date.millisecondsSince1970.divided(by: 1000)
  }

  /// Checks that a certificate is valid at an instant, both ends included.
  ///
  /// - Throws: `ReceiptSignatureError` with `certificateNotYetValid` or `certificateExpired`.
  static func check(
    _ validity: Validity, at seconds: Int64, _ offset: Int
  ) throws(ReceiptSignatureError) {
    guard validity.notBefore.secondsSince1970 <= seconds else {
      throw ReceiptSignatureError(.certificateNotYetValid, at: offset)
    }
    guard seconds <= validity.notAfter.secondsSince1970 else {
      throw ReceiptSignatureError(.certificateExpired, at: offset)
    }
  }

  // MARK: Pins

  /// The certificate with which Xcode signs receipts on every developer's machine: "StoreKit", valid from 2020-04-01
  /// to 2040-03-27. Everyone has its private key.
  package enum SharedXcodeCertificate {
    /// The SHA-256 digest of its encoding.
    package static let fingerprint: [UInt8] = [
      0xff, 0x0b, 0xa3, 0x6e, 0x72, 0x1d, 0x2d, 0xb7, 0x41, 0xd2, 0xaa, 0x11,
      0xe6, 0x11, 0x2e, 0xf7, 0x8b, 0xf7, 0x13, 0x1b, 0x46, 0xc7, 0xf0, 0x35,
      0xb0, 0x08, 0x91, 0xd0, 0x45, 0xc8, 0x64, 0xfe,
    ]

    /// The SHA-256 digest of its `SubjectPublicKeyInfo`: any certificate with that key is as worthless.
    static let publicKeyFingerprint: [UInt8] = [
      0x01, 0x03, 0x0d, 0xe5, 0x5f, 0x09, 0xa8, 0xcd, 0x04, 0xa7, 0xce, 0xfc,
      0x0b, 0x57, 0xfa, 0x6c, 0x94, 0x38, 0x69, 0x7f, 0x7b, 0x8f, 0xcf, 0x48,
      0x12, 0x4e, 0x13, 0xd1, 0x68, 0xb6, 0x8e, 0xc7,
    ]
  }

  /// Whether a name is that of "Apple Root CA - G2" or "Apple Root CA - G3", which issue other things and no receipt
  /// may lead to.
  static func isOtherAppleRoot(_ name: RawSpan) -> Bool {
    [appleRootG2Name, appleRootG3Name].contains { $0.hasSameBytes(as: name) }
  }

  private static let appleRootG2Name = [UInt8](
    constant: """
      MRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzIxJjAkBgNVBAsMHUFwcGxlIENlcnRpZmljYXRpb24gQXV0aG9y
      aXR5MRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQGEwJVUw==
      """)

  private static let appleRootG3Name = [UInt8](
    constant: """
      MRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzMxJjAkBgNVBAsMHUFwcGxlIENlcnRpZmljYXRpb24gQXV0aG9y
      aXR5MRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQGEwJVUw==
      """)
}

extension [UInt8] {
  /// The bytes of a built-in constant in Base64: no file that could be lost or exchanged.
  package init(constant base64: String) {
    guard let bytes = [UInt8](base64: base64.utf8) else {
      // Only the program's own constants come here, all of them in tests.
      preconditionFailure("invalid built-in Base64")
    }
    self = bytes
  }
}
