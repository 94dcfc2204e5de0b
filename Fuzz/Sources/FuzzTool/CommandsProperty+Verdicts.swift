import Foundation
import FuzzSupport
@testable import ReceiptTool

// Whether a receipt is valid.

extension CommandsProperty {
  /// Each check says what is known of the receipt, or that nobody asked; what is refused has no answer. Status and
  /// standard error say the same.
  static func checkVerdict(_ choices: inout Choices) {
    let verdict = NaiveVerdict(&choices)
    let file = files.inputs[choices.below(2)]
    checkReport(verdict, file)
    switch choices.below(4) {
    case 0: checkDiagnosis(verdict, file)
    case 1: checkResponse(verdict, file)
    case 2: checkAnswer(["ids"], verdict, file)
    default: checkAnswer(["owned", "--json"], verdict, file)
    }
    let kind = choices.pick(["verify-receipt", "summary", "show", "ids", "owned", "calls"])
    checkLines(of: kind, isStrict: choices.below(2) == 0, verdict)
    checkShown(choices.pick([[], ["--json"], ["--format", "json"]]), verdict, file)
    checkNothing(files.inputs[2 + choices.below(2)], verdict)
  }

  /// What would not be verified is not shown.
  private static func checkShown(_ form: [String], _ verdict: NaiveVerdict, _ file: String) {
    let run = CommandRun(["show"] + form + verdict.asking + ["--at", date, file])
    require(
      run.status == (verdict.isAsked ? .usageError : .success)
        && run.output.isEmpty == verdict.isAsked,
      "show \(form) \(verdict.asking): \(run.status)")
  }

  /// What is no receipt has an answer if it is verified: 21002.
  private static func checkNothing(_ file: String, _ verdict: NaiveVerdict) {
    let run = CommandRun(
      ["show", "--format", "verify-receipt"] + verdict.asking + ["--at", date, file])
    require(
      run.status == .checkFailed
        && run.text == (verdict.isAsked ? "{\n  \"status\": 21002\n}\n" : ""),
      "of no receipt, \(verdict.asking): \(run.text)")
  }

  /// `verify` makes every check, whatever it is asked for.
  private static func checkReport(_ verdict: NaiveVerdict, _ file: String) {
    let arguments = ["verify"] + verdict.options + ["--at", date, file]
    let run = CommandRun(arguments)
    let lines = run.text.split(separator: "\n")
    let results = lines.prefix(verdict.results.count).map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
    require(
      results == verdict.results.map { "\($0.result) \($0.check)" }
        && lines.last?.hasPrefix(verdict.conclusion) == true,
      "\(arguments), not \(verdict.results): \(run.text)")
    let isDevice = verdict.results.contains { $0.check == "device" && $0.result == "passed" }
    require(
      lines.contains { $0 == "The device is \(NaiveVerdict.device)." } == isDevice,
      "\(arguments), the device: \(run.text)")
    require(
      run.status == (verdict.failed.isEmpty ? .success : .checkFailed) && run.errors.isEmpty,
      "\(arguments): \(run.status), \(run.errorText)")
  }

  /// The doctor does so, too, and counts those that failed.
  private static func checkDiagnosis(_ verdict: NaiveVerdict, _ file: String) {
    let arguments = ["doctor"] + verdict.options + ["--at", date, file]
    let run = CommandRun(arguments)
    let count = verdict.failed.count
    let conclusion =
      count == 0
      ? "The receipt is readable and genuine." : "\(count) problem\(count == 1 ? "" : "s")."
    require(
      run.status == (count == 0 ? .success : .checkFailed)
        && run.text.hasSuffix("\n\n\(conclusion)\n"),
      "\(arguments): \(run.status), \(run.text)")
  }

  /// The answer of verifyReceipt has a status if it is asked for, and nothing else if that isn't 0.
  private static func checkResponse(_ verdict: NaiveVerdict, _ file: String) {
    let run = answer(["show", "--format", "verify-receipt"], verdict, file)
    let isRight =
      verdict.refusal == nil
      ? run.text.contains("\"in_app\"")
        && run.text.contains("\"status\": 0") == verdict.isAsked
      : run.text == "{\n  \"status\": 21003\n}\n"
    require(isRight, "shown with \(verdict.asking): \(run.text)")
  }

  private static func checkAnswer(
    _ command: [String], _ verdict: NaiveVerdict, _ file: String
  ) {
    let run = answer(command, verdict, file)
    require(
      run.output.isEmpty == (verdict.refusal != nil),
      "\(command) \(verdict.asking): \(run.text)")
    guard command[0] == "owned", !run.output.isEmpty else { return }
    require(
      run.text.contains("\"verified\": \(verdict.isAsked)"), "\(verdict.asking): \(run.text)")
  }

  private static func answer(
    _ command: [String], _ verdict: NaiveVerdict, _ file: String
  ) -> CommandRun {
    let arguments = command + verdict.asking + ["--at", date, file]
    let run = CommandRun(arguments)
    require(
      run.status == (verdict.refusal == nil ? .success : .checkFailed),
      "\(arguments): \(run.status)")
    require(
      run.errorText.hasPrefix(verdict.remark) && run.errors.filter { $0 == 0x0A }.count == 1,
      "\(arguments), not \(verdict.remark): \(run.errorText)")
    return run
  }

  /// Of two receipts, each in a line.
  private static func checkLines(of kind: String, isStrict: Bool, _ verdict: NaiveVerdict) {
    let arguments =
      ["batch", "--answer", kind, "--jobs", "1", "--at", date] + (isStrict ? ["--strict"] : [])
      + verdict.asking
    let run = CommandRun(arguments + [files.receipts])
    let isRefused = verdict.refusal != nil
    let counts = isRefused ? "0 answered, 2 failed, " : "2 answered, 0 failed, "
    require(
      run.status == (isRefused && isStrict ? .checkFailed : .success)
        && run.errorText.hasPrefix("receipt: 2 read, \(counts)"),
      "\(arguments): \(run.status), \(run.errorText)")
    let lines = run.text.split(separator: "\n")
    guard kind != "calls" || isRefused else {
      // For both, or for each.
      let areCalls = lines.allSatisfy { $0.contains("\"for\":[") && !$0.contains("\"error\":") }
      return require(areCalls && !lines.isEmpty, "\(arguments): \(run.text)")
    }
    let (start, end) = verdict.line(kind)
    require(lines.count == 2, "\(arguments): \(run.text)")
    for (index, line) in lines.enumerated() {
      require(
        line.hasPrefix("{\"line\":\(index + 1)\(start)") && line.hasSuffix(end)
          && line.contains("\"error\":{") == isRefused,
        "\(arguments), not \(start)…\(end): \(line)")
    }
  }

  /// What Xcode signs counts only if that is allowed, and only with its certificate.
  static func checkXcode(_ choices: inout Choices) {
    let (isAllowed, isKnown) = (choices.below(2) == 0, choices.below(2) == 0)
    let options =
      (isAllowed ? ["--allow-xcode"] : [])
      + (isKnown ? ["--xcode-certificate", "\(files.folder)/x.der"] : [])
    let run = CommandRun(
      ["owned", "--verify", "--at", date] + options + ["\(files.folder)/x.ber"])
    require((run.status == .success) == (isAllowed && isKnown), "\(options): \(run.errorText)")
  }

  /// Without `--at`, it is now.
  static func checkNow(_ choices: inout Choices) {
    let (name, result) = choices.pick([("ended", "failed"), ("lasting", "passed")])
    let run = CommandRun(
      ["verify", "--root", "\(files.folder)/a.der", "\(files.folder)/\(name).p7"])
    let results = run.text.split(separator: "\n").map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
    require(results.contains("\(result) expiration"), "\(name): \(run.text)")
    let owned = CommandRun(["owned", files.inputs[0]])
    require(owned.text.hasPrefix("At 2"), "now: \(owned.text)")
  }
}
