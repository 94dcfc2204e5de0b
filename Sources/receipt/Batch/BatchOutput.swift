import AppStoreReceipt
import Foundation
import ReceiptJSON
import TextCoding

/// Writes and counts the answers of a batch, one block at a time.
final class BatchOutput: @unchecked Sendable {
  // One thread at a time calls `write`, and none after `finish`. Another thread reads `failure`, hence the lock.
  private let lock = NSLock()
  private var storedFailure: ToolError?
  private var calls = BatchCalls()
  private var progress = BatchProgress()
  private let console: Console

  init(_ console: Console) {
    self.console = console
  }

  /// The first write error.
  var failure: ToolError? { lock.withLock { storedFailure } }

  /// Writes the answers for a block of lines.
  func write(_ answers: [BatchAnswer]) {
    for answer in answers { calls.add(answer) }
    write(answers.flatMap(\.bytes))
    progress.add(answers.count, failed: answers.count(where: \.isFailed))
  }

  /// Writes the calls for all lines, and the summary.
  ///
  /// - Returns: the number of lines that failed.
  func finish() throws(ToolError) -> Int {
    progress.finish()
    write(calls.lines)
    if let failure { throw failure }
    console.remark(progress.summary)
    return progress.failed
  }

  private func write(_ bytes: [UInt8]) {
    guard failure == nil, !bytes.isEmpty else { return }
    console.jsonLines(bytes)
    do throws(ToolError) {
      try console.finish()  // readers may be waiting
    } catch {
      lock.withLock { storedFailure = error }
    }
  }
}

/// The progress of a batch: a line on standard error while it runs, if that is a terminal, and a summary.
struct BatchProgress {
  private let isShown = FileDescriptor.standardError.isTerminal
  private let start = ContinuousClock.now
  private var next = ContinuousClock.now
  private var lines = 0
  /// The number of lines that failed.
  private(set) var failed = 0

  /// Counts finished lines.
  mutating func add(_ count: Int, failed: Int) {
    lines += count
    self.failed += failed
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(200)
    show("\r\(lines) read, \(rate) a second")
  }

  /// Clears the progress line.
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

  /// Bypasses the console, because this text moves the cursor.
  private func show(_ text: String) {
    try? FileDescriptor.standardError.write(Array(text.utf8))
  }
}

/// The calls to the App Store Server API for all lines of a batch.
struct BatchCalls {
  private var calls = ServerAPICalls()
  private var names: [JSON] = []

  mutating func add(_ answer: BatchAnswer) {
    guard let call = answer.call else { return }
    calls.add(call.purchases)
    names.append(call.name)
  }

  /// One line for each call, and one for each receipt without one.
  var lines: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ histories: [Int], _ members: (inout JSONWriter) -> Void) {
      var writer = JSONWriter()
      writer.object { writer in
        members(&writer)
        writer.member("for", .array(histories.map { names[$0] }))
      }
      bytes += writer.bytes + [UInt8(ascii: "\n")]
    }
    for call in calls.calls {
      add(call.histories) { writer in
        writer.member("transactionIdentifier", call.transactionIdentifier)
        writer.member("bundleIdentifier", call.bundleIdentifier)
        writer.member("environment", call.environment?.rawValue)
      }
    }
    for unavailable in calls.unavailable {
      add([unavailable.history]) { $0.member("unavailable", "\(unavailable.reason)") }
    }
    return bytes
  }
}
