import DERParsing
import ReceiptParsing
import ReceiptPurchases
import ReceiptTrust
import ReceiptValidation

/// The findings about a readable receipt.
struct ReceiptExamination {
  private(set) var findings: [Finding] = []
  private let receipt: AppReceipt
  private let expectations: InspectionExpectations

  init(_ receipt: AppReceipt, _ expectations: InspectionExpectations) {
    self.receipt = receipt
    self.expectations = expectations
    findings.add(.fine, "receipt", summary)
    addChecks()
    addEnvironment()
    addPurchases()
    let problems = receipt.problems
    for problem in problems.prefix(100) {
      findings.add(
        .note, "unreadableField", "\(problem)",
        next: "To see its bytes: receipt attributes FILE", at: problem.offset)
    }
    if problems.count > 100 {
      let rest = "more unreadable field".counted(problems.count - 100)
      findings.add(.note, "unreadableFields", rest)
    }
  }

  private var summary: String {
    let form = receipt.form.encoding == .ber ? "BER (from Xcode)" : "DER"
    let transport = receipt.form.isBase64 ? ", in Base64" : ""
    let parts = [
      "\(form)\(transport), \(receipt.containerBytes.count) bytes",
      receipt.bundleIdentifier.map { "for \($0)" + (receipt.appVersion.map { " " + $0 } ?? "") },
      receipt.environment.map { "from \($0.rawValue)" },
      receipt.creationDate.map { "created \($0.utcText)" },
    ]
    return "this is an App Store receipt: " + parts.compactMap { $0 }.joined(separator: ", ")
  }

  // MARK: Checks

  private mutating func addChecks() {
    let report = expectations.report(on: receipt)
    for entry in report.entries where entry.check != .structure {
      switch entry.result {
      case .failed(let error): findings.append(finding(error))
      case .passed where entry.check == .signature: addGenuine()
      case .passed where entry.check == .expiration && receipt.expirationDate == nil: break
      case .passed: findings.add(.fine, entry.check.rawValue, entry.message)
      case .skipped: break
      }
    }
    let skipped = report.skipped
    guard !skipped.isEmpty else { return }
    let options = InspectionExpectations.options.filter { skipped.contains($0.check) }
    findings.add(
      .note, "notChecked",
      "not checked: " + skipped.map { $0.rawValue }.joined(separator: ", "),
      next: "Options: " + options.map { $0.name }.joined(separator: ", "))
  }

  private func finding(_ error: ReceiptValidationError) -> Finding {
    if case .signature(let signature) = error.reason {
      return finding(signature, error)
    }
    let next: String? =
      switch error.check {
      case .bundleIdentifier: "The receipt is for another app, or --bundle-id is wrong."
      case .appVersion:
        "A receipt from before an update has the old version: refresh it, or don't check the version."
      case .device:
        "The hash contains identifierForVendor (iOS) or the MAC address of en0 (macOS), as bytes. A "
          + "receipt is valid only on its own device. Repeat --device for several devices."
      case .expiration: "Volume purchases can be revoked. Request a new receipt."
      case .environment: "See --environment."
      case .structure, .signature, .cancellation: nil
      }
    return Finding(
      .problem, "\(error.check.rawValue).\(error.reason.name)", error.description, next: next,
      at: error.offset)
  }

  /// What a rejected signature means, and what to do.
  private func finding(
    _ signature: ReceiptSignatureError, _ error: ReceiptValidationError
  ) -> Finding {
    var message = "\(signature)"
    let next: String
    switch signature.code {
    case .signatureMismatch, .messageDigestDiffers, .contentTypeDiffers:
      message += ": the receipt was altered after signing"
      next = "Do not trust it. If you have another copy, compare them."
    case .untrustedRoot where receipt.environment == .xcode:
      message += "; its environment is Xcode"
      next =
        "Accept it only in debug builds: --allow-xcode, and --xcode-certificate CERT if your team's Xcode signs with "
        + "its own certificate."
    case .unsupportedAppleRoot:
      message =
        "a certificate names an Apple root under which no receipts are issued, which proves nothing"
      next = "Do not trust it."
    case .untrustedRoot, .issuerMissing:
      let certificates = MessageSummary(receipt).certificates
      if let issuer = certificates.last?.issuer {
        message += "; the issuer of the last certificate is \"\(issuer)\""
      }
      // A single certificate has no root.
      let asRoot = certificates.count > 1 ? " If that is your own test CA: --root CERT" : ""
      next = "It isn't from Apple." + asRoot
    case .xcodeNotAllowed:
      message = "signed by Xcode, for local testing: anyone can make such a receipt"
      next =
        "Accept it only in debug builds (--allow-xcode). Apple's servers don't know it: verifyReceipt "
        + "answers 21002."
    case .certificateExpired, .certificateNotYetValid:
      message += ": \(receipt.creationDate?.utcText ?? "no date")"
      next = "Apple signs only with valid certificates. Do not trust it."
    case .creationDateUnreadable:
      next = "Every App Store receipt has one. Do not trust it."
    case .noSigner:
      next = "It was made by hand, or its signature was removed. Do not trust it."
    case .keyNotUsable:
      next =
        "Receipts from before 2013 may have 1,024-bit keys: AppleSignatureVerifier(minimumKeyBits: 1024)."
    default:
      next = "Apple doesn't sign like this. Do not trust it."
    }
    return Finding(.problem, error.reason.name, message, next: next, at: error.offset)
  }

  private mutating func addGenuine() {
    let message = MessageSummary(receipt)
    findings.add(
      .fine, "genuine",
      "the signature is genuine" + (message.signer.map { ", with \($0.digestAlgorithm)" } ?? ""))
    if receipt.environment == .xcode {
      findings.add(
        .note, "xcode",
        "signed by Xcode: anyone can make such a receipt, and nothing in it was paid for",
        next: "Accept it only in debug builds.")
    }
    if let now = expectations.others.now.value?.millisecondsSince1970,
      message.certificates.contains(where: { $0.notAfter.secondsSince1970 < now / 1000 })
    {
      findings.add(
        .note, "certificateExpired",
        "a certificate has expired, which is fine: it was valid when the receipt was created")
    }
  }

  // MARK: Contents

  private mutating func addEnvironment() {
    switch receipt.environment {
    case .production?, .productionVPP?, .xcode?: break  // Xcode's is reported with the signature
    case _? where isSandbox:
      findings.add(
        .note, "sandbox",
        "this is from the sandbox or TestFlight: nothing in it was paid for",
        next:
          "Accept it only from testers, with --environment, or environments: in code. App Review uses the "
          + "sandbox, too.")
    case let environment?:
      findings.add(.note, "environment", "unknown environment \(environment.rawValue)")
    case nil:
      findings.add(.note, "environment", "the environment is missing")
    }
  }

  private mutating func addPurchases() {
    let count = receipt.inAppReceipts.count
    let history = receipt.unverifiedPurchaseHistory()
    guard count > 0 else {
      findings.add(
        .note, "noPurchases", "there are no purchases",
        next: "Nothing was bought before "
          + "\(receipt.creationDate?.utcText ?? "the receipt was created"), or only consumables, which "
          + "disappear once finished. If there must be a purchase, refresh the receipt "
          + "(SKReceiptRefreshRequest, AppStore.sync()), or ask the App Store Server API."
      )
      return
    }
    findings.add(
      .fine, "purchases",
      "purchase".counted(count) + " of " + "product".counted(history.entitlements.count),
      next: "receipt owned FILE")
    let withheld = count - history.purchases.count
    if withheld > 0 {
      findings.add(
        .note, "withheldPurchases",
        "purchase".counted(withheld) + " unreadable or duplicate, granting nothing")
    }
    switch history.serverAPILookup {
    case .transaction(let purchase):
      findings.addLookup(purchase.transactionIdentifier, isSandbox: isSandbox)
    case .unavailable(let reason):
      let transactions = reason == .xcode ? "Xcode's" : "these"
      findings.add(
        .note, "serverAPI", "the App Store Server API doesn't know \(transactions) transactions")
    }
  }

  private var isSandbox: Bool { receipt.environment?.rawValue.utf8.contains("Sandbox") ?? false }
}

extension [Finding] {
  /// How to ask for the purchases of the same customer.
  mutating func addLookup(_ identifier: String, isSandbox: Bool) {
    let host = isSandbox ? "api.storekit-sandbox" : "api.storekit"
    add(
      .fine, "serverAPI", "for the App Store Server API: transaction \(identifier)",
      next: "GET https://\(host).itunes.apple.com/inApps/v2/history/\(identifier)")
  }
}
