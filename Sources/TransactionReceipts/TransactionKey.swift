/// A key in the property lists of a transaction receipt that the library knows.
enum TransactionKey: String {
  // Of the receipt, which also has `pod`, the number of the servers that made it, and `signing-status`, 0. Only the
  // contents of purchase-info are signed.

  /// The signature with its certificate, in Base64.
  case signature
  /// The purchase, in Base64.
  case purchaseInfo = "purchase-info"
  /// `Sandbox`, or missing.
  case environment

  // Of the purchase, all signed. verifyReceipt's answers have them with `_` instead of `-`.

  case bundleIdentifier = "bid"
  /// CFBundleVersion.
  case appVersion = "bvrs"
  /// The app's identifier in the store; missing in the sandbox.
  case appItemIdentifier = "app-item-id"
  /// The identifier of the app's version in the store; missing in the sandbox.
  case versionExternalIdentifier = "version-external-identifier"
  case productIdentifier = "product-id"
  /// The product's identifier in the store.
  case itemIdentifier = "item-id"
  case quantity
  case transactionIdentifier = "transaction-id"
  /// The first transaction of the same purchase.
  case originalTransactionIdentifier = "original-transaction-id"
  /// The purchase event of a subscription.
  case webOrderLineItemIdentifier = "web-order-line-item-id"
  case isTrialPeriod = "is-trial-period"
  case isInIntroOfferPeriod = "is-in-intro-offer-period"
  /// A digest of an identifier of the device.
  case uniqueIdentifier = "unique-identifier"
  /// The device's `identifierForVendor`.
  case uniqueVendorIdentifier = "unique-vendor-identifier"
}

/// The three keys of one date, all signed.
struct TransactionDateKeys {
  /// The date in milliseconds.
  let milliseconds: String
  /// The same in words.
  let text: String
  /// The same in Pacific time.
  let pacific: String

  private init(_ milliseconds: String, text: String) {
    self.milliseconds = milliseconds
    self.text = text
    pacific = text + "-pst"
  }

  static let purchase = Self("purchase-date-ms", text: "purchase-date")
  static let originalPurchase = Self("original-purchase-date-ms", text: "original-purchase-date")
  static let expires = Self("expires-date", text: "expires-date-formatted")
  static let cancellation = Self("cancellation-date-ms", text: "cancellation-date")

  static let all = [purchase, originalPurchase, expires, cancellation]
}
