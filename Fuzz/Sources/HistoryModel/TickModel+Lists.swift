/// Which purchases an answer lists, by their places in `bought`.
extension TickModel {
  private func places(of products: Set<Int>) -> [Int] {
    bought.indices.filter { products.contains(bought[$0].product) }
  }

  private func isInEffect(_ place: Int) -> Bool { covers(bought[place], bought[place].start) }

  /// Those that are in effect when they begin, in one of these ticks.
  func members(of products: Set<Int>, beginningIn ticks: Range<Int>) -> [Int] {
    places(of: products).filter { isInEffect($0) && ticks.contains(bought[$0].start) }
  }

  func cancelled(_ product: Int) -> [Int] {
    places(of: [product]).filter { bought[$0].isCancelled }
  }

  /// Those that are not cancelled, and never in effect.
  func withoutPeriod(_ product: Int) -> [Int] {
    places(of: [product]).filter { !bought[$0].isCancelled && !isInEffect($0) }
  }

  /// The purchases of a group with a trial or an introductory price, those that don't say, and what is withheld and may
  /// be of the group.
  func offers(in products: Set<Int>) -> (used: [Int], unclear: [Int], hidden: Set<Entry>) {
    let own = places(of: products)
    let unclear = own.filter { place in
      let entry = bought[place].entry
      let flags = [entry.trial, entry.introductory]
      if flags.contains(.nonsense) || flags.contains(.value(2)) { return true }
      return flags == [.nothing, .nothing]
        && (![0, 1, 2, 4, nil].contains(kind(of: entry)) || entry.kind == .nonsense)
    }
    let used = own.filter { place in
      [bought[place].entry.trial, bought[place].entry.introductory].contains(.value(1))
    }
    return (used, unclear, withheld.filter { $0.product.value.map(products.contains) ?? true })
  }

  /// How many were bought, and which purchases don't say.
  func consumables(of product: Int, at now: Int) -> (count: Int, unclear: [Int]) {
    var result: (count: Int, unclear: [Int]) = (0, [])
    for place in places(of: [product]) {
      let purchase = bought[place]
      guard !purchase.isCancelled, purchase.start <= now else { continue }
      if purchase.entry.kind == .nonsense {
        result.unclear.append(place)
      } else if isConsumable(purchase.entry) {
        if let quantity = purchase.entry.quantity.value, quantity > 0 {
          let (sum, isTooMuch) = result.count.addingReportingOverflow(quantity)
          result.count = isTooMuch ? .max : sum
        } else {
          result.unclear.append(place)
        }
      }
    }
    return result
  }
}
