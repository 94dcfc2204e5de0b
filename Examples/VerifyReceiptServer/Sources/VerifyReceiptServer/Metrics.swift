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

  func count(_ answer: VerifyReceiptAnswer, at endpoint: VerifyReceiptEndpoint, seconds: Double) {
    let status = answer.response.status?.rawValue ?? -1
    let labels = #"endpoint="\#(endpoint)",status="\#(status)""#
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    counts.withLock {
      $0.answers[labels, default: 0] += 1
      $0.buckets[bucket] += 1
      $0.seconds += seconds
    }
  }

  func count(_ refusal: Refusal) {
    counts.withLock { $0.refusals[#"reason="\#(refusal.rawValue)""#, default: 0] += 1 }
  }

  /// The text of `/metrics`.
  func text(_ load: Load) -> String {
    let counts = counts.withLock { $0 }
    var text = ""
    func add(_ name: String, _ type: String, _ samples: [(suffix: String, value: Any)]) {
      text += "# TYPE verify_receipt_\(name) \(type)\n"
      for sample in samples { text += "verify_receipt_\(name)\(sample.suffix) \(sample.value)\n" }
    }
    add("answers_total", "counter", counts.answers.map { ("{\($0)}", $1) })
    add("refusals_total", "counter", counts.refusals.map { ("{\($0)}", $1) })
    var total = 0
    var histogram: [(String, Any)] = []
    for (bound, count) in zip(Self.bounds.map(\.description) + ["+Inf"], counts.buckets) {
      total += count
      histogram.append((#"_bucket{le="\#(bound)"}"#, total))
    }
    add("duration_seconds", "histogram", histogram + [("_sum", counts.seconds), ("_count", total)])
    add("connections", "gauge", [("", load.connections.load(ordering: .relaxed))])
    add("requests", "gauge", [("", load.requests.load(ordering: .relaxed))])
    add("memory_bytes", "gauge", [("", load.bytes.load(ordering: .relaxed))])
    return text
  }
}
