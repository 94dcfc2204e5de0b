import ReceiptParsing
import ReceiptPurchases
import TestSupport
import Testing

@Suite struct IntervalTests {
  private let group: [SamplePurchase] = [
    .period(1, "2024-01-01", "2024-01-08", trial: true),
    .period(2, "2024-01-08", "2024-02-08", of: 1, cancelled: "2024-01-20"),
    .period(3, "2024-01-20", "2024-02-20", of: 1, product: "max"),
    .period(4, "2024-02-20", "2024-03-20", of: 1, product: "max"),
    .period(5, "2024-03-20", "2024-04-20", of: 1),
  ]

  private func days(_ intervals: [EntitlementInterval]) -> [String] {
    intervals.map { "\($0.start.text.prefix(10))–\($0.end?.text.prefix(10) ?? "")" }
  }

  @Test func `Each product has its intervals, each with the purchases it stems from`() throws {
    let entitlements = try SampleHistory(group).history().entitlements
    #expect(entitlements.map(\.productIdentifier) == ["max", "pro"])
    #expect(days(entitlements[0].intervals) == ["2024-01-20–2024-03-20"])
    #expect(
      entitlements[0].intervals[0].purchases.map(\.transactionIdentifier)
        == [3, 4].map(SamplePurchase.identifier))
    #expect(
      days(entitlements[1].intervals) == ["2024-01-01–2024-01-08", "2024-03-20–2024-04-20"])
    #expect(
      entitlements[1].cancelled.map(\.transactionIdentifier) == [SamplePurchase.identifier(2)])
  }

  @Test(
    arguments: [
      ("2023-12-31", nil), ("2024-01-01", "2024-01-01"), ("2024-01-08", nil),
      ("2024-03-20", "2024-03-20"), ("2024-04-20", nil),
    ] as [(String, String?)])
  func `The interval at a date is the one in which it lies`(day: String, start: String?) throws {
    let entitlement = try SampleHistory(group).history().entitlement(of: "pro")
    #expect(entitlement.interval(at: date(day))?.start == start.map { date($0) })
  }

  @Test func `A cancelled purchase is listed with its would-be period`() throws {
    let cancelled = try SampleHistory(group).history().entitlement(of: "pro").cancelled
    #expect(cancelled.map(\.term) == [.until(date("2024-02-08"))])
    #expect(cancelled.map(\.purchaseDate) == [date("2024-01-08")])
    #expect(cancelled.map(\.cancellation.value) == [date("2024-01-20")])
  }

  @Test func `A group of products has the intervals in which any is owned`() throws {
    let history = try SampleHistory(group).history()
    #expect(
      days(history.intervals(ofAny: ["pro", "max"]))
        == ["2024-01-01–2024-01-08", "2024-01-20–2024-04-20"])
    #expect(days(history.intervals(ofAny: ["max"])) == ["2024-01-20–2024-03-20"])
    #expect(history.intervals(ofAny: []).isEmpty)
  }

  @Test(arguments: ["2024-01-01", "2023-12-31", "0000-01-01"])
  func `A period that ends where it begins, or before, is none`(end: String) throws {
    let history = try SampleHistory([.period(1, "2024-01-01", end)]).history()
    #expect(history.entitlement(of: "pro").intervals.isEmpty)
    #expect(!history.state(of: "pro", at: date("2024-01-01")).grantsAccess)
  }

  @Test func `A group of products has one state, grace periods included`() throws {
    let history = try SampleHistory([
      .period(1, "2024-01-01", "2024-02-01", product: "monthly"),
      .period(2, "2024-03-01", "2024-04-01", product: "yearly"),
      .purchase(3, "2024-01-15", type: 0, product: "lifetime", cancelled: "2024-01-20"),
    ]).history()
    let products = ["monthly", "yearly", "lifetime"]
    func state(_ day: String, _ renewals: [RenewalInformation] = []) -> EntitlementState {
      history.state(ofAny: products, at: date(day), renewals: renewals)
    }
    #expect(state("2023-12-01") == .notYetBegun(from: date("2024-01-01")))
    #expect(state("2024-01-20") == .active(until: date("2024-02-01")))
    // The lifetime product was bought later than the month, and refunded.
    #expect(state("2024-02-15") == .cancelled(at: date("2024-01-20")))
    #expect(state("2024-03-15") == .active(until: date("2024-04-01")))
    #expect(state("2024-05-01") == .expired(at: date("2024-04-01")))
    #expect(history.state(ofAny: ["other"], at: date("2024-05-01")) == .noPurchase)
    let withheld = try SampleHistory([
      SamplePurchase.period(1, "2024-01-01", "2024-02-01").replacing(1703, with: nil)
    ]).history()
    let unclear = withheld.state(ofAny: ["other", "pro"], at: date("2024-01-15"))
    #expect(unclear == .undetermined(.unreadable))

    let renewal = RenewalInformation(
      originalTransactionIdentifier: SamplePurchase.identifier(2),
      gracePeriodExpiresDate: date("2024-04-10"))
    #expect(state("2024-04-05", [renewal]) == .inGracePeriod(until: date("2024-04-10")))
    // It grants access exactly if a product does.
    for month in 1...6 {
      for day in ["01", "10", "20"] {
        let instant = date("2024-0\(month)-\(day)")
        for renewals in [[], [renewal]] {
          let any = products.contains {
            history.state(of: $0, at: instant, renewals: renewals).grantsAccess
          }
          let group = history.state(ofAny: products, at: instant, renewals: renewals)
          #expect(group.grantsAccess == any)
        }
      }
    }
  }

  @Test func `An unlimited purchase swallows all that follows`() throws {
    let intervals = try SampleHistory([
      .period(1, "2023-01-01", "2023-02-01"), .purchase(2, "2024-01-01", type: 0),
      .period(3, "2024-06-01", "2024-07-01"),
    ]).history().entitlement(of: "pro").intervals
    #expect(days(intervals) == ["2023-01-01–2023-02-01", "2024-01-01–"])
    #expect(intervals.last?.purchases.count == 2)
    #expect(intervals.last?.contains(date("9999-01-01")) == true)
    #expect(intervals.last?.contains(date("2023-12-31")) == false)
  }

  @Test func `What has no period is listed and grants nothing`() throws {
    let entitlement = try SampleHistory([
      .period(1, "2024-02-01", "2024-01-01"), .purchase(2, "2024-03-01", type: 3),
      SamplePurchase.period(3, "2024-04-01", "2024-05-01").replacing(1704, with: nil),
      SamplePurchase.period(4, "2024-05-01", "2024-06-01").replacing(1703, with: nil),
    ]).history().entitlement(of: "pro")
    #expect(entitlement.intervals.isEmpty)
    #expect(
      entitlement.withoutPeriod.map(\.term)
        == [.until(date("2024-01-01")), .undetermined(.missingExpiration)])
    #expect(entitlement.unreadable.count == 2)
  }

  @Test func `What is owned at a date is listed by product`() throws {
    let history = try SampleHistory(
      group + [
        .purchase(9, "2024-01-01", type: 0, product: "badge"),
        .purchase(10, "2024-01-01", type: 1, product: "coins"),
      ]
    ).history()
    func owned(_ text: String) -> [String] {
      history.owned(at: date(text)).map(\.productIdentifier)
    }
    #expect(owned("2023-12-31") == [])
    #expect(owned("2024-01-05") == ["badge", "pro"])
    #expect(owned("2024-01-10") == ["badge"])
    #expect(owned("2024-02-01") == ["badge", "max"])
    #expect(owned("2024-04-19") == ["badge", "pro"])
    let grace = RenewalInformation(
      originalTransactionIdentifier: SamplePurchase.identifier(1),
      gracePeriodExpiresDate: date("2024-05-06"))
    #expect(
      history.owned(at: date("2024-05-01"), renewals: [grace]).map(\.productIdentifier)
        == ["badge", "pro"])
    #expect(
      history.owned(at: date("2024-05-01"), leewayMilliseconds: .max).map(\.productIdentifier)
        == ["badge", "max", "pro"])
  }

  @Test func `Consumables are counted by quantity up to a date`() throws {
    let history = try SampleHistory([
      .purchase(1, "2024-01-01", type: 1, quantity: 3),
      .purchase(2, "2024-01-02", type: 1, quantity: 10),
      .purchase(3, "2024-01-03", type: 1, cancelled: "2024-01-04", quantity: 5),
      .purchase(4, "2024-01-04", type: 1, quantity: 0),
      .purchase(5, "2024-01-05", type: 1, quantity: -4),
      SamplePurchase.purchase(6, "2024-01-06", type: 1).replacing(1701, with: DER.utf8("2")),
      SamplePurchase.purchase(7, "2024-01-07", type: 1).replacing(1701, with: nil),
      .purchase(8, "2024-01-01", type: 1, product: "other", quantity: 7),
      .purchase(9, "2024-01-01", type: 0, quantity: 7),
    ]).history()
    let count = history.consumableCount(of: "pro", at: date("2024-02-01"))
    #expect(count.quantity == 13)
    #expect(
      count.uncounted.map(\.transactionIdentifier) == [4, 5, 6, 7].map(SamplePurchase.identifier))
    #expect(history.consumableCount(of: "pro", at: date("2024-01-02")).quantity == 13)
    #expect(history.consumableCount(of: "pro", at: date("2024-01-01")).quantity == 3)
    #expect(history.consumableCount(of: "pro", at: date("2023-12-31")).quantity == 0)
    #expect(history.consumableCount(of: "none", at: date("2024-02-01")).quantity == 0)
  }

  @Test func `A sum of quantities does not overflow`() throws {
    let history = try SampleHistory([
      .purchase(1, "2024-01-01", type: 1, quantity: .max),
      .purchase(2, "2024-01-02", type: 1, quantity: .max),
      .purchase(3, "2024-01-03", type: 1, quantity: 1),
    ]).history()
    #expect(history.consumableCount(of: "pro", at: date("2024-02-01")).quantity == .max)
  }
}
