import Foundation
import FuzzSupport
import ReceiptParsing
import ReceiptValidation
import TransactionReceipts

// What is said of checks.

extension Sentences {
  /// Every check is there once, with its result and a sentence, also when the report is written as JSON.
  static func check<Subject>(_ report: ValidationReport<Subject>) {
    let failed = report.entries.compactMap { entry -> FailedCheck<Subject>? in
      if case .failed(let error) = entry.result { error } else { nil }
    }
    require(report.failures == failed, "\(report.failures), not \(failed)")
    let skipped = report.entries.filter { $0.result == .skipped }
    require(report.skipped == skipped.map(\.check), "skipped: \(report.skipped)")
    require(report.recommendedAction == failed.first?.recommendedAction ?? .proceed, "what to do")
    let passed = report.entries.filter { $0.result == .passed }.map(\.message)
    require(Set(passed).count == passed.count, "what has passed: \(passed)")
    require(
      Set(passed + skipped.map(\.message)).count == passed.count + min(skipped.count, 1),
      "what was left out: \(skipped)")
    for entry in report.entries where entry.result == .passed {
      let word = meanings[entry.check] ?? ""
      require(entry.message.utf8.hasBytes(word.utf8), "\(word): \(entry)")
    }
    for entry in report.entries {
      let (text, message) = ("\(entry)".utf8, entry.message.utf8)
      require(
        !message.isEmpty && text.starts(with: entry.check.rawValue.utf8)
          && text.suffix(message.count).elementsEqual(message)
          && text.count > message.count + entry.check.rawValue.utf8.count, "\(entry)")
      guard case .failed(let error) = entry.result else { continue }
      require(error.check == entry.check, "\(error) of \(entry)")
      require("\(error)".utf8.suffix(message.count).elementsEqual(message), "\(error)")
      check(error)
    }
    checkEncoding(of: report)
  }

  /// What is said of a check that has passed names what was checked.
  private static let meanings: [ReceiptCheck: String] = [
    .structure: "well-formed", .signature: "signature", .bundleIdentifier: "this app",
    .appVersion: "version", .device: "device", .cancellation: "not cancelled",
    .expiration: "not expired", .environment: "environment",
  ]

  private static func checkEncoding<Subject>(of report: ValidationReport<Subject>) {
    let root = (try? JSONEncoder().encode(report)).flatMap {
      try? JSONSerialization.jsonObject(with: $0)
    }
    let object = root as? [String: Any]
    let checks = object?["checks"] as? [[String: String]] ?? []
    let expected = report.entries.map { entry in
      var row = ["check": entry.check.rawValue]
      switch entry.result {
      case .passed: row["result"] = "passed"
      case .skipped: row["result"] = "skipped"
      case .failed(let error): (row["result"], row["message"]) = ("failed", "\(error)")
      }
      return row
    }
    require(object?.count == 1 && checks == expected, "\(checks), not \(expected)")
  }

  /// What was expected and found, each in quotation marks, and when.
  static func check<Subject>(_ failure: FailedCheck<Subject>) {
    checkAdvice(failure)
    checkAlert(failure)
    checkName(of: failure.reason)
    let text = "\(failure)"
    let name = text.prefix { $0 != ":" }.filter { $0 != " " }
    require(name.lowercased() == failure.check.rawValue.lowercased(), "which check: \(text)")
    let (quotations, rest) = NaiveQuotation.parts(of: text)
    switch failure.reason {
    case .differs:
      let values = failure.expected.prefix(8) + [failure.found ?? ""]
      require(
        quotations.count == values.count
          && zip(quotations, values).allSatisfy { quotation, value in
            NaiveQuotation.quoted(value).utf8.elementsEqual(quotation.utf8)
          }, "\(values), not \(text)")
      let more = failure.expected.count - 8
      require(numbers(in: rest) == (more > 0 ? [more] : []), "\(more) more: \(text)")
    case .expired(let date):
      require(times(in: rest) == [date.utcText] + failure.expected, "\(date): \(text)")
    case .cancelled(let date):
      require(times(in: rest) == [date?.utcText].compactMap(\.self), "when: \(text)")
    case .missing(let field):
      require(text.utf8.hasBytes("\(field)".utf8), "\(field): \(text)")
    case .unreadable(let problem): requireEnd(text, problem)
    case .signature(let error):
      requireEnd(text, error)
      check(error)
    case .signatureUnreadable(let error): requireEnd(text, error)
    case .environment(let environment):
      let isSandbox = text.lowercased().utf8.hasBytes("sandbox".utf8)
      require(isSandbox == (environment != .production), "\(environment): \(text)")
    case .otherDevice, .noDevice:
      require(quotations.isEmpty && numbers(in: rest).isEmpty, text)
    }
    if case .differs = failure.reason {} else { require(failure.found == nil, "found: \(text)") }
  }

  private static func requireEnd(_ text: String, _ error: some CustomStringConvertible) {
    let end = error.description.utf8
    require(!end.isEmpty && text.utf8.suffix(end.count).elementsEqual(end), text)
  }

  /// By which logs count: that of the reason, or of the code of its error.
  private static func checkName<Subject>(of reason: FailedCheck<Subject>.Reason) {
    let name: String? =
      switch reason {
      case .signature(let error): error.code.rawValue
      case .signatureUnreadable(let error): (error as? TransactionReceiptError)?.code.rawValue
      case .missing: "missing"
      case .unreadable: "unreadable"
      case .differs: "differs"
      case .otherDevice: "otherDevice"
      case .noDevice: "noDevice"
      case .cancelled: "cancelled"
      case .expired: "expired"
      case .environment: "environment"
      }
    require(name == nil || reason.name == name, "\(reason) is called \(reason.name)")
  }

  /// What only the advice to do this says.
  private static let advice: [(action: RecommendedAction, word: String)] = [
    (.refresh, "new receipt"), (.requestReceipt, "173"), (.retryLater, "later"),
    (.refuse, "nothing"),
  ]

  private static func checkAdvice<Subject>(_ failure: FailedCheck<Subject>) {
    let action = failure.recommendedAction
    require((action.advice == nil) == (action == .proceed), "advice: \(action)")
    let words = advice.filter { action.advice?.utf8.hasBytes($0.word.utf8) == true }
    require(words.map(\.action) == (action == .proceed ? [] : [action]), "\(action): \(words)")
    let isSandbox =
      failure.check == .environment
      && ["ProductionSandbox", "ProductionVPPSandbox"].contains(failure.found)
    if isSandbox {
      require(failure.advice != nil && failure.advice != action.advice, "a sandbox: \(failure)")
    } else {
      require(failure.advice == action.advice, "\(failure.advice, default: "nothing"): \(failure)")
    }
  }

  /// The receipt, and the checks that were left out, if any.
  static func check(_ validated: ValidatedReceipt) {
    let (text, receipt) = ("\(validated)".utf8, "\(validated.receipt)".utf8)
    require(text.starts(with: receipt) && text.count > receipt.count, "\(validated)")
    let rest = String(decoding: Array(text.dropFirst(receipt.count)), as: UTF8.self)
    require(rest.contains(":") != validated.skippedChecks.isEmpty, "what was left out:\(rest)")
    let names = rest.split(separator: ":").dropFirst().joined().split(separator: ",").map { name in
      name.filter { $0 != " " }.lowercased()
    }
    require(names == validated.skippedChecks.map { $0.rawValue.lowercased() }, "named:\(rest)")
  }
}
