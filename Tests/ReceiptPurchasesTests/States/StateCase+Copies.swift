import ReceiptParsing
import ReceiptPurchases
import TestSupport

// How far a refund reaches: of what does not renew itself to everything that stems from the same purchase.

extension StateCase {
  private static func bought(_ type: Int64, cancelled: String = "2024-01-20") -> SamplePurchase {
    .purchase(1, "2024-01-01", type: type, cancelled: cancelled)
  }

  private static func restored(_ type: Int64, cancelled: String = "") -> SamplePurchase {
    .purchase(2, "2024-02-01", type: type, of: 1, cancelled: cancelled)
  }

  /// A non-renewing subscription, a month after it was bought.
  private static var restoredLater: SamplePurchase {
    var purchase = restored(2)
    purchase.originallyBought = "2024-01-01"
    return purchase
  }

  /// Two periods, of which the second was refunded.
  private static let twoPeriods: [SamplePurchase] = [
    .period(1, "2024-01-01", "2024-02-01"),
    .period(3, "2024-02-01", "2024-03-01", of: 1, cancelled: "2024-02-10"),
  ]
  private static let refundedCopy = SamplePurchase.period(4, "2024-02-01", "2024-03-01", of: 1)

  /// Its original purchase date is after its purchase date.
  private static var withLaterOriginal: SamplePurchase {
    var purchase = restored(2)
    purchase.originallyBought = "2024-03-01"
    return purchase
  }

  private static var month: ProductCatalog {
    var catalog = ProductCatalog()
    catalog.setNonRenewingLength(.months(3), of: "pro")
    return catalog
  }

  private static let refunded = EntitlementState.cancelled(at: date("2024-01-20"))

  /// What cannot be read in the refunded original.
  private static let unreadable: [StateCase] = [
    (1702, "product"), (1703, "transaction"), (1704, "purchase date"), (1705, "original"),
    (1707, "kind"),
  ].map { type, name in
    StateCase(
      "a refund whose \(name) cannot be read takes the restored copy away",
      [bought(0).replacing(type, with: DER.boolean(true)), restored(0)], at: "2024-03-01",
      refunded)
  }

  static let copies: [StateCase] =
    unreadable + [
      StateCase(
        "a refunded non-consumable takes its restored copy away", [bought(0), restored(0)],
        at: "2024-03-01", refunded),
      StateCase(
        "a refunded free subscription takes its restored copy away", [bought(4), restored(4)],
        at: "2024-03-01", refunded),
      StateCase(
        "a refunded non-renewing subscription takes its restored copy away",
        [bought(2), restored(2)], at: "2024-03-01", refunded, catalog: month),
      StateCase(
        "a refunded purchase of a new kind takes its restored copy away",
        [
          bought(9).replacing(1708, with: DER.ia5("2025-01-01T00:00:00Z")),
          restored(9).replacing(1708, with: DER.ia5("2025-01-01T00:00:00Z")),
        ], at: "2024-03-01", refunded),
      StateCase(
        "a refund whose date cannot be read takes the restored copy away",
        [bought(0).replacing(1712, with: DER.ia5("?")), restored(0)], at: "2024-03-01",
        .cancelled(at: nil)),
      StateCase(
        "a refund of the restored copy takes the purchase away",
        [bought(0, cancelled: ""), restored(0, cancelled: "2024-02-20")], at: "2024-01-15",
        .cancelled(at: date("2024-02-20"))),
      StateCase(
        "a refunded copy takes the other copies away, the original not being there",
        [
          restored(0, cancelled: "2024-02-20"), .purchase(3, "2024-03-01", type: 0, of: 1),
        ], at: "2024-04-01", .cancelled(at: date("2024-02-20"))),
      StateCase(
        "bought again after the refund, it is owned, restored copies of the first or not",
        [bought(0), restored(0), .purchase(3, "2024-03-01", type: 0)], at: "2024-04-01",
        .active(until: nil)),
      StateCase(
        "a copy of what was bought again is owned",
        [bought(0), .purchase(4, "2024-04-01", type: 0, of: 3)], at: "2024-05-01",
        .active(until: nil)),
      StateCase(
        "a refund of another product with the same original takes nothing away",
        [
          .purchase(1, "2024-01-01", type: 0, product: "basic", cancelled: "2024-01-20"),
          restored(0),
        ], at: "2024-03-01", .active(until: nil)),
      StateCase(
        "a copy whose original cannot be read may be that of the refunded purchase",
        [bought(0), restored(0).replacing(1705, with: DER.integer(1))], at: "2024-03-01", refunded),
      StateCase(
        "a purchase without an original is its own, and no copy",
        [bought(0), restored(0).replacing(1705, with: nil)], at: "2024-03-01", .active(until: nil)),
      StateCase(
        "an original that cannot be read takes nothing away where nothing was refunded",
        [restored(0).replacing(1705, with: DER.integer(1))], at: "2024-03-01", .active(until: nil)),
      StateCase(
        "a refunded period takes its restored copy away",
        twoPeriods + [refundedCopy], at: "2024-02-20", .cancelled(at: date("2024-02-10"))),
      StateCase(
        "a copy of a refunded period that has no original number to read is one, too",
        twoPeriods + [refundedCopy.replacing(1705, with: DER.integer(1))], at: "2024-02-20",
        .cancelled(at: date("2024-02-10"))),
      StateCase(
        "a copy of a refunded period whose end cannot be read is one, too",
        twoPeriods + [refundedCopy.replacing(1708, with: DER.integer(1))], at: "2024-02-20",
        .cancelled(at: date("2024-02-10"))),
      StateCase(
        "a refunded period whose beginning cannot be read takes away what ends with it",
        [
          twoPeriods[0], twoPeriods[1].replacing(1704, with: DER.integer(1)), refundedCopy,
          .period(5, "2024-03-01", "2024-04-01", of: 1),
        ], at: "2024-02-20", .cancelled(at: date("2024-02-10"))),
      StateCase(
        "and nothing else",
        [
          twoPeriods[0], twoPeriods[1].replacing(1704, with: DER.integer(1)), refundedCopy,
          .period(5, "2024-03-01", "2024-04-01", of: 1),
        ], at: "2024-03-20", .active(until: date("2024-04-01"))),
      StateCase(
        "a copy whose end cannot be read is one of a refunded period whose beginning cannot",
        [
          twoPeriods[0], twoPeriods[1].replacing(1704, with: DER.integer(1)),
          refundedCopy.replacing(1708, with: DER.integer(1)),
        ], at: "2024-02-20", .cancelled(at: date("2024-02-10"))),
      StateCase(
        "a period whose end cannot be read may be any refunded one of its subscription",
        twoPeriods + [
          .period(5, "2024-03-01", "2024-04-01", of: 1).replacing(1708, with: DER.integer(1))
        ], at: "2024-03-20", .cancelled(at: date("2024-02-10"))),
      StateCase(
        "a refunded period without a transaction takes away what begins with it, whenever it ends",
        [
          twoPeriods[1].replacing(1703, with: DER.integer(1)),
          .period(3, "2024-02-01", "2024-03-08", of: 1),
        ], at: "2024-02-20", .cancelled(at: date("2024-02-10"))),
      StateCase(
        "a refunded period without an end takes away what begins with it",
        [twoPeriods[1].replacing(1708, with: nil), refundedCopy], at: "2024-02-20",
        .cancelled(at: date("2024-02-10"))),
      StateCase(
        "a refunded period without any date takes all of its subscription away",
        [
          twoPeriods[0],
          twoPeriods[1].replacing(1704, with: DER.integer(1)).replacing(1708, with: nil),
        ], at: "2024-01-20", .cancelled(at: date("2024-02-10"))),
      StateCase(
        "a period that begins with a refunded one and ends later is owned",
        twoPeriods + [.period(4, "2024-02-01", "2024-03-02", of: 1)], at: "2024-02-20",
        .active(until: date("2024-03-02"))),
      StateCase(
        "a period that begins when a refunded one of another original does is owned",
        twoPeriods + [.period(4, "2024-02-01", "2024-03-01")], at: "2024-02-20",
        .active(until: date("2024-03-01"))),
      StateCase(
        "a restored non-renewing subscription lasts no longer than its original",
        [bought(2, cancelled: ""), restoredLater], at: "2024-04-15",
        .expired(at: date("2024-04-01")), catalog: month),
      StateCase(
        "nor does it without the original", [restoredLater], at: "2024-04-15",
        .expired(at: date("2024-04-01")), catalog: month),
      StateCase(
        "an original date after the purchase lengthens nothing", [withLaterOriginal],
        at: "2024-05-15", .expired(at: date("2024-05-01")), catalog: month),
      StateCase(
        "a non-renewing subscription that was bought again lasts as long",
        [.purchase(2, "2024-02-01", type: 2)], at: "2024-04-15",
        .active(until: date("2024-05-01")), catalog: month),
      StateCase(
        "a refunded first period leaves the renewal, whose original it is",
        [
          .period(1, "2024-01-01", "2024-02-01", cancelled: "2024-01-20"),
          .period(2, "2024-02-01", "2024-03-01", of: 1),
        ], at: "2024-02-15", .active(until: date("2024-03-01"))),
      StateCase(
        "a refunded renewal whose original cannot be read leaves the other periods",
        [
          .period(1, "2024-01-01", "2024-02-01"),
          SamplePurchase.period(2, "2024-02-01", "2024-03-01", of: 1, cancelled: "2024-02-20")
            .replacing(1705, with: DER.integer(1)),
        ], at: "2024-01-15", .active(until: date("2024-02-01"))),
      StateCase(
        "Xcode: a refund takes nothing away from other purchases of the number 0",
        [
          SamplePurchase.xcode("2024-01-01").replacing(1712, with: DER.ia5("2024-01-20T00:00:00Z")),
          .xcode("2024-02-01"),
        ], at: "2024-03-01", .active(until: nil), catalog: kept, environment: "Xcode"),
    ]

  private static var kept: ProductCatalog {
    var catalog = ProductCatalog()
    catalog.setType(.nonConsumable, of: "pro")
    return catalog
  }
}
