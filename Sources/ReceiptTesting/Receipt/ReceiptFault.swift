public import ReceiptParsing
public import ReceiptValidation

/// What can be wrong with a receipt on purpose. Each fault alone leads to one error: ``readingError`` or
/// ``signatureError``. With several, the one that is found first is reported.
///
/// A wrong app, device or environment needs no fault: give ``ReceiptBuilder`` other values, or leave attributes out
/// with ``ReceiptBuilder/omittedAttributes``.
public enum ReceiptFault: CaseIterable, Hashable, Sendable {
  /// The last byte is missing.
  case truncated
  /// A byte follows the receipt.
  case trailingByte
  /// The bundle identifier appears twice, and was signed that way.
  case duplicateAttribute

  /// A purchase was put into the receipt after it was signed.
  case purchaseForged
  /// A bit of the signature has changed.
  case signatureChanged
  /// The receipt has no signer.
  case noSigner
  /// There are two signers.
  case twoSigners
  /// The message names SHA-512, which receipts do not use.
  case unknownDigest
  /// The message names another digest algorithm than its signer.
  case digestsDisagree

  /// There are no certificates.
  case noCertificates
  /// The signer's certificate becomes valid a second after the receipt's creation date.
  case signerNotYetValid
  /// The signer's certificate expired a second before the receipt's creation date.
  case signerExpired
  /// The signer's certificate lacks the marker for receipts.
  case signerMarkerMissing
  /// The signer's certificate lacks the policy for receipts.
  case signerPolicyMissing
  /// The signer's certificate is not signed by the issuer that it names.
  case signerForged
  /// The intermediate certificate is missing.
  case intermediateMissing
  /// The intermediate certificate expired a second before the receipt's creation date.
  case intermediateExpired
  /// The intermediate certificate lacks Apple's marker.
  case intermediateMarkerMissing
  /// The certificates lead to another root.
  case otherRoot
  /// The root in the receipt has the right name, but is another certificate.
  case rootReplaced

  /// The error of `AppReceipt(_:)`; `nil` if the receipt can be read.
  public var readingError: ReceiptError.Code? {
    switch self {
    case .truncated: .truncated
    case .trailingByte: .malformed
    case .duplicateAttribute: .duplicateAttribute
    default: nil
    }
  }

  /// The error of `AppleSignatureVerifier` with ``TestAuthority/anchor``; `nil` if the receipt is unreadable.
  ///
  /// In Xcode's style there is no path of certificates, and faults of one that only it can have change nothing:
  /// ``signerMarkerMissing``, ``signerPolicyMissing``, ``signerForged``, ``rootReplaced`` and the three about the
  /// intermediate certificate.
  public var signatureError: ReceiptSignatureError.Code? {
    switch self {
    case .truncated, .trailingByte, .duplicateAttribute: nil
    case .purchaseForged, .signatureChanged: .signatureMismatch
    case .noSigner: .noSigner
    case .twoSigners: .severalSigners
    case .unknownDigest: .unsupportedDigestAlgorithm
    case .digestsDisagree: .digestAlgorithmsDisagree
    case .noCertificates: .signerCertificateMissing
    case .signerNotYetValid: .certificateNotYetValid
    case .signerExpired, .intermediateExpired: .certificateExpired
    case .signerMarkerMissing: .leafMarkerMissing
    case .signerPolicyMissing: .leafPolicyMissing
    case .signerForged: .certificateSignatureMismatch
    case .intermediateMissing: .issuerMissing
    case .intermediateMarkerMissing: .intermediateMarkerMissing
    case .otherRoot: .untrustedRoot
    case .rootReplaced: .embeddedRootDiffers
    }
  }

  /// Whether it needs other certificates.
  var isAboutPath: Bool {
    switch self {
    case .signerNotYetValid, .signerExpired, .signerMarkerMissing, .signerPolicyMissing,
      .signerForged, .intermediateMissing, .intermediateExpired, .intermediateMarkerMissing,
      .otherRoot, .rootReplaced:
      true
    default: false
    }
  }
}
