import ReceiptPurchases
import TestSupport
import Testing

/// Purchases, and whether a trial or an introductory price may be offered: one row. The name says the rule.
private struct OfferCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let purchases: [SamplePurchase]
  let expected: Verdict

  enum Verdict {
    case eligible, used, unclear
  }

  init(_ rule: String, _ purchases: [SamplePurchase], _ expected: Verdict) {
    self.rule = rule
    self.purchases = purchases
    self.expected = expected
  }

  var testDescription: String { rule }

  private static let paid = SamplePurchase.period(1, "2024-01-01", "2024-02-01")

  private static var promotional: SamplePurchase {
    var purchase = paid
    purchase.offer = "spring"
    return purchase
  }

  static let all: [OfferCase] = [
    OfferCase("nobody bought anything", [], .eligible),
    OfferCase("a paid period uses nothing up", [paid], .eligible),
    OfferCase(
      "a trial uses both up", [.period(1, "2024-01-01", "2024-01-08", trial: true)], .used),
    OfferCase(
      "an introductory price uses both up",
      [.period(1, "2024-01-01", "2024-02-01", intro: true)], .used),
    OfferCase(
      "a trial long ago uses both up, paid periods since or not",
      [.period(1, "2014-01-01", "2014-01-08", trial: true), paid], .used),
    OfferCase(
      "a trial of another product of the group counts",
      [.period(1, "2024-01-01", "2024-01-08", product: "basic", trial: true)], .used),
    OfferCase(
      "a trial of a product of another group does not count",
      [.period(1, "2024-01-01", "2024-01-08", product: "music", trial: true)], .eligible),
    OfferCase(
      "a trial that was cancelled was a trial",
      [.period(1, "2024-01-01", "2024-01-08", cancelled: "2024-01-02", trial: true)], .used),
    OfferCase(
      "an introductory price that was refunded was one",
      [.period(1, "2024-01-01", "2024-02-01", cancelled: "2024-01-02", intro: true)], .used),
    OfferCase(
      "a trial whose end cannot be read was a trial",
      [
        SamplePurchase.period(1, "2024-01-01", "", trial: true)
          .replacing(1708, with: DER.ia5("?"))
      ], .used),
    OfferCase("a promotional offer uses nothing up", [promotional], .eligible),
    OfferCase(
      "a flag that is neither 0 nor 1 speaks against",
      [paid.replacing(1713, with: DER.integer(2))], .unclear),
    OfferCase(
      "a flag of the wrong type speaks against",
      [paid.replacing(1719, with: DER.utf8("false"))], .unclear),
    OfferCase(
      "one unreadable flag beside one that is set",
      [paid.replacing(1713, with: DER.integer(2)).replacing(1719, with: DER.integer(1))], .used),
    OfferCase(
      "a receipt of 2015 has no flag 1719", [paid.replacing(1719, with: nil)], .eligible),
    OfferCase("Xcode has no flag 1713", [paid.replacing(1713, with: nil)], .eligible),
    OfferCase(
      "a subscription that has neither flag speaks against",
      [paid.replacing(1713, with: nil).replacing(1719, with: nil)], .unclear),
    OfferCase(
      "a kind that nobody knows yet, with neither flag, speaks against",
      [
        paid.replacing(1707, with: DER.integer(9)).replacing(1713, with: nil)
          .replacing(1719, with: nil)
      ], .unclear),
    OfferCase(
      "a non-consumable needs no flags",
      [
        SamplePurchase.purchase(1, "2024-01-01", type: 0)
          .replacing(1713, with: nil).replacing(1719, with: nil)
      ], .eligible),
    OfferCase(
      "an entry whose product cannot be read may be one of the group",
      [paid.replacing(1702, with: DER.integer(7))], .unclear),
    OfferCase(
      "an entry of the group whose date cannot be read speaks against",
      [paid.replacing(1704, with: nil)], .unclear),
    OfferCase(
      "an entry of another group whose date cannot be read does not",
      [
        SamplePurchase.period(1, "2024-01-01", "2024-02-01", product: "music")
          .replacing(1704, with: nil)
      ], .eligible),
  ]
}

@Suite struct OfferTests {
  @Test(arguments: OfferCase.all)
  fileprivate func `Who may be offered a trial`(row: OfferCase) throws {
    let history = try SampleHistory(row.purchases).history()
    let eligibility = history.introductoryOfferEligibility(in: ["pro", "basic"])
    let verdict: OfferCase.Verdict =
      switch eligibility {
      case .eligible: .eligible
      case .used: .used
      case .unclear: .unclear
      }
    #expect(verdict == row.expected)
    #expect(eligibility.isEligible == (row.expected == .eligible))
  }

  @Test func `What used it up is named`() throws {
    let history = try SampleHistory([
      .period(2, "2024-02-01", "2024-03-01", of: 1, intro: true),
      .period(3, "2024-03-01", "2024-04-01", of: 1),
      .period(1, "2024-01-01", "2024-01-08", trial: true),
    ]).history()
    guard case .used(let purchases) = history.introductoryOfferEligibility(in: ["pro"]) else {
      Issue.record("not used")
      return
    }
    #expect(purchases.map(\.transactionIdentifier) == [1, 2].map(SamplePurchase.identifier))
  }

  @Test func `A group without products is a mistake`() throws {
    let history = try SampleHistory([]).history()
    #expect(history.introductoryOfferEligibility(in: []) == .unclear([]))
  }

  @Test(
    arguments: [
      ("Production", false), ("ProductionVPP", false), ("ProductionSandbox", true),
      ("Xcode", true), ("Moon", true), ("", true),
    ])
  func `Only the App Store's receipts are complete`(environment: String, mayLack: Bool) throws {
    let history = try SampleHistory([], environment: environment).history()
    #expect(history.mayLackOldTransactions == mayLack)
  }
}
