import AppStoreReceipt

/// What there is to say about a transaction receipt in the style of iOS 6.
struct TransactionExamination {
  private(set) var findings: [Finding] = []

  init(_ receipt: TransactionReceipt, _ verification: VerificationOptions) {
    let purchase = receipt.purchaseInfo
    let parts = [
      purchase.productIdentifier.map { "one purchase of \($0)" },
      purchase.bundleIdentifier.map { "in \($0)" },
      purchase.purchaseDate.map { "at \($0.utcText)" },
      receipt.isBase64 ? "in Base64" : nil,
    ]
    findings.append(
      Finding(
        .note, "transactionReceipt",
        "this is a transaction receipt in the style of iOS 6, which Apple has long deprecated: "
          + parts.compactMap(\.self).joined(separator: " "),
        next: "In code, TransactionReceipt reads it. Ask for the receipt of the app in its place "
          + "(Bundle.main.appStoreReceiptURL), which holds all purchases."))
    let report = receipt.report(
      verification.transactionExpectations(of: receipt),
      verifier: verification.transactionVerifier)
    for entry in report.entries {
      switch entry.result {
      case .failed(let error):
        findings.append(
          Finding(
            .problem,
            entry.check == .signature
              ? error.reason.name : "\(entry.check.rawValue).\(error.reason.name)",
            error.description,
            next: entry.check == .signature ? "Do not trust anything in it." : nil))
      case .passed where entry.check == .signature:
        findings.append(Finding(.fine, "genuine", "the signature is genuine"))
      default: break
      }
    }
    for problem in purchase.problems {
      findings.append(Finding(.note, "unreadableField", "\(problem)", at: problem.offset))
    }
    if let identifier = purchase.transactionIdentifier {
      findings.append(
        Finding(
          .fine, "serverAPI",
          "to ask the App Store Server API about this customer: transaction \(identifier)",
          next: "GET https://api.storekit.itunes.apple.com/inApps/v2/history/\(identifier)"))
    }
  }
}
