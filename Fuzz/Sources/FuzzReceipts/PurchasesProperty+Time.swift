import FuzzSupport
import ReceiptParsing
import ReceiptPurchases
import ReceiptTesting

/// What depends on the time: states, ages and the ends that a catalog gives.
extension PurchasesProperty {
  static func checkStates(
    _ history: UnverifiedPurchaseHistory, _ naive: NaiveHistory, at instant: Int, number: Int
  ) {
    let date = NaiveHistory.date(instant)
    // The dates have no instant that `date` does not have.
    let now = Int(date.millisecondsSince1970)
    let leeway = [0, 1, 1000, 86_400_000, -1, Int(Int64.max)][number % 6]
    let named = Set(naive.purchases.compactMap { $0.original.value ?? $0.transaction })
    let originals = named.sorted { $0.lexicographicallyPrecedes($1) }.prefix(2)
    let product = naive.purchases.last?.product.map { String(decoding: $0, as: UTF8.self) }
    var renewals = originals.enumerated().map { place, original in
      RenewalInformation(
        originalTransactionIdentifier: String(decoding: original, as: UTF8.self),
        productIdentifier: number % 2 == 0 ? product : nil,
        gracePeriodExpiresDate: number % 5 == 0 ? nil : NaiveHistory.date(now + number % 3 - place),
        isInBillingRetryPeriod: number % 4 > 1)
    }
    // Said twice, and the earlier end behind the later one.
    if number % 3 == 1, var second = renewals.first {
      second.gracePeriodExpiresDate = NaiveHistory.date(now - 1)
      renewals.append(second)
    }
    FoundationDates.check(history, at: date, leeway: Int64(leeway), renewals: renewals)
    let retries = originals.map {
      RenewalInformation(
        originalTransactionIdentifier: String(decoding: $0, as: UTF8.self),
        isInBillingRetryPeriod: true)
    }
    let entitlements = history.entitlements
    let products = Set((naive.purchases + naive.withheld).compactMap(\.product))
    require(
      entitlements.map { Array($0.productIdentifier.utf8) }
        == products.sorted { $0.lexicographicallyPrecedes($1) }, "each product once, in order")
    let owned = history.owned(
      at: date, leewayMilliseconds: Int64(leeway), renewals: renewals
    ).map(\.productIdentifier)
    for entitlement in entitlements.prefix(3) {
      let product = entitlement.productIdentifier
      let state = naive.state(
        of: [Array(product.utf8)], at: now, leeway: leeway, renewals: renewals)
      let answers = [
        entitlement.state(at: date, leewayMilliseconds: Int64(leeway), renewals: renewals),
        history.state(
          of: product, at: date, leewayMilliseconds: Int64(leeway), renewals: renewals),
      ]
      let isRight = answers.allSatisfy { $0 == state }
      require(isRight, "\(answers), not \(state), at \(date)")
      let retried = naive.state(of: [Array(product.utf8)], at: now, leeway: 0, renewals: retries)
      require(
        entitlement.state(at: date, renewals: retries) == retried, "\(retried), at \(date)")
      require(
        owned.contains { $0.utf8.elementsEqual(product.utf8) } == state.grantsAccess,
        "owned: \(state)")
    }
    // Longer than all there are.
    let unknown = String(repeating: "x", count: (products.map(\.count).max() ?? 0) + 1)
    require(history.state(of: unknown, at: date) == .noPurchase, "never owned")
    // A group that grows.
    var group = [unknown]
    for product in entitlements.prefix(3).map(\.productIdentifier) {
      group.append(product)
      let state = naive.state(
        of: Set(group.map { Array($0.utf8) }), at: now, leeway: leeway, renewals: renewals)
      let found = history.state(
        ofAny: group, at: date, leewayMilliseconds: Int64(leeway), renewals: renewals)
      require(found == state, "a group at \(date): \(found), not \(state)")
    }
  }

  static func checkAge(
    _ history: UnverifiedPurchaseHistory, _ creation: Int?, at instant: Int
  ) {
    let now = Int(NaiveHistory.date(instant).millisecondsSince1970)
    let age: ReceiptAge =
      switch creation {
      case nil: .unknown
      case let creation? where creation <= now: .old(milliseconds: Int64(now - creation))
      case let creation?: .fromTheFuture(milliseconds: Int64(creation - now))
      }
    require(history.age(at: NaiveHistory.date(instant)) == age, "\(age)")
    let isComplete = ["Production", "ProductionVPP"].contains(history.environment?.rawValue)
    require(history.mayLackOldTransactions == !isComplete, "old transactions")
  }

  /// What doesn't renew ends when its catalog says so: after so many days, or months later at the same time of a day that
  /// there is.
  static func checkPeriods(_ receipt: AppReceipt, _ bytes: [UInt8]) {
    let edges = [.min, -24_001, -1, 0, 1, 12, 13, 106_751_991_168, .max] + Array(2...8)
    let count = edges[bytes.count % edges.count]
    checkPeriods(receipt, bytes.count % 3 > 0 ? .months(Int64(count)) : .days(Int64(count)))
    if bytes.count % 4 == 0 { checkEdges(receipt) }
    _ = edgesAreRight
  }

  /// The first and last months that dates have, and those before and behind; and from January to a short February.
  private static func checkEdges(_ receipt: AppReceipt) {
    let date = receipt.inAppReceipts.lazy.filter { $0.productType == .nonRenewingSubscription }
      .compactMap(\.purchaseDate).first
    guard let date else { return }
    let month = calendarMonth(of: date)
    for target in [-1, 0, 1, 11, 12, 119_987, 119_988, 119_999, 120_000, month + 13] {
      checkPeriods(receipt, .months(Int64(target - month)))
    }
  }

  /// Of a receipt that has such a purchase, which few inputs have. Asked once: no input changes it.
  private static let edgesAreRight: Void = {
    for date in ["2024-01-31T23:59:59Z", "1969-01-30T12:00:00Z"] {
      var builder = ReceiptBuilder(bundleIdentifier: "a", appVersion: "1")
      builder.purchases = [TestPurchase("p", .nonRenewingSubscription, purchased: date)]
      do throws(ReceiptError) {
        checkEdges(try AppReceipt(builder.bytes(signedBy: TestAuthority(name: "A"))))
      } catch {
        fatalError("\(error)")
      }
    }
  }()

  private static func checkPeriods(_ receipt: AppReceipt, _ length: PeriodLength) {
    let products = receipt.inAppReceipts.prefix(8).compactMap(\.productIdentifier)
    var catalog = ProductCatalog()
    for product in products { catalog.setNonRenewingLength(length, of: product) }
    for purchase in receipt.unverifiedPurchaseHistory(catalog: catalog).purchases
    where purchase.productType == .nonRenewingSubscription && purchase.expiration.isAbsent
      && products.contains(where: { $0.utf8.elementsEqual(purchase.productIdentifier.utf8) })
    {
      let expected = start(of: purchase).map {
        PurchaseTerm.until(NaiveHistory.date(end($0, length)))
      }
      require(
        purchase.term == expected ?? .undetermined(.nonRenewing),
        "\(length) later: \(purchase.term)")
    }
  }

  /// Years and months since the year 0.
  private static func calendarMonth(of date: ReceiptDate) -> Int {
    let text = Array(date.utcText.utf8)
    return number(text[0..<4]) * 12 + number(text[5..<7]) - 1
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  /// When it was bought; of what names another transaction as its original, or none that can be read, as early as
  /// it says, or never.
  private static func start(of purchase: Purchase) -> ReceiptDate? {
    let entry = purchase.inAppReceipt
    let original = entry.string(.originalTransactionIdentifier)
    let isOwn = original.value.map { $0.utf8.elementsEqual(purchase.transactionIdentifier.utf8) }
    let first = entry.date(.originalPurchaseDate)
    if original.isAbsent || isOwn == true { return purchase.purchaseDate }
    return first.value.map { min($0, purchase.purchaseDate) }
  }

  private static func end(_ date: ReceiptDate, _ length: PeriodLength) -> Int {
    let month = calendarMonth(of: date)
    let day = number(Array(date.utcText.utf8)[8..<10])
    let today = NaiveCalendar.days(month / 12, month % 12 + 1, day)
    // More is before or behind all years that dates have.
    func bounded(_ count: Int64) -> Int { min(max(Int(count), -1_000_000_000), 1_000_000_000) }
    let target: Int =
      switch length {
      case .days(let count): today + bounded(count)
      case .months(let count):
        switch month + bounded(count) {
        case let sum where 0..<120_000 ~= sum:
          NaiveCalendar.days(
            sum / 12, sum % 12 + 1, min(day, NaiveCalendar.length(of: sum % 12 + 1, sum / 12)))
        default: count < 0 ? -1_000_000_000 : 1_000_000_000
        }
      case .milliseconds: today
      }
    return Int(date.millisecondsSince1970) + (target - today) * 86_400_000
  }
}
