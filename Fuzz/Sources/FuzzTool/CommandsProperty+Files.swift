import DERParsing
import Foundation
import FuzzSupport
import ReceiptParsing
@testable import ReceiptTool
import TextCoding

// What files decide: those that are compared, trusted, written, or over by now.

extension CommandsProperty {
  /// One of these.
  static func checkFileOptions(_ choices: inout Choices) {
    switch choices.below(6) {
    case 0: checkComparison(&choices)
    case 1: checkXcode(&choices)
    case 2: checkNow(&choices)
    case 3: checkRewrites(&choices)
    case 4: checkHidden(&choices)
    default: checkRedacted(&choices)
    }
  }

  /// An answer is compared with the receipt that is given, not with the one in it.
  private static func checkComparison(_ choices: inout Choices) {
    let (receipt, isSame) = choices.pick([
      (files.inputs[0], true), (files.other, false), (files.inputs[2], false),
    ])
    let run = CommandRun(["diff", receipt, "\(files.folder)/answer.json"])
    require(
      (run.status == .success) == isSame, "diff \(receipt): \(run.text)\(run.errorText)")
  }

  /// What Xcode signs counts only if that is allowed, and only with its certificate.
  private static func checkXcode(_ choices: inout Choices) {
    let (isAllowed, isKnown) = (choices.below(2) == 0, choices.below(2) == 0)
    let options =
      (isAllowed ? ["--allow-xcode"] : [])
      + (isKnown ? ["--xcode-certificate", "\(files.folder)/x.der"] : [])
    let run = CommandRun(
      ["owned", "--verify", "--at", date] + options + ["\(files.folder)/x.ber"])
    require((run.status == .success) == (isAllowed && isKnown), "\(options): \(run.errorText)")
  }

  /// Without `--at`, it is now.
  private static func checkNow(_ choices: inout Choices) {
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

  /// The fewest that BER can be read with.
  private static let rewrites: Int = {
    let bytes = FileManager.default.contents(atPath: files.inputs[1]).map { [UInt8]($0) } ?? []
    let needed = (0...1_000).first {
      (try? AppReceipt(bytes, limits: ReceiptLimits(der: DERLimits(maximumRewrites: $0)))) != nil
    }
    guard let needed, needed > 0 else { fatalError("BER that cannot be read") }
    return needed
  }()

  /// As many rewritten elements as there are may be read, and not one less; DER has none.
  private static func checkRewrites(_ choices: inout Choices) {
    let command = choices.pick(["show", "owned", "ids"])
    for (file, limit, isEnough) in [
      (files.inputs[1], rewrites, true), (files.inputs[1], rewrites - 1, false),
      (files.inputs[0], 1, true),
    ] {
      let run = CommandRun([command, "--max-rewrites", "\(limit)", "--at", date, file])
      require(
        run.status == (isEnough ? .success : .checkFailed)
          && run.errorText.contains("--max-rewrites N") != isEnough,
        "\(command) \(limit) \(file): \(run.errorText)")
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

  /// A file that is written has what is redacted; one that is replaced stays readable for whom it was.
  private static func checkRedacted(_ choices: inout Choices) {
    let target = "\(files.folder)/redacted"
    let mode: Int? = choices.pick([nil, 0o600, 0o640])
    if let mode {
      let isMade = FileManager.default.createFile(
        atPath: target, contents: Data("old".utf8), attributes: [.posixPermissions: mode])
      require(isMade, "cannot write \(target)")
    }
    let run = CommandRun([
      "redact", choices.pick(["-o", "--output"]), target, "--force", files.inputs[0],
    ])
    let written = FileManager.default.contents(atPath: target).map { [UInt8]($0) } ?? []
    require(
      run.status == .success && run.output.isEmpty
        && Data(base64Encoded: files.lines[0])?.count == written.count
        && (try? AppReceipt(written)) != nil
        && written.firstRange(of: Array(CommandFiles.transaction.utf8)) == nil,
      "redacted: \(run.errorText)")
    let found = try? FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
    require(mode == nil || found as? Int == mode, "permissions: \(found, default: "none")")
    try? FileManager.default.removeItem(atPath: target)
  }
}
