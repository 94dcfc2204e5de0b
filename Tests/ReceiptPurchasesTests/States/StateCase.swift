import ReceiptPurchases
import TestSupport
import Testing

/// Purchases, an instant, and what the customer may then do: one row of the tables. The name says the rule.
struct StateCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let purchases: [SamplePurchase]
  let at: String
  let expected: EntitlementState
  var product = "pro"
  var leeway: Int64 = 0
  var renewals: [RenewalInformation] = []
  var catalog = ProductCatalog()
  var environment = "Production"

  init(
    _ rule: String, _ purchases: [SamplePurchase], at: String, _ expected: EntitlementState,
    product: String = "pro", leeway: Int64 = 0, renewals: [RenewalInformation] = [],
    catalog: ProductCatalog = ProductCatalog(), environment: String = "Production"
  ) {
    self.rule = rule
    self.purchases = purchases
    self.at = at
    self.expected = expected
    self.product = product
    self.leeway = leeway
    self.renewals = renewals
    self.catalog = catalog
    self.environment = environment
  }

  var testDescription: String { rule }

  static let all = periods + changes + cancellations + copies + renewalCases + kinds + oddities

  func state<Source>(_ history: Purchases<Source>) -> EntitlementState {
    history.state(
      of: product, at: date(at), leewayMilliseconds: leeway, renewals: renewals)
  }

  func sample(_ purchases: [SamplePurchase]) -> SampleHistory {
    SampleHistory(purchases, environment: environment)
  }
}

@Suite struct StateTests {
  @Test func `There are at least 60 cases, each with a rule of its own`() {
    #expect(StateCase.all.count >= 60)
    #expect(Set(StateCase.all.map(\.rule)).count == StateCase.all.count)
  }

  @Test(arguments: StateCase.all)
  func `The state of a product at a date`(row: StateCase) throws {
    let sample = row.sample(row.purchases)
    let history = try sample.history(row.catalog)
    #expect(row.state(history) == row.expected)

    let isOwned = history.owned(
      at: date(row.at), leewayMilliseconds: row.leeway, renewals: row.renewals
    ).contains { $0.productIdentifier.utf8.elementsEqual(row.product.utf8) }
    #expect(isOwned == row.expected.grantsAccess)

    let unverified = try sample.receipt().unverifiedPurchaseHistory(catalog: row.catalog)
    #expect(row.state(unverified) == row.expected)
  }

  @Test(arguments: StateCase.all)
  func `The order of the payload changes no state`(row: StateCase) throws {
    var generator = SeededGenerator(seed: 1707)
    for _ in 0..<3 {
      let shuffled = row.sample(row.purchases.shuffled(using: &generator))
      #expect(row.state(try shuffled.history(row.catalog)) == row.expected)
    }
  }
}
