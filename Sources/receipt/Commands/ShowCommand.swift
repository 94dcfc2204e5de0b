import AppStoreReceipt
import ReceiptInspection
import ReceiptJSON
import TextCoding
import VerifyReceipt

/// `receipt show`: the contents of a receipt, for people or as JSON.
struct ShowCommand: AnswerCommand {
  private static let format = Option(
    "--format", .choice("FORMAT", Format.allCases.map(\.rawValue)),
    "text: for people (default)\n"
      + "json: one JSON object, with dates in UTC and bytes in hexadecimal\n"
      + "verify-receipt: the answer of Apple's verifyReceipt, as far as a receipt provides it; with a status only "
      + "if an option asks for verification")

  static let manual = Manual(
    "show", "Shows the contents of a receipt",
    "Shows the app, dates, purchases, certificates and form of a receipt. Verifies nothing, except with --format "
      + "verify-receipt if an option asks for it.",
    options: [format, Option("--json", "same as --format json")],
    groups: [
      Manual.Group(
        title: "OPTIONS of --format verify-receipt",
        options: [VerificationOptions.verify] + VerificationOptions.group.options
          + [VerificationOptions.date])
    ])

  private enum Format: String, CaseIterable {
    case text
    case json
    case verifyReceipt = "verify-receipt"
  }

  let arguments: CommonArguments
  private let format: Format

  init(arguments: CommonArguments) throws(ToolError) {
    self.arguments = arguments
    let named = arguments.given[Self.format].flatMap(Format.init)
    format = named ?? (arguments.isJSON ? .json : .text)
    guard format == .verifyReceipt || !arguments.verification.isAsked else {
      throw .usage("'show' verifies only with --format verify-receipt; see 'receipt verify'")
    }
  }

  var isJSON: Bool { format != .text }

  func answer(to input: InputFile) throws(ToolError) -> any Answer {
    format == .verifyReceipt
      ? try ResponseAnswer(input, arguments.verification)
      : ReceiptText(receipt: try input.receipt())
  }
}

/// The contents of a receipt, for people; for programs, they are in `ReceiptMembers.swift`.
struct ReceiptText: Answer {
  let receipt: AppReceipt

  func write(to writer: inout JSONWriter) { writer.members(of: receipt) }

  var lines: [String] {
    let encoding = receipt.form.encoding == .ber ? "BER (from Xcode)" : "DER"
    let transport = receipt.form.isBase64 ? " in Base64" : ""
    let size = receipt.containerBytes.count
    return ["App Store receipt, \(encoding)\(transport), \(size) bytes. Not verified.", ""]
      + fields + purchases + MessageSummary(receipt).lines
  }

  private var fields: [String] {
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
    return fields.compactMap { name, value in value.map { name.padded(to: 22) + $0 } }
  }

  private var purchases: [String] {
    let purchases = receipt.inAppReceipts
    guard !purchases.isEmpty else { return ["", "No purchases"] }
    return ["", "Purchases (\(purchases.count))"]
      + TextTable.lines(
        ["#", "Product", "Kind", "Qty", "Transaction", "Purchased", "Until", ""],
        purchases.map { purchase in
          [
            String(purchase.index), purchase.productIdentifier ?? "–",
            purchase.productType?.name ?? "–", purchase.quantity.map(String.init) ?? "–",
            purchase.transactionIdentifier ?? "–", purchase.purchaseDate?.utcText ?? "–",
            purchase.expiration.text, purchase.remarks,
          ]
        })
  }
}

extension MessageSummary {
  /// The certificates, the signer, and what is unreadable.
  fileprivate var lines: [String] {
    var lines = certificates.isEmpty ? [] : ["", "Certificates (\(certificates.count))"]
    for (index, certificate) in certificates.enumerated() {
      lines.append("  \(index)  \(certificate.subject)")
      lines.append("     valid \(certificate.notBefore) – \(certificate.notAfter)")
    }
    lines += ["", signer?.line ?? "No signer"]
    if problems.count > 0 { lines += ["", "Problems (\(problems.count))"] }
    return lines + problems.sentences.map { "  " + $0 }
  }
}

extension MessageSummary.SignerSummary {
  fileprivate var line: String {
    let attributes = hasSignedAttributes ? "signed attributes" : "no signed attributes"
    return "Signer: digest \(digestAlgorithm), signature \(signatureAlgorithm), \(attributes)"
  }
}

extension ReceiptField<ReceiptDate> {
  fileprivate var text: String { value?.utcText ?? (isAbsent ? "–" : "unreadable") }
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
