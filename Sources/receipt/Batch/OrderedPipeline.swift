import Foundation

/// Transforms items on several threads, and delivers the results in the order of the items.
///
/// At most `4 * threads` items are in flight, so memory stays bounded. A result is delivered as soon as all earlier
/// ones are, even while the source waits.
final class OrderedPipeline<Item: Sendable, Result: Sendable>: @unchecked Sendable {
  // Everything mutable is touched only while `condition` is locked.
  private let condition = NSCondition()
  private var waiting: [(number: Int, item: Item)] = []
  private var finished: [Int: Result] = [:]
  private var submitted = 0
  private var delivered = 0
  private var isDelivering = false
  private var isClosed = false
  private var running: Int

  private let capacity: Int
  private let transform: @Sendable (Item) -> Result
  private let receive: @Sendable (Result) -> Void

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - transform: called on any thread, concurrently.
  ///   - receive: called for one result at a time.
  init(
    threads: Int, transform: @escaping @Sendable (Item) -> Result,
    receive: @escaping @Sendable (Result) -> Void
  ) {
    self.transform = transform
    self.receive = receive
    running = threads
    capacity = threads * 4
    for _ in 0..<threads {
      let thread = Thread { self.work() }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// Adds an item; waits while too many are in flight.
  func submit(_ item: Item) {
    condition.withLock {
      while submitted - delivered >= capacity { condition.wait() }
      waiting.append((submitted, item))
      submitted += 1
      condition.broadcast()
    }
  }

  /// Waits until all results are delivered. Nothing may be submitted after that.
  func finish() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
      while running > 0 { condition.wait() }
    }
  }

  private func work() {
    condition.lock()
    while true {
      while waiting.isEmpty, !isClosed { condition.wait() }
      guard !waiting.isEmpty else { break }
      let (number, item) = waiting.removeFirst()
      condition.unlock()
      let result = transform(item)
      condition.lock()
      finished[number] = result
      deliver()
    }
    running -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Delivers the next results in order, unless another thread is doing so; that one then delivers this result, too.
  private func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    while let result = finished.removeValue(forKey: delivered) {
      condition.unlock()
      receive(result)
      condition.lock()
      delivered += 1
      condition.broadcast()
    }
    isDelivering = false
  }
}
