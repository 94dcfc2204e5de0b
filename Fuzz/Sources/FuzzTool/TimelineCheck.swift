import FuzzSupport
import Inspection
import ReceiptParsing
import ReceiptPurchases
import ReceiptTesting

/// The timeline has each purchase once, in the row of its product, for what it is and as long as it lasts.
enum TimelineCheck {
  static func check(_ history: UnverifiedPurchaseHistory, at date: ReceiptDate) {
    let timeline = Timeline(history, at: date)
    require(timeline.instant == date, "the instant")
    let products = timeline.rows.map(\.productIdentifier)
    require(
      products.elementsEqual(history.entitlements.map(\.productIdentifier)) {
        $0.utf8.elementsEqual($1.utf8)
      }, "a row for each product: \(products)")
    for row in timeline.rows {
      let state = history.state(of: row.productIdentifier, at: date)
      require(row.state == state, "\(row.productIdentifier): \(row.state), not \(state)")
      let periods = history.purchases.filter {
        $0.productIdentifier.utf8.elementsEqual(row.productIdentifier.utf8)
      }.map(text)
      require(row.periods.map(text) == periods, "\(row.periods)")
    }
    checkEnds(timeline)
    checkTicks(timeline.svg)
    _ = areInOrder
    _ = haveRoom
    PictureCheck.check(timeline)
    _ = PictureCheck.areCounted
    // Seen from nearby, it has months instead of years.
    if let last = history.purchases.last {
      let near = Timeline(history, at: last.purchaseDate)
      checkTicks(near.svg)
      PictureCheck.check(near)
    }
  }

  /// From the first instant to the last.
  private static func checkEnds(_ timeline: Timeline) {
    let starts = timeline.rows.flatMap(\.periods).map(\.start)
    let ends = timeline.rows.flatMap(\.periods).map { max($0.end ?? $0.start, $0.start) }
    require(timeline.first == starts.min() && timeline.last == ends.max(), "from first to last")
  }

  /// Also where the only purchase expired before it was made. Asked once: no input changes it.
  private static let areInOrder: Void = {
    let history = TimelineCheck.history(
      of: [
        .subscription("a", purchased: "2025-01-01T00:00:00Z", expires: "2024-12-01T00:00:00Z")
      ])
    checkEnds(Timeline(history, at: ReceiptDate(millisecondsSince1970: 1_750_000_000_000)))
  }()

  /// At most twelve, each with its year, or year and month, one after the other.
  private static func checkTicks(_ picture: String) {
    let ticks = picture.ranges(of: "<line class=\"tick\"").count
    let labels = picture.split(separator: "\n").filter {
      $0.hasPrefix("<text class=\"soft\"") && $0.contains("text-anchor=\"middle\"")
    }.map { $0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }.split(separator: "-") }
    require(ticks <= 12 && labels.count == ticks, "\(labels) for \(ticks) ticks")
    let months = labels.map { label in
      let month = label.count == 2 && label[1].count == 2 ? Int(label[1]) : nil
      require(label.count == 1 || 1...12 ~= month ?? 0, "a month: \(label)")
      return (Int(label[0]) ?? -1) * 12 + (month ?? 1)
    }
    require(zip(months, months.dropFirst()).allSatisfy { $0 < $1 }, "in order: \(labels)")
  }

  /// Labels have room in a picture of a month and in one of decades. Asked once: no input changes it.
  private static let haveRoom: Void = {
    let history = TimelineCheck.history(
      of: [.nonConsumable("a", purchased: "2000-01-01T00:00:00Z")])
    let month: Int64 = 30 * 86_400_000
    // Closer together where there are months.
    for months in Array(1...30) + Array(stride(from: 36, to: 600, by: 6)) {
      let instant = ReceiptDate(millisecondsSince1970: 946_684_800_000 + Int64(months) * month)
      checkTicks(Timeline(history, at: instant).svg)
    }
  }()

  /// Of a receipt with these purchases.
  static func history(of purchases: [TestPurchase]) -> UnverifiedPurchaseHistory {
    var builder = ReceiptBuilder(bundleIdentifier: "app", appVersion: "1")
    builder.purchases = purchases
    guard let receipt = try? AppReceipt(builder.bytes(signedBy: TestAuthority(name: "A"))) else {
      fatalError("VIOLATED: no receipt of \(purchases.count) purchases")
    }
    return receipt.unverifiedPurchaseHistory()
  }

  private static func text(_ period: Timeline.Period) -> String {
    text(period.kind, period.start, period.end, period.transactionIdentifier)
  }

  private static func text(
    _ kind: Timeline.Kind?, _ start: ReceiptDate, _ end: ReceiptDate?, _ transaction: String
  ) -> String {
    "\(kind, default: "nothing") \(start.utcText) \(end?.utcText ?? "open") \(transaction)"
  }

  /// The first of these that a purchase is.
  private static func text(_ purchase: Purchase) -> String {
    let inApp = purchase.inAppReceipt
    var (end, isMoment): (ReceiptDate?, Bool) = (nil, false)
    if case .until(let date) = purchase.term { end = date }
    if case .undetermined = purchase.term { (end, isMoment) = (purchase.purchaseDate, true) }
    let kinds: [(Timeline.Kind, Bool)] = [
      (.cancelled, purchase.isCancelled), (.moment, isMoment),
      (.trial, inApp.isTrialPeriod == true), (.introductory, inApp.isInIntroOfferPeriod == true),
      (.offer, inApp.promotionalOfferIdentifier != nil), (.paid, true),
    ]
    let kind = kinds.first { $0.1 }?.0
    return text(kind, purchase.purchaseDate, end, purchase.transactionIdentifier)
  }
}
