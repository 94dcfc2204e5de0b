/// The bounds of verifying a signature. Each is a value, has a reason, and is tested at n and n + 1.
///
/// The bits of keys have bounds of their own: at least ``AppleSignatureVerifier/minimumKeyBits``, and at most 4,096, twice what
/// Apple's keys have, because the time for a signature grows with the square and the memory is fixed.
public struct SignatureLimits: Hashable, Sendable, BitwiseCopyable {
  /// How many certificates a message may bring along. 16 by default: a receipt has three, or four, and each of them is read.
  public var certificates: Int

  /// How many extensions a certificate may have. 32 by default: Apple's have about ten, and looking for one that appears
  /// twice takes time that grows with the square.
  public var extensions: Int

  /// How many signatures of certificates are checked at most, whatever the message brings along. 8 by default: a
  /// receipt needs two, and a check takes most of the time of verifying.
  public var signatureChecks: Int

  /// Makes limits; what is not given has its default.
  public init(certificates: Int = 16, extensions: Int = 32, signatureChecks: Int = 8) {
    self.certificates = certificates
    self.extensions = extensions
    self.signatureChecks = signatureChecks
  }

  /// The defaults.
  public static var `default`: SignatureLimits { SignatureLimits() }
}
