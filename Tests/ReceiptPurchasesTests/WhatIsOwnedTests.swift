// The snippet of the article "What is owned", as a user writes it.

import ReceiptParsing
import ReceiptPurchases
import TestSupport
import Testing

@Suite struct WhatIsOwnedTests {
  /// Only a validated receipt's purchases can be passed here.
  private func unlock(_ history: PurchaseHistory, at now: ReceiptDate) -> [String] {
    history.owned(at: now).map(\.productIdentifier)
  }

  @Test func `The questions are asked in a few lines`() throws {
    let validated = try SampleHistory([
      .period(1, "2025-12-25", "2026-01-25", product: "pro.monthly", trial: true)
    ]).validated()

    let history = validated.purchaseHistory()
    let now = ReceiptDate(millisecondsSince1970: 1_767_225_600_000)  // from a clock that you trust

    var lines: [String] = []
    for product in history.owned(at: now, leewayMilliseconds: 3_600_000) {
      lines.append(
        "\(product.productIdentifier) \(product.state(at: now, leewayMilliseconds: 3_600_000))")
    }
    let mayTry = history.introductoryOfferEligibility(in: ["pro.monthly", "pro.yearly"]).isEligible
    let askWith = history.serverAPILookup.identifier

    #expect(unlock(history, at: now) == ["pro.monthly"])
    #expect(lines.count == 1)
    #expect(!mayTry)
    #expect(askWith == SamplePurchase.identifier(1))
  }
}
