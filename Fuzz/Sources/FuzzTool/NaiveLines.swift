import FuzzSupport
import Inspection
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation
import TextCoding
import VerifyReceipt

/// What commands print for people: values behind labels in a column, tables, sentences.
enum NaiveLines {
  static func receipt(_ receipt: AppReceipt) -> [String] {
    let form = receipt.form.encoding == .der ? "DER" : "BER (from Xcode)"
    let labels: [(String, String?)] = [
      ("Environment          ", receipt.environment?.rawValue),
      ("Bundle identifier    ", receipt.bundleIdentifier),
      ("App version          ", receipt.appVersion),
      ("Original app version ", receipt.originalAppVersion),
      ("Created              ", receipt.creationDate?.utcText),
      ("First purchased      ", receipt.originalPurchaseDate?.utcText),
      ("Expires              ", receipt.expirationDate?.utcText),
      ("Preordered           ", receipt.preorderDate?.utcText),
      ("Organization         ", receipt.organizationName),
      ("App identifier       ", receipt.appItemIdentifier.map { "\($0)" }),
      ("Download identifier  ", receipt.downloadIdentifier.map { "\($0)" }),
      ("Version identifier   ", receipt.versionExternalIdentifier.map { "\($0)" }),
      ("Age rating           ", receipt.ageRating),
      ("Opaque value         ", receipt.opaqueValue.map { Array($0).hexadecimal }),
      ("SHA-1 hash           ", receipt.sha1Hash.map { Array($0).hexadecimal }),
    ]
    return [
      "App Store receipt, \(form)\(receipt.form.isBase64 ? " in Base64" : ""), "
        + "\(receipt.containerBytes.count) bytes. Not verified.", "",
    ] + labels.compactMap { label, value in value.map { "\(label) \($0)" } }
      + purchases(receipt) + message(MessageSummary(receipt), of: receipt)
  }

  private static func purchases(_ receipt: AppReceipt) -> [String] {
    var rows = [["#", "Product", "Kind", "Qty", "Transaction", "Purchased", "Until", ""]]
    for (index, purchase) in receipt.inAppReceipts.enumerated() {
      let kinds: [Int64: String] = [
        0: "non-consumable", 1: "consumable", 2: "non-renewing", 3: "auto-renewable",
        4: "free subscription",
      ]
      let type = purchase.productType?.rawValue
      var remarks = purchase.isCancelled ? ["cancelled \(date(purchase.cancellation))"] : []
      if purchase.isTrialPeriod ?? false { remarks.append("trial") }
      if purchase.isInIntroOfferPeriod ?? false { remarks.append("introductory offer") }
      rows.append([
        "\(index)", purchase.productIdentifier ?? "–",
        type.map { kinds[Int64($0)] ?? "type \($0)" } ?? "–",
        purchase.quantity.map { "\($0)" } ?? "–", purchase.transactionIdentifier ?? "–",
        purchase.purchaseDate?.utcText ?? "–", date(purchase.expiration),
        remarks.joined(separator: ", "),
      ])
    }
    let count = rows.count - 1
    return count == 0 ? ["", "No purchases"] : ["", "Purchases (\(count))"] + table(rows)
  }

  private static func date(_ field: ReceiptField<ReceiptDate>) -> String {
    field.value?.utcText ?? (field.isAbsent ? "–" : "unreadable")
  }

  private static func message(_ message: MessageSummary, of receipt: AppReceipt) -> [String] {
    let certificates = message.certificates.enumerated().flatMap { index, certificate in
      [
        "  \(index)  \(certificate.subject)",
        "     valid \(certificate.notBefore) – \(certificate.notAfter)",
      ]
    }
    let signer = message.signer.map {
      "Signer: digest \($0.digestAlgorithm), signature \($0.signatureAlgorithm), "
        + ($0.hasSignedAttributes ? "" : "no ") + "signed attributes"
    }
    let problems = problems(message.problems, of: receipt).map { "  \($0)" }
    let count = message.certificates.count
    return (count == 0 ? [] : ["", "Certificates (\(count))"])
      + certificates + ["", signer ?? "No signer"]
      + (problems.isEmpty ? [] : ["", "Problems (\(message.problems.count))"]) + problems
  }

  /// A hundred problems at most, those of the receipt first, and how many there are besides.
  static func problems(_ list: ProblemList, of receipt: AppReceipt) -> [String] {
    let all = receipt.problems.map(\.description)
    let listed = Array(list.sentences.prefix(100))
    require(listed.starts(with: all.prefix(100)), "problems of the receipt first")
    require(list.count >= all.count && listed.count == min(list.count, 100), "problems listed")
    require(!listed.contains { $0.hasSuffix(" not listed") }, "a hundred are listed")
    let rest = list.count - listed.count
    return listed + (rest > 0 ? ["\(rest) more problem\(rest == 1 ? "" : "s") not listed"] : [])
  }

  static func owned(
    _ history: UnverifiedPurchaseHistory, at date: ReceiptDate, leeway: Int64 = 0,
    renewals: [RenewalInformation] = []
  ) -> [String] {
    var rows = [["Product", "Owned", "State", "From", "To", "Transactions"]]
    for product in history.entitlements {
      let state = product.state(at: date, leewayMilliseconds: leeway, renewals: renewals)
      var start = [product.productIdentifier, isOwned(state) ? "yes" : "no", phrase(state)]
      for interval in product.intervals {
        let (from, to) = (interval.start.utcText, interval.end?.utcText ?? "–")
        rows.append(start + [from, to, "\(interval.purchases.count)"])
        start = ["", "", ""]
      }
      if product.intervals.isEmpty { rows.append(start + ["–", "–", ""]) }
    }
    return ["At \(date.utcText)"] + (rows.count == 1 ? ["No products"] : table(rows))
  }

  private static func isOwned(_ state: EntitlementState) -> Bool {
    switch state {
    case .active, .inGracePeriod: true
    default: false
    }
  }

  private static func phrase(_ state: EntitlementState) -> String {
    switch state {
    case .active(nil): "forever"
    case .active(let end?): "until \(end.utcText)"
    case .inGracePeriod(let end): "grace period until \(end.utcText)"
    case .inBillingRetry(let end): "expired \(end.utcText), billing retry"
    case .expired(let end): "expired \(end.utcText)"
    case .cancelled(nil): "cancelled"
    case .cancelled(let date?): "cancelled \(date.utcText)"
    case .notYetBegun(let start): "begins \(start.utcText)"
    case .undetermined(let reason): reason.text
    case .noPurchase: "never owned"
    }
  }

  static func transactions(_ history: UnverifiedPurchaseHistory) -> [String] {
    let transactions = history.transactions.map {
      [
        $0.transactionIdentifier, $0.originalTransactionIdentifier ?? "–", $0.purchaseDate.utcText,
        $0.productIdentifier, $0.isCancelled ? "cancelled" : "",
      ]
    }
    let originals = history.originalTransactions.map {
      [
        $0.identifier, "\($0.purchases.count)", $0.latest.purchaseDate.utcText,
        $0.latest.productIdentifier,
      ]
    }
    let lookup =
      switch history.serverAPILookup {
      case .transaction(let purchase):
        "For the App Store Server API: \(purchase.transactionIdentifier)"
      case .unavailable(.noPurchase):
        "Nothing for the App Store Server API: there are no purchases."
      case .unavailable(.xcode):
        "Nothing for the App Store Server API: it doesn't know Xcode's transactions."
      case .unavailable(.notFromAppStore):
        "Nothing for the App Store Server API: no identifier is from the App Store."
      }
    return ["Transactions (\(transactions.count))"]
      + table([["Transaction", "Original", "Purchased", "Product", ""]] + transactions)
      + ["", "Original transactions (\(originals.count))"]
      + table([["Original", "Transactions", "Latest", "Product of the latest"]] + originals)
      + ["", lookup]
  }

  /// Without an expected app and environment.
  static func report(_ report: ReceiptReport) -> [String] {
    let lines = report.entries.map { entry in
      let result =
        switch entry.result {
        case .passed: "passed"
        case .failed: "failed"
        case .skipped: "skipped"
        }
      return padded(result, 9) + padded(entry.check.rawValue, 18) + entry.message
    }
    let last =
      report.failures.isEmpty
      ? "Undetermined: no check failed, but there is no expectation for: bundle identifier, "
        + "environment."
      : "Not valid. Recommended action: \(report.recommendedAction.rawValue)."
    return lines + [last]
  }

  static func diagnosis(_ diagnosis: Diagnosis) -> [String] {
    var (lines, problems): ([String], Int) = ([], 0)
    for finding in diagnosis.findings {
      problems += finding.level == .problem ? 1 : 0
      lines.append(padded("\(finding.level)", 9) + padded(finding.code, 30) + finding.message)
      if let next = finding.next { lines.append("         → \(next)") }
    }
    let isGenuine = diagnosis.receipt != nil && problems == 0
    return lines + [
      "",
      isGenuine
        ? "The receipt is readable and genuine."
        : "\(problems) problem\(problems == 1 ? "" : "s")."
          + (diagnosis.receipt == nil ? " No receipt found." : ""),
    ]
  }

  /// Verdict and counts; then, apart, each but those within purchases, which may only be counted.
  static func differences(
    _ differences: [VerifyReceiptDifference], listsAll: Bool = false
  ) -> [String] {
    let verdict = differences.allSatisfy(\.isExpected) ? ["No unexpected difference"] : []
    let summary = "\(VerifyReceiptDifferenceSummary(differences))".split(separator: "\n")
    let counts = differences.isEmpty ? [] : summary.map(String.init)
    let details: [String] = differences.compactMap { difference in
      let path = "\(difference.path)"
      let isInPurchases = ["receipt.in_app", "latest_receipt_info"].contains { place in
        path == place || path.hasPrefix(place + "[") || path.hasPrefix(place + ".")
      }
      return isInPurchases && !listsAll
        ? nil : "\(difference)\(difference.isExpected ? " (expected)" : "")"
    }
    return verdict + counts + (details.isEmpty ? [] : [""] + details)
  }

  /// Two spaces before each cell, none behind the last; as wide as the widest cell of at most 64 characters; nothing
  /// without a row.
  private static func table(_ rows: [[String]]) -> [String] {
    if rows.count == 1 { return [] }
    let rows = rows.map { $0.map(shown) }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() where row[column...].contains(where: { $0 != "" }) {
        let isLast = row[(column + 1)...].allSatisfy { $0 == "" }
        let width = rows.map { $0[column].count }.filter { $0 <= 64 }.max() ?? 0
        line += "  " + padded(cell, isLast ? 0 : width)
      }
      return line
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// What can't be seen is U+FFFD.
  static func shown(_ text: String) -> String {
    let hidden: [Unicode.GeneralCategory] = [
      .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
    ]
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isHidden =
        scalar.properties.isDefaultIgnorableCodePoint
        || hidden.contains(scalar.properties.generalCategory)
      result.append(isHidden ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }
}
