import ReceiptParsing
import ReceiptValidation
import TransactionReceipts

/// The findings about a transaction receipt in the style of iOS 6.
struct TransactionExamination {
  private(set) var findings: [Finding] = []

  init(_ receipt: TransactionReceipt, _ expectations: InspectionExpectations) {
    let purchase = receipt.purchaseInfo
    let parts = [
      purchase.productIdentifier.map { "one purchase of \($0)" },
      purchase.bundleIdentifier.map { "in \($0)" },
      purchase.purchaseDate.map { "at \($0.utcText)" },
      receipt.isBase64 ? "in Base64" : nil,
    ]
    findings.add(
      .note, "transactionReceipt",
      "this is a transaction receipt in the style of iOS 6, long deprecated: "
        + parts.compactMap { $0 }.joined(separator: " "),
      next:
        "In code, TransactionReceipt reads it. Prefer the app receipt (Bundle.main.appStoreReceiptURL), which "
        + "contains all purchases.")
    for entry in expectations.report(on: receipt).entries {
      switch entry.result {
      case .failed(let error):
        findings.add(
          .problem,
          entry.check == .signature
            ? error.reason.name : "\(entry.check.rawValue).\(error.reason.name)",
          error.description,
          next: entry.check == .signature ? "Do not trust it." : nil)
      case .passed where entry.check == .signature:
        findings.add(.fine, "genuine", "the signature is genuine")
      default: break
      }
    }
    for problem in purchase.problems {
      findings.add(.note, "unreadableField", "\(problem)")
    }
    // App Store receipts don't say where they come from.
    let isSandbox = receipt.environment?.utf8.contains("Sandbox") ?? false
    if receipt.provenEnvironment != .production {
      findings.add(
        .note, "sandbox",
        isSandbox
          ? "this is from the sandbox: nothing was paid for"
          : "nothing signed proves that this is from the App Store: it may be from the sandbox",
        next: "Accept it only from testers, with --environment, or environments: in code.")
    }
    if let identifier = purchase.transactionIdentifier {
      findings.addLookup(identifier, isSandbox: isSandbox)
    }
  }
}
