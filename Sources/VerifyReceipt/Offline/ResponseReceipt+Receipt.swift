import ReceiptParsing

extension ResponseReceipt {
  /// What a receipt says, as Apple's servers put it into `receipt`.
  init(
    _ receipt: AppReceipt, purchases: some Collection<InAppReceipt>, requestDate: ReceiptDate?
  ) {
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
    inApp = purchases.map { ResponsePurchase(unverified: $0) }
  }
}
