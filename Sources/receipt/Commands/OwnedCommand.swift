import AppStoreReceipt
import ReceiptInspection
import ReceiptJSON
import VerifyReceipt

/// `receipt owned`: which products are owned at a date.
struct OwnedCommand: AnswerCommand {
  private static let leeway = Option(
    "--leeway", .text("SECONDS"), "seconds by which to extend each period")
  private static let renewals = Option(
    "--renewals", .file("ANSWER"),
    "a file with an answer of verifyReceipt, whose pending_renewal_info lists grace periods and billing retries"
  )

  private static let svg = Option(
    "--svg", .file("FILE"), "also draw the purchases as a timeline into a file")
  private static let force = Option("--force", "overwrite that file")

  static let manual = Manual(
    "owned", "Lists which products are owned at a date",
    "Lists for each product whether it is owned at a date, why, and the intervals in which it is owned. Cancelled "
      + "purchases grant nothing. The receipt is verified only if an option asks for it.",
    options: [
      .json, svg, force, VerificationOptions.date, leeway, renewals, VerificationOptions.verify,
    ],
    groups: [VerificationOptions.group])

  let arguments: CommonArguments
  private let leewayMilliseconds: Int64
  private let renewals: [RenewalInformation]
  private let picture: String?

  init(arguments: CommonArguments) throws(ToolError) {
    self.arguments = arguments
    let seconds = try arguments.given.number(Self.leeway, in: 0...Int.max / 1000)
    leewayMilliseconds = Int64(seconds ?? 0) * 1000
    picture = arguments.given[Self.svg]
    guard picture != "-" else { throw .usage("--svg: expected a file, found '-'") }
    guard picture == nil || arguments.files.count <= 1 else {
      throw .usage("--svg: more than one file given")
    }
    renewals =
      try arguments.given[Self.renewals].map { (path) throws(ToolError) in
        try Self.renewals(path, arguments.limits)
      } ?? []
  }

  private static func renewals(
    _ path: String, _ limits: LimitOptions
  ) throws(ToolError) -> [RenewalInformation] {
    do throws(ToolError) {
      return try InputFile(path, limits).verifyReceiptResponse().pendingRenewalInfo?
        .compactMap { RenewalInformation($0) } ?? []
    } catch {
      // A usage error, because the question is incomplete.
      throw .usage("--renewals: \(path): \(error.message)")
    }
  }

  func answer(to input: InputFile) throws(ToolError) -> any Answer {
    let receipt = try CheckedReceipt(input, arguments.verification)
    if let picture {
      let timeline = Timeline(
        receipt.purchases, at: arguments.verification.date, leewayMilliseconds: leewayMilliseconds,
        renewals: renewals)
      try OutputFile(picture, input: input.status, replaces: arguments.given.has(Self.force))
        .write(Array(timeline.svg.utf8))
    }
    return OwnershipAnswer(
      receipt, at: arguments.verification.date, leewayMilliseconds: leewayMilliseconds,
      renewals: renewals)
  }
}

/// The products of a receipt that are owned at a date.
struct OwnershipAnswer: Answer {
  private let date: ReceiptDate
  private let receipt: CheckedReceipt
  private let products: [(ProductEntitlement, EntitlementState)]

  init(
    _ receipt: CheckedReceipt, at date: ReceiptDate, leewayMilliseconds: Int64 = 0,
    renewals: [RenewalInformation] = []
  ) {
    (self.date, self.receipt) = (date, receipt)
    products = receipt.purchases.entitlements.map {
      ($0, $0.state(at: date, leewayMilliseconds: leewayMilliseconds, renewals: renewals))
    }
  }

  var remark: String? { receipt.remark }

  func write(to writer: inout JSONWriter) {
    writer.member("at", date.utcText)
    writer.member("verified", receipt.validated != nil)
    writer.objects("products", products) { writer, product in
      let (entitlement, state) = product
      let words = state.words
      writer.member("productIdentifier", entitlement.productIdentifier)
      writer.member("owned", state.grantsAccess)
      writer.member("state", words.name)
      writer.member(words.isOver ? "since" : "until", words.date?.utcText)
      if case .undetermined(let reason) = state { writer.member("reason", reason.text) }
      writer.objects("intervals", entitlement.intervals) { writer, interval in
        writer.member("start", interval.start.utcText)
        writer.member("end", interval.end?.utcText)
        writer.strings("transactionIdentifiers", interval.purchases.map(\.transactionIdentifier))
      }
    }
  }

  var lines: [String] {
    let header = ["Product", "Owned", "State", "From", "To", "Transactions"]
    let rows = products.flatMap(Self.rows)
    return ["At \(date.utcText)"]
      + (rows.isEmpty ? ["No products"] : TextTable.lines(header, rows))
  }

  /// A row for each interval, the product only in the first.
  private static func rows(_ entitlement: ProductEntitlement, _ state: EntitlementState)
    -> [[String]]
  {
    let product = [
      entitlement.productIdentifier, state.grantsAccess ? "yes" : "no", state.words.text,
    ]
    if entitlement.intervals.isEmpty { return [product + ["–", "–", ""]] }
    return entitlement.intervals.enumerated().map { index, interval in
      (index == 0 ? product : ["", "", ""]) + [
        interval.start.utcText, interval.end?.utcText ?? "–", String(interval.purchases.count),
      ]
    }
  }
}
