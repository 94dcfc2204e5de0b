import FuzzSupport
import ReceiptParsing
import ReceiptPurchases

// When products are owned, and by which purchases.

extension PurchasesProperty {
  static func checkIntervals(_ history: UnverifiedPurchaseHistory, _ naive: NaiveHistory) {
    for entitlement in history.entitlements.prefix(3) {
      let product = Set([Array(entitlement.productIdentifier.utf8)])
      check(entitlement.intervals, of: product, history, naive)
      checkLists(entitlement, of: product, history, naive)
      require(
        history.entitlement(of: entitlement.productIdentifier) == entitlement, "one product alone")
    }
    let products = Set(history.purchases.map { Array($0.productIdentifier.utf8) })
    let names = products.map { String(decoding: $0, as: UTF8.self) }
    check(history.intervals(ofAny: names), of: products, history, naive)
    for (purchase, entry) in zip(history.purchases, naive.purchases) {
      require(purchase.term == NaiveHistory.term(of: entry), "\(purchase.term)")
    }
  }

  private static func check(
    _ found: [EntitlementInterval], of products: Set<[UInt8]>,
    _ history: UnverifiedPurchaseHistory, _ naive: NaiveHistory
  ) {
    let intervals = naive.intervals(of: products)
    require(
      found.map(\.start) == intervals.map { NaiveHistory.date($0.lowerBound) }
        && found.map(\.end)
          == intervals.map { $0.upperBound == .max ? nil : NaiveHistory.date($0.upperBound) },
      "\(found), not \(intervals)")
    for (interval, range) in zip(found, intervals) {
      let members = naive.members(of: range, products).map { history.purchases[$0] }
      require(interval.purchases == members, "\(interval) is of \(members)")
      for instant in [range.lowerBound - 1, range.lowerBound, range.upperBound - 1] {
        let date = NaiveHistory.date(instant)
        let isInside = range.contains(Int(date.millisecondsSince1970))
        require(interval.contains(date) == isInside, "\(date) inside")
      }
      require(interval.end.map { !interval.contains($0) } ?? true, "its end is not in it")
    }
  }

  /// Which purchases grant nothing, and in which of its intervals a date lies, if in one.
  private static func checkLists(
    _ entitlement: ProductEntitlement, of product: Set<[UInt8]>,
    _ history: UnverifiedPurchaseHistory, _ naive: NaiveHistory
  ) {
    let cancelled = naive.cancelled(product).map { history.purchases[$0] }
    require(entitlement.cancelled == cancelled, "cancelled: \(cancelled)")
    let withoutPeriod = naive.withoutPeriod(product).map { history.purchases[$0] }
    require(entitlement.withoutPeriod == withoutPeriod, "without a period: \(withoutPeriod)")
    let unreadable = naive.unreadable(product).map { history.unreadable[$0] }
    require(entitlement.unreadable == unreadable, "unreadable: \(unreadable)")
    let intervals = naive.intervals(of: product)
    let edges = intervals.flatMap {
      [$0.lowerBound - 1, $0.lowerBound, $0.upperBound - 1, $0.upperBound]
    }
    for instant in [0] + edges {
      let date = NaiveHistory.date(instant)
      let place = intervals.firstIndex { $0.contains(Int(date.millisecondsSince1970)) }
      let interval = place.map { entitlement.intervals[$0] }
      require(
        entitlement.interval(at: date) == interval, "\(interval, default: "none") at \(date)")
    }
  }
}
