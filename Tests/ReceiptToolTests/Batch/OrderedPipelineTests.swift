import Dispatch
import Foundation
import Testing

@testable import receipt

@Suite struct OrderedPipelineTests {
  /// What several threads collect.
  private final class Collection: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [Int] = []
    // Copied: ThreadSanitizer does not see when the last reference to a shared array is gone.
    var values: [Int] { lock.withLock { stored.map { $0 } } }
    func append(_ value: Int) { lock.withLock { stored.append(value) } }
  }

  @Test(arguments: [1, 2, 3, 8])
  func `Results come in the order of the items, whichever is done first`(threads: Int) {
    let results = Collection()
    let pipeline = OrderedPipeline<Int, Int>(
      threads: threads,
      transform: { item in
        if item.isMultiple(of: 7) { Thread.sleep(forTimeInterval: 0.002) }
        return item * 2
      }, receive: { results.append($0) })
    for item in 0..<200 { pipeline.submit(item) }
    pipeline.finish()
    #expect(results.values == (0..<200).map { $0 * 2 })
  }

  @Test func `No more items than allowed are on their way`() {
    let (results, started) = (Collection(), Collection())
    let gate = DispatchSemaphore(value: 0)
    let pipeline = OrderedPipeline<Int, Int>(
      threads: 2,
      transform: { item in
        started.append(item)
        gate.wait()
        gate.signal()
        return item
      }, receive: { results.append($0) })
    let submitted = Collection()
    let feeder = Thread {
      for item in 0..<100 {
        pipeline.submit(item)
        submitted.append(item)
      }
      pipeline.finish()
      submitted.append(-1)
    }
    feeder.start()
    let deadline = Date(timeIntervalSinceNow: 60)
    while submitted.values.count < 8 || started.values.count < 2, Date() < deadline {
      Thread.sleep(forTimeInterval: 0.001)
    }
    Thread.sleep(forTimeInterval: 0.05)  // in which a ninth would come if it could
    #expect(submitted.values.count == 8)
    #expect(started.values.count == 2)
    gate.signal()
    while submitted.values.last != -1 { Thread.sleep(forTimeInterval: 0.001) }
    #expect(results.values == Array(0..<100))
  }

  @Test func `A result is handed on while the source waits for more`() {
    let results = Collection()
    let pipeline = OrderedPipeline<Int, Int>(
      threads: 2, transform: { $0 }, receive: { results.append($0) })
    pipeline.submit(1)
    let deadline = Date(timeIntervalSinceNow: 60)
    while results.values.isEmpty, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
    #expect(results.values == [1])
    pipeline.finish()
  }
}
