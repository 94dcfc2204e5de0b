public import ReceiptParsing

extension ResponsePurchase {
  /// What a receipt says about a purchase, as Apple's servers put it into `receipt.in_app`. An attribute that is
  /// missing, empty or unreadable gives no key, a `web_order_line_item_id` of 0 neither. Nothing is verified here.
  public init(unverified purchase: InAppReceipt) {
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
