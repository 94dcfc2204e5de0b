/// A customer with a few purchases, and the receipts that say so: made at random from small domains, so that dates touch,
/// transactions repeat, periods are cancelled in one receipt and not in another, and some fields are unreadable.
struct World {
  let clock: Clock
  let isXcode: Bool
  let catalog: ModelCatalog
  /// Of one app; each with another date.
  let receipts: [ReceiptOfEntries]

  init(_ random: inout Choices) {
    let unit = [86_400_000, 86_400_000, 1000, 1][random.choose(4)]
    clock = Clock(unit: unit)
    let isXcode = random.choose(6) == 0
    self.isXcode = isXcode
    catalog = Self.catalog(isDays: unit == 86_400_000, &random)
    let truths = Self.transactions(isXcode: isXcode, &random)
    var creations = [0, 5, 9, 40]
    receipts = (0..<1 + [0, 0, 1, 2][random.choose(4)]).map { _ in
      let creation = creations.remove(at: random.choose(creations.count))
      var entries: [Entry] = []
      for truth in truths where random.choose(4) > 0 {
        let entry = Self.seen(truth, isXcode: isXcode, &random)
        entries.append(entry)
        guard random.choose(10) == 0 else { continue }
        var copy = entry
        copy.cancellation = Self.cancellation(&random)
        entries.append(copy)
      }
      entries.shuffle(using: &random)
      return ReceiptOfEntries(creation: creation, entries: entries)
    }
  }

  private static func catalog(isDays: Bool, _ random: inout Choices) -> ModelCatalog {
    var catalog = ModelCatalog()
    for product in 0..<3 {
      catalog.kinds[product] = random.choose(3) == 0 ? random.choose(4) : nil
      switch random.choose(4) {
      case 0: catalog.ticks[product] = 1 + random.choose(4)
      case 1 where isDays: catalog.months[product] = 1
      default: break
      }
    }
    return catalog
  }

  /// What was bought. In the store a transaction has one product and one original, which is a first transaction; Xcode
  /// numbers everything 0 or from 1 again.
  private static func transactions(isXcode: Bool, _ random: inout Choices) -> [Entry] {
    var numbers = Array(0..<9)
    numbers.shuffle(using: &random)
    var entries: [Entry] = []
    for _ in 0..<1 + random.choose(3) {
      let kind: Said =
        isXcode && random.choose(3) > 0
        ? .nothing : .value([0, 1, 2, 3, 3, 3, 3, 4, 7][random.choose(9)])
      let renews = kind == .value(3)
      let (product, other) = (random.choose(3), random.choose(3))
      var first: Int?
      var firstStart = 0
      for _ in 0..<1 + random.choose(3) where !numbers.isEmpty {
        let number = isXcode ? random.choose(2) : numbers.removeLast()
        let original = first ?? number
        first = original
        let isOwnOriginal = original == number && random.choose(4) == 0
        let start = random.choose(7)
        if original == number { firstStart = start }
        let end: Said =
          renews || random.choose(4) == 0
          ? .value(start + random.choose(4) - (start > 0 ? 1 : 0)) : .nothing
        entries.append(
          Entry(
            product: .value(renews && random.choose(3) == 0 ? other : product),
            transaction: .value(number),
            original: isXcode || isOwnOriginal ? .nothing : .value(original), kind: kind,
            start: .value(start), firstStart: .value(firstStart), end: end,
            quantity: [.value(1), .value(3), .value(0), .value(-1), .value(.max), .nothing][
              random.choose(6)],
            trial: flag(&random), introductory: flag(&random)))
      }
    }
    // One number of Xcode's with one product at one date is one purchase: no receipt has two of them.
    guard isXcode else { return entries }
    var seen: Set<[Said]> = []
    return entries.filter { seen.insert([$0.transaction, $0.product, $0.start]).inserted }
  }

  private static func flag(_ random: inout Choices) -> Said {
    [.value(0), .value(0), .value(0), .value(1), .nothing, .nothing, .value(2), .nonsense][
      random.choose(8)]
  }

  private static func cancellation(_ random: inout Choices) -> Said {
    [.nothing, .nothing, .nothing, .nothing, .nothing, .value(random.choose(8)), .nonsense][
      random.choose(7)]
  }

  /// As a receipt has it: perhaps cancelled, with another end, or with a field that is unreadable or missing.
  private static func seen(
    _ truth: Entry, isXcode: Bool, _ random: inout Choices
  ) -> Entry {
    var entry = truth
    entry.cancellation = cancellation(&random)
    if case .value(let end) = truth.end, random.choose(10) == 0 { entry.end = .value(end + 1) }
    guard random.choose(6) == 0 else { return entry }
    for _ in 0...(random.choose(3) / 2) {
      let bad: Said = random.choose(2) == 0 ? .nothing : .nonsense
      switch random.choose(10) {
      case 0: entry.product = bad
      case 1: entry.transaction = bad
      case 2, 3: entry.original = bad
      case 4: entry.start = bad
      case 5: entry.end = bad
      case 6: entry.kind = bad
      case 7, 8: entry.firstStart = bad
      default: entry.quantity = bad
      }
    }
    // What a cancelled entry without product or date cancels among transactions that share a number, no document says.
    if isXcode, !entry.isWhole { entry.cancellation = .nothing }
    return entry
  }

  /// What a server says, about subscriptions of this customer and one that is none.
  func renewals(at tick: Int, _ random: inout Choices) -> [ModelRenewal] {
    guard random.choose(3) > 0 else { return [] }
    let entries = receipts.flatMap(\.entries)
    let originals = Set((entries.map(\.original) + entries.map(\.transaction)).compactMap(\.value))
      .union([8])
    return originals.sorted().filter { _ in random.choose(2) == 0 }.map { original in
      ModelRenewal(
        original: original, product: random.choose(2) == 0 ? nil : random.choose(3),
        graceEnd: random.choose(3) == 0 ? nil : tick + random.choose(4) - 1,
        isRetried: random.choose(2) == 0)
    }
  }
}
