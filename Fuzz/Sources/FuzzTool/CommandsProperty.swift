import DERParsing
import Foundation
public import FuzzSupport
import Inspection
import ReceiptParsing
import ReceiptPurchases
@testable import ReceiptTool
import ReceiptTesting
import ReceiptValidation
import TextCoding

/// The input is choices for command lines. What a command says of several files is what it says of each, with the worst
/// status; options mean the same wherever and however they are written; roots and limits decide as they are documented;
/// and a picture shows what the table says. What a receipt is known to be decides whether it is valid, and what is owned;
/// and no input is overwritten.
public enum CommandsProperty: FuzzProperty {
  /// `commands`.
  public static let name = "commands"
  /// Choices.
  public static let isTree = false

  /// Ends the process if something does not hold.
  public static func check(_ input: RawSpan, _ places: borrowing Places) {
    _ = areAllDocumented
    var choices = Choices(input.copy)
    switch choices.below(7) {
    case 0: checkFiles(&choices)
    case 1: checkOptions(&choices)
    case 2: checkRoots(&choices)
    case 3: checkLimits(&choices)
    case 4: checkPicture(&choices)
    case 5:
      checkBatch(&choices)
      for _ in 0..<16 { checkLines(&choices) }
    default: checkPlaces(&choices)
    }
    checkVerdict(&choices)
    checkStates(&choices)
    checkOutputs(&choices)
    checkMistake(&choices)
    for _ in 0..<8 { checkWords(&choices) }
    checkOthers(&choices)
    switch choices.below(6) {
    case 0:
      checkComparison(&choices)
      checkApps(&choices)
    case 1: checkXcode(&choices)
    case 2: checkNow(&choices)
    case 3: checkRewrites(&choices)
    case 4: checkHidden(&choices)
    default: checkRedacted(&choices)
    }
  }

  private static func checkOthers(_ choices: inout Choices) {
    switch choices.below(8) {
    case 0: checkRepaired(&choices)
    case 1: checkDetails(&choices)
    case 2:
      checkTransaction(&choices)
      checkRenewals(&choices)
    case 3:
      checkWithoutLinks(&choices)
      checkPipe()
    case 4:
      checkFull(&choices)
      checkTerminal(&choices)
    case 5: checkLater()
    case 6: for _ in 0..<4 { ContentsCheck.check(&choices) }
    default:
      checkBlocks(&choices)
      checkOrder(&choices)
      for _ in 0..<4 { checkKeys(&choices) }
    }
  }

  static let files = CommandFiles.shared
  private static let commands = ["show", "verify", "owned", "ids", "doctor", "tree"]

  // MARK: Files

  /// The status is the worst of all, and each file is named before what is said of it.
  private static func checkFiles(_ choices: inout Choices) {
    let command = choices.pick(commands)
    // A line of JSON for each element, not for each file.
    let hasLines = command == "tree"
    let options = choices.pick([[], ["--json"]]) + (hasLines ? [] : ["--at", date])
    let chosen = (0..<2 + choices.below(3)).map { _ in choices.pick(files.inputs) }
    let runs = chosen.map { CommandRun([command] + options + [$0]) }
    let all = CommandRun([command] + options + chosen)
    require(all.status == runs.map(\.status).max(), "\(command) \(chosen): \(all.status)")
    let said = zip(chosen, runs).filter { !$1.output.isEmpty }
    if options.first != "--json" {
      for (file, run) in said {
        require(all.text.contains("==> \(file) <==\n\(run.text)"), "\(command): \(file) is named")
      }
    } else if !hasLines {
      // In the same order.
      let lines = all.text.split(separator: "\n")
      require(lines.count == said.count, "\(command): a line for each file")
      for (line, (file, _)) in zip(lines, said) {
        require(line.hasPrefix(#"{"file":"\#(file)""#), "\(command): \(file) is named")
      }
    }
    for (file, run) in zip(chosen, runs) where !run.errors.isEmpty {
      require(all.errorText.contains(file), "\(command): \(file) in what went wrong")
    }
  }

  // MARK: Options

  static let date = "2025-04-02T00:00:00Z"

  /// Options come before or after files, in one argument or two; everything after `--` is a file.
  private static func checkOptions(_ choices: inout Choices) {
    let command = choices.pick(["show", "verify", "owned", "ids", "doctor"])
    let file = choices.pick(files.inputs)
    let json = choices.pick([[], ["--json"]])
    let usual = CommandRun([command] + json + ["--at", date, file])
    for arguments in [
      [file, "--at", date] + json, ["--at=\(date)", file] + json,
      json + ["--at", date, "--", file],
      ["--at", "x", "--at", date] + json + [file],
    ] { require(CommandRun([command] + arguments) == usual, "\(command) \(arguments)") }
    // The doctor takes what is not a file as text.
    for name in ["--help", "-h", "--json", "--nothing", "-x"] where command != "doctor" {
      let run = CommandRun([command, "--", name])
      require(
        run.status == .usageError && run.output.isEmpty && run.errorText.contains(name),
        "a file named \(name): \(run.text)")
    }
    for arguments in [["--help"], ["-h"], [file, "--help"], ["--nothing", "-h"]] {
      let run = CommandRun([command] + arguments)
      require(run == CommandRun(["help", command]) && !run.output.isEmpty, "help: \(arguments)")
    }
    for arguments in [
      ["--nothing", file], ["--at"], ["--json=1", file], ["--at", "yesterday", file],
    ] {
      let run = CommandRun([command] + arguments)
      require(run.status == .usageError && run.output.isEmpty, "\(arguments): \(run.status)")
    }
  }

  /// No name moves the cursor of a terminal.
  private static func checkHidden(_ choices: inout Choices) {
    let hidden = choices.pick(["\u{1B}[2J", "\u{7F}", "\u{202E}", "\u{85}", "\u{9B}1A"])
    let command = choices.pick(["show", "verify", "owned", "ids", "tree"])
    for arguments in [
      [command, "/no" + hidden], [command, "--x" + hidden], [command, "--at", hidden], [hidden],
    ] {
      let run = CommandRun(arguments)
      require(
        !run.errors.isEmpty && run.errors.firstRange(of: Array(hidden.utf8)) == nil,
        "\(arguments): \(run.errors.hexadecimal)")
    }
  }

  // MARK: Roots

  /// Any of the roots may be the right one; without it, the signature is not trusted.
  private static func checkRoots(_ choices: inout Choices) {
    let roots = (0..<1 + choices.below(3)).map { _ in
      choices.pick(["a.der", "b.der", "ab.pem", "ba.pem", "k=v.der"])
    }
    let isRight = roots.contains { $0 != "b.der" }
    let options = roots.map { "\(files.folder)/\($0)" }.flatMap {
      choices.below(2) == 0 ? ["--root", $0] : ["--root=\($0)"]
    }
    let given = ["--bundle-id", "app", "--environment", "Production"]
    let run = CommandRun(["verify"] + options + given + [files.inputs[choices.below(2)]])
    // Without a version and a device.
    let verdict = isRight ? "Valid, 2 checks skipped. Recommended action: proceed." : "Not valid."
    require(
      run.status == (isRight ? .success : .checkFailed)
        && run.text.split(separator: "\n").last?.hasPrefix(verdict) == true,
      "roots \(roots): \(run.text)")
    let app = choices.pick(["app", "App", "", "ap"])
    let others = choices.pick([[], ["other"]]).flatMap { ["--bundle-id", $0] }
    let asked = CommandRun(
      ["owned", "--bundle-id", app] + others + options + ["--at", date, files.inputs[0]])
    require(
      (asked.status == .success) == (isRight && app == "app"), "\(app), roots \(roots)")
  }

  // MARK: Comparisons

  /// An answer is compared with the receipt that is given, not with the one in it.
  private static func checkComparison(_ choices: inout Choices) {
    let (receipt, isSame) = choices.pick([
      (files.inputs[0], true), (files.other, false), (files.inputs[2], false),
    ])
    let run = CommandRun(["diff", receipt, "\(files.folder)/answer.json"])
    require(
      (run.status == .success) == isSame, "diff \(receipt): \(run.text)\(run.errorText)")
  }

  /// One of several bundle identifiers has to be the receipt's, byte by byte.
  private static func checkApps(_ choices: inout Choices) {
    let own = CommandFiles.otherApp
    let apps = (0..<1 + choices.below(3)).map { _ in
      choices.pick([own.decomposedStringWithCanonicalMapping, own, "app"])
    }
    let isRight = apps.contains { $0.utf8.elementsEqual(own.utf8) }
    let run = CommandRun(
      ["verify", "--root", "\(files.folder)/a.der", "--environment", "Production"]
        + apps.flatMap { ["--bundle-id", $0] } + [files.other])
    require(run.status == (isRight ? .success : .checkFailed), "\(apps): \(run.text)")
  }

  // MARK: Pictures

  /// The picture has the states that are printed, and names as they are, whatever they mean in XML.
  private static func checkPicture(_ choices: inout Choices) {
    let at = choices.pick([
      date, "2025-01-15T00:00:00Z", "2025-02-01T12:00:00Z", "2020-01-01T00:00:00Z",
    ])
    let leeway = choices.pick([[], ["--leeway", "86400"], ["--leeway", "864000"]])
    let renewals = choices.pick([[], ["--renewals", "\(files.folder)/answer.json"]])
    // A link is followed from where it is.
    let picture = "\(files.folder)/a/b/picture.svg"
    let output = choices.pick([picture, "\(files.folder)/a/b/link"])
    try? FileManager.default.removeItem(atPath: picture)
    let run = CommandRun(
      ["owned", "--at", at, "--svg", output, "--force"] + leeway + renewals + [files.inputs[0]])
    require(run.status == .success, "owned: \(run.errorText)")
    let svg = (try? String(contentsOfFile: picture, encoding: .utf8)) ?? ""
    guard let xml = NaiveXML(svg) else { fatalError("VIOLATED: no XML: \(svg)") }
    // A name, and its state beside it.
    let states = xml.texts.filter { $0.element == "tspan" }.map(\.text)
    require(states.count == 3, "a row for each product: \(states)")
    for state in states { require(run.text.contains(state), "\(state) is printed: \(run.text)") }
    let names = xml.texts.filter { $0.element == "text" }.map(\.text)
    require(names.contains { $0.contains(CommandFiles.product) }, "\(names)")
    let bars = xml.texts.filter { $0.element == "title" }.map(\.text).dropFirst()
    let shown = CommandFiles.transaction.map {
      ["\u{1}", "\u{FFFE}"].contains($0) ? "\u{FFFD}" : $0
    }
    require(bars.contains { $0.hasSuffix(" " + String(shown)) }, "\(bars)")
    // Grace begins where the last period ended.
    let grace = bars.filter { $0.hasPrefix("grace period") }
    let isInGrace = states.contains { $0.hasPrefix("grace period") }
    require(grace.count == (isInGrace ? 1 : 0), "\(grace), \(states)")
    require(
      grace.allSatisfy { $0.hasPrefix("grace period: 2025-04-01T00:00:00Z – ") }, "\(grace)")
  }

  // MARK: Places

  /// What is said of a broken certificate names its place in the file, whatever the encoding.
  private static func checkPlaces(_ choices: inout Choices) {
    let (path, offset) = choices.pick(files.broken)
    let run = CommandRun(["show", path])
    require(
      run.text.contains("certificate 3") && run.text.contains("byte \(offset)"),
      "\(path), \(offset): \(run.text)")
  }
}
