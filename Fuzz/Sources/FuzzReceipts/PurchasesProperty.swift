package import FuzzSupport
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation

/// The input is the contents of a payload's SET. Whatever is asked about its purchases: nothing that was cancelled,
/// that is over, not yet begun or unreadable is owned, and everything else is.
package enum PurchasesProperty: FuzzProperty {
  package static let name = "purchases"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let (bytes, payload) = Message.signed(input.copy)
    guard let receipt = Answer(bytes).receipt,
      let attributes = NaiveAttribute.list(bytes, payload, levels: 32 - 7)
    else { return }
    let history = receipt.unverifiedPurchases
    let purchases = attributes.filter { $0.type == 17 }.map {
      NaivePurchase(NaiveScope(bytes: bytes, attributes: $0.inApp))
    }
    require(history.purchases.count + history.withheld.count <= purchases.count, "not more")
    require(history.purchases.allSatisfy { !$0.productIdentifier.isEmpty }, "products have names")

    var dates = [0, NaiveCalendar.days(2025, 6, 1) * 86_400_000]
    for purchase in purchases.prefix(4) {
      dates += [purchase.start, purchase.end].compactMap { $0 }
    }
    for date in dates.prefix(6) { checkOwned(history, purchases, at: date) }
    checkCancelled(history, purchases)
    checkOrder(history)
    checkPeriods(receipt, bytes)
    checkCounts(history, purchases)
    require(receipt.unverifiedServerAPILookup == history.serverAPILookup, "both ways to look up")
    askEverything(history)
    checkValidated(receipt, history)
  }

  private static func checkOwned(
    _ history: UnverifiedPurchaseHistory, _ purchases: [NaivePurchase], at instant: Int
  ) {
    let date = ReceiptDate(millisecondsSince1970: Int64(instant))
    let owned = history.owned(at: date).map { Array($0.productIdentifier.utf8) }
    require(Set(owned).count == owned.count, "each product once")
    let isXcode = history.environment == .xcode
    let granting = purchases.filter { $0.grants(at: instant, among: purchases, isXcode: isXcode) }
    for product in owned {
      require(granting.contains { $0.product == product }, "owned \(product) at \(date)")
    }
    // Entries of one transaction are merged; what that gives depends on more than one.
    for purchase in granting {
      let isAlone = purchases.filter { $0.transaction == purchase.transaction }.count == 1
      require(!isAlone || owned.contains(purchase.product ?? []), "not owned: \(purchase)")
    }
    for entitlement in history.entitlements.prefix(3) {
      let isOpen = entitlement.intervals.contains { $0.contains(date) }
      require(entitlement.state(at: date).grantsAccess == isOpen, "by its intervals")
      for (interval, next) in zip(entitlement.intervals, entitlement.intervals.dropFirst()) {
        require(interval.end.map { $0 < next.start } == true, "in order and apart")
      }
    }
  }

  /// What is cancelled is what an entry of the same purchase says.
  private static func checkCancelled(
    _ history: UnverifiedPurchaseHistory, _ purchases: [NaivePurchase]
  ) {
    let isXcode = history.environment == .xcode
    for purchase in history.purchases {
      let naive = purchases[purchase.inAppReceipt.index]
      require(
        purchase.isCancelled == naive.isCancelled(among: purchases, isXcode: isXcode),
        "cancelled: \(naive)")
    }
  }

  /// No question traps.
  private static func askEverything(_ history: UnverifiedPurchaseHistory) {
    let products = Set(history.purchases.map(\.productIdentifier))
    let date = ReceiptDate(millisecondsSince1970: 1_700_000_000_000)
    for product in products.prefix(3) {
      require(history.consumableCount(of: product, at: date).quantity >= 0, "a count")
    }
    _ = history.intervals(ofAny: products)
    _ = history.introductoryOfferEligibility(in: products)
    _ = history.age(at: date)
    _ = history.mayLackOldTransactions
    _ = ServerAPICalls(for: [history])
    let transactions = history.originalTransactions.flatMap(\.purchases)
    require(transactions.count <= history.purchases.count, "each at most once")
  }

  /// What is validated has the same purchases, and merged with itself no others.
  private static func checkValidated(_ receipt: AppReceipt, _ history: UnverifiedPurchaseHistory) {
    guard let environment = receipt.environment else { return }
    let expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked,
      now: ReceiptDate(millisecondsSince1970: 0), environments: [environment])
    guard let validated = try? receipt.validate(expectations, verifier: TrustingVerifier()) else {
      return
    }
    require(validated.purchases.unverified == history, "as the unverified ones")
    do throws(PurchaseMergeError) {
      let merged = try PurchaseHistory(merging: [validated, validated])
      require(merged.unverified == history, "merged with itself")
    } catch {
      require(false, "merged with itself: \(error)")
    }
  }

  /// By date, then by number.
  private static func checkOrder(_ history: UnverifiedPurchaseHistory) {
    for (purchase, next) in zip(history.purchases, history.purchases.dropFirst()) {
      require(purchase.purchaseDate <= next.purchaseDate, "in the order of their dates")
      guard purchase.purchaseDate == next.purchaseDate,
        let number = NaiveVersion.digits(purchase.transactionIdentifier),
        let other = NaiveVersion.digits(next.transactionIdentifier)
      else { continue }
      require(!NaiveVersion.isLess(other, number), "in the order of their numbers")
    }
  }

  /// What doesn't renew ends when its catalog says so, at the same time of a day that there is.
  private static func checkPeriods(_ receipt: AppReceipt, _ bytes: [UInt8]) {
    let products = Set(receipt.inAppReceipts.prefix(8).compactMap(\.productIdentifier))
    let months = 1 + bytes.count % 15
    var catalog = ProductCatalog()
    for product in products { catalog.setNonRenewingLength(.months(Int64(months)), of: product) }
    for purchase in UnverifiedPurchaseHistory(unverified: receipt, catalog: catalog).purchases
    where purchase.productType == .nonRenewingSubscription && purchase.expiration.isAbsent
      && products.contains(purchase.productIdentifier)
    {
      let text = Array(purchase.purchaseDate.utcText.utf8)
      func number(_ range: Range<Int>) -> Int { text[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
      let month = number(0..<4) * 12 + number(5..<7) - 1 + months
      guard month < 120_000 else { continue }
      let day = min(number(8..<10), NaiveCalendar.length(of: month % 12 + 1, month / 12))
      let days =
        NaiveCalendar.days(month / 12, month % 12 + 1, day)
        - NaiveCalendar.days(number(0..<4), number(5..<7), number(8..<10))
      let end = purchase.purchaseDate.millisecondsSince1970 + Int64(days * 86_400_000)
      require(
        purchase.term == .until(ReceiptDate(millisecondsSince1970: end)), "\(months) months later")
    }
  }

  /// Of what is consumed, the quantities that can be read are added up.
  private static func checkCounts(
    _ history: UnverifiedPurchaseHistory, _ purchases: [NaivePurchase]
  ) {
    let date = ReceiptDate(millisecondsSince1970: .max)
    for product in Set(history.purchases.map(\.productIdentifier)).prefix(3) {
      let (sum, uncounted) = history.purchases.reduce(into: (0, 0)) { result, purchase in
        let naive = purchases[purchase.inAppReceipt.index]
        guard naive.product == Array(product.utf8), !purchase.isCancelled,
          naive.kind == .value(1) || naive.kind == .unreadable
        else { return }
        if naive.kind == .value(1), let quantity = naive.quantity, quantity > 0 {
          result.0 = result.0 > .max - quantity ? .max : result.0 + quantity
        } else {
          result.1 += 1
        }
      }
      let count = history.consumableCount(of: product, at: date)
      require(
        count.quantity == Int64(sum) && count.uncounted.count == uncounted, "\(sum) consumables")
    }
  }
}
