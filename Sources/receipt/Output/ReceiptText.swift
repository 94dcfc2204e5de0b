import AppStoreReceipt

/// A receipt as a person reads it.
struct ReceiptText {
  private let receipt: AppReceipt

  init(_ receipt: AppReceipt) {
    self.receipt = receipt
  }

  func print(on console: Console) {
    let encoding = receipt.form.encoding == .ber ? "BER, as Xcode writes it" : "DER"
    let transport = receipt.form.isBase64 ? " in Base64" : ""
    console.line(
      "App Store receipt, \(encoding)\(transport), \(receipt.containerBytes.count) bytes. "
        + "Nothing in it is verified.")
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
      ("Originally purchased", receipt.originalPurchaseDate?.utcText),
      ("Expires", receipt.expirationDate?.utcText),
      ("Ordered in advance", receipt.preorderDate?.utcText),
      ("Organisation", receipt.organizationName),
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
  /// What else matters about a purchase.
  fileprivate var remarks: String {
    var remarks: [String] = []
    if isCancelled { remarks.append("cancelled " + cancellation.text) }
    if isTrialPeriod == true { remarks.append("trial") }
    if isInIntroOfferPeriod == true { remarks.append("introductory offer") }
    return remarks.joined(separator: ", ")
  }
}
