import Foundation

/// How far a batch is: a line on standard error while it runs, if a person is there to read it, and a summary at its
/// end.
struct BatchProgress {
  private let start = ContinuousClock.now
  private var next: ContinuousClock.Instant
  private var lines = 0
  /// Lines without an answer.
  private(set) var failed = 0
  private let isShown: Bool

  init(isShown: Bool) {
    self.isShown = isShown
    next = start
  }

  /// Counts lines that are done.
  mutating func add(_ count: Int, failed: Int) {
    lines += count
    self.failed += failed
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(200)
    show("\r\(lines) read, \(rate) a second")
  }

  /// Clears the line.
  func finish() {
    if isShown { show("\r\u{1B}[K") }
  }

  var summary: String {
    "\(lines) read, \(lines - failed) answered, \(failed) failed, \(rate) a second"
  }

  private var rate: Int {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return seconds > 0 ? Int(Double(lines) / seconds) : 0
  }

  /// The tool's own text, which may move the cursor.
  private func show(_ text: String) {
    try? FileDescriptor.standardError.write(Array(text.utf8))
  }
}
