public import ReceiptParsing

extension Purchases {
  /// When each product is owned, by product identifier in the order of its bytes. Products of which there are
  /// only cancelled or unreadable purchases are among them.
  ///
  /// - Complexity: O(n log n).
  public var entitlements: [ProductEntitlement] {
    let withheld = withheldByProduct
    return Set(ledger.placesByProduct.keys).union(withheld.keys).sorted().map {
      entitlement(of: $0, withheld[$0, default: []])
    }
  }

  /// When a product is owned.
  ///
  /// - Complexity: O(n). For many products take ``entitlements``.
  public func entitlement(of product: String) -> ProductEntitlement {
    let product = UTF8Text(product)
    return entitlement(of: product, withheldByProduct[product, default: []])
  }

  /// When at least one of the products is owned: for a group of subscriptions that give the same, between which the
  /// customer may change. A consumable product adds nothing.
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
  /// - Complexity: O(n). For many products take ``entitlements`` or ``owned(at:leewayMilliseconds:renewals:)``.
  public func state(
    of product: String, at date: ReceiptDate, leewayMilliseconds: Int64 = 0,
    renewals: [RenewalInformation] = []
  ) -> EntitlementState {
    entitlement(of: product).state(
      at: date, leewayMilliseconds: leewayMilliseconds, renewals: renewals)
  }

  /// The products that the customer is to be served with at a date, by product identifier in the order of its bytes.
  /// See ``ProductEntitlement/state(at:leewayMilliseconds:renewals:)``.
  ///
  /// - Complexity: O(n log n).
  public func owned(
    at date: ReceiptDate, leewayMilliseconds: Int64 = 0, renewals: [RenewalInformation] = []
  ) -> [ProductEntitlement] {
    let renewals = RenewalIndex(renewals)
    return entitlements.filter { $0.state(at: date, leewayMilliseconds, renewals).grantsAccess }
  }

  private var withheldByProduct: [UTF8Text: [InAppReceipt]] {
    var byProduct: [UTF8Text: [InAppReceipt]] = [:]
    for entry in withheld {
      guard let product = entry.productIdentifier else { continue }
      byProduct[UTF8Text(product), default: []].append(entry)
    }
    return byProduct
  }

  private func entitlement(
    of product: UTF8Text, _ withheld: [InAppReceipt]
  ) -> ProductEntitlement {
    ProductEntitlement(
      product.text,
      ledger.placesByProduct[product, default: []].map {
        (ledger.purchases[$0], ledger.isLastOfOriginal($0))
      }, withheld: withheld)
  }
}
