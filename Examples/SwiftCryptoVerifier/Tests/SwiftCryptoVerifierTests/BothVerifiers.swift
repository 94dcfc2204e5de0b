import AppStoreReceipt
import SwiftCryptoVerifier

/// The project's verifier and the second one, with the same roots.
struct BothVerifiers {
  /// `AppleSignatureVerifier` of ReceiptTrust.
  let first: AppleSignatureVerifier

  /// The one of this package.
  let second: SwiftCryptoVerifier

  /// Gives both the same roots and certificates for Xcode, as certificates.
  init(roots: [[UInt8]], allowsXcode: Bool, xcodeCertificates: [[UInt8]] = []) throws {
    first = AppleSignatureVerifier(
      anchors: try roots.map { try TrustAnchor(certificate: $0) }, allowsXcode: allowsXcode,
      xcodeCertificates: try xcodeCertificates.map { try XcodeCertificate(certificate: $0) })
    second = try SwiftCryptoVerifier(
      roots: roots, allowsXcode: allowsXcode, xcodeCertificates: xcodeCertificates)
  }

  /// Gives both Apple's root: the first has it as constants, the second as a file.
  init(appleRoot: [UInt8], allowsXcode: Bool) throws {
    first = AppleSignatureVerifier(allowsXcode: allowsXcode)
    second = try SwiftCryptoVerifier(roots: [appleRoot], allowsXcode: allowsXcode)
  }

  /// What both say about a receipt.
  func answers(_ bytes: [UInt8]) -> (first: Answer, second: Answer) {
    let receipt: AppReceipt
    do {
      receipt = try AppReceipt(bytes)
    } catch {
      return (.unreadable(error), .unreadable(error))
    }
    return (answer(of: first, receipt), answer(of: second, receipt))
  }

  private func answer(of verifier: some ReceiptSignatureVerifier, _ receipt: AppReceipt) -> Answer {
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return .accepted
    } catch {
      return .refused(error)
    }
  }
}

/// What a verifier says about a receipt.
enum Answer: Equatable {
  case accepted
  case refused(ReceiptSignatureError)
  /// There is nothing to verify.
  case unreadable(ReceiptError)

  /// Whether the signature is Apple's.
  var isAccepted: Bool { self == .accepted }

  /// The reason of a refusal.
  var code: ReceiptSignatureError.Code? {
    if case .refused(let error) = self { error.code } else { nil }
  }
}
