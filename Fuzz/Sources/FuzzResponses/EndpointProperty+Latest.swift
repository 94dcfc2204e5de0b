import FuzzReceipts
import FuzzSupport
import ReceiptParsing
import ReceiptValidation
import TransactionReceipts
import VerifyReceipt

extension EndpointProperty {
  /// A subscription in the style of iOS 6 is its own latest transaction, or its own expired one; only on request.
  static func checkLatest(
    _ bytes: [UInt8], _ naive: NaivePurchaseInfo, _ verifier: some TransactionSignatureVerifier,
    at date: ReceiptDate
  ) {
    let isOver = naive.isOver(at: date)
    let data = NaiveBase64.encode(bytes)
    for isDerived in [false, true] {
      var responder = Self.responder(SignedFixtures.shared.verifier, verifier)
      responder.derivesLatestReceiptInfo = isDerived
      let response = responder.answer(VerifyReceiptRequest(receiptData: data), at: date).response
      // Nothing but a subscription has an end.
      let isThere = isDerived && naive.expiration != .absent
      require(
        (response.latestTransaction != nil) == (isThere && !isOver)
          && (response.latestExpiredReceiptInfo != nil) == (isThere && isOver),
        "the latest transaction: \(isThere), \(isOver)")
      let expected = isThere && !isOver ? data : nil
      require(response.latestReceipt == expected, "the latest receipt")
      let own = response.transaction?.purchase.transactionIdentifier
      for other in [response.latestTransaction, response.latestExpiredReceiptInfo].compactMap(
        \.self)
      {
        require(other.purchase.transactionIdentifier == own, "another transaction")
      }
    }
  }

  /// With renewals, the newest purchase first; without old ones, one of each subscription, which is cancelled if any
  /// copy of it is. The latest receipt is the one that was sent.
  static func checkLatest(
    _ request: VerifyReceiptRequest, _ container: [UInt8], _ purchases: [ResponsePurchase],
    _ verifier: some ReceiptSignatureVerifier
  ) {
    let naive = NaiveReceipt(container: container)
    guard let answered = naive?.answered(marksCopies: true), answered.count == purchases.count
    else { return require(false, "other purchases than \(purchases)") }
    let marked = zip(purchases, answered).map { purchase, answered in
      var purchase = purchase
      purchase.cancellationDate = answered.cancellation.map {
        VerifyReceiptDate(ReceiptDate(millisecondsSince1970: Int64($0)))
      }
      return purchase
    }
    var (responder, request) = (Self.responder(verifier), request)
    responder.derivesLatestReceiptInfo = true
    let renewals = purchases.filter { $0.expiresDate != nil }
    for excludes in [nil, false, true] {
      request.excludesOldTransactions = excludes
      let response = responder.answer(request, at: Self.date).response
      guard !renewals.isEmpty else {
        require(
          response.latestReceiptInfo == nil && response.latestTransaction == nil, "no renewals")
        continue
      }
      let newest = Dictionary(renewals.map { (Self.subscription($0), Self.age($0)) }) {
        $0.lexicographicallyPrecedes($1) ? $1 : $0
      }
      let others = purchases.count - renewals.count
      let latest = response.latestPurchases
      require(
        latest.count == (excludes == true ? newest.count + others : purchases.count),
        "\(latest.count) of \(purchases.count)")
      for (newer, older) in zip(latest, latest.dropFirst()) {
        require(!Self.age(newer).lexicographicallyPrecedes(Self.age(older)), "newest first")
        let products = [newer, older].map { Array(($0.productIdentifier ?? "").utf8) }
        // Others have an order of Unicode's.
        let areComparable =
          Self.age(newer) == Self.age(older) && products.joined().allSatisfy { $0 < 0x80 }
        require(
          !areComparable || !products[0].lexicographicallyPrecedes(products[1]),
          "copies by their products")
      }
      checkSame(latest, excludes == true ? marked : purchases, excludesOld: excludes == true)
      for purchase in latest where excludes == true && purchase.expiresDate != nil {
        require(newest[Self.subscription(purchase)] == Self.age(purchase), "the newest of each")
      }
      require(response.latestReceipt == NaiveBase64.encode(container), "the latest receipt")
    }
  }

  /// The same purchases; without old ones, all that are no renewals, and one of each subscription.
  private static func checkSame(
    _ latest: [ResponsePurchase], _ purchases: [ResponsePurchase], excludesOld: Bool
  ) {
    let given = Dictionary(purchases.map { ($0, 1) }, uniquingKeysWith: +)
    let found = Dictionary(latest.map { ($0, 1) }, uniquingKeysWith: +)
    guard excludesOld else { return require(found == given, "the purchases of the receipt") }
    require(
      found.allSatisfy { $0.value <= given[$0.key, default: 0] }
        && given.allSatisfy { $0.key.expiresDate != nil || found[$0.key] == $0.value },
      "purchases of the receipt")
    let kept = latest.filter { $0.expiresDate != nil }.map { subscription($0) }
    require(Set(kept).count == kept.count, "one of each subscription")
  }

  private static func subscription(_ purchase: ResponsePurchase) -> [UInt8] {
    Array((purchase.originalTransactionIdentifier ?? purchase.transactionIdentifier ?? "").utf8)
  }

  /// The purchase date, then the end, then the number of the transaction: how many digits without zeros before them, and
  /// they. What is no number is the oldest. Of equal numbers the text decides.
  private static func age(_ purchase: ResponsePurchase) -> [Int64] {
    let dates = [purchase.purchaseDate, purchase.expiresDate].map {
      $0?.millisecondsSince1970 ?? .min
    }
    let text = Array((purchase.transactionIdentifier ?? "").utf8)
    let isNumber = !text.isEmpty && text.allSatisfy { 0x30...0x39 ~= $0 }
    let digits = text.drop { $0 == 0x30 }
    let number = isNumber ? [digits.count] + digits.map(Int.init) : [-1]
    return dates + (number + text.map(Int.init)).map(Int64.init)
  }
}
