import AppStoreReceipt
import ReceiptJSON
import VerifyReceipt

/// `receipt diff`: the differences between a stored answer of verifyReceipt and a receipt.
struct DiffCommand: Command {
  private static let purchases = Option(
    "--purchases", "list the differences in purchases, which are otherwise only counted")

  static let manual = Manual(
    "diff", "Compares a stored answer of verifyReceipt with a receipt",
    "Compares an answer of verifyReceipt with a receipt, key by key, except for the request date. Prints a summary, "
      + "which says whether they are two different receipts, and each difference: the path, the value in the "
      + "answer, and the value from the receipt. Unavoidable differences are marked as expected: keys that only "
      + "Apple's servers know, and changes due to a newer latest_receipt. Nothing is verified. Exit status 0 if all "
      + "differences are expected, 1 otherwise.",
    "With one file, compares the answer with the receipt in it, latest_receipt.",
    usage: ["[OPTIONS] RECEIPT ANSWER", "[OPTIONS] [ANSWER]"],
    options: [.json, purchases])

  let arguments: CommonArguments

  func run(_ console: Console) throws(ToolError) -> ExitStatus {
    let files = arguments.files
    guard files.count <= 2 else { throw .usage("more than two files given") }
    guard files != ["-", "-"] else { throw .usage("only one file can be standard input") }
    let answer = try InputFile(files.last ?? "-", arguments.limits)
    let differences =
      files.count < 2
      ? try answer.differences()
      : try answer.verifyReceiptResponse().differences(
        from: InputFile(files[0], arguments.limits).receipt())
    return console.print(
      DifferenceAnswer(differences, listsPurchases: arguments.given.has(Self.purchases)),
      asJSON: arguments.isJSON)
  }
}

extension InputFile {
  /// The differences between the answer of verifyReceipt in the file and the receipt in that.
  func differences() throws(ToolError) -> [VerifyReceiptDifference] {
    let response = try verifyReceiptResponse()
    guard response.latestReceipt?.isEmpty == false else {
      throw ToolError(
        "latestReceiptMissing",
        "the answer has no latest_receipt; give the receipt, too: receipt diff RECEIPT ANSWER")
    }
    do throws(ReceiptError) {
      return try response.differences(limits: limits.receipt)
    } catch {
      var failure = ToolError(error)
      failure.subject = "latest_receipt: "
      throw failure
    }
  }
}

/// The differences between a stored answer and a receipt.
struct DifferenceAnswer: Answer {
  private let differences: [VerifyReceiptDifference]
  private let summary: VerifyReceiptDifferenceSummary
  private let listsPurchases: Bool

  /// - Parameter listsPurchases: whether ``lines`` list differences of purchases, or only count them.
  init(_ differences: [VerifyReceiptDifference], listsPurchases: Bool = false) {
    self.differences = differences
    self.listsPurchases = listsPurchases
    summary = VerifyReceiptDifferenceSummary(differences)
  }

  func write(to writer: inout JSONWriter) {
    writer.member("equal", summary.areAllExpected)
    writer.strings(
      "keysOfDifferentReceipts", summary.keysOfDifferentReceipts, omitsEmpty: true)
    if summary.isNewerReceipt { writer.member("newerReceipt", true) }
    writer.objects("differences", differences) { writer, difference in
      writer.member("path", "\(difference.path)")
      writer.member("kind", difference.kind.rawValue)
      writer.member("answer", difference.stored)
      writer.member("receipt", difference.rebuilt)
      if difference.isExpected { writer.member("expected", true) }
    }
  }

  /// The counts, and each difference.
  var lines: [String] {
    var lines = summary.areAllExpected ? ["No unexpected difference"] : []
    if !differences.isEmpty { lines += "\(summary)".split(separator: "\n").map(String.init) }
    // Those of purchases are in `receipt.in_app` and `latest_receipt_info`.
    let listed = differences.filter { difference in
      let path = difference.path.elements
      return listsPurchases
        || !path.starts(with: [.key("receipt"), .key("in_app")])
          && path.first != .key("latest_receipt_info")
    }
    if !listed.isEmpty { lines.append("") }
    return lines + listed.map { "\($0)" + ($0.isExpected ? " (expected)" : "") }
  }

  var status: ExitStatus { summary.areAllExpected ? .success : .checkFailed }
}
