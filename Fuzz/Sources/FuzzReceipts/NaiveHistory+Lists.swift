/// Which purchases an answer lists: by their places, in the order that answers have, which is that of all purchases.
extension NaiveHistory {
  private func places(of products: Set<[UInt8]>) -> [Int] {
    purchases.indices.filter { purchases[$0].product.map(products.contains) == true }
  }

  /// Those that make up an interval: their periods begin in it.
  func members(of interval: Range<Int>, _ products: Set<[UInt8]>) -> [Int] {
    places(of: products).filter { place in
      period(place).map { interval.contains($0.lowerBound) } == true
    }
  }

  func cancelled(_ products: Set<[UInt8]>) -> [Int] {
    places(of: products).filter { cancellations[$0] != .absent }
  }

  /// Those that are not cancelled, and in effect at no time.
  func withoutPeriod(_ products: Set<[UInt8]>) -> [Int] {
    places(of: products).filter { cancellations[$0] == .absent && period($0) == nil }
  }

  /// Those of what is withheld that name one of the products.
  func unreadable(_ products: Set<[UInt8]>) -> [Int] {
    withheld.indices.filter { withheld[$0].product.map(products.contains) == true }
  }

  /// What uses up the introductory offer of these products, and what may: purchases, and those of what is withheld.
  func offers(in products: Set<[UInt8]>) -> (used: [Int], unclear: [Int], hidden: [Int]) {
    let own = places(of: products)
    let unclear = own.filter { place in
      let purchase = purchases[place]
      if purchase.offers.contains(.unreadable) { return true }
      return purchase.offers == [.absent, .absent]
        && (purchase.renews || purchase.kind == .unreadable
          || purchase.kind.value.map { !(0...4 ~= $0) } == true)
    }
    let hidden = withheld.indices.filter { withheld[$0].product.map(products.contains) ?? true }
    return (own.filter { purchases[$0].offers.contains(.value(true)) }, unclear, hidden)
  }
}
