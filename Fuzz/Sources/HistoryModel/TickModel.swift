/// Ownership counted tick by tick, as `WhatIsOwned` says it: no interval is ever joined or sorted here, a tick is owned or
/// it isn't. It is made of what receipts were made of, and reads nothing.
struct TickModel {
  /// One transaction, as in the newest receipt that has it.
  struct Bought {
    let entry: Entry
    let cancellation: Said
    let term: Term

    var product: Int { entry.product.value ?? 0 }
    var start: Int { entry.start.value ?? 0 }
    var isCancelled: Bool { cancellation != .nothing }
  }

  /// How long a purchase lasts.
  enum Term: Equatable {
    case until(Int)
    case forever
    case consumed, nonRenewing, endMissing, endUnreadable, kindUnknown
  }

  let isXcode: Bool
  private let catalog: ModelCatalog
  private let all: [Entry]
  /// By date, then by number, then by product.
  private(set) var bought: [Bought] = []
  let withheld: Set<Entry>

  init(_ world: World) {
    self.init(world.receipts, isXcode: world.isXcode, catalog: world.catalog)
  }

  init(_ receipts: [ReceiptOfEntries], isXcode: Bool, catalog: ModelCatalog) {
    (self.isXcode, self.catalog) = (isXcode, catalog)
    all = receipts.flatMap(\.entries)
    withheld = Set(all.filter { !$0.isWhole })
    var seen: Set<[Said]> = []
    for receipt in receipts.sorted(by: { $0.creation > $1.creation }) {
      for entry in receipt.entries where entry.isWhole {
        let identity = [entry.product, entry.transaction, isXcode ? entry.start : .nothing]
        guard seen.insert(identity).inserted else { continue }
        bought.append(
          Bought(entry: entry, cancellation: cancellation(of: entry), term: term(of: entry)))
      }
    }
    bought.sort { first, second in
      let keys = [first, second].map { [$0.start, $0.entry.transaction.value ?? 0, $0.product] }
      return keys[0].lexicographicallyPrecedes(keys[1])
    }
  }

  // MARK: Kinds

  /// What the receipt says; if it says nothing, what the app does; if that neither, what an end means.
  func kind(of entry: Entry) -> Int? {
    switch entry.kind {
    case .value(let kind): kind
    case .nonsense: nil
    case .nothing:
      entry.product.value.flatMap { catalog.kinds[$0] } ?? (entry.end == .nothing ? nil : 3)
    }
  }

  func renews(_ entry: Entry) -> Bool { kind(of: entry) == 3 }
  func isConsumable(_ entry: Entry) -> Bool { kind(of: entry) == 1 }

  private func term(of entry: Entry) -> Term {
    let kind = kind(of: entry)
    if entry.kind == .nonsense { return .kindUnknown }
    if kind == 1 { return .consumed }
    switch entry.end {
    case .value(let end): return .until(end)
    case .nonsense: return .endUnreadable
    case .nothing: break
    }
    switch (kind, entry.product.value) {
    case (0, _), (4, _): return .forever
    case (3, _): return .endMissing
    case (2, let product?):
      guard let start = firstStart(of: entry) else { return .nonRenewing }
      if let ticks = catalog.ticks[product] { return .until(start + ticks) }
      return catalog.months[product].map { .until(Clock.later(start, months: $0)) } ?? .nonRenewing
    default: return .kindUnknown
    }
  }

  /// When something was bought that restoring doesn't prolong.
  private func firstStart(of entry: Entry) -> Int? {
    if [.nothing, entry.transaction].contains(entry.original) { return entry.start.value }
    guard let start = entry.start.value, let first = entry.firstStart.value else { return nil }
    return min(start, first)
  }

  // MARK: Cancellations

  /// The earliest date that an entry gives which takes this one back.
  private func cancellation(of entry: Entry) -> Said {
    Self.earliest(
      all.filter { $0 == entry || takesBack($0, entry, renews: renews(entry)) }.map(\.cancellation))
  }

  static func earliest(_ cancellations: [Said]) -> Said {
    if let date = cancellations.compactMap(\.value).min() { return .value(date) }
    return cancellations.contains(.nonsense) ? .nonsense : .nothing
  }

  /// Whether the cancellation of one entry is one of another, too.
  func takesBack(_ cancelled: Entry, _ entry: Entry, renews: Bool) -> Bool {
    if cancelled.transaction.value != nil, cancelled.transaction == entry.transaction {
      if !cancelled.isWhole { return true }
      if cancelled.product == entry.product, !isXcode || cancelled.start == entry.start {
        return true
      }
    }
    guard cancelled.product.value == nil || cancelled.product == entry.product else {
      return false
    }
    // Each period is paid for, but not each copy of one.
    if renews, let start = entry.start.value, let end = entry.end.value {
      // Without a number it may be any transaction that begins so.
      let isNamed = cancelled.transaction.value != nil
      if (cancelled.start.value ?? start) != start { return false }
      if isNamed, (cancelled.end.value ?? end) != end { return false }
    }
    let (first, second) = (original(of: cancelled), original(of: entry))
    if let first, let second, first == second { return true }
    // A copy by its own number, which may be the original that another names.
    if !isXcode {
      if let second, cancelled.transaction == .value(second) { return true }
      if let first, entry.transaction == .value(first) { return true }
    }
    guard cancelled.product.value != nil else { return false }
    return cancelled.original == .nonsense || entry.original == .nonsense
      || cancelled.transaction.value == nil
  }

  /// A purchase that names no original is its own. Xcode's numbers name nothing.
  func original(of entry: Entry) -> Int? {
    switch entry.original {
    case .value(let original): original
    case .nothing: isXcode ? nil : entry.transaction.value
    case .nonsense: nil
    }
  }

  // MARK: Ticks

  /// Whether a purchase is in effect in a tick.
  func covers(_ purchase: Bought, _ tick: Int) -> Bool {
    guard !purchase.isCancelled, tick >= purchase.start else { return false }
    return switch purchase.term {
    case .until(let end): tick < end
    case .forever: true
    default: false
    }
  }

  /// The ticks in which one of the products is owned. What is owned in the last one is owned forever.
  func ownedTicks(_ products: Set<Int>) -> [Bool] {
    var owned = Array(repeating: false, count: Clock.ticks)
    for purchase in bought where products.contains(purchase.product) && !purchase.isCancelled {
      for tick in purchase.start..<Clock.ticks {
        if !covers(purchase, tick) { break }
        owned[tick] = true
      }
    }
    return owned
  }
}
