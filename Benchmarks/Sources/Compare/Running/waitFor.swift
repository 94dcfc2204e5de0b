import Foundation
import Synchronization

/// Runs asynchronous work and waits for it, in a program that has nothing else to do.
func waitFor<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Result<Value, any Error>?>(nil)
  Task {
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
    result.withLock { $0 = outcome }
    done.signal()
  }
  done.wait()
  guard let result = result.withLock({ $0 }) else { preconditionFailure("signalled too early") }
  return try result.get()
}
