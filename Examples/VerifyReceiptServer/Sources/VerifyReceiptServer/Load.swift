import Synchronization

/// What the server has taken on, over all connections, and how much it may.
final class Load: Sendable {
  let connections = Atomic(0)
  /// The connections whose receipt has arrived and whose answer to it hasn't been sent.
  let requests = Atomic(0)
  /// The bytes of bodies and answers in memory.
  let bytes = Atomic(0)

  /// Whether the server is about to end.
  let isDraining = Atomic(false)

  private let maximumRequests: Int
  private let maximumBytes: Int

  init(maximumRequests: Int, maximumBytes: Int) {
    self.maximumRequests = maximumRequests
    self.maximumBytes = maximumBytes
  }

  /// Whether a request that has been read should be told to ask again. Only the excess is, by chance: if all were,
  /// clients that ask again at once would keep the server full, and nobody would get an answer.
  func refusesRequest() -> Bool {
    let requests = requests.load(ordering: .relaxed)
    return requests > maximumRequests && Int.random(in: 0..<requests) >= maximumRequests
  }

  /// Whether a body should not be read further: by chance from half the bound on, and always beyond it.
  func refusesBytes() -> Bool {
    let bytes = bytes.load(ordering: .relaxed)
    return bytes > maximumBytes / 2 && Int.random(in: maximumBytes / 2..<maximumBytes) < bytes
  }

  /// Whether new requests are better sent elsewhere: some are told to ask again, or the server is about to end.
  var isBusy: Bool {
    isDraining.load(ordering: .relaxed) || requests.load(ordering: .relaxed) > maximumRequests
      || bytes.load(ordering: .relaxed) > maximumBytes / 2
  }
}
