extension TickModel {
  /// What a customer may do with products.
  enum State: Equatable {
    /// Until then; `nil` is forever.
    case active(Int?)
    case grace(Int)
    case retry(Int)
    case expired(Int)
    case cancelled(Int?)
    case notYet(Int)
    case unclear(Term?)
    case never
  }

  func state(of products: Set<Int>, at now: Int, leeway: Int, renewals: [ModelRenewal]) -> State {
    let owned = ownedTicks(products)
    // Back from now, as far as the leeway goes, to a tick that is owned.
    var tick = now
    while tick >= 0, now - tick <= leeway, !owned[tick] { tick -= 1 }
    if tick >= 0, now - tick <= leeway {
      while tick < Clock.ticks, owned[tick] { tick += 1 }
      return .active(tick == Clock.ticks ? nil : tick)
    }
    if let state = renewalState(products, at: now, renewals) { return state }
    let own = bought.filter { products.contains($0.product) }
    if let latest = own.filter({ $0.start <= now }).map(\.start).max() {
      let together = own.filter { $0.start == latest }
      if together.contains(where: { covers($0, $0.start) }) {
        let last = owned[...now].lastIndex(of: true) ?? -1
        return .expired(last + 1)
      }
      if let cancelled = together.last(where: \.isCancelled) {
        return .cancelled(cancelled.cancellation.value)
      }
      let term = together.last?.term
      return if case .until(let end)? = term { .expired(end) } else { .unclear(term) }
    }
    if let next = own.first(where: { !$0.isCancelled }) { return .notYet(next.start) }
    if let cancelled = own.first { return .cancelled(cancelled.cancellation.value) }
    return withheld.contains { $0.product.value.map(products.contains) ?? false }
      ? .unclear(nil) : .never
  }

  /// Grace and retry follow the last period of a subscription, if it is known to be the last.
  private func renewalState(
    _ products: Set<Int>, at now: Int, _ renewals: [ModelRenewal]
  ) -> State? {
    var (graceEnds, retries): ([Int], [Int]) = ([], [])
    for renewal in renewals {
      guard let last = bought.last(where: { original(of: $0.entry) == renewal.original }),
        products.contains(last.product), [nil, last.product].contains(renewal.product),
        renews(last.entry), covers(last, last.start),
        case .until(let end) = last.term, end <= now,
        !mayBeFollowed(last, original: renewal.original)
      else { continue }
      if let grace = renewal.graceEnd { graceEnds.append(grace) }
      if renewal.isRetried { retries.append(end) }
    }
    if let end = graceEnds.max(), end > now { return .grace(end) }
    return retries.max().map { .retry($0) }
  }

  /// Whether an entry that does not say its subscription or its date may be a later period.
  private func mayBeFollowed(_ last: Bought, original: Int) -> Bool {
    let named = withheld.filter { self.original(of: $0) == original }
    let unnamed = (bought.map(\.entry) + withheld).filter {
      self.original(of: $0) == nil && !(isXcode && $0.original == .nothing)
    }
    return (named + unnamed).contains { $0.start.value.map { $0 >= last.start } ?? true }
  }
}
