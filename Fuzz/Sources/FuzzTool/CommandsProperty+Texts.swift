import Foundation
import FuzzSupport
@testable import ReceiptTool

// Texts instead of files, comparisons in detail, and receipts in the style of iOS 6.

extension CommandsProperty {
  /// What is found in a text or a file is printed in Base64, and nothing else; how it was wrapped decides the status.
  static func checkRepaired(_ choices: inout Choices) {
    let (text, file) = (files.lines[0], files.inputs[0])
    let given: [(argument: String, found: String?, isWrapped: Bool)] = [
      (file, text, false), (files.inputs[1], files.lines[1], false), (files.base64, text, false),
      (text, text, false), (files.lines[1], files.lines[1], false),
      (#"{"receipt":"\#(text)"}"#, text, true), ("data:;base64,\(text)", text, true),
      (files.inputs[2], nil, false), ("nothing at all", nil, false),
    ]
    let (argument, found, isWrapped) = choices.pick(given)
    let root = choices.below(2) == 0 ? [] : ["--root", "\(files.folder)/a.der"]
    let arguments = ["doctor", "--at", date] + root
    let run = CommandRun(arguments + ["--repaired", argument])
    let isHealthy = found != nil && !isWrapped && !root.isEmpty
    require(
      run.text == (found.map { $0 + "\n" } ?? "")
        && run.status == (isHealthy ? .success : .checkFailed)
        && run.errorText == (found == nil ? "receipt: no receipt found\n" : ""),
      "repaired \(argument.prefix(80)): \(run.status), \(run.errorText), \(run.text)")
    // Without it, the way there is told.
    let told = CommandRun(arguments + [argument])
    let hint = "'receipt doctor --repaired TEXT' prints the unwrapped receipt in Base64.\n"
    require(
      told.text.hasSuffix(hint) == isWrapped
        && told.text.contains("doctor --repaired") == isWrapped && told.status == run.status,
      "wrapped: \(isWrapped), \(told.text)")
    checkFound(told.text, isSigned: found != nil && !root.isEmpty)
  }

  /// Who has signed is told, and when a certificate has expired since.
  private static func checkFound(_ text: String, isSigned: Bool) {
    require(
      text.contains("fine     genuine") == isSigned && !text.contains("certificateExpired"),
      "signed: \(isSigned), \(text)")
  }

  /// Long after a receipt was made, that its certificates have expired is no problem.
  static func checkLater() {
    let (root, file) = (["--root", "\(files.folder)/a.der"], files.inputs[0])
    for (date, isExpired) in [("2049-12-31T23:59:59Z", false), ("2050-01-02T00:00:00Z", true)] {
      let run = CommandRun(["doctor", "--at", date] + root + [file])
      require(
        run.status == .success
          && run.text.contains("note     certificateExpired") == isExpired,
        "\(date): \(run.text)")
    }
  }

  // MARK: Comparisons

  /// Differences of purchases are counted, and listed only if that is asked for; an answer without a receipt is not
  /// compared alone.
  static func checkDetails(_ choices: inout Choices) {
    let changed = "\(files.folder)/changed.json"
    let operands = choices.pick([[changed], [files.inputs[0], changed], [files.base64, changed]])
    let listed = choices.pick([[], ["--purchases"]])
    let run = CommandRun(["diff"] + listed + operands)
    let bundle =
      #"receipt.bundle_id: "other" in the answer, "app" from the receipt"#
    let product =
      #"receipt.in_app[1].product_id: "gems" in the answer, "coins" from the receipt"#
    let lines =
      [
        "two different receipts: bundle_id", "receipt: 1 key differing",
        "in_app: 1 purchase differing", "", bundle,
      ] + (listed.isEmpty ? [] : [product])
    require(
      run.status == .checkFailed && run.text == lines.map { $0 + "\n" }.joined(),
      "\(listed) \(operands): \(run.text)")
    let old = CommandRun(["diff", "\(files.folder)/old.json"])
    require(
      old.status == .checkFailed && old.output.isEmpty
        && old.errorText.hasPrefix("receipt: the answer has no latest_receipt; "),
      "an old answer: \(old.errorText)")
    // What is asked for last counts, and a name of a format more than `--json`.
    for (options, isJSON) in [
      (["--json"], true), (["--format", "json"], true), (["--format", "text", "--json"], false),
      (["--json", "--format", "json", "--format", "text"], false), ([], false),
    ] as [([String], Bool)] {
      let shown = CommandRun(["show"] + options + [files.inputs[0]])
      require(shown.text.hasPrefix("{") == isJSON, "\(options): \(shown.text)")
    }
  }

  // MARK: Renewals

  /// A file without an answer is a question that is incomplete.
  static func checkRenewals(_ choices: inout Choices) {
    let file = choices.pick([files.inputs[0], files.inputs[2], files.inputs[4]])
    let run = CommandRun(["owned", "--renewals", file, files.inputs[0]])
    require(
      run.status == .usageError && run.output.isEmpty
        && run.errorText.hasPrefix("receipt: --renewals: \(file): "),
      "\(file): \(run.errorText)")
  }

  // MARK: Transactions

  /// A transaction receipt has an answer in its own style, and a status only if it is verified; no other command reads
  /// it.
  static func checkTransaction(_ choices: inout Choices) {
    let file = files.transactionFile
    let command = choices.pick(["show", "ids", "owned", "attributes"])
    let other = CommandRun([command, file])
    require(
      other.status == .checkFailed && other.output.isEmpty
        && other.errorText.hasSuffix("Run 'receipt doctor \(file.shellWord)' for advice.\n"),
      "\(command) of a transaction: \(other.errorText)")
    let asking = choices.pick([[], ["--verify"], ["--bundle-id", "app"]])
    let run = CommandRun(["show", "--format", "verify-receipt"] + asking + ["--at", date, file])
    let object = try? JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    let receipt = object?["receipt"] as? [String: Any]
    guard asking.isEmpty else {
      // It has no signature.
      return require(
        run.status == .checkFailed && run.text == "{\n  \"status\": 21002\n}\n"
          && run.errorText.hasPrefix("receipt: not valid: "),
        "\(asking) of a transaction: \(run.text)\(run.errorText)")
    }
    let said = ["bid", "product_id", "expires_date", "transaction_id"].map {
      receipt?[$0] as? String
    }
    require(
      run.status == .success && object?.count == 1 && run.errorText == "receipt: Not verified.\n"
        && said == ["app", "abo", "1702000000000", "1000000000000007"],
      "a transaction: \(run.text)\(run.errorText)")
  }
}
