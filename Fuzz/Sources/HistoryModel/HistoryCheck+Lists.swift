import FuzzSupport
import ReceiptParsing
import ReceiptPurchases

// Which purchases an answer lists. Those of the history and of the model are the same by now, in the same order.

extension HistoryCheck {
  func purchases(_ places: [Int]) -> [Purchase] { places.map { history.purchases[$0] } }

  /// Ticks that are owned one after the other are an interval.
  func checkIntervals() {
    for products in [[0], [1], [2], [0, 1], [0, 1, 2]] as [Set<Int>] {
      let owned = model.ownedTicks(products)
      var expected: [[ReceiptDate?]] = []
      var members: [[Purchase]] = []
      for (tick, isOwned) in owned.enumerated() where isOwned && (tick == 0 || !owned[tick - 1]) {
        let end = owned[tick...].firstIndex(of: false)
        expected.append([date(tick), date(end)])
        let ticks = tick..<(end ?? Clock.ticks)
        members.append(purchases(model.members(of: products, beginningIn: ticks)))
      }
      let found = history.intervals(ofAny: products.map { EntryEncoding.products[$0] })
      require(found.map { [$0.start, $0.end] } == expected, "\(found), not \(expected), \(world)")
      require(found.map(\.purchases) == members, "\(found) of \(members), \(world)")
      if products.count == 1, let product = products.first {
        let alone = history.entitlement(of: EntryEncoding.products[product])
        require(alone.intervals == found, "of one product, \(world)")
        checkPlaces(alone, owned)
        checkLists(alone, of: product)
      }
    }
  }

  /// Where a tick lies on both sides of each edge: in the interval that has begun last, or in none.
  private func checkPlaces(_ entitlement: ProductEntitlement, _ owned: [Bool]) {
    var begun = 0
    for tick in owned.indices {
      let isEdge = tick == 0 ? owned[0] : owned[tick] != owned[tick - 1]
      if isEdge, owned[tick] { begun += 1 }
      guard isEdge || tick + 1 < owned.count && owned[tick] != owned[tick + 1] else { continue }
      let interval = owned[tick] ? entitlement.intervals[begun - 1] : nil
      require(
        entitlement.interval(at: date(tick)) == interval,
        "\(interval, default: "none") at \(tick), \(world)")
    }
  }

  /// What grants nothing.
  private func checkLists(_ entitlement: ProductEntitlement, of product: Int) {
    let cancelled = purchases(model.cancelled(product))
    require(entitlement.cancelled == cancelled, "cancelled: \(cancelled), \(world)")
    let withoutPeriod = purchases(model.withoutPeriod(product))
    require(
      entitlement.withoutPeriod == withoutPeriod, "without a period: \(withoutPeriod), \(world)")
    let hidden = keys(of: model.withheld.filter { $0.product == .value(product) })
    require(Self.keys(entitlement.unreadable) == hidden, "unreadable: \(hidden), \(world)")
  }

  func checkOffers() {
    for products in [[0], [1, 2]] as [Set<Int>] {
      let (used, unclear, hidden) = model.offers(in: products)
      let found = history.introductoryOfferEligibility(
        in: products.map { EntryEncoding.products[$0] })
      switch found {
      case .eligible:
        require(used.isEmpty && unclear.isEmpty && hidden.isEmpty, "eligible, \(world)")
      case .used(let found):
        require(!used.isEmpty && found == purchases(used), "used: \(found), \(world)")
      case .unclear(let entries):
        let named = purchases(unclear).map(\.inAppReceipt)
        let isRight =
          used.isEmpty && !entries.isEmpty && Array(entries.prefix(named.count)) == named
        require(isRight, "unclear: \(entries), \(world)")
        let rest = Self.keys(Array(entries.dropFirst(named.count)))
        require(rest == keys(of: hidden), "unclear: \(entries), \(world)")
      }
    }
  }

  // What is withheld is in the order of its bytes, which the model doesn't have.

  /// Product, transaction and date of each.
  private static func keys(_ entries: [InAppReceipt]) -> [String] {
    entries.map { entry in
      key(
        entry.productIdentifier, entry.transactionIdentifier,
        entry.purchaseDate?.millisecondsSince1970)
    }.sorted()
  }

  private func keys(of entries: Set<Entry>) -> [String] {
    entries.map { entry in
      Self.key(
        entry.product.value.map { EntryEncoding.products[$0] }, entry.transaction.value.map(name),
        date(entry.start.value)?.millisecondsSince1970)
    }.sorted()
  }

  private static func key(_ product: String?, _ transaction: String?, _ date: Int64?) -> String {
    [product ?? "-", transaction ?? "-", date.map { "\($0)" } ?? "-"].joined(separator: " ")
  }
}
