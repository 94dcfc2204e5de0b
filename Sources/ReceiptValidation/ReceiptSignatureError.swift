import CMSParsing
public import DERParsing
import ReceiptParsing
public import TextCoding

/// Why a signature over a receipt is not Apple's, or why a certificate can't be trusted.
///
/// *Error codes*, in `AppStoreReceipt`, has causes and remedies.
public struct ReceiptSignatureError: Error, Hashable, Sendable {
  /// The rule that is broken.
  public let code: Code

  /// The byte concerned, if any: of the input, in what validation throws; of the container as DER, in what a verifier
  /// throws; of a transaction receipt, of `TransactionSignature.bytes`.
  public let offset: Int?

  /// What a certificate's encoding breaks: for ``Code/malformedCertificate``, ``Code/malformedExtension``,
  /// ``Code/notACertificate``, and ``Code/keyNotUsable`` if the key is malformed.
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

  /// The value that is read, or the code with what was wrong with its encoding.
  @inline(__always)
  package static func wrapping<Value>(
    _ code: Code, _ read: @autoclosure () throws(DERError) -> Value
  ) throws(ReceiptSignatureError) -> Value {
    do {
      return try read()
    } catch {
      throw ReceiptSignatureError(code, error)
    }
  }

  /// The same error, at its place in the input.
  func mapped(by inputOffset: (Int) -> Int) -> ReceiptSignatureError {
    if let der { return ReceiptSignatureError(code, der.moved(to: inputOffset(der.offset))) }
    return ReceiptSignatureError(code, at: offset.map(inputOffset))
  }
}

extension ReceiptSignatureError: CustomStringConvertible {
  /// One sentence without a period.
  public var description: String {
    guard let der else {
      return code.description + (offset.map { " at byte \($0)" } ?? "")
    }
    return code.description + ": " + der.description
  }
}

extension ReceiptSignatureError {
  /// The rules that can be broken. New codes may come, so a `switch` over them needs a `default`.
  @nonexhaustive
  public enum Code: String, CaseIterable, Sendable, BitwiseCopyable {
    // The message.

    /// The receipt has no signer.
    case noSigner
    /// More than one signer.
    case severalSigners
    /// `SignedData.version` is not 1.
    case unsupportedMessageVersion
    /// `SignerInfo.version` is not 1.
    case unsupportedSignerVersion
    /// The signer is not identified by issuer and serial number.
    case unsupportedSignerIdentifier
    /// A digest algorithm other than SHA-1 and SHA-256, or with parameters.
    case unsupportedDigestAlgorithm
    /// The message does not name exactly the signer's digest algorithm.
    case digestAlgorithmsDisagree
    /// A signature algorithm that is not RSA, or names another digest.
    case unsupportedSignatureAlgorithm
    /// No readable creation date to judge certificates at.
    case creationDateUnreadable
    /// Signed attributes without contentType or messageDigest.
    case signedAttributeMissing
    /// A signed attribute appears twice.
    case signedAttributeRepeated
    /// contentType or messageDigest does not have exactly one value of its type.
    case signedAttributeInvalid
    /// The signed contentType is not the content's.
    case contentTypeDiffers
    /// The signed messageDigest is not the content's.
    case messageDigestDiffers

    // The signer.

    /// More certificates than a verifier accepts.
    case tooManyCertificates
    /// The set of certificates contains something else.
    case notACertificate
    /// A malformed certificate.
    case malformedCertificate
    /// The signer's certificate is missing.
    case signerCertificateMissing
    /// A key that is not RSA, or too short, too long, or unsound.
    case keyNotUsable
    /// The signature doesn't match the signed bytes.
    case signatureMismatch

    // The path to the root.

    /// The issuer of the signer's certificate is missing.
    case issuerMissing
    /// The path does not end at a trusted root.
    case untrustedRoot
    /// The path ends at an Apple root that issues no receipts.
    case unsupportedAppleRoot
    /// A certificate has the root's name but is not the root.
    case embeddedRootDiffers
    /// A certificate is not of version 3.
    case unsupportedCertificateVersion
    /// A certificate is signed with an unsupported algorithm.
    case unsupportedCertificateAlgorithm
    /// A certificate names two signature algorithms (RFC 5280 §4.1.1.2).
    case certificateAlgorithmsDisagree
    /// A certificate's signature doesn't match its issuer.
    case certificateSignatureMismatch
    /// A certificate was not valid yet at the creation date.
    case certificateNotYetValid
    /// A certificate was no longer valid at the creation date.
    case certificateExpired
    /// More extensions in a certificate than a verifier accepts.
    case tooManyExtensions
    /// A malformed extension.
    case malformedExtension
    /// An extension that appears twice (RFC 5280 §4.2).
    case repeatedExtension
    /// An unknown critical extension (RFC 5280 §4.2).
    case unknownCriticalExtension
    /// An issuer is not a certificate authority (RFC 5280 §4.2.1.9).
    case notAnAuthority
    /// The signer is a certificate authority.
    case isAnAuthority
    /// The path is too long.
    case pathTooLong
    /// A key usage that doesn't allow this (RFC 5280 §4.2.1.3).
    case wrongKeyUsage

    // Apple's policy.

    /// The signer's certificate is not marked for receipts (1.2.840.113635.100.6.11.1, or 6.5.1 for transaction receipts
    /// of version 2).
    case leafMarkerMissing
    /// The signer's certificate lacks the policy for receipts (1.2.840.113635.100.5.6.1).
    case leafPolicyMissing
    /// The intermediate certificate is not marked (1.2.840.113635.100.6.2.1, or 6.2.2 for transaction receipts of
    /// version 2).
    case intermediateMarkerMissing
    /// Signed with an Xcode test certificate.
    case xcodeNotAllowed
    /// A reason of your own verifier.
    case other

    // A certificate to be trusted: a `TrustAnchor` or an `XcodeCertificate`.

    /// The certificate ends before it begins.
    case neverValid
    /// The certificate that is the same in every Xcode, or another one with its key, which everyone has.
    case sharedXcodeCertificate
  }
}

extension ReceiptSignatureError.Code: ErrorCode {
  // What went wrong with a signature has no remedy that fits everywhere, and its place is the error's offset, if any.
  package var row: ErrorRow { ErrorRow(description) }

  /// The rule in a few words.
  public var description: String {
    switch self {
    case .noSigner: "the receipt has no signer"
    case .severalSigners: "the receipt has more than one signer"
    case .unsupportedMessageVersion: "SignedData.version is not 1"
    case .unsupportedSignerVersion: "SignerInfo.version is not 1"
    case .unsupportedSignerIdentifier: "the signer is not identified by issuer and serial number"
    case .unsupportedDigestAlgorithm: "unsupported digest algorithm"
    case .digestAlgorithmsDisagree: "message and signer name different digest algorithms"
    case .unsupportedSignatureAlgorithm: "unsupported signature algorithm for this digest"
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
    case .unsupportedCertificateVersion: "a certificate is not version 3"
    case .unsupportedCertificateAlgorithm: "a certificate is signed with an unsupported algorithm"
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
    case .wrongKeyUsage: "a certificate's key usage doesn't allow this signature"
    case .leafMarkerMissing: "the signer's certificate is not marked for receipts"
    case .leafPolicyMissing: "the signer's certificate lacks the policy for receipts"
    case .intermediateMarkerMissing: "the intermediate certificate lacks Apple's marker"
    case .xcodeNotAllowed: "signed with an Xcode test certificate, which is not allowed here"
    case .other: "the verifier rejected the signature"
    case .neverValid: "the certificate expires before it becomes valid"
    case .sharedXcodeCertificate: "this is Xcode's shared certificate, whose key is public"
    }
  }
}
