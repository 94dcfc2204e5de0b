import ReceiptParsing
import ReceiptPurchases
import TestSupport

// Products that are no auto-renewable subscriptions, and receipts that do not say what a product is.

extension StateCase {
  private static func lasting(_ length: PeriodLength) -> ProductCatalog {
    var catalog = ProductCatalog()
    catalog.setNonRenewingLength(length, of: "pro")
    return catalog
  }

  private static func known(_ type: ProductType) -> ProductCatalog {
    var catalog = ProductCatalog()
    catalog.setType(type, of: "pro")
    return catalog
  }

  private static func nonRenewing(_ bought: String) -> [SamplePurchase] {
    [.purchase(1, bought, type: 2)]
  }

  static let kinds: [StateCase] = [
    StateCase(
      "a non-consumable is owned from its purchase on", [.purchase(1, "2024-01-01", type: 0)],
      at: "2024-01-01", .active(until: nil)),
    StateCase(
      "a non-consumable is owned for ever", [.purchase(1, "2024-01-01", type: 0)],
      at: "9999-12-31", .active(until: nil)),
    StateCase(
      "a non-consumable is not owned before its purchase", [.purchase(1, "2024-01-01", type: 0)],
      at: "2023-12-31", .notYetBegun(from: date("2024-01-01"))),
    StateCase(
      "a restored non-consumable is owned from the date that its entry has",
      [.purchase(9, "2024-06-01", type: 0, of: 1)], at: "2024-03-01",
      .notYetBegun(from: date("2024-06-01"))),
    StateCase(
      "an expiration date ends even a non-consumable",
      [
        SamplePurchase.purchase(1, "2024-01-01", type: 0)
          .replacing(1708, with: DER.ia5("2024-02-01T00:00:00Z"))
      ], at: "2024-03-01", .expired(at: date("2024-02-01"))),
    StateCase(
      "a consumable is counted, not owned", [.purchase(1, "2024-01-01", type: 1)],
      at: "2024-01-15", .undetermined(.consumable)),
    StateCase(
      "an expiration date does not make a consumable owned",
      [
        SamplePurchase.purchase(1, "2024-01-01", type: 1)
          .replacing(1708, with: DER.ia5("2024-02-01T00:00:00Z"))
      ], at: "2024-01-15", .undetermined(.consumable)),
    StateCase(
      "a non-renewing subscription has no length in the receipt", nonRenewing("2024-01-01"),
      at: "2024-01-15", .undetermined(.nonRenewing)),
    StateCase(
      "a non-renewing subscription lasts as long as the app says", nonRenewing("2024-01-01"),
      at: "2024-01-31T23:59:59Z", .active(until: date("2024-02-01")), catalog: lasting(.months(1))),
    StateCase(
      "a non-renewing subscription ends", nonRenewing("2024-01-01"), at: "2024-02-01",
      .expired(at: date("2024-02-01")), catalog: lasting(.months(1))),
    StateCase(
      "no grace period follows a non-renewing subscription", nonRenewing("2024-01-01"),
      at: "2024-02-05", .expired(at: date("2024-02-01")),
      renewals: [
        RenewalInformation(
          originalTransactionIdentifier: SamplePurchase.identifier(1),
          gracePeriodExpiresDate: date("2024-02-17"), isInBillingRetryPeriod: true)
      ], catalog: lasting(.months(1))),
    StateCase(
      "what was bought first begins, whether or not it says when it ends",
      [.purchase(1, "2024-01-01", type: 2), .period(2, "2024-02-01", "2024-03-01")],
      at: "2023-12-31", .notYetBegun(from: date("2024-01-01"))),
    StateCase(
      "a month from 31 January ends on 29 February in a leap year",
      nonRenewing("2024-01-31T10:00:00Z"), at: "2024-02-15",
      .active(until: date("2024-02-29T10:00:00Z")), catalog: lasting(.months(1))),
    StateCase(
      "a year from 29 February ends on 28 February", nonRenewing("2024-02-29"), at: "2024-03-15",
      .active(until: date("2025-02-28")), catalog: lasting(.months(12))),
    StateCase(
      "a week has seven days, daylight saving or not", nonRenewing("2024-03-08T12:00:00Z"),
      at: "2024-03-10", .active(until: date("2024-03-15T12:00:00Z")), catalog: lasting(.days(7))),
    StateCase(
      "two non-renewing purchases at a time do not add up",
      [
        .purchase(1, "2024-01-01", type: 2), .purchase(2, "2024-01-15", type: 2),
      ], at: "2024-01-20", .active(until: date("2024-02-15")), catalog: lasting(.months(1))),
    StateCase(
      "a length beyond all years ends with them", nonRenewing("2024-01-01"), at: "2024-02-01",
      .active(until: date("9999-12-31T23:59:59.999Z")), catalog: lasting(.days(.max))),
    StateCase(
      "a negative length is none", nonRenewing("2024-01-01"), at: "2024-01-15",
      .expired(at: date("0000-01-01")), catalog: lasting(.milliseconds(.min))),
    StateCase(
      "an expiration date goes before the length that the app says",
      [
        SamplePurchase.purchase(1, "2024-01-01", type: 2)
          .replacing(1708, with: DER.ia5("2024-01-08T00:00:00Z"))
      ], at: "2024-01-10", .expired(at: date("2024-01-08")), catalog: lasting(.months(1))),
    StateCase(
      "a free subscription of Newsstand does not end", [.purchase(1, "2015-08-20", type: 4)],
      at: "2024-01-15", .active(until: nil)),
    StateCase(
      "a subscription without an expiration date grants nothing",
      [.purchase(1, "2024-01-01", type: 3)], at: "2024-01-15", .undetermined(.missingExpiration)),
    StateCase(
      "a new kind of product without an expiration date grants nothing",
      [.purchase(1, "2024-01-01", type: 9)], at: "2024-01-15", .undetermined(.unknownType)),
    StateCase(
      "a new kind of product with an expiration date runs up to it",
      [
        SamplePurchase.period(1, "2024-01-01", "2024-02-01").replacing(1707, with: DER.integer(9))
      ], at: "2024-01-15", .active(until: date("2024-02-01"))),
    StateCase(
      "a kind that cannot be read, without an expiration date, grants nothing",
      [
        SamplePurchase.purchase(1, "2024-01-01", type: 0).replacing(1707, with: DER.utf8("0"))
      ], at: "2024-01-15", .undetermined(.unknownType)),
    StateCase(
      "Xcode: an expiration date means a subscription", [.xcode("2024-01-01", "2024-02-01")],
      at: "2024-01-15", .active(until: date("2024-02-01")), environment: "Xcode"),
    StateCase(
      "Xcode: without an expiration date the kind is unknown and grants nothing",
      [.xcode("2024-01-01")], at: "2024-01-15", .undetermined(.unknownType), environment: "Xcode"),
    StateCase(
      "Xcode: the app says that it is a non-consumable", [.xcode("2024-01-01")], at: "2024-01-15",
      .active(until: nil), catalog: known(.nonConsumable), environment: "Xcode"),
    StateCase(
      "Xcode: all transactions are 0, and renewals still join",
      [
        .xcode("2024-01-01", "2024-02-01"), .xcode("2024-02-01", "2024-03-01"),
      ], at: "2024-01-15", .active(until: date("2024-03-01")), environment: "Xcode"),
    StateCase(
      "Xcode: purchases of one instant are told apart by product",
      [
        .xcode("2024-01-01", "2024-02-01"), .xcode("2024-01-01", "2024-03-01", product: "basic"),
      ], at: "2024-02-15", .expired(at: date("2024-02-01")), environment: "Xcode"),
    StateCase(
      "what the app says never overrules the receipt", [.purchase(1, "2024-01-01", type: 1)],
      at: "2024-01-15", .undetermined(.consumable), catalog: known(.nonConsumable)),
  ]
}
