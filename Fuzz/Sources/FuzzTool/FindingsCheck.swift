import FuzzSupport
import Inspection
import ReceiptParsing
import ReceiptPurchases

/// What the doctor says of a readable receipt is what its fields say.
enum FindingsCheck {
  static func check(_ receipt: AppReceipt, _ findings: [Finding]) {
    func messages(_ code: String) -> [String] {
      findings.filter { $0.code == code }.map(\.message)
    }
    let history = receipt.unverifiedPurchaseHistory()
    let (count, products) = (receipt.inAppReceipts.count, history.entitlements.count)
    require(same([findings.first?.message ?? ""], [summary(of: receipt)]), "\(findings)")
    let environment = environment(of: receipt)
    require(
      messages("sandbox").count == (environment == .sandbox ? 1 : 0)
        && same(messages("environment"), environment.message.map { [$0] } ?? []),
      "\(environment): \(findings)")
    require(messages("noPurchases").count == (count == 0 ? 1 : 0), "no purchases: \(findings)")
    let bought = "\(counted(count, "purchase")) of \(counted(products, "product"))"
    require(messages("purchases") == (count == 0 ? [] : [bought]), "\(bought): \(findings)")
    let withheld = count - history.purchases.count
    let held = "\(counted(withheld, "purchase")) unreadable or duplicate, granting nothing"
    require(
      messages("withheldPurchases") == (count > 0 && withheld > 0 ? [held] : []),
      "\(held): \(findings)")
    checkLookup(history, count, environment == .sandbox, findings)
    checkProblems(receipt, findings)
    // Apple has not signed it, or nobody has asked whose it is.
    let skipped = "not checked: bundleIdentifier, appVersion, device, environment"
    require(
      messages("notChecked") == [skipped]
        && findings.first { $0.code == "notChecked" }?.next
          == "Options: --bundle-id, --version, --device, --environment",
      "\(findings)")
  }

  private enum Environment: Equatable {
    case known, sandbox, missing
    case unknown(String)

    var message: String? {
      switch self {
      case .known, .sandbox: nil
      case .missing: "the environment is missing"
      case .unknown(let name): "unknown environment \(name)"
      }
    }
  }

  private static func environment(of receipt: AppReceipt) -> Environment {
    guard let name = receipt.environment?.rawValue else { return .missing }
    let isKnown = ["Production", "ProductionVPP", "Xcode"].contains {
      $0.utf8.elementsEqual(name.utf8)
    }
    if isKnown { return .known }
    return Array(name.utf8).firstRange(of: Array("Sandbox".utf8)) == nil
      ? .unknown(name) : .sandbox
  }

  private static func summary(of receipt: AppReceipt) -> String {
    var text = "this is an App Store receipt: "
    text += receipt.form.encoding == .der ? "DER" : "BER (from Xcode)"
    text += (receipt.form.isBase64 ? ", in Base64" : "") + ", \(receipt.containerBytes.count) bytes"
    if let app = receipt.bundleIdentifier {
      text += ", for \(app)"
      if let version = receipt.appVersion { text += " \(version)" }
    }
    if let environment = receipt.environment { text += ", from \(environment.rawValue)" }
    if let date = receipt.creationDate { text += ", created \(date.utcText)" }
    return text
  }

  /// The sandbox has a server of its own.
  private static func checkLookup(
    _ history: UnverifiedPurchaseHistory, _ count: Int, _ isSandbox: Bool, _ findings: [Finding]
  ) {
    let found = findings.filter { $0.code == "serverAPI" }
    guard count > 0 else { return require(found.isEmpty, "\(found) of no purchase") }
    guard let finding = found.first, found.count == 1 else {
      return require(false, "\(found.count) servers")
    }
    switch history.serverAPILookup {
    case .transaction(let purchase):
      let identifier = purchase.transactionIdentifier
      let host = "api.storekit" + (isSandbox ? "-sandbox" : "")
      let url = "https://\(host).itunes.apple.com/inApps/v2/history/\(identifier)"
      require(
        same(
          [finding.message, finding.next ?? ""],
          [
            "for the App Store Server API: transaction \(identifier)", "GET \(url)",
          ]), "\(finding), not \(url)")
    case .unavailable(let reason):
      let whose = reason == .xcode ? "Xcode's" : "these"
      require(
        finding.message == "the App Store Server API doesn't know \(whose) transactions"
          && finding.next == nil && finding.level == .note, "\(reason): \(finding)")
    }
  }

  /// A hundred at most, each at its place, and how many there are besides.
  private static func checkProblems(_ receipt: AppReceipt, _ findings: [Finding]) {
    let problems = receipt.problems
    let found = findings.filter { $0.code == "unreadableField" }
    require(
      found.map(\.offset) == problems.prefix(100).map { Optional($0.offset) }
        && same(found.map(\.message), problems.prefix(100).map { "\($0)" }),
      "\(found), not \(problems.prefix(100))")
    let rest = problems.count - 100
    let more = findings.filter { $0.code == "unreadableFields" }.map(\.message)
    require(
      more == (rest > 0 ? [counted(rest, "more unreadable field")] : []), "\(more), not \(rest)")
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Byte by byte.
  private static func same(_ texts: [String], _ others: [String]) -> Bool {
    texts.map { Array($0.utf8) } == others.map { Array($0.utf8) }
  }
}
