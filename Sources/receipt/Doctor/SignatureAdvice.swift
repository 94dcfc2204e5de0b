import AppStoreReceipt

/// What it means that a signature is refused, and what to do.
struct SignatureAdvice {
  let message: String
  let next: String

  init(_ error: ReceiptSignatureError, _ receipt: AppReceipt) {
    switch error.code {
    case .signatureMismatch, .messageDigestDiffers, .contentTypeDiffers:
      message = "\(error): it was altered after it was signed"
      next = "Do not trust anything in it. If you have another copy of it, compare both."
    case .untrustedRoot where receipt.environment == .xcode:
      message = "\(error); it says itself that Xcode has made it"
      next =
        "Accept it in debug builds only: --allow-xcode, and --xcode-certificate CERT if your team's Xcode signs "
        + "with a certificate of its own."
    case .untrustedRoot, .issuerMissing, .unsupportedAppleRoot:
      let certificates = MessageSummary(receipt).certificates
      let issuer = certificates.last?.issuer
      message =
        "\(error)" + (issuer.map { "; the last certificate is issued by \"\($0)\"" } ?? "")
      next =
        "Somebody else than Apple has made it."
        // One certificate alone is no path, whoever trusts it.
        + (certificates.count > 1 ? " If that is a test authority of your own: --root CERT" : "")
    case .xcodeNotAllowed:
      message =
        "Xcode has signed it, for tests on a developer's machine: anybody can make such a receipt"
      next =
        "Accept it in debug builds only (--allow-xcode). Apple's servers do not know it: verifyReceipt "
        + "answers 21002."
    case .certificateExpired, .certificateNotYetValid:
      message = "\(error): \(receipt.creationDate?.utcText ?? "no date")"
      next = "Apple signs with certificates that are valid: do not trust it."
    case .creationDateUnreadable:
      message = "\(error)"
      next = "Every receipt of the App Store has one: do not trust it."
    case .noSigner:
      message = "\(error)"
      next = "Somebody has made it by hand, or taken the signature away: do not trust it."
    case .keyNotUsable:
      message = "\(error)"
      next =
        "Receipts of before 2013 may have keys of 1,024 bits: AppleSignatureVerifier("
        + "minimumKeyBits: 1024)."
    default:
      message = "\(error)"
      next = "It is not signed as Apple signs receipts: do not trust it."
    }
  }
}
