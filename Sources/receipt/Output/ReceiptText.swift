import AppStoreReceipt

/// A receipt as a person reads it.
struct ReceiptText {
  private(set) var text = ""

  init(_ receipt: AppReceipt) {
    let encoding = receipt.form.encoding == .ber ? "BER, as Xcode writes it" : "DER"
    let transport = receipt.form.isBase64 ? " in Base64" : ""
    text += "App Store receipt, \(encoding)\(transport), "
    text += "\(receipt.containerOctets.count) octets. Nothing in it is verified.\n\n"
    addFields(receipt)
    addPurchases(receipt.inAppReceipts)
    let message = MessageSummary(receipt)
    addMessage(message)
    let problems = receipt.problems.map(\.description) + message.problems
    if !problems.isEmpty {
      text += "\nProblems (\(problems.count))\n"
      for problem in problems { text += "  " + problem + "\n" }
    }
  }

  private mutating func addFields(_ receipt: AppReceipt) {
    let fields: [(String, String?)] = [
      ("Environment", receipt.environment?.rawValue),
      ("Bundle identifier", receipt.bundleIdentifier?.printable),
      ("App version", receipt.appVersion?.printable),
      ("Original app version", receipt.originalAppVersion?.printable),
      ("Created", receipt.creationDate?.utcText),
      ("Originally purchased", receipt.originalPurchaseDate?.utcText),
      ("Expires", receipt.expirationDate?.utcText),
      ("Ordered in advance", receipt.preorderDate?.utcText),
      ("Organisation", receipt.organizationName?.printable),
      ("App identifier", receipt.appItemIdentifier.map(String.init)),
      ("Download identifier", receipt.downloadIdentifier.map(String.init)),
      ("Version identifier", receipt.versionExternalIdentifier.map(String.init)),
      ("Age rating", receipt.ageRating?.printable),
      ("Opaque value", receipt.opaqueValue?.hexadecimal),
      ("SHA-1 hash", receipt.sha1Hash?.hexadecimal),
    ]
    for case (let name, let value?) in fields {
      text += name.padded(to: 22) + value + "\n"
    }
  }

  private mutating func addPurchases(_ purchases: InAppReceipts) {
    guard !purchases.isEmpty else {
      text += "\nNo purchases\n"
      return
    }
    text += "\nPurchases (\(purchases.count))\n"
    var table = TextTable(["#", "Product", "Kind", "Qty", "Transaction", "Purchased", "Until", ""])
    for purchase in purchases {
      table.add([
        String(purchase.index), purchase.productIdentifier?.printable ?? "–",
        purchase.productType?.name ?? "–", purchase.quantity.map(String.init) ?? "–",
        purchase.transactionIdentifier?.printable ?? "–",
        purchase.purchaseDate?.utcText ?? "–", purchase.expiration.text, purchase.remarks,
      ])
    }
    text += table.text
  }

  private mutating func addMessage(_ message: MessageSummary) {
    if !message.certificates.isEmpty {
      text += "\nCertificates (\(message.certificates.count))\n"
      for (index, certificate) in message.certificates.enumerated() {
        text += "  \(index)  \(certificate.subject.printable)\n"
        text += "     valid \(certificate.notBefore) – \(certificate.notAfter)\n"
      }
    }
    guard let signer = message.signer else {
      text += "\nNo signer\n"
      return
    }
    let attributes = signer.hasSignedAttributes ? "signed attributes" : "no signed attributes"
    text += "\nSigner: digest \(signer.digestAlgorithm), "
    text += "signature \(signer.signatureAlgorithm), \(attributes)\n"
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
