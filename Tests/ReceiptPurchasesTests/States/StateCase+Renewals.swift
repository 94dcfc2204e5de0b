import ReceiptPurchases
import TestSupport

// Grace periods and billing retries, which only Apple's server knows, and leeway.

extension StateCase {
  private static let january: [SamplePurchase] = [.period(1, "2024-01-01", "2024-02-01")]

  private static func grace(
    of original: Int = 1, product: String? = nil, until end: String? = "2024-02-17",
    retry: Bool = false
  ) -> [RenewalInformation] {
    [
      RenewalInformation(
        originalTransactionIdentifier: SamplePurchase.identifier(original),
        productIdentifier: product, gracePeriodExpiresDate: end.map { date($0) },
        isInBillingRetryPeriod: retry)
    ]
  }

  private static let upgraded: [SamplePurchase] = [
    .period(1, "2024-01-01", "2024-01-15", product: "basic"),
    .period(2, "2024-01-15", "2024-02-01", of: 1),
  ]

  private static let hour: Int64 = 3_600_000

  static let renewalCases: [StateCase] = [
    StateCase(
      "in a grace period service goes on", january, at: "2024-02-05",
      .inGracePeriod(until: date("2024-02-17")), renewals: grace()),
    StateCase(
      "a grace period begins with the end of the period", january, at: "2024-02-01",
      .inGracePeriod(until: date("2024-02-17")), renewals: grace()),
    StateCase(
      "before the end of the period it is just active", january, at: "2024-01-31T23:59:59Z",
      .active(until: date("2024-02-01")), renewals: grace()),
    StateCase(
      "the end of a grace period does not belong to it", january, at: "2024-02-17",
      .expired(at: date("2024-02-01")), renewals: grace()),
    StateCase(
      "without information there is no grace period", january, at: "2024-02-05",
      .expired(at: date("2024-02-01"))),
    StateCase(
      "information about another subscription says nothing", january, at: "2024-02-05",
      .expired(at: date("2024-02-01")), renewals: grace(of: 2)),
    StateCase(
      "information about another product says nothing", january, at: "2024-02-05",
      .expired(at: date("2024-02-01")), renewals: grace(product: "basic")),
    StateCase(
      "information about this product counts", january, at: "2024-02-05",
      .inGracePeriod(until: date("2024-02-17")), renewals: grace(product: "pro")),
    StateCase(
      "after an upgrade the grace period is the new product's", upgraded, at: "2024-02-05",
      .inGracePeriod(until: date("2024-02-17")), renewals: grace()),
    StateCase(
      "after an upgrade there is no grace period for the old product", upgraded, at: "2024-02-05",
      .expired(at: date("2024-01-15")), product: "basic", renewals: grace()),
    StateCase(
      "a grace period does not fill a gap before the last period",
      [
        .period(1, "2024-01-01", "2024-02-01"), .period(2, "2024-03-01", "2024-04-01", of: 1),
      ], at: "2024-02-05", .expired(at: date("2024-02-01")), renewals: grace()),
    StateCase(
      "the latest of several grace periods counts", january, at: "2024-02-05",
      .inGracePeriod(until: date("2024-02-17")),
      renewals: grace(until: "2024-02-06") + grace() + grace(until: "2024-02-10")),
    StateCase(
      "in a billing retry no service is due", january, at: "2024-02-05",
      .inBillingRetry(since: date("2024-02-01")), renewals: grace(until: nil, retry: true)),
    StateCase(
      "information that says nothing more is no billing retry", january, at: "2024-02-05",
      .expired(at: date("2024-02-01")),
      renewals: [RenewalInformation(originalTransactionIdentifier: SamplePurchase.identifier(1))]),
    StateCase(
      "of two subscriptions in a billing retry the later end counts",
      january + [.period(2, "2024-01-01", "2024-03-01")], at: "2024-03-05",
      .inBillingRetry(since: date("2024-03-01")),
      renewals: grace(until: nil, retry: true) + grace(of: 2, until: nil, retry: true)),
    StateCase(
      "the later end counts in any order",
      [.period(1, "2024-01-01", "2024-03-01"), .period(2, "2024-01-01", "2024-02-01")],
      at: "2024-03-05", .inBillingRetry(since: date("2024-03-01")),
      renewals: grace(until: nil, retry: true) + grace(of: 2, until: nil, retry: true)),
    StateCase(
      "a grace period goes before the billing retry beside it", january, at: "2024-02-05",
      .inGracePeriod(until: date("2024-02-17")), renewals: grace(retry: true)),
    StateCase(
      "after the grace period the billing retry is left", january, at: "2024-02-20",
      .inBillingRetry(since: date("2024-02-01")), renewals: grace(retry: true)),
    StateCase(
      "a billing retry takes nothing from a period that runs", january, at: "2024-01-15",
      .active(until: date("2024-02-01")), renewals: grace(until: nil, retry: true)),
    StateCase(
      "before the purchase a billing retry means nothing", january, at: "2023-12-15",
      .notYetBegun(from: date("2024-01-01")), renewals: grace(retry: true)),
    StateCase(
      "Xcode's purchases say no original, so no information is about them",
      [.xcode("2024-01-01", "2024-02-01")], at: "2024-02-05", .expired(at: date("2024-02-01")),
      renewals: [
        RenewalInformation(
          originalTransactionIdentifier: "0", gracePeriodExpiresDate: date("2024-02-17"))
      ], environment: "Xcode"),
    StateCase(
      "a later purchase that names no original is of no subscription that could go on",
      january + [
        .purchase(2, "2024-01-20", type: 2, product: "badge").replacing(1705, with: nil)
      ], at: "2024-02-05", .inGracePeriod(until: date("2024-02-17")), renewals: grace()),
    StateCase(
      "a purchase that names no original is its own",
      [.period(1, "2024-01-01", "2024-02-01").replacing(1705, with: nil)], at: "2024-02-05",
      .inGracePeriod(until: date("2024-02-17")), renewals: grace()),
    StateCase(
      "one that names no original is the last of those that name it",
      [
        .period(2, "2024-01-01", "2024-02-01", of: 1),
        .period(1, "2024-02-01", "2024-02-04", cancelled: "2024-02-03").replacing(1705, with: nil),
      ], at: "2024-02-05", .cancelled(at: date("2024-02-03")), renewals: grace()),
    StateCase(
      "an unreadable one that names no original may be the last of those that name it",
      [
        .period(2, "2024-01-01", "2024-02-01", of: 1),
        .period(1, "2024-02-01", "2024-02-04").replacing(1705, with: nil)
          .replacing(1702, with: nil),
      ], at: "2024-02-05", .expired(at: date("2024-02-01")), renewals: grace()),
    StateCase(
      "an entry that names neither original nor transaction may be of any subscription",
      january + [
        .period(2, "2024-01-20", "2024-01-21").replacing(1705, with: nil).replacing(1703, with: nil)
      ], at: "2024-02-05", .expired(at: date("2024-02-01")), renewals: grace()),
    StateCase(
      "an entry of Xcode's that names nothing is of no subscription",
      [
        .xcode("2024-01-01", "2024-02-01")
          .replacing(1705, with: DER.utf8(SamplePurchase.identifier(1))),
        .xcode("2024-01-20").replacing(1702, with: nil),
      ], at: "2024-02-05", .inGracePeriod(until: date("2024-02-17")), renewals: grace(),
      environment: "Xcode"),
    StateCase(
      "a later purchase whose original is unreadable may be of any subscription",
      january + [
        .purchase(2, "2024-01-20", type: 2, product: "badge")
          .replacing(1705, with: DER.boolean(true))
      ], at: "2024-02-05", .expired(at: date("2024-02-01")), renewals: grace()),
    StateCase(
      "a purchase of the same time whose original is unreadable may be of any, too",
      january + [
        .purchase(2, "2024-01-01", type: 2, product: "badge")
          .replacing(1705, with: DER.boolean(true))
      ], at: "2024-02-05", .expired(at: date("2024-02-01")), renewals: grace()),
    StateCase(
      "of several whose original is unreadable the latest counts",
      january
        + ["2023-12-31", "2024-01-20", "2023-12-30"].enumerated().map { place, bought in
          .purchase(2 + place, bought, type: 2, product: "badge")
            .replacing(1705, with: DER.boolean(true))
        }, at: "2024-02-05", .expired(at: date("2024-02-01")), renewals: grace()),
    StateCase(
      "of several whose product and original are unreadable the latest counts",
      january
        + ["2023-12-31", "2024-01-20", "2023-12-30"].enumerated().map { place, bought in
          .purchase(2 + place, bought, type: 2).replacing(1702, with: nil)
            .replacing(1705, with: DER.boolean(true))
        }, at: "2024-02-05", .expired(at: date("2024-02-01")), renewals: grace()),
    StateCase(
      "of several unreadable periods of a subscription the latest counts",
      january
        + ["2023-12-31", "2024-02-01", "2023-12-30"].enumerated().map { place, bought in
          .period(2 + place, bought, "2024-03-01", of: 1).replacing(1702, with: nil)
        }, at: "2024-02-05", .expired(at: date("2024-02-01")), renewals: grace()),
    StateCase(
      "an unreadable period of the same time may be the last one",
      january + [
        .period(2, "2024-01-01", "2024-02-01", of: 1).replacing(1702, with: nil)
      ], at: "2024-02-05", .expired(at: date("2024-02-01")), renewals: grace()),
    StateCase(
      "an unreadable period before the last one ends nothing",
      january + [
        .period(2, "2023-12-01", "2024-01-01", of: 1).replacing(1702, with: nil)
      ], at: "2024-02-05", .inGracePeriod(until: date("2024-02-17")), renewals: grace()),
    StateCase(
      "an earlier purchase whose original is unreadable ends nothing",
      january + [
        .purchase(2, "2023-12-31", type: 2, product: "badge")
          .replacing(1705, with: DER.boolean(true))
      ], at: "2024-02-05", .inGracePeriod(until: date("2024-02-17")), renewals: grace()),
    StateCase(
      "leeway extends the end", january, at: "2024-02-01T00:59:59.999Z",
      .active(until: date("2024-02-01")), leeway: hour),
    StateCase(
      "the end of the leeway does not belong to it", january, at: "2024-02-01T01:00:00Z",
      .expired(at: date("2024-02-01")), leeway: hour),
    StateCase(
      "leeway does not extend the beginning", january, at: "2023-12-31T23:59:59.999Z",
      .notYetBegun(from: date("2024-01-01")), leeway: hour),
    StateCase(
      "leeway reaches into a gap",
      [
        .period(1, "2024-01-01", "2024-02-01"), .period(2, "2024-03-01", "2024-04-01", of: 1),
      ], at: "2024-02-01T00:30:00Z", .active(until: date("2024-02-01")), leeway: hour),
    StateCase(
      "leeway does not ask whether the renewal was refunded",
      january + [
        .period(2, "2024-02-01", "2024-03-01", of: 1, cancelled: "2024-02-01T00:10:00Z")
      ], at: "2024-02-01T00:30:00Z", .active(until: date("2024-02-01")), leeway: hour),
    StateCase(
      "the greatest leeway does not overflow", january, at: "9999-12-31",
      .active(until: date("2024-02-01")), leeway: .max),
    StateCase(
      "a negative leeway is none", january, at: "2024-01-31T23:59:59.999Z",
      .active(until: date("2024-02-01")), leeway: .min),
    StateCase(
      "leeway does not extend a grace period", january, at: "2024-02-17T00:30:00Z",
      .expired(at: date("2024-02-01")), leeway: hour, renewals: grace()),
  ]
}
