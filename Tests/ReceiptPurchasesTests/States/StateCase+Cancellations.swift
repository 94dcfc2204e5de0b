import ReceiptPurchases
import TestSupport

// Refunds, revocations and upgrades.

extension StateCase {
  private static let refunded: [SamplePurchase] = [
    .period(1, "2024-01-01", "2024-02-01", cancelled: "2024-01-20")
  ]

  private static func three(refunded: Int) -> [SamplePurchase] {
    let months = ["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"]
    return (1...3).map { number in
      let fifth = "\(months[number - 1].prefix(8))05"
      return .period(
        number, months[number - 1], months[number], of: 1,
        cancelled: number == refunded ? fifth : "")
    }
  }

  private static let grace = RenewalInformation(
    originalTransactionIdentifier: SamplePurchase.identifier(1),
    gracePeriodExpiresDate: date("2024-02-17"), isInBillingRetryPeriod: true)

  static let cancellations: [StateCase] = [
    StateCase(
      "a refund takes the period away", refunded, at: "2024-01-25",
      .cancelled(at: date("2024-01-20"))),
    StateCase(
      "a clock that is set back before the refund does not revive it", refunded, at: "2024-01-10",
      .cancelled(at: date("2024-01-20"))),
    StateCase(
      "a clock that is set back before the purchase does not revive a refund", refunded,
      at: "2023-06-01", .cancelled(at: date("2024-01-20"))),
    StateCase(
      "a refund stays one after the period", refunded, at: "2025-01-01",
      .cancelled(at: date("2024-01-20"))),
    StateCase(
      "leeway does not extend what was refunded", refunded, at: "2024-01-20T00:00:01Z",
      .cancelled(at: date("2024-01-20")), leeway: .max),
    StateCase(
      "a refund of the first of three periods takes only that", three(refunded: 1),
      at: "2024-01-15", .cancelled(at: date("2024-01-05"))),
    StateCase(
      "a refund of the first of three periods leaves the second", three(refunded: 1),
      at: "2024-02-01", .active(until: date("2024-04-01"))),
    StateCase(
      "a refund of the second of three periods leaves the first, up to its end",
      three(refunded: 2), at: "2024-01-15", .active(until: date("2024-02-01"))),
    StateCase(
      "a refund of the second of three periods makes a gap", three(refunded: 2),
      at: "2024-02-15", .cancelled(at: date("2024-02-05"))),
    StateCase(
      "a refund of the second of three periods leaves the third", three(refunded: 2),
      at: "2024-03-01", .active(until: date("2024-04-01"))),
    StateCase(
      "a refund of the last period leaves those before", three(refunded: 3),
      at: "2024-02-29", .active(until: date("2024-03-01"))),
    StateCase(
      "a refund of the last period is what happened last", three(refunded: 3),
      at: "2024-03-15", .cancelled(at: date("2024-03-05"))),
    StateCase(
      "a refund does not hide a purchase of before that still runs",
      [
        .period(1, "2024-01-01", "2025-01-01"),
        .period(2, "2024-06-01", "2025-06-01", cancelled: "2024-06-02"),
      ], at: "2024-07-01", .active(until: date("2025-01-01"))),
    StateCase(
      "bought again after a refund, it is owned again",
      [
        .period(1, "2024-01-01", "2024-02-01", cancelled: "2024-01-02"),
        .period(2, "2024-01-03", "2024-02-03"),
      ], at: "2024-01-15", .active(until: date("2024-02-03"))),
    StateCase(
      "of a refunded and a valid period of the same time the valid one counts",
      [
        .period(1, "2024-01-01", "2024-02-01", cancelled: "2024-01-02"),
        .period(2, "2024-01-01", "2024-02-01"),
      ], at: "2024-02-15", .expired(at: date("2024-02-01"))),
    StateCase(
      "a cancellation date that cannot be read is a cancellation",
      [
        SamplePurchase.period(1, "2024-01-01", "2024-02-01")
          .replacing(1712, with: DER.ia5("yesterday"))
      ], at: "2024-01-15", .cancelled(at: nil)),
    StateCase(
      "a cancellation date of the wrong type is a cancellation",
      [
        SamplePurchase.period(1, "2024-01-01", "2024-02-01")
          .replacing(1712, with: DER.integer(1_705_276_800))
      ], at: "2024-01-15", .cancelled(at: nil)),
    StateCase(
      "a cancellation before the purchase is a cancellation",
      [.period(1, "2024-01-01", "2024-02-01", cancelled: "2023-12-01")], at: "2024-01-15",
      .cancelled(at: date("2023-12-01"))),
    StateCase(
      "a cancellation in the future is a cancellation",
      [.period(1, "2024-01-01", "2024-02-01", cancelled: "2029-12-01")], at: "2024-01-15",
      .cancelled(at: date("2029-12-01"))),
    StateCase(
      "the cancellation that counts is that of the latest period",
      [
        .period(1, "2024-01-01", "2024-02-01", cancelled: "2024-03-05"),
        .period(2, "2024-02-01", "2024-03-01", of: 1, cancelled: "2024-02-05"),
      ], at: "2024-02-15", .cancelled(at: date("2024-02-05"))),
    StateCase(
      "no grace period follows a period that was refunded",
      [
        .period(1, "2024-01-01", "2024-02-01", cancelled: "2024-01-20")
      ], at: "2024-02-05", .cancelled(at: date("2024-01-20")), renewals: [grace]),
    StateCase(
      "no grace period follows an earlier period when the last one was refunded",
      [
        .period(1, "2024-01-01", "2024-01-15"),
        .period(2, "2024-01-15", "2024-02-01", of: 1, cancelled: "2024-01-20"),
      ], at: "2024-02-05", .cancelled(at: date("2024-01-20")), renewals: [grace]),
    StateCase(
      "a non-consumable that was refunded is not owned",
      [.purchase(1, "2024-01-01", type: 0, cancelled: "2024-01-02")], at: "2024-01-15",
      .cancelled(at: date("2024-01-02"))),
    StateCase(
      "a non-consumable that was refunded and bought again is owned",
      [
        .purchase(1, "2024-01-01", type: 0, cancelled: "2024-01-02"),
        .purchase(2, "2024-01-03", type: 0),
      ], at: "2024-01-15", .active(until: nil)),
    StateCase(
      "a refund of which nothing but the original can be read takes that away",
      [
        .purchase(1, "2024-01-01", type: 0),
        SamplePurchase.purchase(2, "2024-01-01", type: 0, of: 1, cancelled: "2024-01-02")
          .replacing(1702, with: nil).replacing(1703, with: nil),
      ], at: "2024-01-15", .cancelled(at: date("2024-01-02"))),
    StateCase(
      "a free trial that was cancelled grants nothing",
      [.period(1, "2024-01-01", "2024-01-08", cancelled: "2024-01-02", trial: true)],
      at: "2024-01-05", .cancelled(at: date("2024-01-02"))),
  ]
}
