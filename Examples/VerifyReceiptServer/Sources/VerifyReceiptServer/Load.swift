import Synchronization

/// What the server has taken on, over all connections, and how much it may.
final class Load: Sendable {
  let connections = Atomic(0)
  /// The requests that are complete and whose answers haven't been sent.
  let requests = Atomic(0)
  /// The bytes of bodies and answers in memory.
  let bytes = Atomic(0)

  private let maximumRequests: Int
  private let maximumBytes: Int

  init(maximumRequests: Int, maximumBytes: Int) {
    self.maximumRequests = maximumRequests
    self.maximumBytes = maximumBytes
  }

  /// Whether whoever asks now should be told to ask again.
  var isFull: Bool {
    requests.load(ordering: .relaxed) > maximumRequests
      || bytes.load(ordering: .relaxed) > maximumBytes
  }

  /// What `/metrics` shows of it.
  var gauges: [(name: String, value: Int)] {
    [
      ("connections", connections.load(ordering: .relaxed)),
      ("requests", requests.load(ordering: .relaxed)),
      ("memory_bytes", bytes.load(ordering: .relaxed)),
    ]
  }
}
