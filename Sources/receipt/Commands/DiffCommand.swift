import VerifyReceipt

/// `receipt diff`: where a stored answer of verifyReceipt and a receipt disagree.
struct DiffCommand: Command {
  private static let purchases = Option(
    "--purchases", "list the differences of purchases too, which are counted otherwise")

  static let manual = Manual(
    "diff", "Compares a stored answer of verifyReceipt with a receipt",
    [
      "Compares an answer of verifyReceipt with what a receipt says, key by key, the date of the request aside. "
        + "Prints a summary, which tells when the two are about two different receipts, and each difference: its "
        + "place, the value in the answer, and that from the receipt. Differences that no receipt can avoid are "
        + "marked as expected: keys that only Apple's servers know, and what a newer latest_receipt changes. Nothing "
        + "is verified. Exit status 0 if there is nothing but those, 1 otherwise.",
      "With one file, the answer is compared with the receipt in it, latest_receipt.",
    ],
    usage: ["[OPTIONS] RECEIPT ANSWER", "[OPTIONS] [ANSWER]"],
    options: [.json, purchases], groups: [LimitOptions.group])

  private let receipt: String?
  private let answer: String
  private let isJSON: Bool
  private let listsPurchases: Bool
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    guard arguments.files.count <= 2 else { throw .usage("more than two files given") }
    answer = arguments.files.last ?? "-"
    receipt = arguments.files.count == 2 ? arguments.files[0] : nil
    guard receipt != "-" || answer != "-" else {
      throw .usage("only one of the files can be standard input")
    }
    isJSON = arguments.has(.json)
    listsPurchases = arguments.has(Self.purchases)
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
    if isJSON {
      console.json(answer.json)
    } else {
      console.lines(answer.lines(listsPurchases: listsPurchases))
    }
    return answer.areAllExpected ? .yes : .no
  }
}
