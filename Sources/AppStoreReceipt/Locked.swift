#if canImport(FoundationEssentials)
  import Synchronization

  /// A value that one thread at a time can use.
  struct Locked<Value: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      mutex.withLock { body(&$0) }
    }
  }
#else
  import Foundation

  /// A value that one thread at a time can use. `Mutex` does the same, but only from macOS 15 and iOS 18 on.
  final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    // Touched only while `lock` is locked.
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      lock.withLock { body(&value) }
    }
  }
#endif
