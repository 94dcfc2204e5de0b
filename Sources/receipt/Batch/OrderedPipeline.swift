import Foundation

/// Turns items into results on several threads, and hands the results on in the order of the items.
///
/// At most `4 * threads` items are on their way at a time, so memory stays bounded however fast the source
/// is. A result is handed on as soon as those before it are, also while the source waits for more.
final class OrderedPipeline<Item: Sendable, Result: Sendable>: @unchecked Sendable {
  // Everything mutable is touched only while `condition` is locked.
  private let condition = NSCondition()
  private var waiting: [(number: Int, item: Item)] = []
  private var finished: [Int: Result] = [:]
  private var submitted = 0
  private var handedOn = 0
  private var isHandingOn = false
  private var isClosed = false
  private var running: Int

  private let capacity: Int
  private let transform: @Sendable (Item) -> Result
  private let receive: @Sendable (Result) -> Void

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - transform: is called on any of the threads, for several items at once.
  ///   - receive: is called for one result at a time.
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

  /// Adds an item; waits while too many are on their way.
  func submit(_ item: Item) {
    condition.lock()
    while submitted - handedOn >= capacity { condition.wait() }
    waiting.append((submitted, item))
    submitted += 1
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until every result was handed on. Nothing may be submitted afterwards.
  func finish() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    while running > 0 { condition.wait() }
    condition.unlock()
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
      handOn()
    }
    running -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Hands on what is next in order, unless another thread is at it; that one then sees this result too.
  private func handOn() {
    guard !isHandingOn else { return }
    isHandingOn = true
    while let result = finished.removeValue(forKey: handedOn) {
      condition.unlock()
      receive(result)
      condition.lock()
      handedOn += 1
      condition.broadcast()
    }
    isHandingOn = false
  }
}
