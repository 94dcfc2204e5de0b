import DERParsing
import Foundation
import FuzzSupport
import Inspection
import ReceiptJSON
import ReceiptParsing
import ReceiptPurchases
@testable import ReceiptTool
import ReceiptValidation
import TextCoding
import VerifyReceipt

/// What the commands print about an input: lines for people; and JSON, one line for programs and indented for people,
/// well-formed for Foundation, and with the members of what it is about.
enum ToolAnswers {
  static func check(_ bytes: [UInt8], _ diagnosis: Diagnosis, _ arguments: CommonArguments) {
    let input = InputFile(line: bytes, arguments.limits)
    checkText(diagnosis, .diagnosis(diagnosis), "doctor")
    checkLines(diagnosis, NaiveLines.diagnosis(diagnosis), "doctor")
    let isFound = diagnosis.receipt != nil && !diagnosis.findings.contains { $0.level == .problem }
    require(diagnosis.status == (isFound ? .success : .checkFailed), "the doctor's exit status")
    do throws(ReceiptError) {
      let receipt = try AppReceipt(bytes, limits: arguments.limits.receipt)
      check(receipt, input, arguments)
    } catch {
      checkError(error, input, arguments)
    }
  }

  private static func check(
    _ receipt: AppReceipt, _ input: InputFile, _ arguments: CommonArguments
  ) {
    let (history, date) = (receipt.unverifiedPurchaseHistory(), arguments.verification.date)
    guard let checked = try? CheckedReceipt(input, arguments.verification) else {
      return require(false, "read, and not shown")
    }
    // All of them for a short input, such as most that are made for one; one for each of the others.
    let number = input.bytes.reduce(0) { $0 + Int($1) } % 10
    for number in input.bytes.count < 600 ? 0..<10 : number..<number + 1 {
      switch number {
      case 0:
        let answer = ReceiptText(receipt: receipt)
        checkText(answer, .receipt(receipt), "show")
        checkLines(answer, NaiveLines.receipt(receipt), "show")
        MessageCheck.check(receipt)
      case 1:
        let answer = VerifyCommand(arguments: arguments).answer(to: input)
        let report = arguments.verification.expected.report(on: receipt)
        checkText(answer, .report(report), "verify")
        checkLines(answer, NaiveLines.report(report), "verify")
      case 2:
        let answer = OwnershipAnswer(checked, at: date)
        checkText(answer, .owned(history, at: date), "owned")
        checkLines(answer, NaiveLines.owned(history, at: date), "owned")
        checkRenewals(checked, history)
        TimelineCheck.check(history, at: date)
      case 3:
        let answer = TransactionAnswer(checked)
        checkText(answer, .transactions(history), "ids")
        checkLines(answer, NaiveLines.transactions(history), "ids")
      case 4: checkText(ReceiptSummary(receipt: checked), .summary(receipt, history), "summary")
      case 5: checkResponse(receipt, input, arguments)
      case 6:
        checkDifferences(receipt, at: date)
        ContentsCheck.check(receipt)
      case 7: BatchCheck.check(input.bytes, receipt, arguments)
      case 8:
        AttributesCheck.check(input.bytes, receipt)
        TreeCheck.check(input.bytes)
      default: RedactCheck.check(input.bytes, receipt)
      }
    }
  }

  /// What is owned just after the last period, with what a server may say then.
  private static func checkRenewals(
    _ checked: ReceiptTool.CheckedReceipt, _ history: UnverifiedPurchaseHistory
  ) {
    let ends = history.entitlements.compactMap { $0.intervals.last?.end }
    guard let last = ends.max()?.millisecondsSince1970 else { return }
    let date = ReceiptDate(millisecondsSince1970: last + 1000)
    for (grace, leeway) in [(nil, 0), (2000, 0), (nil, 1001)] as [(Int64?, Int64)] {
      let renewals = history.originalTransactions.prefix(2).map {
        RenewalInformation(
          originalTransactionIdentifier: $0.identifier,
          gracePeriodExpiresDate: grace.map { ReceiptDate(millisecondsSince1970: last + $0) },
          isInBillingRetryPeriod: true)
      }
      let answer = OwnershipAnswer(
        checked, at: date, leewayMilliseconds: leeway, renewals: renewals)
      let command = "owned, with renewals"
      checkText(
        answer, .owned(history, at: date, leeway: leeway, renewals: renewals), command)
      checkLines(
        answer, NaiveLines.owned(history, at: date, leeway: leeway, renewals: renewals), command)
    }
  }

  private static func checkResponse(
    _ receipt: AppReceipt, _ input: InputFile, _ arguments: CommonArguments
  ) {
    guard let answer = try? ResponseAnswer(input, arguments.verification) else {
      return require(false, "read, and not answered")
    }
    let response = VerifyReceiptResponse(
      unverified: receipt, requestDate: arguments.verification.date)
    if let json = try? JSON(text: response.json()) { checkText(answer, .value(json), "response") }
  }

  private static func checkDifferences(_ receipt: AppReceipt, at date: ReceiptDate) {
    let response = VerifyReceiptResponse(unverified: receipt, requestDate: date)
    var other = response
    other.receipt?.bundleIdentifier = "\(receipt.containerBytes.count)"
    other.receipt?.inApp = response.receipt?.inApp.map { $0.dropLast() }
    for response in [response, other] {
      let differences = response.differences(from: receipt)
      let answer = DifferenceAnswer(differences)
      checkText(answer, .differences(differences), "diff")
      checkLines(answer, NaiveLines.differences(differences), "diff")
      let all = DifferenceAnswer(differences, listsPurchases: true)
      checkLines(all, NaiveLines.differences(differences, listsAll: true), "diff --purchases")
      let areExpected = differences.allSatisfy(\.isExpected)
      require(answer.status == (areExpected ? .success : .checkFailed), "the exit status of diff")
    }
  }

  private static func checkError(
    _ error: ReceiptError, _ input: InputFile, _ arguments: CommonArguments
  ) {
    // A file has to be written for these.
    if input.bytes.reduce(0, { $0 + Int($1) }) % 16 == 0 {
      AttributesCheck.check(input.bytes, nil)
      TreeCheck.check(input.bytes)
      RedactCheck.check(input.bytes, nil)
    }
    // Only whether it is a receipt was checked.
    let text = text(VerifyCommand(arguments: arguments).answer(to: input))
    let object = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    let checks = object?["checks"] as? [[String: Any]] ?? []
    let failed = checks.filter { $0["result"] as? String == "failed" }
    require(
      object?["valid"] as? Bool == false && failed.count == 1
        && failed[0]["code"] as? String == error.code.rawValue
        && (failed[0]["offset"] != nil) == error.hasOffset
        && checks.allSatisfy { $0["code"] == nil || $0["result"] as? String == "failed" },
      "verified: \(String(decoding: text, as: UTF8.self))")
    let failure = ToolError(error)
    var writer = JSONWriter()
    writer.object { failure.write(to: &$0) }
    let expected = NaiveJSONText.object([
      ("code", .text(error.code.rawValue)), ("message", .text(failure.reason)),
      ("offset", .number(error.hasOffset ? error.offset : nil)),
    ])
    require(writer.bytes == Array(expected.written.utf8), "an error: \(expected.written)")
    require(failure.reason.hasPrefix(error.description), "a reason: \(failure.reason)")
  }

  // MARK: For people

  private static func checkLines(_ answer: any Answer, _ expected: [String], _ command: String) {
    for file in [nil, "a\u{7F}b"] {
      let heading = file == nil ? "" : "==> a\u{FFFD}b <==\n"
      let text = String(
        decoding: printed(of: file) { _ = $0.print(answer, asJSON: false) }, as: UTF8.self)
      let whole = heading + expected.map { NaiveLines.shown($0) + "\n" }.joined()
      require(text.utf8.elementsEqual(whole.utf8), "\(command): \(text), not \(whole)")
    }
  }

  // MARK: White space

  private static func checkText(
    _ answer: any Answer, _ expected: NaiveJSONText, _ command: String
  ) {
    let text = text(answer)
    require(
      text == Array(expected.written.utf8),
      "\(command): \(String(decoding: text, as: UTF8.self)), not \(expected.written)")
    // What it quotes may have more combining marks than `JSON` reads.
    require(isJSON(text), "\(command) in JSON")
    let line = printed(answer, isLine: true)
    require(line.filter { $0 == 0x0A }.count == 1 && line.last == 0x0A, "\(command) in a line")
    // What a terminal doesn't show is escaped, and nothing else changes.
    let hidden: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator, .unassigned]
    let scalars = String(decoding: line.dropLast(), as: UTF8.self).unicodeScalars
    require(
      scalars.allSatisfy { !hidden.contains($0.properties.generalCategory) },
      "\(command) prints what can't be seen")
    require(isSame(text, line), "\(command) says in a line what it says")
    require(
      printed(answer) == NaiveJSONText.indented(line.dropLast()) + [0x0A], "\(command), indented")
    // With several files each is named.
    let named = Array(#"{"file":"a \"b""#.utf8) + (text.count > 2 ? [0x2C] : [])
    require(printed(answer, of: "a \"b") == named + line.dropFirst(), "\(command) of a file")
  }

  static func isJSON(_ text: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text))) is [String: Any]
  }

  private static func isSame(_ text: [UInt8], _ other: [UInt8]) -> Bool {
    let written = [text, other].map { text in
      (try? JSONSerialization.jsonObject(with: Data(text))).flatMap {
        try? JSONSerialization.data(withJSONObject: $0, options: .sortedKeys)
      }
    }
    return written[0] != nil && written[0] == written[1]
  }

  private static func text(_ answer: any Answer) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { answer.write(to: &$0) }
    return writer.bytes
  }

  private static func printed(
    _ answer: any Answer, isLine: Bool = false, of file: String? = nil
  ) -> [UInt8] {
    printed(of: file) { $0.json(isLine: isLine) { answer.write(to: &$0) } }
  }

  private static func printed(of file: String?, _ print: (Console) -> Void) -> [UInt8] {
    final class Sink { var bytes: [UInt8] = [] }
    let sink = Sink()
    let console = Console(
      output: { (bytes) throws(ToolError) in sink.bytes += bytes },
      errors: { (_) throws(ToolError) in }, isInputTerminal: false)
    if let file { console.begin(file, isFirst: true) }
    print(console)
    require((try? console.finish()) != nil, "printed")
    return sink.bytes
  }
}
