import AppStoreReceipt
import ReceiptJSON
import VerifyReceipt

/// `receipt owned`: which products are owned at a date.
struct OwnedCommand: AnswerCommand {
  private static let leeway = Option(
    "--leeway", .text("SECONDS"), "seconds of grace added to each period")
  private static let renewals = Option(
    "--renewals", .file("ANSWER"),
    "a file with an answer of verifyReceipt, whose pending_renewal_info lists grace periods and billing retries"
  )

  static let manual = Manual(
    "owned", "Lists which products are owned at a date",
    [
      "Lists for each product whether it is owned at a date, why, and the intervals in which it is owned. Cancelled "
        + "purchases grant nothing. The receipt is verified only if an option asks for it."
    ],
    usage: ["[OPTIONS] [FILE…]"],
    options: [.json, VerificationOptions.date, leeway, renewals, VerificationOptions.verify],
    groups: [VerificationOptions.group, LimitOptions.group])

  let common: CommonArguments
  private let leewayMilliseconds: Int64
  private let renewals: [RenewalInformation]

  init(_ arguments: Arguments) throws(ToolError) {
    common = try CommonArguments(arguments)
    let seconds = try arguments.number(Self.leeway, in: 0...Int.max / 1000)
    leewayMilliseconds = Int64(seconds ?? 0) * 1000
    renewals = try arguments[Self.renewals].map(Self.renewals) ?? []
  }

  private static func renewals(_ path: String) throws(ToolError) -> [RenewalInformation] {
    do throws(ToolError) {
      return try InputFile(path).verifyReceiptResponse().pendingRenewalInfo?
        .compactMap { RenewalInformation($0) } ?? []
    } catch {
      // A usage error, because the question is incomplete.
      throw .usage("--renewals: \(path): \(error.message)")
    }
  }

  func answer(to input: InputFile) throws(ToolError) -> any Answer {
    let receipt = try CheckedReceipt(input, common.verification)
    return OwnershipAnswer(
      receipt, at: common.verification.date, leewayMilliseconds: leewayMilliseconds,
      renewals: renewals, remark: receipt.remark(common.verification))
  }
}

/// The products of a receipt that are owned at a date.
struct OwnershipAnswer: Answer {
  private let date: ReceiptDate
  private let isVerified: Bool
  private let products: [(ProductEntitlement, EntitlementState)]
  let remark: String?

  init(
    _ receipt: CheckedReceipt, at date: ReceiptDate, leewayMilliseconds: Int64 = 0,
    renewals: [RenewalInformation] = [], remark: String? = nil
  ) {
    self.date = date
    isVerified = receipt.isValidated
    self.remark = remark
    products = receipt.purchases.entitlements.map { entitlement in
      (
        entitlement,
        entitlement.state(
          at: date, leewayMilliseconds: leewayMilliseconds, renewals: renewals)
      )
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.member("at", date.utcText)
    writer.member("verified", isVerified)
    writer.objects("products", products) { writer, product in
      let (entitlement, state) = product
      writer.member("productIdentifier", entitlement.productIdentifier)
      writer.member("owned", state.grantsAccess)
      writer.member("state", state.name)
      writer.member(state.isOver ? "since" : "until", state.date?.utcText)
      if case .undetermined(let reason) = state { writer.member("reason", reason.text) }
      writer.objects("intervals", entitlement.intervals) { writer, interval in
        writer.member("start", interval.start.utcText)
        writer.member("end", interval.end?.utcText)
        writer.strings("transactionIdentifiers", interval.purchases.map(\.transactionIdentifier))
      }
    }
  }

  var lines: [String] { ["At \(date.utcText)"] + table }

  private var table: [String] {
    guard !products.isEmpty else { return ["No products"] }
    var table = TextTable(["Product", "Owned", "State", "From", "To", "Transactions"])
    for (entitlement, state) in products {
      let row = [
        entitlement.productIdentifier, state.grantsAccess ? "yes" : "no", state.text,
      ]
      if entitlement.intervals.isEmpty { table.add(row + ["–", "–", ""]) }
      for (index, interval) in entitlement.intervals.enumerated() {
        table.add(
          (index == 0 ? row : ["", "", ""]) + [
            interval.start.utcText, interval.end?.utcText ?? "–", String(interval.purchases.count),
          ])
      }
    }
    return Array(table.lines)
  }
}

extension EntitlementState {
  /// The name of the case.
  fileprivate var name: String {
    switch self {
    case .active: "active"
    case .inGracePeriod: "inGracePeriod"
    case .inBillingRetry: "inBillingRetry"
    case .expired: "expired"
    case .cancelled: "cancelled"
    case .notYetBegun: "notYetBegun"
    case .undetermined: "undetermined"
    case .noPurchase: "neverOwned"
    }
  }

  /// The date of the case.
  fileprivate var date: ReceiptDate? {
    switch self {
    case .active(let date), .cancelled(let date): date
    case .inGracePeriod(let date), .inBillingRetry(let date), .expired(let date),
      .notYetBegun(let date):
      date
    case .undetermined, .noPurchase: nil
    }
  }

  /// Whether the date lies in the past.
  fileprivate var isOver: Bool {
    switch self {
    case .inBillingRetry, .expired, .cancelled: true
    case .active, .inGracePeriod, .notYetBegun, .undetermined, .noPurchase: false
    }
  }

  fileprivate var text: String {
    switch self {
    case .active(let end): end.map { "until \($0)" } ?? "forever"
    case .inGracePeriod(let end): "grace period until \(end)"
    case .inBillingRetry(let end): "expired \(end), billing retry"
    case .expired(let end): "expired \(end)"
    case .cancelled(let date): date.map { "cancelled \($0)" } ?? "cancelled"
    case .notYetBegun(let start): "begins \(start)"
    case .undetermined(let reason): reason.text
    case .noPurchase: "never owned"
    }
  }
}

extension PurchaseTerm.Reason {
  fileprivate var text: String {
    switch self {
    case .consumable: "consumable"
    case .nonRenewing: "non-renewing; only the app knows the period"
    case .missingExpiration: "no expiration date"
    case .unreadableExpiration: "unreadable expiration date"
    case .unknownType: "unknown kind of product"
    case .unreadable: "unreadable"
    }
  }
}
