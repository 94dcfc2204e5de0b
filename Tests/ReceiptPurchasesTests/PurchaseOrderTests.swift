import ReceiptParsing
import ReceiptPurchases
import TestSupport
import Testing

/// Random histories: the order of the payload changes no answer, and the intervals are what a second, slow way to ask
/// finds.
@Suite struct PurchaseOrderTests {
  private static let products = ["a", "b", "c"]
  private static let day: Int64 = 86_400_000

  private func day(_ number: Int) -> String {
    ReceiptDate(millisecondsSince1970: 1_704_067_200_000 + Int64(number) * Self.day).utcText
  }

  private func purchases(_ generator: inout SeededGenerator) -> [SamplePurchase] {
    (0..<Int.random(in: 0...12, using: &generator)).map { _ in
      let start = Int.random(in: 0..<20, using: &generator)
      let product = Self.products.randomElement(using: &generator) ?? ""
      // Few numbers, so that transactions repeat.
      let number = Int.random(in: 0..<15, using: &generator)
      let isCancelled = Int.random(in: 0..<5, using: &generator) == 0
      let end = start + Int.random(in: -1..<6, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        return .purchase(number, day(start), type: 0, product: product)
      case 8:
        return .purchase(
          number, day(start), type: [0, 1, 2, 4][number % 4], product: product, of: number / 3,
          cancelled: isCancelled ? day(start + 1) : "")
      case 9:
        return SamplePurchase.purchase(
          number, day(start), type: 0, product: product,
          cancelled: isCancelled ? day(start + 1) : ""
        ).replacing(1705, with: number % 2 == 0 ? nil : DER.integer(1))
      case 1:
        return .purchase(number, day(start), type: 1, product: product, quantity: 2)
      case 2:
        return SamplePurchase.period(number, day(start), day(end), of: 1, product: product)
          .replacing(1708, with: DER.ia5("?"))
      default:
        return .period(
          number, day(start), day(end), of: number / 3, product: product,
          cancelled: isCancelled ? day(start + 1) : "", trial: number == 3)
      }
    }
  }

  /// Every answer.
  private struct Answers: Equatable {
    let entitlements: [ProductEntitlement]
    let states: [EntitlementState]
    let transactions: [Purchase]
    let originals: [OriginalTransaction]
    let lookup: ServerAPILookup
    let counts: [ConsumableCount]
    let eligibility: Bool
  }

  private func answers<Source>(_ history: Purchases<Source>) -> Answers {
    let renewals = [
      RenewalInformation(
        originalTransactionIdentifier: SamplePurchase.identifier(1),
        gracePeriodExpiresDate: date("2024-01-18"), isInBillingRetryPeriod: true)
    ]
    let dates = (-1..<27).map { date(day($0)) }
    return Answers(
      entitlements: history.entitlements,
      states: Self.products.flatMap { product in
        dates.map { history.state(of: product, at: $0, renewals: renewals) }
      },
      transactions: history.transactions, originals: history.originalTransactions,
      lookup: history.serverAPILookup,
      counts: Self.products.map { history.consumableCount(of: $0, at: date(day(30))) },
      eligibility: history.introductoryOfferEligibility(in: Self.products).isEligible)
  }

  @Test func `Shuffling the payload changes no answer`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let purchases = purchases(&generator)
      let expected = answers(try SampleHistory(purchases).history())
      let shuffled = try SampleHistory(purchases.shuffled(using: &generator)).history()
      if answers(shuffled) != expected { Issue.record("seed \(seed)") }
    }
  }

  @Test func `Splitting the payload into receipts and merging them changes no answer`() throws {
    for seed in 0..<100 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      // A number that repeats with other contents would count as that of the newest receipt.
      var seen: Set<String> = []
      let purchases = purchases(&generator).filter {
        seen.insert($0.transaction + $0.product).inserted
      }
      let expected = answers(try SampleHistory(purchases).history())
      let cut = Int.random(in: 0...purchases.count, using: &generator)
      let parts = [Array(purchases[..<cut]), Array(purchases[cut...]), purchases]
      let merged = try PurchaseHistory(
        merging: parts.map { try SampleHistory($0).validated() })
      if answers(merged) != expected { Issue.record("seed \(seed)") }
    }
  }

  @Test func `A product is owned when one of its purchases says so`() throws {
    for seed in 200..<400 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let history = try SampleHistory(purchases(&generator)).history()
      for product in Self.products {
        let entitlement = history.entitlement(of: product)
        for instant in (-1..<27).map({ date(day($0)) }) {
          let isOwned = history.purchases.contains { $0.grants(product, at: instant) }
          if entitlement.state(at: instant).grantsAccess != isOwned
            || entitlement.intervals.contains(where: { $0.contains(instant) }) != isOwned
          {
            Issue.record("seed \(seed), \(product), \(instant)")
          }
        }
        for (first, second) in zip(entitlement.intervals, entitlement.intervals.dropFirst()) {
          if first.end.map({ $0 >= second.start }) ?? true { Issue.record("seed \(seed)") }
        }
      }
    }
  }

  @Test func `A purchase is cancelled when an entry of the same one is`() throws {
    var (spread, alone) = (0, 0)
    for seed in 400..<800 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let entries = purchases(&generator)
      let cut = Int.random(in: 0...entries.count, using: &generator)
      let parts = [Array(entries[..<cut]), Array(entries[cut...])]
      let histories = [
        try SampleHistory(entries).history(),
        try PurchaseHistory(merging: parts.map { try SampleHistory($0).validated() }),
      ]
      for purchase in histories.flatMap(\.purchases) {
        let cancelling = entries.filter { $0.cancelled != "" && $0.cancels(purchase) }
        if purchase.isCancelled != !cancelling.isEmpty { Issue.record("seed \(seed)") }
        #expect(purchase.cancellation.value == cancelling.map { date($0.cancelled) }.min())
        if purchase.isCancelled, !purchase.inAppReceipt.isCancelled { spread += 1 }
        if !purchase.isCancelled, entries.contains(where: { $0.cancelled != "" }) { alone += 1 }
      }
    }
    #expect(spread > 50 && alone > 50)
  }

  /// Ten thousand purchases, each its own product and subscription, or all of one.
  @Test(arguments: [false, true])
  func `Ten thousand purchases are no trouble`(isOne: Bool) throws {
    let count = 10_000 / DebugThinning.step(10)
    func minute(_ number: Int) -> String {
      ReceiptDate(millisecondsSince1970: 1_704_067_200_000 + Int64(number) * 60_000).utcText
    }
    let sample = SampleHistory(
      (0..<count).reversed().map { number in
        .period(
          number, minute(number), minute(number + 1), of: isOne ? 0 : number,
          product: isOne ? "pro" : "p\(number)")
      })
    let validated = try sample.validated()
    let history = validated.purchaseHistory()
    #expect(history.entitlements.flatMap(\.intervals).count == (isOne ? 1 : count))
    let renewals = (0..<count).map {
      RenewalInformation(
        originalTransactionIdentifier: SamplePurchase.identifier(isOne ? 0 : $0),
        isInBillingRetryPeriod: true)
    }
    #expect(history.owned(at: date("2024-01-01"), renewals: renewals).count == 1)
    #expect(history.originalTransactions.count == (isOne ? 1 : count))
    #expect(history.transactions.count == count)
    let merged = try PurchaseHistory(merging: [validated, validated])
    #expect(merged == history)
    #expect(ServerAPICalls(for: [history, merged]).calls.count == 1)
  }
}

extension SamplePurchase {
  /// Whether a cancellation of this entry cancels a purchase, by the words of the rules.
  fileprivate func cancels(_ other: Purchase) -> Bool {
    guard product == other.productIdentifier else { return false }
    if transaction == other.transactionIdentifier { return true }
    // Of a subscription, each other period was paid for on its own.
    if other.productType == .autoRenewableSubscription, let end = other.expiration.value {
      if other.purchaseDate != date(bought) { return false }
      if !expires.isEmpty, end != date(expires) { return false }
    }
    let isUnreadable = replaced[1705]??.isEmpty == false
    let otherIsUnreadable =
      other.inAppReceipt.string(.originalTransactionIdentifier).problem != nil
    if isUnreadable || otherIsUnreadable { return true }
    let original = replaced.keys.contains(1705) ? nil : original
    let names = [transaction, original].compactMap { $0 }
    return names.contains(other.transactionIdentifier)
      || other.originalTransactionIdentifier.map(names.contains) == true
  }
}

extension Purchase {
  /// Whether it grants a product at an instant, by the words of the rules.
  fileprivate func grants(_ product: String, at instant: ReceiptDate) -> Bool {
    guard productIdentifier == product, !isCancelled, purchaseDate <= instant else { return false }
    return switch term {
    case .until(let end): instant < end
    case .unlimited: true
    case .undetermined: false
    }
  }
}
