import Foundation
import struct NIOConcurrencyHelpers.NIOLockedValueBox
import Synchronization
import VerifyReceipt

/// What the server has done, in Prometheus' text format.
final class Metrics: Sendable {
  /// The upper bounds of the histogram's buckets, in seconds.
  private static let bounds = [5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 1e-2, 5e-2, 0.25]

  private struct Counts {
    var answers: [String: Int] = [:]
    var refusals: [String: Int] = [:]
    var buckets = [Int](repeating: 0, count: bounds.count + 1)
    var seconds = 0.0
  }

  // Not a `Mutex`: ThreadSanitizer doesn't see that one.
  private let counts = NIOLockedValueBox(initial)

  /// What is there before anything is counted, so that a rate has a beginning.
  private static let initial = Counts(
    answers: Dictionary(
      uniqueKeysWithValues: VerifyReceiptEndpoint.allCases.map { (labels($0, 0), 0) }),
    refusals: Dictionary(uniqueKeysWithValues: Refusal.allCases.map { (label($0), 0) }))

  private static func labels(_ endpoint: VerifyReceiptEndpoint, _ status: Int64) -> String {
    #"endpoint="\#(endpoint)",status="\#(status)""#
  }

  private static func label(_ refusal: Refusal) -> String { #"reason="\#(refusal.rawValue)""# }

  func count(_ answer: VerifyReceiptAnswer, at endpoint: VerifyReceiptEndpoint, seconds: Double) {
    let labels = Self.labels(endpoint, answer.response.status?.rawValue ?? -1)
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    counts.withLockedValue {
      $0.answers[labels, default: 0] += 1
      $0.buckets[bucket] += 1
      $0.seconds += seconds
    }
  }

  func count(_ refusal: Refusal) {
    counts.withLockedValue { $0.refusals[Self.label(refusal), default: 0] += 1 }
  }

  /// The text of `/metrics`.
  func text(_ load: Load) -> String {
    let counts = counts.withLockedValue { $0 }
    var text = ""
    func add(
      _ name: String, _ type: String, _ help: String, _ samples: [(suffix: String, value: Any)]
    ) {
      text += "# HELP verify_receipt_\(name) \(help)\n# TYPE verify_receipt_\(name) \(type)\n"
      for sample in samples { text += "verify_receipt_\(name)\(sample.suffix) \(sample.value)\n" }
    }
    func value(_ counter: borrowing Atomic<Int>) -> [(String, Any)] {
      [("", counter.load(ordering: .relaxed))]
    }
    add(
      "build_info", "gauge", "The version of the server.",
      [(#"{version="\#(Command.version)"}"#, 1)])
    add(
      "answers_total", "counter", "Answers by endpoint and status.",
      counts.answers.sorted { $0.key < $1.key }.map { ("{\($0)}", $1) })
    add(
      "refusals_total", "counter", "Requests whose receipt was not looked at.",
      counts.refusals.sorted { $0.key < $1.key }.map { ("{\($0)}", $1) })
    var total = 0
    var histogram: [(String, Any)] = []
    for (bound, count) in zip(Self.bounds.map(\.description) + ["+Inf"], counts.buckets) {
      total += count
      histogram.append((#"_bucket{le="\#(bound)"}"#, total))
    }
    add(
      "duration_seconds", "histogram", "How long the library took for an answer.",
      histogram + [("_sum", counts.seconds), ("_count", total)])
    add("connections", "gauge", "Open connections.", value(load.connections))
    add("requests", "gauge", "Receipts that are being answered.", value(load.requests))
    add("held_bytes", "gauge", "Bodies and answers in memory.", value(load.bytes))
    if let resident = residentBytes() {
      add("memory_bytes", "gauge", "What the process has of the system's memory.", [("", resident)])
    }
    return text
  }
}

/// What the process has of the system's memory; `nil` where the system doesn't say it in `/proc`.
private func residentBytes() -> Int? {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
    return nil
  }
  let fields = text.split(separator: " ")
  guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
  return pages * sysconf(Int32(_SC_PAGESIZE))
}
