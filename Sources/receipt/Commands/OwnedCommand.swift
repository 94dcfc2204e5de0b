import AppStoreReceipt
import VerifyReceipt

/// `receipt owned`: which products are owned at a date.
struct OwnedCommand: FileCommand {
  private static let leeway = Option(
    "--leeway", .text("SECONDS"), "by how much the end of each period is put off")
  private static let renewals = Option(
    "--renewals", .file("ANSWER"),
    "a file with an answer of verifyReceipt, whose pending_renewal_info says which subscriptions are in a grace "
      + "period or in billing retry")

  static let manual = Manual(
    "owned", "Says which products are owned at a date",
    [
      "Says of each product whether it is owned at a date, why, and when it is owned at all. Cancelled purchases "
        + "grant nothing. The receipt is checked only if an option asks for it."
    ],
    usage: ["[OPTIONS] [FILE…]"],
    options: [.json, VerificationOptions.date, leeway, renewals, VerificationOptions.verify],
    groups: [VerificationOptions.group, LimitOptions.group])

  let files: [String]
  private let isJSON: Bool
  private let leewayMilliseconds: Int64
  private let renewals: [RenewalInformation]
  private let verification: VerificationOptions
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    files = arguments.files
    isJSON = arguments.has(.json)
    verification = try VerificationOptions(arguments)
    limits = try LimitOptions(arguments)
    let seconds = try arguments.number(Self.leeway, in: 0...Int.max / 1000)
    leewayMilliseconds = Int64(seconds ?? 0) * 1000
    renewals = try arguments[Self.renewals].map(Self.renewals) ?? []
  }

  private static func renewals(_ path: String) throws(ToolError) -> [RenewalInformation] {
    do throws(ToolError) {
      return try InputFile(path).verifyReceiptResponse().pendingRenewalInfo?
        .compactMap { RenewalInformation($0) } ?? []
    } catch {
      // The question cannot be asked.
      throw .usage("--renewals: \(path): \(error.message)")
    }
  }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let receipt = try CheckedReceipt(InputFile(path, limits), verification)
    let answer = OwnershipAnswer(
      receipt, at: verification.date, leewayMilliseconds: leewayMilliseconds, renewals: renewals)
    if isJSON { console.json(answer.json) } else { console.lines(answer.lines) }
    console.remark(receipt.remark(verification))
    return .yes
  }
}
