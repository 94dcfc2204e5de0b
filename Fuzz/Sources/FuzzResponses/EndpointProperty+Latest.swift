import FuzzReceipts
import FuzzSupport
import ReceiptParsing
import ReceiptValidation
import VerifyReceipt

extension EndpointProperty {
  /// A subscription in the style of iOS 6 is its own latest transaction, or its own expired one; only on request.
  static func checkLatest(_ bytes: [UInt8], at date: ReceiptDate, isOver: Bool) {
    for isDerived in [false, true] {
      var responder = responder(SignedFixtures.shared.verifier)
      responder.derivesLatestReceiptInfo = isDerived
      let response = responder.answer(
        VerifyReceiptRequest(receiptData: NaiveBase64.encode(bytes)), at: date
      ).response
      require(
        (response.latestTransaction != nil) == (isDerived && !isOver)
          && (response.latestExpiredReceiptInfo != nil) == (isDerived && isOver),
        "the latest transaction: \(isDerived), \(isOver)")
      let latest = response.latestReceipt.flatMap { NaiveBase64.decode(Array($0.utf8)) }
      require((latest != nil) == (isDerived && !isOver), "the latest receipt")
      let own = response.transaction?.purchase.transactionIdentifier
      for other in [response.latestTransaction, response.latestExpiredReceiptInfo].compactMap(
        \.self)
      {
        require(other.purchase.transactionIdentifier == own, "another transaction")
      }
    }
  }

  /// With renewals, the newest purchase first; without old ones, one of each subscription.
  static func checkLatest(
    _ request: VerifyReceiptRequest, _ purchases: [ResponsePurchase],
    _ verifier: some ReceiptSignatureVerifier
  ) {
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
      }
      for purchase in latest where excludes == true && purchase.expiresDate != nil {
        require(newest[Self.subscription(purchase)] == Self.age(purchase), "the newest of each")
      }
      require(
        response.latestReceipt.flatMap { try? AppReceipt(base64: $0) } != nil, "the latest receipt")
    }
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
