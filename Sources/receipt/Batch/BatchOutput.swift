import Foundation

/// Where the lines of a batch go, one block at a time.
final class BatchOutput: @unchecked Sendable {
  // Only one thread at a time calls `write`; `failure` is read by another one, hence the lock.
  private let lock = NSLock()
  private var storedFailure: ToolError?
  private var calls = BatchCalls()
  private var progress = BatchProgress(isShown: isatty(STDERR_FILENO) == 1)

  /// Why nothing more can be written.
  var failure: ToolError? { lock.withLock { storedFailure } }

  /// Writes what comes of a block of lines.
  func write(_ answers: [BatchAnswer]) {
    for case let call? in answers.map(\.call) { calls.add(call) }
    write(answers.flatMap(\.octets))
    progress.add(answers.count)
  }

  /// Writes what comes of all lines together.
  func finish() throws(ToolError) {
    progress.finish()
    write(calls.lines)
    if let failure { throw failure }
  }

  private func write(_ octets: [UInt8]) {
    guard failure == nil, !octets.isEmpty else { return }
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(octets))
    } catch {
      lock.withLock { storedFailure = .input("cannot write: \(error.localizedDescription)") }
    }
  }
}
