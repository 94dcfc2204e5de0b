public import DERParsing
import ReceiptValidation

/// Why a certificate can't be what it was given as: a ``TrustAnchor`` or an ``XcodeCertificate``.
public struct TrustedCertificateError: Error, Hashable, Sendable {
  /// The rule that is broken.
  public let code: Code

  /// The byte of the certificate that it is about, if it is about one.
  public let offset: Int?

  /// What the encoding breaks, for ``Code/malformedCertificate`` and ``Code/malformedExtension``.
  public let der: DERError?

  init(_ code: Code, at offset: Int? = nil) {
    self.code = code
    self.offset = offset
    der = nil
  }

  init(_ code: Code, _ error: DERError) {
    self.code = code
    offset = error.offset
    der = error
  }

  /// What a certificate says about itself, as far as an anchor is concerned.
  init(_ error: ReceiptSignatureError) {
    offset = error.offset
    der = error.der
    code =
      switch error.code {
      case .tooManyExtensions: .tooManyExtensions
      case .repeatedExtension: .repeatedExtension
      case .unknownCriticalExtension: .unknownCriticalExtension
      case .notAnAuthority: .notAnAuthority
      case .keyUsage: .keyUsage
      default: .malformedExtension
      }
  }

  /// The rules. New ones may come in later versions, so a `switch` needs a `default`.
  public struct Code: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
    private enum Value: String, BitwiseCopyable, CaseIterable {
      case malformedCertificate, neverValid, sharedXcodeCertificate
      case tooManyExtensions, malformedExtension, repeatedExtension, unknownCriticalExtension
      case notAnAuthority, keyUsage
    }

    private let value: Value

    /// Every code, for tests.
    package static var all: [Code] { Value.allCases.map { Code(value: $0) } }

    /// The code's name as it is written in Swift: a stable identifier for logging.
    public var name: String { value.rawValue }

    /// Not a certificate, or one that can't be read.
    public static var malformedCertificate: Code { Code(value: .malformedCertificate) }
    /// The certificate ends before it begins.
    public static var neverValid: Code { Code(value: .neverValid) }
    /// The certificate that is the same in every Xcode, or another one with its key, which everyone has.
    public static var sharedXcodeCertificate: Code { Code(value: .sharedXcodeCertificate) }
    /// More extensions than a verifier looks at.
    public static var tooManyExtensions: Code { Code(value: .tooManyExtensions) }
    /// An extension that can't be read.
    public static var malformedExtension: Code { Code(value: .malformedExtension) }
    /// An extension that appears twice (RFC 5280 §4.2).
    public static var repeatedExtension: Code { Code(value: .repeatedExtension) }
    /// An unknown critical extension (RFC 5280 §4.2).
    public static var unknownCriticalExtension: Code { Code(value: .unknownCriticalExtension) }
    /// Not marked as a certification authority (RFC 5280 §4.2.1.9), as no certificate of version 1 is.
    public static var notAnAuthority: Code { Code(value: .notAnAuthority) }
    /// A key that is not meant for signing certificates (RFC 5280 §4.2.1.3).
    public static var keyUsage: Code { Code(value: .keyUsage) }

    /// The rule in a few words.
    public var description: String {
      switch value {
      case .malformedCertificate: "not a readable certificate"
      case .neverValid: "the certificate expires before it becomes valid"
      case .sharedXcodeCertificate: "this is Xcode's shared certificate, whose key is public"
      case .tooManyExtensions: "the certificate has too many extensions"
      case .malformedExtension: "an extension of the certificate is malformed"
      case .repeatedExtension: "duplicate certificate extension"
      case .unknownCriticalExtension: "the certificate has an unknown critical extension"
      case .notAnAuthority:
        "the certificate is not a certificate authority (basicConstraints cA)"
      case .keyUsage: "the certificate's key is not meant for signing certificates (keyUsage)"
      }
    }
  }
}

extension TrustedCertificateError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    var text = code.description
    if let der { text += ": " + der.code.description }
    return text + (offset.map { " at byte \($0)" } ?? "")
  }
}
