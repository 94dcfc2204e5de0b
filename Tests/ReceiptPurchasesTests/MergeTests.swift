import Foundation
import ReceiptParsing
import ReceiptPurchases
import TestSupport
import Testing

@Suite struct MergeTests {
  private func merged(
    _ samples: [SampleHistory], _ catalog: ProductCatalog = ProductCatalog()
  ) throws -> PurchaseHistory {
    try PurchaseHistory(merging: samples.map { try $0.validated() }, catalog: catalog)
  }

  private func sample(
    _ purchases: [SamplePurchase], created: String, environment: String = "Production"
  ) -> SampleHistory {
    var sample = SampleHistory(purchases, environment: environment)
    sample.created = created
    return sample
  }

  private func error(_ samples: [SampleHistory]) throws -> PurchaseMergeError? {
    let receipts = try samples.map { try $0.validated() }
    do throws(PurchaseMergeError) {
      _ = try PurchaseHistory(merging: receipts)
      return nil
    } catch {
      return error
    }
  }

  @Test func `Every order of the receipts gives the same history`() throws {
    let samples = [
      sample(
        [
          .period(1, "2024-01-01", "2024-02-01"),
          .period(2, "2024-02-01", "2024-03-01", of: 1, cancelled: "2024-02-02"),
        ], created: "2024-02-03T00:00:00Z"),
      sample(
        [
          .period(1, "2024-01-01", "2024-02-01"), .period(2, "2024-02-01", "2024-03-15", of: 1),
          .period(3, "2024-03-01", "2024-04-01", of: 1),
        ], created: "2024-03-03T00:00:00Z"),
      // As old as the one before, with another end for the same transaction.
      sample(
        [.period(3, "2024-03-01", "2024-04-02", of: 1)], created: "2024-03-03T00:00:00Z"),
      sample([.purchase(7, "2024-01-01", type: 1)], created: "2024-01-03T00:00:00Z"),
    ]
    let expected = try merged(samples)
    #expect(expected.purchases.count == 4)
    #expect(expected.creationDate == date("2024-03-03"))
    for order in permutations(samples) {
      let history = try merged(order)
      #expect(history == expected)
      #expect(history.entitlements == expected.entitlements)
      #expect(history.serverAPILookup == expected.serverAPILookup)
    }
  }

  @Test func `The newest receipt's entry wins`() throws {
    let history = try merged([
      sample([.period(1, "2024-01-01", "2024-02-01")], created: "2024-01-02T00:00:00Z"),
      sample([.period(1, "2024-01-01", "2024-02-15")], created: "2024-01-03T00:00:00Z"),
    ])
    #expect(history.purchases.map(\.expiration.value) == [date("2024-02-15")])
  }

  @Test func `A purchase that another receipt cancels is another one, even at no readable date`()
    throws
  {
    let (purchase, created) = (
      SamplePurchase.purchase(7, "2024-01-01", type: 0), "2024-01-03T00:00:00Z"
    )
    let cancelled = purchase.replacing(1712, with: DER.ia5("x"))
    let alone = try merged([sample([purchase], created: created)]).purchases
    let other = try merged([
      sample([purchase], created: created),
      sample([cancelled], created: "2024-01-02T00:00:00Z"),
    ]).purchases
    #expect(alone.map(\.inAppReceipt) == other.map(\.inAppReceipt))
    #expect(alone.map(\.isCancelled) == [false] && other.map(\.isCancelled) == [true])
    #expect(other.map(\.cancellation.value) == [nil])
    #expect(alone != other)
  }

  @Test func `A transaction counts once even if the receipts disagree about its date`() throws {
    let history = try merged([
      sample(
        [.period(1, "2024-01-01", "2024-02-01", cancelled: "2024-01-05")],
        created: "2024-01-06T00:00:00Z"),
      sample(
        [.period(1, "2024-01-01T00:00:01Z", "2024-02-01")], created: "2024-01-07T00:00:00Z"),
    ])
    #expect(history.purchases.map(\.purchaseDate) == [date("2024-01-01T00:00:01Z")])
    #expect(history.purchases.first?.isCancelled == true)
  }

  @Test func `A cancellation in any receipt counts`() throws {
    let old = sample(
      [.period(1, "2024-01-01", "2024-02-01", cancelled: "2024-01-05")],
      created: "2024-01-06T00:00:00Z")
    let new = sample([.period(1, "2024-01-01", "2024-02-01")], created: "2024-01-08T00:00:00Z")
    for samples in [[old, new], [new, old]] {
      let history = try merged(samples)
      #expect(history.purchases.map(\.cancellation.value) == [date("2024-01-05")])
      #expect(
        history.state(of: "pro", at: date("2024-01-15")) == .cancelled(at: date("2024-01-05")))
      #expect(
        history.purchases.map(\.description) == [
          "pro, transaction 1000000000000001, purchased 2024-01-01T00:00:00Z, "
            + "expires 2024-02-01T00:00:00Z, cancelled"
        ])
    }
    #expect(try merged([new]).state(of: "pro", at: date("2024-01-15")).grantsAccess)
  }

  @Test func `Of two cancellation dates the earlier counts, a readable one before any other`()
    throws
  {
    func entry(_ cancelled: String) -> SamplePurchase {
      SamplePurchase.period(1, "2024-01-01", "2024-02-01")
        .replacing(1712, with: DER.ia5(cancelled))
    }
    let samples = [
      sample([entry("2024-01-09T00:00:00Z")], created: "2024-01-10T00:00:00Z"),
      sample([entry("2024-01-05T00:00:00Z")], created: "2024-01-11T00:00:00Z"),
      sample([entry("?")], created: "2024-01-12T00:00:00Z"),
    ]
    for order in permutations(samples) {
      #expect(try merged(order).purchases.map(\.cancellation.value) == [date("2024-01-05")])
    }
    let unreadable = sample([entry("!")], created: "2024-01-13T00:00:00Z")
    #expect(try merged([samples[2], unreadable]).purchases.first?.isCancelled == true)
  }

  @Test(arguments: ["2024-01-05T00:00:00Z", "?"])
  func `A stored purchase stays cancelled, though its own entry does not say so`(
    cancelled: String
  ) throws {
    let entry = SamplePurchase.period(1, "2024-01-01", "2024-02-01")
    let history = try merged([
      sample(
        [entry.replacing(1712, with: DER.ia5(cancelled))], created: "2024-01-06T00:00:00Z"),
      sample([entry], created: "2024-01-08T00:00:00Z"),
    ])
    let purchase = try #require(history.purchases.first)
    #expect(purchase.isCancelled && !purchase.inAppReceipt.isCancelled)
    let stored = try JSONDecoder().decode(Purchase.self, from: JSONEncoder().encode(purchase))
    #expect(stored == purchase && stored.isCancelled)
    #expect(stored.cancellation.value == (cancelled == "?" ? nil : date("2024-01-05")))
    let problem = stored.cancellation.problem
    #expect((problem == nil) == (cancelled != "?"))
    #expect(problem == nil || problem?.attributeType == 1712 && problem?.reason == .notADate)
    #expect(problem == nil || problem?.offset == 0 && problem?.purchaseIndex == 0)
  }

  @Test func `A stored purchase keeps what the catalog said`() throws {
    var catalog = ProductCatalog()
    catalog.setType(.nonRenewingSubscription, of: "pro")
    catalog.setNonRenewingLength(.days(3), of: "pro")
    let history = try merged(
      [sample([.xcode("2024-01-01")], created: "2024-01-02T00:00:00Z", environment: "Xcode")],
      catalog)
    let purchase = try #require(history.purchases.first)
    #expect(purchase.productType == .nonRenewingSubscription)
    #expect(purchase.term == .until(date("2024-01-04")) && !purchase.isCancelled)
    let stored = try JSONDecoder().decode(Purchase.self, from: JSONEncoder().encode(purchase))
    #expect(stored == purchase && stored.productType == purchase.productType)
    #expect(stored.term == purchase.term && stored.cancellation.isAbsent)
  }

  @Test func `What no two purchases of a history share`() throws {
    let history = try merged([
      sample([.period(1, "2024-01-01", "2024-02-01")], created: "2024-01-02T00:00:00Z")
    ])
    #expect(history.purchases.map(\.id) == ["1000000000000001 pro 2024-01-01T00:00:00Z"])
  }

  @Test func `What no two products of a history share`() throws {
    let history = try SampleHistory([
      .purchase(1, "2024-01-01", type: 0), .purchase(2, "2024-01-01", type: 0, product: "badge"),
    ]).history()
    #expect(history.entitlements.map(\.id) == ["badge", "pro"])
  }

  @Test func `What an older receipt has and the newer one lacks is kept`() throws {
    let history = try merged([
      sample([.purchase(1, "2024-01-01", type: 1)], created: "2024-01-02T00:00:00Z"),
      sample([], created: "2024-01-03T00:00:00Z"),
    ])
    #expect(history.consumableCount(of: "pro", at: date("2024-02-01")).quantity == 1)
    #expect(history.age(at: date("2024-01-03")) == .old(milliseconds: 0))
  }

  @Test func `The same receipt twice is the receipt`() throws {
    let receipt = sample(
      [
        .period(1, "2024-01-01", "2024-02-01"),
        SamplePurchase.period(2, "2024-01-01", "2024-02-01").replacing(1704, with: nil),
      ], created: "2024-01-02T00:00:00Z")
    #expect(try merged([receipt, receipt]) == receipt.history())
    #expect(try merged([receipt, receipt]).unreadable.count == 1)
  }

  @Test func `Xcode's purchases of one number are told apart by product and date`() throws {
    let first = sample(
      [.xcode("2024-01-01", "2024-02-01"), .xcode("2024-01-01", product: "badge")],
      created: "2024-01-02T00:00:00Z", environment: "Xcode")
    let second = sample(
      [.xcode("2024-01-01", "2024-02-01"), .xcode("2024-02-01", "2024-03-01")],
      created: "2024-02-02T00:00:00Z", environment: "Xcode")
    #expect(try merged([first, second]).purchases.count == 3)
  }

  @Test func `Receipts of two apps do not merge`() throws {
    var other = SampleHistory([])
    other.bundle = "com.example.other"
    #expect(try error([SampleHistory([]), other]) == .otherBundleIdentifier(place: 1))
  }

  @Test func `Bundle identifiers are compared byte by byte`() throws {
    var (first, second) = (SampleHistory([]), SampleHistory([]))
    first.bundle = "com.example.caf\u{E9}"
    second.bundle = "com.example.cafe\u{301}"
    #expect(try error([first, second]) == .otherBundleIdentifier(place: 1))
  }

  @Test(arguments: ["ProductionSandbox", "Xcode", "ProductionVPP", "Sandbox"])
  func `Receipts of two environments do not merge`(environment: String) throws {
    let other = SampleHistory([], environment: environment)
    let production = SampleHistory([])
    #expect(try error([production, other]) == .otherEnvironment(place: 1))
    #expect(try error([other, production]) == .otherEnvironment(place: 1))
    #expect(try error([other, other]) == nil)
  }

  @Test func `Receipts that do not say where they come from do not merge`() throws {
    let unknown = SampleHistory([], environment: "")
    #expect(try error([unknown, unknown]) == .unknownOrigin(place: 0))
    #expect(try error([unknown]) == nil)
  }

  @Test func `Nothing cannot be merged`() throws {
    #expect(try error([]) == .noReceipt)
    #expect(PurchaseMergeError.noReceipt.description == "no receipts to merge")
  }
}
