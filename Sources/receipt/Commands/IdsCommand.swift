import VerifyReceipt

/// `receipt ids`: the transactions, and the one to ask the App Store Server API with.
struct IdsCommand: FileCommand {
  static let manual = Manual(
    "ids", "Lists the transactions, and the one for the App Store Server API",
    [
      "Lists the transactions of a receipt by purchase date, the original transactions with the latest of each, and "
        + "the one identifier to ask the App Store Server API with: that of the latest purchase, of several at "
        + "the same instant the greatest number. The receipt is checked only if an option asks for it."
    ],
    usage: ["[OPTIONS] [FILE…]"],
    options: [.json, VerificationOptions.verify, VerificationOptions.date],
    groups: [VerificationOptions.group, LimitOptions.group])

  let files: [String]
  private let isJSON: Bool
  private let verification: VerificationOptions
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    files = arguments.files
    isJSON = arguments.has(.json)
    verification = try VerificationOptions(arguments)
    limits = try LimitOptions(arguments)
  }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let receipt = try CheckedReceipt(InputFile(path, limits), verification)
    let answer = TransactionAnswer(receipt)
    if isJSON { console.json(answer.json) } else { console.lines(answer.lines) }
    console.remark(receipt.remark(verification))
    return .yes
  }
}
