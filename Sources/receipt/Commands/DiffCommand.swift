import AppStoreReceipt
import VerifyReceipt

/// `receipt diff`: where a stored answer of verifyReceipt and a receipt disagree.
struct DiffCommand: Command {
  static let manual = Manual(
    "diff", "Compares a stored answer of verifyReceipt with a receipt",
    [
      "Compares an answer of verifyReceipt with what a receipt says, key by key, the date of the request aside, and "
        + "prints each difference: its place, the value in the answer, and that from the receipt. Differences "
        + "that no receipt can avoid, such as keys that only Apple's servers know, are marked as expected. Nothing "
        + "is verified. Exit status 0 if there is nothing but those, 1 otherwise.",
      "With one file, the answer is compared with the receipt in it, latest_receipt.",
    ],
    usage: ["[OPTIONS] RECEIPT ANSWER", "[OPTIONS] [ANSWER]"],
    options: [.json], groups: [LimitOptions.group])

  private let receipt: String?
  private let answer: String
  private let isJSON: Bool
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    guard arguments.files.count <= 2 else { throw .usage("more than two files given") }
    answer = arguments.files.last ?? "-"
    receipt = arguments.files.count == 2 ? arguments.files[0] : nil
    guard receipt != "-" || answer != "-" else {
      throw .usage("only one of the files can be standard input")
    }
    isJSON = arguments.has(.json)
    limits = try LimitOptions(arguments)
  }

  func run(_ console: Console) throws(ToolError) -> ExitStatus {
    let response = try InputFile(answer, limits).verifyReceiptResponse()
    let answer: DifferenceAnswer
    if let receipt {
      answer = DifferenceAnswer(
        response.differences(from: try InputFile(receipt, limits).receipt()))
    } else {
      do {
        answer = DifferenceAnswer(try response.differences())
      } catch {
        throw .input("latest_receipt: \(error)\(LimitOptions.advice(error))")
      }
    }
    if isJSON { console.json(answer.json) } else { console.lines(answer.lines) }
    return answer.areAllExpected ? .yes : .no
  }
}
