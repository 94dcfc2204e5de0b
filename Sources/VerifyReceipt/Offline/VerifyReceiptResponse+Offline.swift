import ReceiptJSON
public import ReceiptParsing
import ReceiptPurchases
public import ReceiptValidation
public import TransactionReceipts

extension VerifyReceiptResponse {
  /// Answers for a validated receipt as verifyReceipt would: status 0, `environment`, and `receipt` with the keys that
  /// a receipt can provide. <doc:MovingOffVerifyReceipt> lists the others.
  ///
  /// `receipt.in_app` has the receipt's purchases, cancelled ones included. A purchase is omitted if product, transaction
  /// or purchase date is missing, or a field that decides about it is unreadable, because without that key it would look
  /// valid. If an omitted one was cancelled, its copies have its `cancellation_date` or, if that is unreadable, are
  /// omitted, too. Copies of cancelled purchases that are in the answer stay as they are in the receipt.
  ///
  /// - Parameters:
  ///   - validated: the receipt. Its environment is what the expectations allow; ``VerifyReceiptResponder`` is one
  ///     endpoint.
  ///   - requestDate: the time of the answer, `request_date`.
  /// - Complexity: O(n).
  public init(_ validated: ValidatedReceipt, requestDate: ReceiptDate) {
    self.init(unverified: validated.receipt, requestDate: requestDate)
    status = .valid
  }

  /// Shows an unverified receipt in the form of an answer, without a `status`, so not ``isValid``. Purchases are
  /// omitted by the same rule as for a validated receipt.
  ///
  /// - Complexity: O(n).
  public init(unverified receipt: AppReceipt, requestDate: ReceiptDate? = nil) {
    self.init()
    environment = VerifyReceiptEnvironment(of: receipt)
    self.receipt = ResponseReceipt(unverified: receipt, requestDate: requestDate)
  }
}

extension AppReceipt {
  /// What `in_app` says of the purchases.
  ///
  /// - Parameter marksCopies: whether copies of cancelled purchases that are in the answer have their
  ///   `cancellation_date`, too, because these may be left out.
  /// - Complexity: O(n).
  func answeredPurchases(marksCopies: Bool = false) -> [ResponsePurchase] {
    var omitted = CancelledPurchases(isXcode: environment == .xcode)
    var all = omitted
    let complete = inAppReceipts.filter { purchase in
      if marksCopies { all.add(purchase) }
      guard !purchase.isComplete else { return true }
      omitted.add(purchase)
      return false
    }
    return complete.compactMap { purchase in
      var answered = ResponsePurchase(unverified: purchase)
      if purchase.cancellation.isAbsent {
        let type = purchase.concludedType().value
        var cancellation = omitted.cancellation(of: purchase, type: type)
        guard cancellation.problem == nil else { return nil }
        if marksCopies { cancellation = all.cancellation(of: purchase, type: type) }
        answered.cancellationDate = cancellation.value.map { VerifyReceiptDate($0) }
      }
      return answered
    }
  }
}

extension InAppReceipt {
  /// Whether product, transaction and purchase date are present, and everything that decides about the purchase is
  /// readable. Without a cancellation date, say, an incomplete purchase would look valid.
  var isComplete: Bool {
    productIdentifier != nil && transactionIdentifier != nil && purchaseDate != nil
      && expiration.problem == nil && cancellation.problem == nil
      && integer(.productType).problem == nil
  }
}

// MARK: Answers in the style of iOS 6

// They have no `environment`. The receipt doesn't say what happened after the purchase (`latest_receipt_info`,
// `latest_expired_receipt_info`).

extension VerifyReceiptResponse {
  /// Answers for a validated transaction receipt as verifyReceipt would: status 0, or 21006 if the subscription period
  /// has ended or its end is unreadable, both with `receipt`. A refunded purchase, which validation rejects by default,
  /// has its `cancellation_date`: see ``ResponsePurchase/isCancelled``.
  ///
  /// - Parameters:
  ///   - validated: the receipt.
  ///   - date: the time of the answer.
  public init(_ validated: ValidatedTransactionReceipt, at date: ReceiptDate) {
    self.init(unverified: validated.receipt)
    let expiration = validated.purchaseInfo.expiration
    let isRunning = expiration.isAbsent || expiration.value.map { $0 > date } == true
    status = isRunning ? .valid : .subscriptionExpired
  }

  /// Shows an unverified transaction receipt in the form of an answer, without a `status`, so not ``isValid``.
  public init(unverified receipt: TransactionReceipt) {
    self.init()
    transaction = ResponseTransaction(unverified: receipt.purchaseInfo)
  }
}

extension ResponseReceipt {
  /// The fields of a receipt, as Apple's servers write them into `receipt`. Nothing is verified.
  fileprivate init(unverified receipt: AppReceipt, requestDate: ReceiptDate?) {
    receiptType = receipt.environment
    adamIdentifier = receipt.appItemIdentifier
    appItemIdentifier = receipt.appItemIdentifier
    bundleIdentifier = receipt.bundleIdentifier
    applicationVersion = receipt.appVersion
    downloadIdentifier = receipt.downloadIdentifier
    versionExternalIdentifier = receipt.versionExternalIdentifier
    receiptCreationDate = receipt.creationDate.map { VerifyReceiptDate($0) }
    self.requestDate = requestDate.map { VerifyReceiptDate($0) }
    originalPurchaseDate = receipt.originalPurchaseDate.map { VerifyReceiptDate($0) }
    originalApplicationVersion = receipt.originalAppVersion
    expirationDate = receipt.expirationDate.map { VerifyReceiptDate($0) }
    inApp = receipt.answeredPurchases()
  }
}

extension ResponsePurchase {
  /// The fields of a purchase in a receipt, as Apple's servers write them into `receipt.in_app`. Attributes that are
  /// missing, empty or unreadable have no key, nor has a `web_order_line_item_id` of 0. Nothing is verified.
  fileprivate init(unverified purchase: InAppReceipt) {
    self.init()
    quantity = purchase.quantity
    productIdentifier = purchase.productIdentifier
    transactionIdentifier = purchase.transactionIdentifier
    originalTransactionIdentifier = purchase.originalTransactionIdentifier
    purchaseDate = purchase.purchaseDate.map { VerifyReceiptDate($0) }
    originalPurchaseDate = purchase.originalPurchaseDate.map { VerifyReceiptDate($0) }
    expiresDate = purchase.expiresDate.map { VerifyReceiptDate($0) }
    cancellationDate = purchase.cancellationDate.map { VerifyReceiptDate($0) }
    if let identifier = purchase.webOrderLineItemIdentifier, identifier != 0 {
      webOrderLineItemIdentifier = String(identifier)
    }
    isTrialPeriod = purchase.isTrialPeriod
    isInIntroOfferPeriod = purchase.isInIntroOfferPeriod
    cancellationReason = purchase.cancellationReason.map {
      CancellationReason(rawValue: String($0))
    }
    promotionalOfferIdentifier = purchase.promotionalOfferIdentifier
  }
}

extension ResponseTransaction {
  /// The purchase of a transaction receipt, as Apple's servers write it into `receipt`: the same keys with `_` instead
  /// of `-`. Nothing is verified.
  fileprivate init(unverified purchase: PurchaseInfo) {
    var object = JSON.Object()
    // A key with `_` isn't Apple's and must not replace one.
    let hyphen = UInt8(ascii: "-")
    let apples = purchase.entries.filter { $0.key.utf8.contains(hyphen) }
    for entry in apples + purchase.entries.filter({ !$0.key.utf8.contains(hyphen) }) {
      let underscored = entry.key.utf8.map { $0 == hyphen ? UInt8(ascii: "_") : $0 }
      let key = String(decoding: underscored, as: UTF8.self)
      if object.place(of: key) == nil { object.append(key, .string(entry.value)) }
    }
    do {
      var problems: [JSONError] = []
      self = try .read(.object(object), at: JSONPath(), problems: &problems)
    } catch {
      self.init()  // never reached: a string is never of the wrong type
      otherMembers = object
    }
  }
}
