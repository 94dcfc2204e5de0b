import ReceiptParsing
import TestSupport
import Testing

@testable import ReceiptPurchases

@Suite struct PurchaseLedgerTests {
  @Test func `The number of a transaction is read once, however often it is compared`() throws {
    var generator = SeededGenerator(seed: 260_000)
    let entries = (0..<1000).shuffled(using: &generator).map {
      SamplePurchase.period($0, "2024-01-01", "2024-02-01", of: 0)
    }
    let purchases = try SampleHistory(entries.shuffled(using: &generator)).history().purchases
    var count = 0
    let sorted = PurchaseLedger.sorted(purchases.shuffled(using: &generator)) {
      count += 1
      return $0.transactionNumber
    }
    #expect(sorted == purchases)
    #expect(count == purchases.count && count == 1000)
  }

  @Test func `Of one date and number, products are in order, however long their names are`() throws
  {
    let entries = ["aa", "b"].map {
      SamplePurchase.purchase(1, "2024-01-01", type: 0, product: $0)
    }
    for entries in [entries, entries.reversed()] {
      let history = try SampleHistory(entries).history()
      #expect(history.purchases.map(\.productIdentifier) == ["aa", "b"])
    }
  }

  @Test func `Purchases and histories that differ in the transaction alone are different`() throws {
    let histories = try (1...2).map {
      try SampleHistory([.purchase($0, "2024-01-01", type: 0)]).history()
    }
    #expect(histories[0] != histories[1])
    #expect(histories[0].purchases != histories[1].purchases)
  }

  @Test func `Purchases that a catalog tells apart are different`() throws {
    func histories(
      _ purchase: SamplePurchase, environment: String, _ change: (inout ProductCatalog, Int) -> Void
    ) throws -> [PurchaseHistory] {
      try [0, 1, 1].map { number in
        var catalog = ProductCatalog()
        change(&catalog, number)
        return try SampleHistory([purchase], environment: environment).history(catalog)
      }
    }
    let kinds = try histories(.xcode("2024-01-01"), environment: "Xcode") { catalog, number in
      if number > 0 { catalog.setType(.nonConsumable, of: "pro") }
    }
    let lengths = try histories(
      .purchase(1, "2024-01-01", type: 2), environment: "Production"
    ) { catalog, number in
      catalog.setNonRenewingLength(.days(Int64(3 + number)), of: "pro")
    }
    for three in [kinds, lengths] {
      #expect(three[0] != three[1] && three[0].purchases != three[1].purchases)
      #expect(three[1] == three[2])
    }
  }
}
