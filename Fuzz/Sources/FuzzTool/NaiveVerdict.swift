import FuzzSupport

/// What each check says of the receipts of `CommandFiles` under options that somebody gives: it is known who signed them,
/// and for which app, version, device and environment.
struct NaiveVerdict {
  /// What is expected.
  let options: [String]
  /// The same, for commands that check nothing without a reason: one may be `--verify`.
  let asking: [String]
  /// In the order of validation.
  let results: [(check: String, result: String)]

  /// What the receipts are bound to.
  static let device = "00000000-0000-0000-0000-000000000000"

  private static let order = [
    "structure", "signature", "bundleIdentifier", "appVersion", "device", "expiration",
    "environment",
  ]

  private static let folder = CommandFiles.shared.folder

  private static let expectations: [(check: String, option: String, right: String, wrong: String)] =
    [
      ("signature", "--root", "\(folder)/a.der", "\(folder)/b.der"),
      ("bundleIdentifier", "--bundle-id", "app", "App"),
      ("appVersion", "--version", "1", "2"),
      ("device", "--device", device, "01:02:03:04:05:06"),
      ("environment", "--environment", "Production", "ProductionSandbox"),
    ]

  init(_ choices: inout Choices) {
    var options: [String] = []
    // Apple has signed none of them, and none expires.
    var results = ["structure": "passed", "signature": "failed", "expiration": "passed"]
    // Often nothing is expected.
    let isBare = choices.below(4) == 0
    for (check, option, right, wrong) in Self.expectations where !isBare {
      let number = choices.below(6)
      guard number > 0 else { continue }
      // Any of several is enough; of versions, the last one counts.
      let values = number == 1 ? [wrong] : number < 5 ? [right] : [wrong, right]
      options += values.flatMap { [option, $0] }
      results[check] = number == 1 ? "failed" : "passed"
    }
    self.options = options
    asking = options + (choices.below(2) == 0 ? [] : ["--verify"])
    self.results = Self.order.map { (check: $0, result: results[$0] ?? "skipped") }
  }

  var failed: [String] { checks("failed") }
  var skipped: [String] { checks("skipped") }

  private func checks(_ result: String) -> [String] {
    results.filter { $0.result == result }.map { $0.check }
  }

  // MARK: Reports

  /// How the last line of a report begins.
  var conclusion: String {
    guard failed.isEmpty else { return "Not valid. Recommended action: " }
    let missing = skipped.filter { ["bundleIdentifier", "environment"].contains($0) }
    guard missing.isEmpty else {
      return "Undetermined: no check failed, but there is no expectation for: "
        + missing.map { Self.label($0) }.joined(separator: ", ") + "."
    }
    let count = skipped.count
    let rest = count == 0 ? "" : ", \(count) check\(count == 1 ? "" : "s") skipped"
    return "Valid\(rest). Recommended action: proceed."
  }

  private static func label(_ check: String) -> String {
    ["bundleIdentifier": "bundle identifier", "appVersion": "app version"][check] ?? check
  }

  // MARK: Answers

  var isAsked: Bool { !asking.isEmpty }

  /// The check that an answer is refused for.
  var refusal: String? { isAsked ? failed.first : nil }

  /// How the only line on standard error begins.
  var remark: String {
    guard isAsked else { return "receipt: Not verified.\n" }
    if let refusal { return "receipt: not valid: \(Self.label(refusal)): " }
    let rest = skipped.isEmpty ? "" : "; not checked: " + skipped.joined(separator: ", ")
    return "receipt: The receipt is valid\(rest).\n"
  }

  /// How a line of a batch begins, after its number, and ends.
  func line(_ kind: String) -> (start: String, end: String) {
    if let refusal {
      let answer = kind == "verify-receipt" ? #","verify-receipt":{"status":21003}"# : ""
      return (#","valid":false\#(answer),"error":{"code":""#, #","check":"\#(refusal)"}}"#)
    }
    let list = skipped.map { "\"\($0)\"" }.joined(separator: ",")
    let rest = skipped.isEmpty ? "" : #","skipped":[\#(list)]"#
    return ((isAsked ? #","valid":true"# + rest : "") + #","\#(kind)":{"#, "}}")
  }
}
