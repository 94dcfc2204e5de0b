import Foundation

/// Where the lines of a batch go, one block at a time.
final class BatchOutput: @unchecked Sendable {
  // Only one thread at a time calls `write`; `failure` is read by another one, hence the lock.
  private let lock = NSLock()
  private var storedFailure: ToolError?
  private var progress = BatchProgress(isShown: isatty(STDERR_FILENO) == 1)

  /// Why nothing more can be written.
  var failure: ToolError? { lock.withLock { storedFailure } }

  func write(_ octets: [UInt8], lines: Int) {
    guard failure == nil else { return }
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(octets))
      progress.add(lines)
    } catch {
      lock.withLock { storedFailure = .input("cannot write: \(error.localizedDescription)") }
    }
  }

  /// Shows the end of the progress.
  func finish() { progress.finish() }
}
