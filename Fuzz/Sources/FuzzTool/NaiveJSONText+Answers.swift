import CMSParsing
import DERParsing
import FuzzSupport
import Inspection
import ReceiptJSON
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation
import TextCoding
import VerifyReceipt

// The members of each answer, as the manual and the README have them, of what they are about.

extension NaiveJSONText {
  static func diagnosis(_ diagnosis: Diagnosis) -> Self {
    let problems = diagnosis.findings.filter { $0.level == .problem }
    return .object([
      ("healthy", .flag(diagnosis.receipt != nil && problems.isEmpty)),
      (
        "findings",
        .list(
          diagnosis.findings.map {
            .object([
              ("level", .text("\($0.level)")), ("code", .text($0.code)),
              ("message", .text($0.message)), ("next", .text($0.next)),
              ("offset", .number($0.offset)),
            ])
          })
      ),
    ])
  }

  private static func app(_ receipt: AppReceipt) -> [(key: String, value: Self?)] {
    [
      ("environment", .text(receipt.environment?.rawValue)),
      ("bundleIdentifier", .text(receipt.bundleIdentifier)),
      ("appVersion", .text(receipt.appVersion)),
      ("originalAppVersion", .text(receipt.originalAppVersion)),
      ("creationDate", date(receipt.creationDate)),
    ]
  }

  private static func date(_ date: ReceiptDate?) -> Self? { .text(date?.utcText) }

  private static func bytes(_ bytes: (some Collection<UInt8>)?) -> Self? {
    guard let bytes, !bytes.isEmpty else { return nil }
    return .text(Array(bytes).hexadecimal)
  }

  static func receipt(_ receipt: AppReceipt) -> Self {
    let message = MessageSummary(receipt)
    let fields: [(key: String, value: Self?)] = [
      ("originalPurchaseDate", date(receipt.originalPurchaseDate)),
      ("expirationDate", date(receipt.expirationDate)),
      ("preorderDate", date(receipt.preorderDate)),
      ("organizationName", .text(receipt.organizationName)),
      ("opaqueValue", bytes(receipt.opaqueValue)), ("sha1Hash", bytes(receipt.sha1Hash)),
      ("appItemIdentifier", .number(receipt.appItemIdentifier)),
      ("downloadIdentifier", .number(receipt.downloadIdentifier)),
      ("versionExternalIdentifier", .number(receipt.versionExternalIdentifier)),
      ("ageRating", .text(receipt.ageRating)),
    ]
    let serialNumbers = ((try? receipt.certificateEncodings()) ?? []).compactMap { encoding in
      (try? Certificate(derEncoded: Array(encoding))).map {
        encoding.dropFirst($0.tbsCertificate.serialNumber.contentsRange.lowerBound)
          .prefix($0.tbsCertificate.serialNumber.contentsRange.count)
      }
    }
    let listed = zip(message.certificates, serialNumbers).allSatisfy {
      $1.count > 64 || $0.serialNumber == NaiveNumber.signedDecimal(Array($1))
    }
    require(listed && message.certificates.count <= serialNumbers.count, "serial numbers")
    let encodings = ((try? receipt.certificateEncodings()) ?? []).map { Array($0) }
      .filter { (try? Certificate(derEncoded: $0)) != nil }
    for (summary, encoding) in zip(message.certificates, encodings) {
      require(
        summary.sha256 == NaiveHash.sha256.digest(encoding).hexadecimal,
        "the fingerprint of \(summary.subject)")
    }
    let certificates: [Self] = message.certificates.map {
      .object([
        ("subject", .text($0.subject)), ("issuer", .text($0.issuer)),
        ("serialNumber", .text($0.serialNumber)), ("notBefore", .text("\($0.notBefore)")),
        ("notAfter", .text("\($0.notAfter)")), ("sha256", .text($0.sha256)),
      ])
    }
    let problems = NaiveLines.problems(message.problems, of: receipt)
    let signer: Self? = message.signer.map {
      .object([
        ("digestAlgorithm", .text($0.digestAlgorithm)),
        ("signatureAlgorithm", .text($0.signatureAlgorithm)),
        ("hasSignedAttributes", .flag($0.hasSignedAttributes)),
      ])
    }
    return .object(
      app(receipt) + fields + [
        ("inApp", .unlessEmpty(receipt.inAppReceipts.map { purchase($0) })),
        ("certificates", .unlessEmpty(certificates)), ("signer", signer),
        ("problems", .unlessEmpty(problems.map { .text($0) })),
      ])
  }

  private static func purchase(_ purchase: InAppReceipt) -> Self {
    .object([
      ("quantity", .number(purchase.quantity)),
      ("productIdentifier", .text(purchase.productIdentifier)),
      ("transactionIdentifier", .text(purchase.transactionIdentifier)),
      ("originalTransactionIdentifier", .text(purchase.originalTransactionIdentifier)),
      ("purchaseDate", date(purchase.purchaseDate)),
      ("originalPurchaseDate", date(purchase.originalPurchaseDate)),
      ("expiresDate", date(purchase.expiresDate)), ("isCancelled", .flag(purchase.isCancelled)),
      ("cancellationDate", date(purchase.cancellationDate)),
      ("cancellationReason", .number(purchase.cancellationReason)),
      ("webOrderLineItemIdentifier", .number(purchase.webOrderLineItemIdentifier)),
      ("isTrialPeriod", .flag(purchase.isTrialPeriod)),
      ("isInIntroOfferPeriod", .flag(purchase.isInIntroOfferPeriod)),
      ("productType", .number(purchase.productType?.rawValue)),
      ("promotionalOfferIdentifier", .text(purchase.promotionalOfferIdentifier)),
    ])
  }

  static func summary(_ receipt: AppReceipt, _ history: UnverifiedPurchaseHistory) -> Self {
    let problems = NaiveLines.problems(receipt.problemList, of: receipt)
    return .object(
      app(receipt) + [
        ("purchaseCount", .number(receipt.inAppReceipts.count)),
        ("serverTransactionIdentifier", .text(history.serverAPILookup.identifier)),
        (
          "originalTransactionIdentifiers", .texts(history.originalTransactions.map(\.identifier))
        ), ("problems", .unlessEmpty(problems.map { .text($0) })),
      ])
  }

  /// Without an expected app and environment.
  static func report(_ report: ReceiptReport) -> Self {
    let isOpen = report.failures.isEmpty
    let checks: [Self] = report.entries.map { entry in
      let failure: FailedCheck<AppReceipt>? =
        if case .failed(let error) = entry.result { error } else { nil }
      let result = failure == nil ? (entry.result == .passed ? "passed" : "skipped") : "failed"
      return .object([
        ("check", .text(entry.check.rawValue)), ("result", .text(result)),
        ("message", .text(entry.message)), ("code", .text(failure?.reason.name)),
        ("offset", .number(failure?.offset)),
      ])
    }
    let labels = [ReceiptCheck.bundleIdentifier, .environment].map(\.label)
    return .object([
      ("valid", isOpen ? .null : .flag(false)),
      ("reason", isOpen ? .text("no expectation for: " + labels.joined(separator: ", ")) : nil),
      ("checks", .list(checks)),
      ("recommendedAction", isOpen ? .null : .text(report.recommendedAction.rawValue)),
      ("matchedDevice", .text(report.matchedDevice?.description)),
    ])
  }

  static func owned(
    _ history: UnverifiedPurchaseHistory, at date: ReceiptDate, leeway: Int64 = 0,
    renewals: [RenewalInformation] = []
  ) -> Self {
    let products: [Self] = history.entitlements.map { entitlement in
      let state = entitlement.state(at: date, leewayMilliseconds: leeway, renewals: renewals)
      let (name, member) = words(state)
      let reason: Self? =
        if case .undetermined(let reason) = state { .text(reason.text) } else { nil }
      let intervals: [Self] = entitlement.intervals.map {
        .object([
          ("start", .text($0.start.utcText)), ("end", self.date($0.end)),
          ("transactionIdentifiers", .texts($0.purchases.map(\.transactionIdentifier))),
        ])
      }
      return .object([
        ("productIdentifier", .text(entitlement.productIdentifier)),
        ("owned", .flag(["active", "inGracePeriod"].contains(name))), ("state", .text(name)),
        member, ("reason", reason), ("intervals", .list(intervals)),
      ])
    }
    return .object([
      ("at", .text(date.utcText)), ("verified", .flag(false)), ("products", .list(products)),
    ])
  }

  /// The name of a state, and until or since when it is.
  private static func words(
    _ state: EntitlementState
  ) -> (name: String, member: (key: String, value: Self?)) {
    switch state {
    case .active(let end): ("active", ("until", date(end)))
    case .inGracePeriod(let end): ("inGracePeriod", ("until", date(end)))
    case .inBillingRetry(let end): ("inBillingRetry", ("since", date(end)))
    case .expired(let end): ("expired", ("since", date(end)))
    case .cancelled(let date): ("cancelled", ("since", self.date(date)))
    case .notYetBegun(let start): ("notYetBegun", ("until", date(start)))
    case .undetermined: ("undetermined", ("until", nil))
    case .noPurchase: ("neverOwned", ("until", nil))
    }
  }

  static func transactions(_ history: UnverifiedPurchaseHistory) -> Self {
    let originals: [Self] = history.originalTransactions.map {
      .object([
        ("originalTransactionIdentifier", .text($0.identifier)),
        ("productIdentifier", .text($0.latest.productIdentifier)),
        ("latestTransactionIdentifier", .text($0.latest.transactionIdentifier)),
        ("latestPurchaseDate", .text($0.latest.purchaseDate.utcText)),
        ("transactionCount", .number($0.purchases.count)),
      ])
    }
    let transactions: [Self] = history.transactions.map {
      .object([
        ("transactionIdentifier", .text($0.transactionIdentifier)),
        ("originalTransactionIdentifier", .text($0.originalTransactionIdentifier)),
        ("productIdentifier", .text($0.productIdentifier)),
        ("purchaseDate", .text($0.purchaseDate.utcText)),
        ("cancelled", $0.isCancelled ? .flag(true) : nil),
      ])
    }
    return .object([
      ("serverTransactionIdentifier", .text(history.serverAPILookup.identifier)),
      ("originalTransactions", .list(originals)), ("transactions", .list(transactions)),
    ])
  }

  static func differences(_ differences: [VerifyReceiptDifference]) -> Self {
    let summary = VerifyReceiptDifferenceSummary(differences)
    let keys = summary.keysOfDifferentReceipts
    return .object([
      ("equal", .flag(differences.allSatisfy(\.isExpected))),
      ("keysOfDifferentReceipts", .unlessEmpty(keys.map { .text($0) })),
      ("newerReceipt", differences.contains { $0.kind == .newerReceipt } ? .flag(true) : nil),
      (
        "differences",
        .list(
          differences.map {
            .object([
              ("path", .text("\($0.path)")), ("kind", .text($0.kind.rawValue)),
              ("answer", $0.stored.map { .value($0) }), ("receipt", $0.rebuilt.map { .value($0) }),
              ("expected", $0.isExpected ? .flag(true) : nil),
            ])
          })
      ),
    ])
  }
}
