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

  private let counts = Mutex(Counts())

  func count(_ answer: VerifyReceiptAnswer, from endpoint: VerifyReceiptEndpoint?, seconds: Double)
  {
    let status = answer.response.status?.rawValue ?? -1
    let labels = #"endpoint="\#(endpoint.name)",status="\#(status)""#
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    counts.withLock {
      $0.answers[labels, default: 0] += 1
      $0.buckets[bucket] += 1
      $0.seconds += seconds
    }
  }

  func count(_ refusal: Refusal) {
    counts.withLock { $0.refusals[#"reason="\#(refusal)""#, default: 0] += 1 }
  }

  /// The text of `/metrics`.
  func text(_ load: Load) -> String {
    let counts = counts.withLock { $0 }
    var text = ""
    func add(_ name: String, _ type: String, _ samples: [(suffix: String, value: String)]) {
      text += "# TYPE verify_receipt_\(name) \(type)\n"
      for sample in samples { text += "verify_receipt_\(name)\(sample.suffix) \(sample.value)\n" }
    }
    func counter(_ name: String, _ values: [String: Int]) {
      add(name, "counter", values.sorted { $0.key < $1.key }.map { ("{\($0.key)}", "\($0.value)") })
    }
    counter("answers_total", counts.answers)
    counter("refusals_total", counts.refusals)
    var total = 0
    let buckets = zip(Self.bounds.map(\.description) + ["+Inf"], counts.buckets).map {
      (bound, count) in
      total += count
      return (#"_bucket{le="\#(bound)"}"#, "\(total)")
    }
    add(
      "duration_seconds", "histogram",
      buckets + [("_sum", "\(counts.seconds)"), ("_count", "\(total)")])
    for (name, value) in load.gauges { add(name, "gauge", [("", "\(value)")]) }
    return text
  }
}
