import Foundation
import FuzzSupport
import ReceiptJSON
import ReceiptParsing
import ReceiptPurchases
@testable import ReceiptTool
import VerifyReceipt

/// A line of a batch has the same object as the command that is named like what is asked, under that name.
enum BatchCheck {
  static func check(_ bytes: [UInt8], _ receipt: AppReceipt, _ arguments: CommonArguments) {
    let (history, date) = (receipt.unverifiedPurchaseHistory(), arguments.verification.date)
    let response = VerifyReceiptResponse(unverified: receipt, requestDate: date)
    // A text may have more combining marks than are read.
    let answered = (try? JSON(text: response.json())).map { NaiveJSONText.value($0) }
    let contents: [(BatchAnswers.Kind, NaiveJSONText?)] = [
      (.summary, .summary(receipt, history)), (.show, .receipt(receipt)),
      (.ids, .transactions(history)), (.owned, .owned(history, at: date)),
      (.verifyReceipt, answered),
    ]
    for (kind, content) in contents { check(answer(kind, 7, bytes, arguments), kind, content) }
    checkDifferences(response, receipt, arguments)
    checkCalls(history, receipt, [7, 8].map { answer(.calls, $0, bytes, arguments) })
  }

  private static func key(_ number: Int) -> String { "a \"key\"\(number)" }

  private static func answer(
    _ kind: BatchAnswers.Kind, _ number: Int, _ bytes: [UInt8], _ arguments: CommonArguments
  ) -> BatchAnswer {
    let answers = BatchAnswers(
      kind: kind, isKeyed: true, arePaths: false, verification: arguments.verification,
      limits: arguments.limits)
    return answers.answer(
      BatchLine(number: number, bytes: Array("\(key(number))\t".utf8) + bytes))
  }

  /// - Parameter content: `nil` if it is not known.
  private static func check(
    _ line: BatchAnswer, _ kind: BatchAnswers.Kind, _ content: NaiveJSONText?
  ) {
    let start = #"{"line":7,"key":"a \"key\"7","\#(kind.rawValue)":"#
    let text = String(decoding: line.bytes, as: UTF8.self)
    if let content {
      let whole = start + content.written + "}\n"
      require(line.bytes == Array(whole.utf8), "a line: \(text), not \(whole)")
    } else {
      require(
        line.bytes.starts(with: start.utf8) && line.bytes.suffix(3).elementsEqual("}}\n".utf8),
        "a line: \(text)")
    }
    require(line.failure == nil && ToolAnswers.isJSON(line.bytes), "JSON in a line")
  }

  /// A stored answer with the receipt in it.
  private static func checkDifferences(
    _ response: VerifyReceiptResponse, _ receipt: AppReceipt, _ arguments: CommonArguments
  ) {
    var response = response
    response.latestReceipt = Data(receipt.containerBytes).base64EncodedString()
    let bytes = response.json()
    guard let stored = try? VerifyReceiptResponse(json: bytes),
      let differences = try? stored.differences()
    else { return }
    check(answer(.diff, 7, bytes, arguments), .diff, .differences(differences))
  }

  /// One call for the same receipt twice, or a reason for each time.
  private static func checkCalls(
    _ history: UnverifiedPurchaseHistory, _ receipt: AppReceipt, _ answers: [BatchAnswer]
  ) {
    require(answers.allSatisfy { $0.bytes.isEmpty && $0.failure == nil }, "calls come at the end")
    var calls = BatchCalls()
    for answer in answers { calls.add(answer) }
    let names = [7, 8].map { key($0) }
    let lines: [NaiveJSONText]
    switch history.serverAPILookup {
    case .transaction(let purchase):
      lines = [
        .object([
          ("transactionIdentifier", .text(purchase.transactionIdentifier)),
          ("bundleIdentifier", .text(receipt.bundleIdentifier)),
          ("environment", .text(receipt.environment?.rawValue)), ("for", .texts(names)),
        ])
      ]
    case .unavailable(let reason):
      let text =
        switch reason {
        case .noPurchase: "noPurchase"
        case .xcode: "xcode"
        case .notFromAppStore: "notFromAppStore"
        }
      lines = names.map { .object([("unavailable", .text(text)), ("for", .texts([$0]))]) }
    }
    let whole = lines.map { $0.written + "\n" }.joined()
    let found = calls.lines
    require(
      found == Array(whole.utf8), "calls: \(String(decoding: found, as: UTF8.self)), not \(whole)")
  }
}
