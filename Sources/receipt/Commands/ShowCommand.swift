import AppStoreReceipt
import ReceiptJSON
import TextCoding
import VerifyReceipt

/// `receipt show`: the contents of a receipt, for people or as JSON.
struct ShowCommand: FileCommand {
  private static let format = Option(
    "--format", .choice("FORMAT", Format.allCases.map(\.rawValue)),
    "text: for people (default)\n"
      + "json: one JSON object, with dates in UTC and bytes in hexadecimal\n"
      + "verify-receipt: the answer of Apple's verifyReceipt, as far as a receipt provides it; with a status only "
      + "if an option asks to verify")

  static let manual = Manual(
    "show", "Shows the contents of a receipt",
    [
      "Shows the app, dates, purchases, certificates and form of a receipt. Verifies nothing, except with --format "
        + "verify-receipt if an option asks for it."
    ],
    usage: ["[OPTIONS] [FILE…]"],
    options: [format, Option("--json", "same as --format json")],
    groups: [
      Manual.Group(
        title: "OPTIONS of --format verify-receipt",
        options: [VerificationOptions.verify] + VerificationOptions.group.options
          + [VerificationOptions.date]),
      LimitOptions.group,
    ])

  private enum Format: String, CaseIterable {
    case text
    case json
    case verifyReceipt = "verify-receipt"
  }

  let files: [String]
  private let format: Format
  private let common: CommonArguments

  init(_ arguments: Arguments) throws(ToolError) {
    common = try CommonArguments(arguments)
    files = common.files
    let named = arguments[Self.format].flatMap(Format.init)
    format = named ?? (common.isJSON ? .json : .text)
    guard format == .verifyReceipt || !common.verification.isAsked else {
      throw .usage("'show' verifies only with --format verify-receipt; see 'receipt verify'")
    }
  }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let input = try InputFile(path, common.limits)
    switch format {
    case .text: ReceiptText(try input.receipt()).print(on: console)
    case .json:
      let receipt = try input.receipt()
      console.json { $0.members(of: receipt) }
    case .verifyReceipt: return try respond(input, console)
    }
    return .yes
  }

  /// A rejected receipt has an answer, too: just a status.
  private func respond(
    _ input: InputFile, _ console: Console
  ) throws(ToolError) -> ExitStatus {
    do {
      let answer = try ResponseAnswer(input.bytes, common.verification, common.limits.receipt)
      console.json { answer.response.writeMembers(to: &$0) }
      console.remark(remark(answer))
      return !common.verification.isAsked || answer.response.isValid ? .yes : .no
    } catch {
      throw input.failure(error)
    }
  }

  private func remark(_ answer: ResponseAnswer) -> String {
    if let failure = answer.failure { return "not valid: \(failure.message)" }
    guard common.verification.isAsked else { return CheckedReceipt.unverifiedRemark }
    // An expired transaction in the style of iOS 6 is genuine but grants nothing.
    return answer.response.isValid
      ? common.verification.validRemark
      : answer.response.status?.meaning ?? CheckedReceipt.unverifiedRemark
  }
}

/// Prints a receipt for people.
struct ReceiptText {
  private let receipt: AppReceipt

  init(_ receipt: AppReceipt) {
    self.receipt = receipt
  }

  func print(on console: Console) {
    let encoding = receipt.form.encoding == .ber ? "BER (from Xcode)" : "DER"
    let transport = receipt.form.isBase64 ? " in Base64" : ""
    console.line(
      "App Store receipt, \(encoding)\(transport), \(receipt.containerBytes.count) bytes. "
        + "Not verified.")
    console.line("")
    printFields(on: console)
    printPurchases(on: console)
    let message = MessageSummary(receipt)
    printMessage(message, on: console)
    let problems = message.problems
    if problems.count > 0 {
      console.lines(["", "Problems (\(problems.count))"])
      for problem in problems.sentences { console.line("  " + problem) }
    }
  }

  private func printFields(on console: Console) {
    let fields: [(String, String?)] = [
      ("Environment", receipt.environment?.rawValue),
      ("Bundle identifier", receipt.bundleIdentifier),
      ("App version", receipt.appVersion),
      ("Original app version", receipt.originalAppVersion),
      ("Created", receipt.creationDate?.utcText),
      ("First purchased", receipt.originalPurchaseDate?.utcText),
      ("Expires", receipt.expirationDate?.utcText),
      ("Preordered", receipt.preorderDate?.utcText),
      ("Organization", receipt.organizationName),
      ("App identifier", receipt.appItemIdentifier.map(String.init)),
      ("Download identifier", receipt.downloadIdentifier.map(String.init)),
      ("Version identifier", receipt.versionExternalIdentifier.map(String.init)),
      ("Age rating", receipt.ageRating),
      ("Opaque value", receipt.opaqueValue?.hexadecimal),
      ("SHA-1 hash", receipt.sha1Hash?.hexadecimal),
    ]
    for case (let name, let value?) in fields {
      console.line(name.padded(to: 22) + value)
    }
  }

  private func printPurchases(on console: Console) {
    let purchases = receipt.inAppReceipts
    guard !purchases.isEmpty else { return console.lines(["", "No purchases"]) }
    console.lines(["", "Purchases (\(purchases.count))"])
    var table = TextTable(["#", "Product", "Kind", "Qty", "Transaction", "Purchased", "Until", ""])
    for purchase in purchases {
      table.add([
        String(purchase.index), purchase.productIdentifier ?? "–",
        purchase.productType?.name ?? "–", purchase.quantity.map(String.init) ?? "–",
        purchase.transactionIdentifier ?? "–",
        purchase.purchaseDate?.utcText ?? "–", purchase.expiration.text, purchase.remarks,
      ])
    }
    console.lines(table.lines)
  }

  private func printMessage(_ message: MessageSummary, on console: Console) {
    if !message.certificates.isEmpty {
      console.lines(["", "Certificates (\(message.certificates.count))"])
      for (index, certificate) in message.certificates.enumerated() {
        console.line("  \(index)  \(certificate.subject)")
        console.line("     valid \(certificate.notBefore) – \(certificate.notAfter)")
      }
    }
    console.line("")
    guard let signer = message.signer else { return console.line("No signer") }
    let attributes = signer.hasSignedAttributes ? "signed attributes" : "no signed attributes"
    console.line(
      "Signer: digest \(signer.digestAlgorithm), signature \(signer.signatureAlgorithm), \(attributes)"
    )
  }
}

extension ReceiptField<ReceiptDate> {
  fileprivate var text: String {
    switch self {
    case .absent: "–"
    case .value(let date): date.utcText
    case .unreadable: "unreadable"
    }
  }
}

extension ProductType {
  fileprivate var name: String {
    switch self {
    case .nonConsumable: "non-consumable"
    case .consumable: "consumable"
    case .nonRenewingSubscription: "non-renewing"
    case .autoRenewableSubscription: "auto-renewable"
    case .freeSubscription: "free subscription"
    case .other(let number): "type \(number)"
    }
  }
}

extension InAppReceipt {
  /// Further remarks about a purchase.
  fileprivate var remarks: String {
    var remarks: [String] = []
    if isCancelled { remarks.append("cancelled " + cancellation.text) }
    if isTrialPeriod == true { remarks.append("trial") }
    if isInIntroOfferPeriod == true { remarks.append("introductory offer") }
    return remarks.joined(separator: ", ")
  }
}
