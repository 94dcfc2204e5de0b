public import ReceiptParsing
import TextCoding

extension Purchases {
  /// When each product is owned, by product identifier in byte order. Products with only cancelled or unreadable
  /// purchases are included.
  ///
  /// - Complexity: O(n log n).
  public var entitlements: [ProductEntitlement] {
    let unreadable = unreadableByProduct
    return Set(ledger.placesByProduct.keys).union(unreadable.keys).sorted().map {
      entitlement($0, ledger.placesByProduct[$0, default: []], unreadable[$0, default: []])
    }
  }

  /// When a product is owned.
  ///
  /// - Complexity: O(n). For many products, use ``entitlements``.
  public func entitlement(of product: String) -> ProductEntitlement {
    let product = UTF8Text(product)
    return entitlement(
      product, ledger.placesByProduct[product, default: []],
      unreadableByProduct[product, default: []])
  }

  /// When at least one of the products is owned: for a group of subscriptions that give the same. Consumables add
  /// nothing.
  ///
  /// - Complexity: O(n).
  public func intervals(ofAny products: some Sequence<String>) -> [EntitlementInterval] {
    let products = Set(products.map(UTF8Text.init))
    return EntitlementInterval.intervals(
      of: purchases.lazy.filter { products.contains(UTF8Text($0.productIdentifier)) })
  }

  /// What the customer may do with a product at a date. See
  /// ``ProductEntitlement/state(at:leewayMilliseconds:renewals:)``.
  ///
  /// - Complexity: O(n). For many products, use ``entitlements`` or ``owned(at:leewayMilliseconds:renewals:)``.
  public func state(
    of product: String, at date: ReceiptDate, leewayMilliseconds: Int64 = 0,
    renewals: [RenewalInformation] = []
  ) -> EntitlementState {
    entitlement(of: product).state(
      at: date, leewayMilliseconds: leewayMilliseconds, renewals: renewals)
  }

  /// What the customer may do at a date with a group of products that give the same, such as the levels of a
  /// subscription: as if all purchases were of one product. So it grants access exactly if one of the products does, and
  /// otherwise the latest purchase decides. Consumables grant nothing, but one of them may be the latest.
  ///
  /// - Complexity: O(n log n).
  public func state(
    ofAny products: some Sequence<String>, at date: ReceiptDate, leewayMilliseconds: Int64 = 0,
    renewals: [RenewalInformation] = []
  ) -> EntitlementState {
    let unreadable = unreadableByProduct
    let products = Set(products.map(UTF8Text.init))
    let places = products.flatMap { ledger.placesByProduct[$0, default: []] }.sorted()
    let group = entitlement(
      UTF8Text(""), places, products.flatMap { unreadable[$0, default: []] })
    return group.state(
      at: date, leewayMilliseconds: leewayMilliseconds, renewals: renewals)
  }

  /// The products to serve the customer with at a date, by product identifier in byte order. See
  /// ``ProductEntitlement/state(at:leewayMilliseconds:renewals:)``.
  ///
  /// - Complexity: O(n log n).
  public func owned(
    at date: ReceiptDate, leewayMilliseconds: Int64 = 0, renewals: [RenewalInformation] = []
  ) -> [ProductEntitlement] {
    let renewals = RenewalIndex(renewals)
    return entitlements.filter { $0.state(at: date, leewayMilliseconds, renewals).grantsAccess }
  }

  private var unreadableByProduct: [UTF8Text: [InAppReceipt]] {
    var byProduct: [UTF8Text: [InAppReceipt]] = [:]
    for entry in unreadable {
      guard let product = entry.productIdentifier else { continue }
      byProduct[UTF8Text(product), default: []].append(entry)
    }
    return byProduct
  }

  private func entitlement(
    _ product: UTF8Text, _ places: [Int], _ unreadable: [InAppReceipt]
  ) -> ProductEntitlement {
    ProductEntitlement(
      product, places.map { (ledger.purchases[$0], ledger.isLastOfOriginal($0)) },
      unreadable: unreadable)
  }
}

/// How many of a consumable product were bought.
public struct ConsumableCount: Hashable, Sendable {
  /// The sum of the quantities, at most `Int64.max`.
  public internal(set) var quantity: Int64 = 0

  /// The purchases whose quantity is missing, unreadable or below 1, or whose kind of product is unreadable. They are
  /// not counted.
  public internal(set) var uncounted: [Purchase] = []
}

extension Purchases {
  /// How many of a consumable product were bought up to a date, cancelled purchases not counted.
  ///
  /// The receipt is not a ledger: a finished purchase vanishes from it with the next update. Only your own records say
  /// what was used.
  ///
  /// - Complexity: O(n).
  public func consumableCount(of product: String, at date: ReceiptDate) -> ConsumableCount {
    var count = ConsumableCount()
    for place in ledger.placesByProduct[UTF8Text(product), default: []] {
      let purchase = ledger.purchases[place]
      let isUnreadable = purchase.hasUnreadableType
      guard purchase.productType == .consumable || isUnreadable, !purchase.isCancelled,
        purchase.purchaseDate <= date
      else { continue }
      guard !isUnreadable, let quantity = purchase.inAppReceipt.quantity, quantity > 0 else {
        count.uncounted.append(purchase)
        continue
      }
      let (sum, overflow) = count.quantity.addingReportingOverflow(quantity)
      count.quantity = overflow ? .max : sum
    }
    return count
  }
}
