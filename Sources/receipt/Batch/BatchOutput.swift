import Foundation

/// Where the lines of a batch go, one block at a time, and what is counted of them.
final class BatchOutput: @unchecked Sendable {
  // Only one thread at a time calls `write`, and none does once `finish` is called; `failure` is read by another
  // thread, hence the lock.
  private let lock = NSLock()
  private var storedFailure: ToolError?
  private var calls = BatchCalls()
  private var progress = BatchProgress(isShown: FileDescriptor.standardError.isTerminal)
  private let console: Console

  init(_ console: Console) {
    self.console = console
  }

  /// Why nothing more can be written.
  var failure: ToolError? { lock.withLock { storedFailure } }

  /// Writes what comes of a block of lines.
  func write(_ answers: [BatchAnswer]) {
    for case let call? in answers.map(\.call) { calls.add(call) }
    write(answers.flatMap(\.bytes))
    progress.add(answers.count, failed: answers.count(where: \.isFailure))
  }

  /// Writes what comes of all lines together, and the summary.
  ///
  /// - Returns: how many lines have no answer.
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
      try console.finish()  // whoever waits for the answers gets them
    } catch {
      lock.withLock { storedFailure = error }
    }
  }
}
