import Foundation

/// A line on standard error that says how far a batch is, if a person is there to read it.
struct BatchProgress {
  private let start = ContinuousClock.now
  private var next: ContinuousClock.Instant
  private var lines = 0
  private let isShown: Bool

  init(isShown: Bool) {
    self.isShown = isShown
    next = start
  }

  /// Counts lines that are done.
  mutating func add(_ count: Int) {
    lines += count
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(200)
    show(end: "")
  }

  /// Shows the end.
  func finish() {
    if isShown { show(end: "\n") }
  }

  private func show(end: String) {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let rate = seconds > 0 ? Int(Double(lines) / seconds) : 0
    let text = "\r\(lines) receipts, \(rate) a second\(end)"
    FileHandle.standardError.write(Data(text.utf8))
  }
}
