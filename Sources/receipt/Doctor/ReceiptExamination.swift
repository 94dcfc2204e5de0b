import AppStoreReceipt

/// What there is to say about a receipt that can be read.
struct ReceiptExamination {
  private(set) var findings: [Finding] = []
  private let receipt: AppReceipt
  private let verification: VerificationOptions

  init(_ receipt: AppReceipt, _ verification: VerificationOptions) {
    self.receipt = receipt
    self.verification = verification
    findings.append(Finding(.fine, "receipt", summary))
    addChecks()
    addEnvironment()
    addPurchases()
    let problems = receipt.problems
    for problem in problems.prefix(100) {
      findings.append(
        Finding(
          .note, "unreadableField", "\(problem)",
          next: "The bytes remain: receipt attributes FILE", at: problem.offset))
    }
    if problems.count > 100 {
      findings.append(
        Finding(.note, "unreadableFields", "\(problems.count - 100) more fields are unreadable"))
    }
  }

  private var summary: String {
    let form = receipt.form.encoding == .ber ? "BER, as Xcode writes it" : "DER"
    let transport = receipt.form.isBase64 ? ", in Base64" : ""
    let parts = [
      "\(form)\(transport), \(receipt.containerBytes.count) bytes",
      receipt.bundleIdentifier.map { "for \($0)" + (receipt.appVersion.map { " " + $0 } ?? "") },
      receipt.environment.map { "from \($0.rawValue)" },
      receipt.creationDate.map { "made \($0.utcText)" },
    ]
    return "this is an App Store receipt: " + parts.compactMap(\.self).joined(separator: ", ")
  }

  // MARK: Checks

  private mutating func addChecks() {
    let report = receipt.report(
      verification.expectations(of: receipt), verifier: verification.verifier)
    for entry in report.entries where entry.check != .structure {
      switch entry.result {
      case .failed(let error): findings.append(finding(error))
      case .passed where entry.check == .signature: addGenuine()
      case .passed where entry.check == .expiration && receipt.expirationDate == nil: break
      case .passed: findings.append(Finding(.fine, entry.check.rawValue, entry.message))
      case .skipped: break
      }
    }
    let options = [
      ReceiptCheck.bundleIdentifier: "--bundle-id", .appVersion: "--version", .device: "--device",
      .environment: "--environment",
    ]
    let skipped = report.entries.filter { $0.result == .skipped }.map(\.check)
    guard !skipped.isEmpty else { return }
    findings.append(
      Finding(
        .note, "notChecked",
        "not compared with what you expect: " + skipped.map(\.rawValue).joined(separator: ", "),
        next: "To compare it: " + skipped.compactMap { options[$0] }.joined(separator: ", ")))
  }

  private func finding(_ error: ReceiptValidationError) -> Finding {
    if case .signature(let signature) = error.reason {
      let advice = SignatureAdvice(signature, receipt)
      return Finding(
        .problem, error.reason.name, advice.message, next: advice.next, at: error.offset)
    }
    let next: String? =
      switch error.check {
      case .bundleIdentifier: "It is for another app, or --bundle-id is not the one of this app."
      case .appVersion:
        "A receipt of before an update names the old version: refresh it, or do not check it."
      case .device:
        "The hash is made with identifierForVendor (iOS) or the MAC address of en0 (macOS) in bytes; "
          + "on other devices a receipt is not valid. Repeat --device for each candidate."
      case .expiration: "Volume purchases can be taken back. Ask for a new receipt."
      case .environment: "See --environment."
      case .structure, .signature: nil
      }
    return Finding(
      .problem, "\(error.check.rawValue).\(error.reason.name)", error.description, next: next,
      at: error.offset)
  }

  private mutating func addGenuine() {
    let message = MessageSummary(receipt)
    findings.append(
      Finding(
        .fine, "genuine",
        "the signature is genuine" + (message.signer.map { ", with \($0.digestAlgorithm)" } ?? "")))
    let now = verification.date.millisecondsSince1970 / 1000
    if message.certificates.contains(where: { $0.notAfter.secondsSince1970 < now }) {
      findings.append(
        Finding(
          .note, "certificateExpired",
          "a certificate in it has expired since, which changes nothing: it was valid when the "
            + "receipt was made"))
    }
  }

  // MARK: What it says

  private mutating func addEnvironment() {
    switch receipt.environment {
    case .production?, .productionVPP?, .xcode?: break  // the signature tells about Xcode's
    case let environment? where environment.rawValue.contains("Sandbox"):
      findings.append(
        Finding(
          .note, "sandbox",
          "this is from the sandbox or TestFlight: nobody has paid for anything in it",
          next:
            "Accept it only where testers may be, with --environment or environments: in code; App "
            + "Review uses the sandbox too."))
    case let environment?:
      findings.append(
        Finding(.note, "environment", "\(environment.rawValue) is an unknown environment"))
    case nil:
      findings.append(
        Finding(.note, "environment", "it does not say which environment it comes from"))
    }
  }

  private mutating func addPurchases() {
    let count = receipt.inAppReceipts.count
    let history = receipt.unverifiedPurchases
    guard count > 0 else {
      findings.append(
        Finding(
          .note, "noPurchases", "there are no purchases in it",
          next: "Nothing was bought in the app before "
            + "\(receipt.creationDate?.utcText ?? "it was made"), or the receipt is older than the "
            + "purchase, or only consumables were bought, which leave it once they are finished. "
            + "Refresh it (SKReceiptRefreshRequest, AppStore.sync()), or ask the App Store Server API."
        ))
      return
    }
    findings.append(
      Finding(
        .fine, "purchases",
        "\(count) purchases of \(history.entitlements.count) products",
        next: "receipt owned FILE"))
    let withheld = receipt.inAppReceipts.count - history.transactions.count
    if withheld > 0 {
      findings.append(
        Finding(
          .note, "withheldPurchases",
          "\(withheld) of the purchases cannot be read or stand there twice, and grant nothing"))
    }
    addLookup(history.serverAPILookup)
  }

  private mutating func addLookup(_ lookup: ServerAPILookup) {
    switch lookup {
    case .transaction(let purchase):
      let isSandbox = receipt.environment?.rawValue.contains("Sandbox") ?? false
      let host = isSandbox ? "api.storekit-sandbox" : "api.storekit"
      findings.append(
        Finding(
          .fine, "serverAPI",
          "to ask the App Store Server API about this customer: transaction "
            + purchase.transactionIdentifier,
          next: "GET https://\(host).itunes.apple.com/inApps/v2/history/"
            + purchase.transactionIdentifier))
    case .unavailable(let reason):
      findings.append(
        Finding(
          .note, "serverAPI",
          reason == .xcode
            ? "the App Store Server API does not know transactions of Xcode's"
            : "the App Store Server API does not know any of these transactions"))
    }
  }
}
