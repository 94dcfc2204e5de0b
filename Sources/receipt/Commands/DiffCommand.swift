import AppStoreReceipt
import VerifyReceipt

/// `receipt diff`: where a stored answer of verifyReceipt and a receipt disagree.
struct DiffCommand: Command {
  static let name = "diff"
  static let summary = "Compares a stored answer of verifyReceipt with a receipt"
  static let help = """
    Compares an answer of verifyReceipt with what a receipt says, key by key, the date of the request aside, and
    prints each difference: its place, the value in the answer, and that from the receipt. Differences
    that no receipt can avoid, such as keys that only Apple's servers know, are marked as expected. Nothing is
    verified. Exit status 0 if there is nothing but those, 1 otherwise.

    USAGE: receipt diff RECEIPT ANSWER
           receipt diff ANSWER             compares it with the receipt in it, latest_receipt

    OPTIONS:
      --json  one JSON object

    """

  private let receipt: String?
  private let answer: String
  private let isJSON: Bool

  init(_ arguments: [String]) throws(ToolError) {
    let arguments = try Arguments(arguments, flags: ["--json"])
    guard let answer = arguments.files.last else { throw .usage("no file given") }
    guard arguments.files.count <= 2 else { throw .usage("more than two files given") }
    self.answer = answer
    receipt = arguments.files.count == 2 ? arguments.files[0] : nil
    isJSON = arguments.flags.contains("--json")
  }

  func run() throws(ToolError) -> CommandResult {
    let response = try InputFile(answer).verifyReceiptResponse()
    let answer: DifferenceAnswer
    if let receipt {
      answer = DifferenceAnswer(response.differences(from: try InputFile(receipt).receipt()))
    } else {
      do {
        answer = DifferenceAnswer(try response.differences())
      } catch {
        throw .input("latest_receipt: \(error)")
      }
    }
    return CommandResult(
      output: isJSON ? IndentedJSON(answer.json).text : answer.text,
      isSuccess: answer.areAllExpected)
  }
}
