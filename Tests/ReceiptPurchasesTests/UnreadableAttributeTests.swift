import ReceiptParsing
import ReceiptPurchases
import TestSupport
import Testing

/// Whatever happens to an attribute that decides about ownership, nobody gets more by it than the readable one gives.
@Suite struct UnreadableAttributeTests {
  /// What happens to an attribute.
  enum Damage: CaseIterable {
    case missing, wrongType, garbage, twiceEqual, twiceDifferent
  }

  /// The attributes that decide, each with another value of the right type.
  static let attributes: [(type: Int64, other: [UInt8])] = [
    (1701, DER.integer(1_000_000)), (1702, DER.utf8("b")), (1703, DER.utf8("1000000000000777")),
    (1704, DER.ia5("2024-01-02T00:00:00Z")), (1705, DER.utf8("1000000000000888")),
    (1706, DER.ia5("2025-01-01T00:00:00Z")),
    (1707, DER.integer(0)), (1708, DER.ia5("9999-01-01T00:00:00Z")), (1712, DER.ia5("")),
    (1713, DER.integer(0)), (1719, DER.integer(0)),
  ]

  /// What is missing says something by that: not cancelled, does not expire, no offer, no copy of another purchase. The
  /// App Store writes an empty value, or nothing, for just these.
  private static let meaningful: Set<Int64> = [1705, 1708, 1712, 1713, 1719]

  private static func damaged(
    _ purchase: SamplePurchase, _ type: Int64, _ other: [UInt8], _ damage: Damage
  ) -> SamplePurchase? {
    let value = purchase.value(type)
    switch damage {
    case .missing:
      let isMeaningful = meaningful.contains(type) && !(type == 1708 && purchase.type == 3)
      return isMeaningful ? nil : purchase.replacing(type, with: nil)
    case .wrongType: return purchase.replacing(type, with: DER.boolean(true))
    case .garbage: return purchase.replacing(type, with: [0x0C, 0x7F, 0x41])
    case .twiceEqual: return value.map { purchase.adding(type, $0) }
    case .twiceDifferent: return value.map { _ in purchase.adding(type, other) }
    }
  }

  private static let products = ["a", "b"]
  private static let day: Int64 = 86_400_000

  private static func day(_ number: Int) -> ReceiptDate {
    ReceiptDate(millisecondsSince1970: 1_704_067_200_000 + Int64(number) * day)
  }

  private static let renewals = (0..<4).map {
    RenewalInformation(
      originalTransactionIdentifier: SamplePurchase.identifier($0),
      gracePeriodExpiresDate: day(25), isInBillingRetryPeriod: true)
  }

  private static var catalog: ProductCatalog {
    var catalog = ProductCatalog()
    for product in products { catalog.setNonRenewingLength(.days(3), of: product) }
    return catalog
  }

  /// What a history gives to the customer.
  private struct Given {
    /// Product and day.
    var access: Set<String> = []
    /// Entries that count as bought, by product and transaction.
    var owned: Set<String> = []
    var quantity: Int64 = 0
    var mayTry: Bool

    init(_ sample: SampleHistory) throws {
      let validated = try sample.validated()
      let history = validated.purchaseHistory(catalog: catalog)
      for day in -1..<28 {
        for product in history.owned(at: UnreadableAttributeTests.day(day), renewals: renewals) {
          access.insert("\(product.productIdentifier) on day \(day)")
        }
      }
      for purchase in history.purchases where !purchase.isCancelled {
        owned.insert("\(purchase.productIdentifier) \(purchase.transactionIdentifier)")
      }
      for product in products {
        quantity +=
          history.consumableCount(of: product, at: UnreadableAttributeTests.day(30)).quantity
      }
      mayTry = history.introductoryOfferEligibility(in: products).isEligible
    }

    func isNoMore(than other: Given) -> Bool {
      access.isSubset(of: other.access) && owned.isSubset(of: other.owned)
        && quantity <= other.quantity && (!mayTry || other.mayTry)
    }
  }

  /// Each transaction once; few originals, so that purchases have copies and renewals.
  private func purchases(_ generator: inout SeededGenerator) -> [SamplePurchase] {
    (0..<Int.random(in: 1...6, using: &generator)).map { place in
      let start = Int.random(in: 0..<20, using: &generator)
      let end = Self.day(start + Int.random(in: 1..<6, using: &generator)).utcText
      let bought = Self.day(start).utcText
      let product = Self.products.randomElement(using: &generator) ?? ""
      let isCancelled = Int.random(in: 0..<3, using: &generator) == 0
      let cancelled = isCancelled ? Self.day(start + 1).utcText : ""
      let original = Int.random(in: 0...place, using: &generator)
      let type = Int64([0, 1, 2, 3, 3, 3, 4].randomElement(using: &generator) ?? 0)
      if type == 3 {
        return .period(
          place, bought, end, of: original, product: product, cancelled: cancelled,
          trial: Int.random(in: 0..<4, using: &generator) == 0)
      }
      var purchase = SamplePurchase.purchase(
        place, bought, type: type, product: product, of: original, cancelled: cancelled,
        quantity: 2)
      if original != place { purchase.originallyBought = Self.day(start / 2).utcText }
      return purchase
    }
  }

  @Test(arguments: Damage.allCases)
  func `Damage gives nothing`(damage: Damage) throws {
    var count = 0
    var isLess = 0
    for seed in (0..<40 as Range<UInt64>).thinnedInDebug(by: 5) {
      var generator = SeededGenerator(seed: seed)
      let honest = purchases(&generator)
      let expected = try Given(SampleHistory(honest))
      for place in honest.indices {
        for (type, other) in Self.attributes {
          guard let purchase = Self.damaged(honest[place], type, other, damage) else { continue }
          var sample = honest
          sample[place] = purchase
          let given = try Given(SampleHistory(sample))
          count += 1
          if given.access != expected.access { isLess += 1 }
          if !given.isNoMore(than: expected) {
            Issue.record("seed \(seed), purchase \(place), attribute \(type)")
          }
        }
      }
    }
    let step = DebugThinning.step(5)
    #expect(count > 500 / step && isLess > 100 / step)
  }

  /// Purchases that give something by themselves.
  private static let lone: [(purchase: SamplePurchase, deciding: [Int64])] = [
    (.purchase(1, "2024-01-01", type: 0, product: "a"), [1702, 1703, 1704, 1707, 1708, 1712]),
    (.purchase(1, "2024-01-01", type: 2, product: "a"), [1702, 1703, 1704, 1707, 1708, 1712]),
    (.purchase(1, "2024-01-01", type: 4, product: "a"), [1702, 1703, 1704, 1707, 1708, 1712]),
    (.period(1, "2024-01-01", "2024-01-10", product: "a"), [1702, 1703, 1704, 1707, 1708, 1712]),
    (.purchase(1, "2024-01-01", type: 1, product: "a"), [1701, 1702, 1703, 1704, 1707, 1712]),
  ]

  @Test(arguments: lone.indices, Damage.allCases)
  func `A purchase with a damaged attribute grants nothing`(place: Int, damage: Damage) throws {
    let (purchase, deciding) = Self.lone[place]
    let honest = try Given(SampleHistory([purchase]))
    #expect(!honest.access.isEmpty || honest.quantity > 0)
    for (type, other) in Self.attributes where deciding.contains(type) {
      // Without a kind a subscription is the same: what expires renews itself.
      if damage == .missing, type == 1707, purchase.type == 3 { continue }
      guard let damaged = Self.damaged(purchase, type, other, damage) else { continue }
      let given = try Given(SampleHistory([damaged]))
      #expect(given.access.isEmpty && given.quantity == 0, "attribute \(type)")
    }
  }

  @Test(arguments: [Damage.wrongType, .garbage, .twiceEqual, .twiceDifferent])
  func `A kind that cannot be read is undetermined, whatever else is known`(
    damage: Damage
  ) throws {
    var catalog = Self.catalog
    catalog.setType(.nonConsumable, of: "a")
    for (purchase, _) in Self.lone {
      let damaged = try #require(Self.damaged(purchase, 1707, DER.integer(0), damage))
      let validated = try SampleHistory([damaged]).validated()
      let history = validated.purchaseHistory(catalog: catalog)
      #expect(history.purchases.map(\.productType) == [nil])
      #expect(history.purchases.map(\.term) == [.undetermined(.unknownType)])
      #expect(history.state(of: "a", at: Self.day(2)) == .undetermined(.unknownType))
      #expect(history.consumableCount(of: "a", at: Self.day(2)).uncounted.count == 1)
    }
  }

  @Test func `A cancelled entry without a date takes back its transaction of any product`() throws {
    let cancelled = SamplePurchase.purchase(
      1, "2024-01-01", type: 0, product: "a", cancelled: "2024-01-02"
    ).replacing(1704, with: nil)
    let other = SamplePurchase.purchase(1, "2024-01-01", type: 0, product: "b")
    let history = try SampleHistory([cancelled, other]).history()
    #expect(history.purchases.map(\.productIdentifier) == ["b"])
    #expect(history.purchases.map(\.isCancelled) == [true])
  }

  @Test func `A cancelled entry without any transaction takes back all of its product`() throws {
    let cancelled = SamplePurchase.purchase(
      1, "2024-01-01", type: 0, product: "a", cancelled: "2024-01-02"
    ).replacing(1703, with: nil).replacing(1705, with: nil)
    let others = ["a", "b"].map {
      SamplePurchase.purchase(2, "2024-01-01", type: 0, product: $0)
    }
    let history = try SampleHistory([cancelled] + others).history()
    #expect(history.purchases.map(\.productIdentifier) == ["a", "b"])
    #expect(history.purchases.map(\.isCancelled) == [true, false])
  }

  @Test func `Xcode's cancellation of a transaction takes back every copy of it`() throws {
    let purchase = SamplePurchase.xcode("2024-02-01", product: "badge")
    let copy = SamplePurchase.xcode("2024-02-01", product: "badge")
      .replacing(1712, with: DER.ia5("2024-02-02T00:00:00Z")).replacing(1701, with: DER.integer(2))
    let other = SamplePurchase.xcode("2024-02-03", product: "badge")
    let history = try SampleHistory([purchase, copy, other], environment: "Xcode").history()
    #expect(history.purchases.filter(\.isCancelled).count == history.purchases.count - 1)
    #expect(history.purchases.last?.isCancelled == false)
  }

  @Test func `Without flags, a kind that cannot be read speaks against a trial`() throws {
    let purchase = SamplePurchase.period(1, "2024-01-01", "2024-01-10", product: "a")
      .replacing(1713, with: nil).replacing(1719, with: nil).replacing(1708, with: nil)
      .replacing(1707, with: DER.boolean(true))
    let history = try SampleHistory([purchase]).history()
    #expect(!history.introductoryOfferEligibility(in: ["a"]).isEligible)
  }
}
