import ReceiptParsing
import ReceiptPurchases
import TestSupport
import Testing

/// The lookup that a receipt answers itself is the one of its whole history.
@Suite struct LatestTransactionTests {
  /// Few numbers, products and dates, so that each repeats and what decides between equals is met.
  private func purchases(_ generator: inout SeededGenerator) -> [SamplePurchase] {
    (0..<Int.random(in: 0...7, using: &generator)).map { _ in
      let number = Int.random(in: 0..<6, using: &generator)
      let day = "2024-01-0\(Int.random(in: 1...4, using: &generator))"
      var purchase = SamplePurchase.period(
        number, day, "2024-02-01", of: Int.random(in: 0..<6, using: &generator),
        product: number % 2 == 0 ? "pro" : "basic",
        cancelled: Int.random(in: 0..<4, using: &generator) == 0 ? "2024-01-05" : "")
      purchase.type = [0, 1, 3, nil].randomElement(using: &generator) ?? nil
      switch Int.random(in: 0..<16, using: &generator) {
      case 0: purchase.transaction = "\(number)"
      case 1: purchase.transaction = "000000" + purchase.transaction
      case 2: purchase.transaction = "number \(number)"
      case 3: purchase.replaced[1702] = .some(nil)
      case 4: purchase.replaced[1703] = DER.integer(1)
      case 5: purchase.replaced[1703] = DER.ia5(purchase.transaction)
      case 6: purchase.replaced[1704] = DER.ia5("?")
      case 7: purchase.replaced[1712] = DER.ia5("?")
      case 8: purchase.replaced[1705] = DER.integer(1)
      case 9: purchase = purchase.adding(1703, DER.utf8("1000000000000009"))
      default: break
      }
      return purchase
    }
  }

  private func isSame(_ receipt: AppReceipt) -> Bool {
    receipt.unverifiedServerAPILookup == receipt.unverifiedPurchases.serverAPILookup
  }

  @Test func `Random receipts`() throws {
    for seed in 0..<3_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let environment = seed % 50 == 0 ? "Xcode" : "Production"
      let sample = SampleHistory(purchases(&generator), environment: environment)
      if !isSame(try sample.receipt()) { Issue.record("seed \(seed)") }
    }
  }

  @Test(arguments: Fixtures.names)
  func `The fixtures`(name: String) throws {
    #expect(isSame(try AppReceipt(Fixtures.receipt(name))))
  }

  @Test func `A validated receipt answers the same`() throws {
    let sample = SampleHistory([
      .period(1, "2024-01-01", "2024-02-01"),
      .period(2, "2024-02-01", "2024-03-01", of: 1, cancelled: "2024-02-02"),
    ])
    let lookup = try sample.validated().serverAPILookup
    #expect(lookup == (try sample.history().serverAPILookup))
    #expect(lookup.identifier == SamplePurchase.identifier(2))
  }
}
