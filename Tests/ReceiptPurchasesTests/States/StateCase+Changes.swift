import ReceiptPurchases

// Other products of the group, trials and offers, several devices.

extension StateCase {
  private static let upgrade: [SamplePurchase] = [
    .period(1, "2024-01-01", "2024-02-01", product: "basic", cancelled: "2024-01-11"),
    .period(2, "2024-01-11", "2024-02-11", of: 1),
  ]

  private static let downgrade: [SamplePurchase] = [
    .period(1, "2024-01-01", "2024-02-01"),
    .period(2, "2024-02-01", "2024-03-01", of: 1, product: "basic"),
  ]

  private static let twoDevices: [SamplePurchase] = [
    .period(1, "2024-01-01", "2024-02-01"), .period(2, "2024-01-01", "2024-02-01", of: 1),
    .period(3, "2024-02-01", "2024-03-01", of: 1), .period(4, "2024-02-01", "2024-03-01", of: 1),
  ]

  private static var promotional: SamplePurchase {
    var purchase = SamplePurchase.period(2, "2024-02-01", "2024-03-01", of: 1)
    purchase.offer = "spring"
    return purchase
  }

  private static var laterOriginalDate: SamplePurchase {
    var purchase = SamplePurchase.period(1, "2024-01-01", "2024-02-01")
    purchase.originallyBought = "2024-01-01T00:00:02Z"
    return purchase
  }

  static let changes: [StateCase] = [
    StateCase(
      "an upgrade gives the new product at once", upgrade, at: "2024-01-11",
      .active(until: date("2024-02-11"))),
    StateCase(
      "before an upgrade the new product was not owned", upgrade, at: "2024-01-10",
      .notYetBegun(from: date("2024-01-11"))),
    StateCase(
      "an upgrade cancels the period of the old product", upgrade, at: "2024-01-20",
      .cancelled(at: date("2024-01-11")), product: "basic"),
    StateCase(
      "an upgrade that left the old period uncancelled leaves it owned",
      [
        .period(1, "2024-01-01", "2024-02-01", product: "basic"),
        .period(2, "2024-01-11", "2024-02-11", of: 1),
      ], at: "2024-01-20", .active(until: date("2024-02-01")), product: "basic"),
    StateCase(
      "a downgrade begins with the renewal: the old product until then", downgrade,
      at: "2024-01-31T23:59:59Z", .active(until: date("2024-02-01"))),
    StateCase(
      "a downgrade begins with the renewal: the old product after it", downgrade,
      at: "2024-02-01", .expired(at: date("2024-02-01"))),
    StateCase(
      "a downgrade begins with the renewal: the new product before it", downgrade,
      at: "2024-01-31T23:59:59Z", .notYetBegun(from: date("2024-02-01")), product: "basic"),
    StateCase(
      "a downgrade begins with the renewal: the new product", downgrade, at: "2024-02-01",
      .active(until: date("2024-03-01")), product: "basic"),
    StateCase(
      "a crossgrade to another length begins with the renewal",
      [
        .period(1, "2024-01-01", "2024-02-01", product: "monthly"),
        .period(2, "2024-02-01", "2025-02-01", of: 1, product: "yearly"),
      ], at: "2024-12-31", .active(until: date("2025-02-01")), product: "yearly"),
    StateCase(
      "a crossgrade of the same length begins at once",
      [
        .period(1, "2024-01-01", "2024-02-01", product: "rock", cancelled: "2024-01-15"),
        .period(2, "2024-01-15", "2024-02-15", of: 1, product: "jazz"),
      ], at: "2024-01-16", .active(until: date("2024-02-15")), product: "jazz"),
    StateCase(
      "a product that was left and taken again has a gap",
      [
        .period(1, "2024-01-01", "2024-02-01"),
        .period(2, "2024-02-01", "2024-03-01", of: 1, product: "basic"),
        .period(3, "2024-03-01", "2024-04-01", of: 1),
      ], at: "2024-02-15", .expired(at: date("2024-02-01"))),
    StateCase(
      "a free trial and the period that was paid are one",
      [
        .period(1, "2024-01-01", "2024-01-08", trial: true),
        .period(2, "2024-01-08", "2024-02-08", of: 1),
      ], at: "2024-01-07", .active(until: date("2024-02-08"))),
    StateCase(
      "a free trial that was not renewed is over at its end",
      [.period(1, "2024-01-01", "2024-01-08", trial: true)], at: "2024-01-08",
      .expired(at: date("2024-01-08"))),
    StateCase(
      "a free trial is owned like any period",
      [.period(1, "2024-01-01", "2024-01-08", trial: true)], at: "2024-01-07",
      .active(until: date("2024-01-08"))),
    StateCase(
      "introductory periods and the full price are one",
      [
        .period(1, "2024-01-01", "2024-02-01", intro: true),
        .period(2, "2024-02-01", "2024-03-01", of: 1, intro: true),
        .period(3, "2024-03-01", "2024-04-01", of: 1),
      ], at: "2024-01-15", .active(until: date("2024-04-01"))),
    StateCase(
      "a period with a promotional offer is one like any",
      [.period(1, "2024-01-01", "2024-02-01"), promotional], at: "2024-02-15",
      .active(until: date("2024-03-01"))),
    StateCase(
      "restored on two devices, every period is there twice and counts once", twoDevices,
      at: "2024-01-15", .active(until: date("2024-03-01"))),
    StateCase(
      "restored on two devices, it is over when it is over", twoDevices, at: "2024-03-01",
      .expired(at: date("2024-03-01"))),
    StateCase(
      "the first transaction need not be in the receipt",
      [.period(7, "2024-01-01", "2024-02-01", of: 1)], at: "2024-01-15",
      .active(until: date("2024-02-01"))),
    StateCase(
      "an original purchase date after the purchase date changes nothing", [laterOriginalDate],
      at: "2024-01-01", .active(until: date("2024-02-01"))),
    StateCase(
      "a subscription shared by the family is not in the receipt, which knows nothing of it", [],
      at: "2024-01-15", .noPurchase),
  ]
}
