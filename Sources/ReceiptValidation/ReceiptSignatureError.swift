import CMSParsing
public import DERParsing
import ReceiptParsing

/// Why a signature is not Apple's over a receipt.
public struct ReceiptSignatureError: Error, Hashable, Sendable {
  /// The rule that is broken.
  public let code: Code

  /// The byte concerned, if any: of the container as DER, or of `TransactionSignature.bytes`.
  public let offset: Int?

  /// What a certificate's encoding breaks, for ``Code/malformedCertificate`` and
  /// ``Code/malformedExtension``.
  public let der: DERError?

  /// Creates an error, also for your own verifiers.
  public init(_ code: Code, at offset: Int? = nil) {
    self.code = code
    self.offset = offset
    der = nil
  }

  /// Creates an error about an encoding.
  public init(_ code: Code, _ error: DERError) {
    self.code = code
    offset = error.offset
    der = error
  }

  /// The same error, at its place in the input.
  func mapped(by inputOffset: (Int) -> Int) -> ReceiptSignatureError {
    if let der { return ReceiptSignatureError(code, der.moved(to: inputOffset(der.offset))) }
    return ReceiptSignatureError(code, at: offset.map(inputOffset))
  }
}

extension ReceiptSignatureError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    guard let der else {
      return code.description + (offset.map { " at byte \($0)" } ?? "")
    }
    return code.description + ": " + der.description
  }
}

extension ReceiptSignatureError {
  /// The rules that can be broken. New codes may come, so a `switch` over them needs a `default`.
  public struct Code: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
    enum Value: String, CaseIterable, BitwiseCopyable {
      case noSigner, severalSigners, messageVersion, signerVersion, signerIdentifier
      case digestAlgorithm, digestAlgorithmsDisagree, signatureAlgorithm, creationDateUnreadable
      case signedAttributeMissing, signedAttributeRepeated, signedAttributeInvalid
      case contentTypeDiffers, messageDigestDiffers
      case tooManyCertificates, notACertificate, malformedCertificate, signerCertificateMissing
      case keyNotUsable, signatureMismatch
      case issuerMissing, untrustedRoot, unsupportedAppleRoot, embeddedRootDiffers
      case certificateVersion, certificateAlgorithm, certificateAlgorithmsDisagree
      case certificateSignatureMismatch, certificateNotYetValid, certificateExpired
      case tooManyExtensions, malformedExtension, repeatedExtension, unknownCriticalExtension
      case notAnAuthority, isAnAuthority, pathTooLong, keyUsage
      case leafMarkerMissing, leafPolicyMissing, intermediateMarkerMissing, xcodeNotAllowed, other
    }

    let value: Value

    /// Every code there is, for tests.
    package static var all: [Code] { Value.allCases.map { Code(value: $0) } }

    /// The code's name as written in Swift: a stable identifier for logging.
    public var name: String { value.rawValue }

    // The message.

    /// The receipt has no signer.
    public static var noSigner: Code { Code(value: .noSigner) }
    /// More than one signer.
    public static var severalSigners: Code { Code(value: .severalSigners) }
    /// `SignedData.version` is not 1.
    public static var messageVersion: Code { Code(value: .messageVersion) }
    /// `SignerInfo.version` is not 1.
    public static var signerVersion: Code { Code(value: .signerVersion) }
    /// The signer is not identified by issuer and serial number.
    public static var signerIdentifier: Code { Code(value: .signerIdentifier) }
    /// A digest algorithm other than SHA-1 and SHA-256, or with parameters.
    public static var digestAlgorithm: Code { Code(value: .digestAlgorithm) }
    /// The message does not name exactly the signer's digest algorithm.
    public static var digestAlgorithmsDisagree: Code { Code(value: .digestAlgorithmsDisagree) }
    /// A signature algorithm that is not RSA, or names another digest.
    public static var signatureAlgorithm: Code { Code(value: .signatureAlgorithm) }
    /// No readable creation date to judge certificates at.
    public static var creationDateUnreadable: Code { Code(value: .creationDateUnreadable) }
    /// Signed attributes without contentType or messageDigest.
    public static var signedAttributeMissing: Code { Code(value: .signedAttributeMissing) }
    /// A signed attribute appears twice.
    public static var signedAttributeRepeated: Code { Code(value: .signedAttributeRepeated) }
    /// contentType or messageDigest does not have exactly one value of its type.
    public static var signedAttributeInvalid: Code { Code(value: .signedAttributeInvalid) }
    /// The signed contentType is not the content's.
    public static var contentTypeDiffers: Code { Code(value: .contentTypeDiffers) }
    /// The signed messageDigest is not the content's.
    public static var messageDigestDiffers: Code { Code(value: .messageDigestDiffers) }

    // The signer.

    /// More certificates than a verifier accepts.
    public static var tooManyCertificates: Code { Code(value: .tooManyCertificates) }
    /// The set of certificates contains something else.
    public static var notACertificate: Code { Code(value: .notACertificate) }
    /// A malformed certificate.
    public static var malformedCertificate: Code { Code(value: .malformedCertificate) }
    /// The signer's certificate is missing.
    public static var signerCertificateMissing: Code { Code(value: .signerCertificateMissing) }
    /// A key that is not RSA, or too short, too long, or unsound.
    public static var keyNotUsable: Code { Code(value: .keyNotUsable) }
    /// The signature doesn't match the signed bytes.
    public static var signatureMismatch: Code { Code(value: .signatureMismatch) }

    // The path to the root.

    /// The issuer of the signer's certificate is missing.
    public static var issuerMissing: Code { Code(value: .issuerMissing) }
    /// The path does not end at a trusted root.
    public static var untrustedRoot: Code { Code(value: .untrustedRoot) }
    /// The path ends at an Apple root that issues no receipts.
    public static var unsupportedAppleRoot: Code { Code(value: .unsupportedAppleRoot) }
    /// A certificate has the root's name but is not the root.
    public static var embeddedRootDiffers: Code { Code(value: .embeddedRootDiffers) }
    /// A certificate is not of version 3.
    public static var certificateVersion: Code { Code(value: .certificateVersion) }
    /// A certificate is signed with an unsupported algorithm.
    public static var certificateAlgorithm: Code { Code(value: .certificateAlgorithm) }
    /// A certificate names two signature algorithms (RFC 5280 §4.1.1.2).
    public static var certificateAlgorithmsDisagree: Code {
      Code(value: .certificateAlgorithmsDisagree)
    }
    /// A certificate's signature doesn't match its issuer.
    public static var certificateSignatureMismatch: Code {
      Code(value: .certificateSignatureMismatch)
    }
    /// A certificate was not valid yet at the creation date.
    public static var certificateNotYetValid: Code { Code(value: .certificateNotYetValid) }
    /// A certificate was no longer valid at the creation date.
    public static var certificateExpired: Code { Code(value: .certificateExpired) }
    /// More extensions in a certificate than a verifier accepts.
    public static var tooManyExtensions: Code { Code(value: .tooManyExtensions) }
    /// A malformed extension.
    public static var malformedExtension: Code { Code(value: .malformedExtension) }
    /// An extension that appears twice (RFC 5280 §4.2).
    public static var repeatedExtension: Code { Code(value: .repeatedExtension) }
    /// An unknown critical extension (RFC 5280 §4.2).
    public static var unknownCriticalExtension: Code { Code(value: .unknownCriticalExtension) }
    /// An issuer is not a certificate authority (RFC 5280 §4.2.1.9).
    public static var notAnAuthority: Code { Code(value: .notAnAuthority) }
    /// The signer is a certificate authority.
    public static var isAnAuthority: Code { Code(value: .isAnAuthority) }
    /// The path is too long.
    public static var pathTooLong: Code { Code(value: .pathTooLong) }
    /// A key usage that doesn't allow this (RFC 5280 §4.2.1.3).
    public static var keyUsage: Code { Code(value: .keyUsage) }

    // Apple's policy.

    /// The signer's certificate is not marked for receipts (1.2.840.113635.100.6.11.1, or 6.5.1 for transaction receipts
    /// of version 2).
    public static var leafMarkerMissing: Code { Code(value: .leafMarkerMissing) }
    /// The signer's certificate lacks the policy for receipts (1.2.840.113635.100.5.6.1).
    public static var leafPolicyMissing: Code { Code(value: .leafPolicyMissing) }
    /// The intermediate certificate is not marked (1.2.840.113635.100.6.2.1, or 6.2.2 for transaction receipts of
    /// version 2).
    public static var intermediateMarkerMissing: Code { Code(value: .intermediateMarkerMissing) }
    /// Signed with an Xcode test certificate.
    public static var xcodeNotAllowed: Code { Code(value: .xcodeNotAllowed) }
    /// A reason of your own verifier.
    public static var other: Code { Code(value: .other) }

    /// The rule in a few words.
    public var description: String {
      switch value {
      case .noSigner: "the receipt has no signer"
      case .severalSigners: "the receipt has more than one signer"
      case .messageVersion: "SignedData.version is not 1"
      case .signerVersion: "SignerInfo.version is not 1"
      case .signerIdentifier: "the signer is not identified by issuer and serial number"
      case .digestAlgorithm: "unsupported digest algorithm"
      case .digestAlgorithmsDisagree: "message and signer name different digest algorithms"
      case .signatureAlgorithm: "unsupported signature algorithm for this digest"
      case .creationDateUnreadable:
        "the receipt has no readable creation date to judge certificates by"
      case .signedAttributeMissing: "a signed attribute is missing"
      case .signedAttributeRepeated: "duplicate signed attribute"
      case .signedAttributeInvalid: "a signed attribute doesn't have exactly one value of its type"
      case .contentTypeDiffers: "the signed content type doesn't match"
      case .messageDigestDiffers: "the signed digest doesn't match the content"
      case .tooManyCertificates: "too many certificates"
      case .notACertificate: "the certificate set contains something that is not a certificate"
      case .malformedCertificate: "malformed certificate"
      case .signerCertificateMissing: "the signer's certificate is missing"
      case .keyNotUsable: "a key is not RSA, has an unsupported size, or is unsound"
      case .signatureMismatch: "the signature doesn't match the receipt"
      case .issuerMissing: "the certificate that issued the signer's is missing"
      case .untrustedRoot: "the certificates do not lead to a trusted root"
      case .unsupportedAppleRoot:
        "the certificates lead to an Apple root that isn't used for receipts"
      case .embeddedRootDiffers: "a certificate has the root's name but is not the root"
      case .certificateVersion: "a certificate is not version 3"
      case .certificateAlgorithm: "a certificate is signed with an unsupported algorithm"
      case .certificateAlgorithmsDisagree: "a certificate names two different signature algorithms"
      case .certificateSignatureMismatch: "a certificate's signature doesn't match its issuer's key"
      case .certificateNotYetValid: "a certificate was not yet valid when the receipt was created"
      case .certificateExpired: "a certificate had expired when the receipt was created"
      case .tooManyExtensions: "a certificate has too many extensions"
      case .malformedExtension: "malformed certificate extension"
      case .repeatedExtension: "duplicate certificate extension"
      case .unknownCriticalExtension: "a certificate has an unknown critical extension"
      case .notAnAuthority: "an issuer is not a certificate authority"
      case .isAnAuthority: "the signer is a certificate authority"
      case .pathTooLong: "the certificate path is too long"
      case .keyUsage: "a certificate's key usage doesn't allow this signature"
      case .leafMarkerMissing: "the signer's certificate is not marked for receipts"
      case .leafPolicyMissing: "the signer's certificate lacks the policy for receipts"
      case .intermediateMarkerMissing: "the intermediate certificate lacks Apple's marker"
      case .xcodeNotAllowed: "signed with an Xcode test certificate, which is not allowed here"
      case .other: "the verifier rejected the signature"
      }
    }
  }
}
