import DERParsing
import Foundation
import FuzzSupport
import ReceiptParsing
import ReceiptTesting
@testable import ReceiptTool

// How much is read.

extension CommandsProperty {
  /// What is exactly as large as the limit is read, one more is refused with advice.
  static func checkLimits(_ choices: inout Choices) {
    let count = CommandFiles.builder.attributeCount
    let bytes = CommandFiles.builder.bytes(signedBy: files.authority).count
    let (option, most) = choices.pick([("--max-attributes", count), ("--max-bytes", bytes)])
    let command = choices.pick(["show", "owned", "ids"])
    for (limit, isEnough) in [(most, true), (most - 1, false), (1 << 30, true), (1, false)] {
      let run = CommandRun([command, option, "\(limit)", "--at", date, files.inputs[0]])
      require(
        run.status == (isEnough ? .success : .checkFailed)
          && run.errorText.contains("\(option) N") != isEnough,
        "\(command) \(option) \(limit): \(run.errorText)")
    }
    checkAdvice(option, most, &choices)
    // Base64 may have twice as many bytes with its line breaks, and not one more.
    let text = Array(files.lines[0].utf8)
    for (count, isEnough) in [(2 * bytes, true), (2 * bytes + 1, false)] {
      let lines = text + Array(repeating: 0x0A, count: count - text.count)
      let run = CommandRun([command, "--max-bytes", "\(bytes)", "--at", date, files.input(lines)])
      require(
        run.status == (isEnough ? .success : .checkFailed),
        "\(command), \(count) bytes of Base64: \(run.errorText)")
    }
    // An answer has far more values; or else as many count as its receipt has attributes.
    let answer = "\(files.folder)/answer.json"
    let short = files.input(Array(#"{"status":0,"latest_receipt":"\#(files.lines[0])"}"#.utf8))
    for (answer, limit, isEnough) in [
      (answer, 4, false), (answer, 1 << 20, true), (short, count - 1, false), (short, count, true),
    ] {
      let run = CommandRun(["diff", "--max-attributes", "\(limit)", answer])
      require(
        run.errorText.contains("--max-attributes N") != isEnough,
        "diff \(limit): \(run.errorText)")
    }
  }

  /// Whatever a command does with an input that is too large, it says which option allows more; no other does.
  private static func checkAdvice(_ option: String, _ most: Int, _ choices: inout Choices) {
    let files = Self.files
    let commands = [
      ["verify", files.inputs[0]], ["doctor", files.inputs[0]], ["attributes", files.inputs[0]],
      ["batch", files.base64], ["batch", "--answer", "show", files.base64],
    ]
    let tree = option == "--max-bytes" ? [["tree", files.inputs[0]]] : []
    let command = choices.pick(commands + tree)
    for (limit, isEnough) in [(most, true), (most - 1, false), (1 << 30, true), (1, false)] {
      let run = CommandRun(command + [option, "\(limit)"])
      let said = run.text + run.errorText
      require(
        said.contains("; \(option) N allows more") != isEnough
          && said.contains("allows more") != isEnough, "\(command) \(option) \(limit): \(said)")
    }
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
  static func checkRewrites(_ choices: inout Choices) {
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
}

extension ReceiptBuilder {
  /// Those of the receipt and its purchases.
  fileprivate var attributeCount: Int {
    guard let receipt = try? AppReceipt(bytes(signedBy: TestAuthority())) else { return 0 }
    return receipt.attributes.count + receipt.inAppReceipts.reduce(0) { $0 + $1.attributes.count }
  }
}
