package import FuzzSupport
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation

/// The input is the contents of a payload's SET, or choices for one. Whatever is asked about its purchases, the answer
/// is that of a naive history: nothing that was cancelled, that is over, not yet begun or unreadable is owned, and
/// everything else is.
package enum PurchasesProperty: FuzzProperty {
  package static let name = "purchases"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let (bytes, payload) = Message.signed(ChosenPayload.contents(of: input.copy))
    guard let receipt = Answer(bytes).receipt,
      let attributes = NaiveAttribute.list(bytes, payload, levels: 32 - 7)
    else { return }
    let history = receipt.unverifiedPurchaseHistory()
    let inApp = attributes.filter { $0.type == 17 }
    let purchases = inApp.map { NaivePurchase(NaiveScope(bytes: bytes, attributes: $0.inApp)) }
    let own = NaiveScope(bytes: bytes, attributes: attributes.filter { $0.type != 17 })
    let texts = [history.environment?.rawValue, history.bundleIdentifier]
    let expected = [0, 2].map { own.text($0).value.map { String(decoding: $0, as: UTF8.self) } }
    require(texts == expected, "of \(expected): \(texts)")
    let encodings = inApp.map { bytes[$0.value] }
    let naive = NaiveHistory(purchases, encodings: encodings, isXcode: expected[0] == "Xcode")
    let found = (history.purchases.map(\.inAppReceipt) + history.unreadable).map {
      encodings[$0.index]
    }
    require(
      found == naive.encodings && history.purchases.count == naive.purchases.count,
      "each purchase once, in order, and what is withheld")

    var dates = [0, NaiveCalendar.days(2025, 6, 1) * 86_400_000]
    for purchase in purchases.prefix(6) {
      dates += [purchase.start, purchase.end, purchase.end.map { $0 + 1 }].compactMap { $0 }
    }
    for (place, date) in dates.prefix(12).enumerated() {
      checkStates(history, naive, at: date, number: place + bytes.count)
      checkCounts(history, purchases, at: date)
      checkAge(history, own.date(12).value, at: date)
    }
    checkCounts(history, purchases, at: .max)
    checkIntervals(history, naive)
    checkOffers(history, naive)
    checkCancelled(history, purchases)
    checkGroups(history, purchases)
    checkPeriods(receipt, bytes)
    checkEquality(receipt, history)
    checkLookup(history)
    checkValidated(receipt, history)
    // In another order, the same.
    let reversed = (attributes.filter { $0.type != 17 } + inApp.reversed()).flatMap {
      bytes[$0.offset..<$0.value.upperBound]
    }
    let other = Answer(Message.signed(reversed).bytes).receipt
    require(other?.unverifiedPurchaseHistory() == history, "the order of entries decides")
    Hashes.check([receipt, receipt] + [other].compactMap(\.self)) { $0.containerBytes }
  }

  private static func checkOffers(_ history: UnverifiedPurchaseHistory, _ naive: NaiveHistory) {
    let all = naive.purchases.compactMap(\.product)
    for products in [all.suffix(1), all[...]] {
      let (used, unclear, hidden) = naive.offers(in: Set(products))
      let uses = used.map { history.purchases[$0] }
      let entries =
        unclear.map { history.purchases[$0].inAppReceipt } + hidden.map { history.unreadable[$0] }
      let isEligible = uses.isEmpty && entries.isEmpty && !products.isEmpty
      let eligibility = history.introductoryOfferEligibility(
        in: products.map { String(decoding: $0, as: UTF8.self) })
      let isRight =
        switch eligibility {
        case .eligible: isEligible
        case .used(let purchases): !uses.isEmpty && purchases == uses
        case .unclear(let found):
          uses.isEmpty && found == entries && (!entries.isEmpty || products.isEmpty)
        }
      require(
        isRight && eligibility.isEligible == isEligible,
        "offers used: \(uses), unclear: \(entries)")
    }
  }

  /// What is cancelled is what an entry of the same purchase says.
  private static func checkCancelled(
    _ history: UnverifiedPurchaseHistory, _ purchases: [NaivePurchase]
  ) {
    let isXcode = history.environment == .xcode
    for purchase in history.purchases {
      let naive = purchases[purchase.inAppReceipt.index]
      let cancellation = naive.cancellation(among: purchases, isXcode: isXcode)
      require(
        purchase.isCancelled == (cancellation != .absent)
          && purchase.cancellation.value == cancellation.value.map(NaiveHistory.date),
        "cancelled: \(cancellation)")
    }
  }

  /// Transactions, originals and kinds.
  private static func checkGroups(_ history: UnverifiedPurchaseHistory, _ entries: [NaivePurchase])
  {
    func naive(_ purchase: Purchase) -> NaivePurchase { entries[purchase.inAppReceipt.index] }
    var seen: Set<[UInt8]?> = []
    let transactions = history.purchases.filter { seen.insert(naive($0).transaction).inserted }
    require(history.transactions == transactions, "each transaction once")
    // What names none is its own, but for Xcode's.
    func originalName(_ purchase: Purchase) -> [UInt8]? {
      let purchase = naive(purchase)
      return purchase.original.value ?? (history.environment == .xcode ? nil : purchase.transaction)
    }
    var originals: [[UInt8]] = []
    for original in history.purchases.compactMap(originalName) where !originals.contains(original) {
      originals.append(original)
    }
    let groups = history.originalTransactions
    require(groups.map { Array($0.identifier.utf8) } == originals, "originals in order")
    for (group, original) in zip(groups, originals) {
      let purchases = history.purchases.filter { originalName($0) == original }
      require(group.purchases == purchases && group.latest == purchases.last, "of an original")
    }
    for (kind, type) in [ProductType.nonConsumable, .consumable, .nonRenewingSubscription]
      .enumerated()
    {
      let purchases = history.purchases.filter { naive($0).kind == .value(kind) }
      require(history.purchases(ofType: type) == purchases, "of kind \(kind)")
    }
    let renewing = history.purchases.filter { naive($0).renews }
    require(history.purchases(ofType: .autoRenewableSubscription) == renewing, "that renew")
    for purchase in history.purchases {
      let entry = naive(purchase)
      let origin: TransactionOrigin =
        switch (entry.original.value, entry.kind) {
        case (nil, _): .undetermined
        case (entry.transaction, _): .purchase
        case _ where entry.renews: .renewalOrRestore
        case (_, .value(0)), (_, .value(2)), (_, .value(4)): .restore
        default: .undetermined
        }
      require(purchase.origin == origin, "\(purchase.origin), not \(origin)")
    }
  }

  /// The latest by date and number, if that is one of the App Store's.
  private static func checkLookup(_ history: UnverifiedPurchaseHistory) {
    let lookup = history.serverAPILookup
    let latest = NaiveCalls.latest(history.purchases)
    let expected: ServerAPILookup =
      if history.environment == .xcode {
        .unavailable(.xcode)
      } else if let latest {
        .transaction(latest)
      } else {
        .unavailable(history.purchases.isEmpty ? .noPurchase : .notFromAppStore)
      }
    require(lookup == expected, "\(lookup), not \(expected)")
    let identifier = history.environment == .xcode ? nil : latest?.transactionIdentifier
    require(
      lookup.identifier.map { Array($0.utf8) } == identifier.map { Array($0.utf8) },
      "\(lookup.identifier, default: "none"), not \(identifier, default: "none")")
    let calls = ServerAPICalls(for: [history])
    if case .unavailable(let reason) = expected {
      require(calls.calls.isEmpty && calls.unavailable.map(\.reason) == [reason], "\(calls)")
    } else {
      require(calls.calls.count == 1 && calls.unavailable.isEmpty, "\(calls)")
    }
  }

  /// Of what is consumed, the quantities that can be read are added up.
  private static func checkCounts(
    _ history: UnverifiedPurchaseHistory, _ purchases: [NaivePurchase], at instant: Int
  ) {
    let date = NaiveHistory.date(instant)
    for product in history.purchases.prefix(3).map(\.productIdentifier) {
      var (sum, uncounted): (Int, [Purchase]) = (0, [])
      for purchase in history.purchases {
        let naive = purchases[purchase.inAppReceipt.index]
        guard naive.product == Array(product.utf8), !purchase.isCancelled,
          naive.start.map({ $0 <= instant }) == true,
          naive.kind == .value(1) || naive.kind == .unreadable
        else { continue }
        if naive.kind == .value(1), let quantity = naive.quantity, quantity > 0 {
          sum = sum > .max - quantity ? .max : sum + quantity
        } else {
          uncounted.append(purchase)
        }
      }
      let count = history.consumableCount(of: product, at: date)
      require(
        count.quantity == Int64(sum) && count.uncounted == uncounted,
        "\(sum) consumables, and \(uncounted)")
    }
  }
}
