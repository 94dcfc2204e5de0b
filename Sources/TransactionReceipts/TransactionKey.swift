/// A key in the property lists of a transaction receipt. New ones may come.
public struct TransactionKey: RawRepresentable, Hashable, Sendable {
  /// The key as written.
  public let rawValue: String

  /// The key with this name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

// The keys of the receipt. Only the contents of purchase-info are signed.
extension TransactionKey {
  /// The signature with its certificate, in Base64.
  public static var signature: TransactionKey { TransactionKey("signature") }
  /// The purchase, in Base64.
  public static var purchaseInfo: TransactionKey { TransactionKey("purchase-info") }
  /// `Sandbox`, or missing.
  public static var environment: TransactionKey { TransactionKey("environment") }
  /// The number of the servers that made the receipt.
  public static var pod: TransactionKey { TransactionKey("pod") }
  /// 0.
  public static var signingStatus: TransactionKey { TransactionKey("signing-status") }
}

// The keys of the purchase, all signed. verifyReceipt's answers have them with `_` instead of `-`.
extension TransactionKey {
  /// The bundle identifier of the app.
  public static var bundleIdentifier: TransactionKey { TransactionKey("bid") }
  /// The version of the app, CFBundleVersion.
  public static var appVersion: TransactionKey { TransactionKey("bvrs") }
  /// The app's identifier in the store; missing in the sandbox.
  public static var appItemIdentifier: TransactionKey { TransactionKey("app-item-id") }
  /// The identifier of the app's version in the store; missing in the sandbox.
  public static var versionExternalIdentifier: TransactionKey {
    TransactionKey("version-external-identifier")
  }
  /// The product.
  public static var productIdentifier: TransactionKey { TransactionKey("product-id") }
  /// The product's identifier in the store.
  public static var itemIdentifier: TransactionKey { TransactionKey("item-id") }
  /// How many were bought.
  public static var quantity: TransactionKey { TransactionKey("quantity") }
  /// The transaction.
  public static var transactionIdentifier: TransactionKey { TransactionKey("transaction-id") }
  /// The first transaction of the same purchase.
  public static var originalTransactionIdentifier: TransactionKey {
    TransactionKey("original-transaction-id")
  }
  /// The purchase event of a subscription.
  public static var webOrderLineItemIdentifier: TransactionKey {
    TransactionKey("web-order-line-item-id")
  }
  /// When it was bought, in milliseconds.
  public static var purchaseDateMilliseconds: TransactionKey { TransactionKey("purchase-date-ms") }
  /// The same in words.
  public static var purchaseDate: TransactionKey { TransactionKey("purchase-date") }
  /// The same in Pacific time.
  public static var purchaseDatePacific: TransactionKey { TransactionKey("purchase-date-pst") }
  /// When it was first bought, in milliseconds.
  public static var originalPurchaseDateMilliseconds: TransactionKey {
    TransactionKey("original-purchase-date-ms")
  }
  /// The same in words.
  public static var originalPurchaseDate: TransactionKey {
    TransactionKey("original-purchase-date")
  }
  /// The same in Pacific time.
  public static var originalPurchaseDatePacific: TransactionKey {
    TransactionKey("original-purchase-date-pst")
  }
  /// When the period of a subscription ends, in milliseconds.
  public static var expiresDate: TransactionKey { TransactionKey("expires-date") }
  /// The same in words.
  public static var expiresDateFormatted: TransactionKey {
    TransactionKey("expires-date-formatted")
  }
  /// The same in Pacific time.
  public static var expiresDateFormattedPacific: TransactionKey {
    TransactionKey("expires-date-formatted-pst")
  }
  /// When Apple refunded or revoked the purchase, in milliseconds.
  public static var cancellationDateMilliseconds: TransactionKey {
    TransactionKey("cancellation-date-ms")
  }
  /// The same in words.
  public static var cancellationDate: TransactionKey { TransactionKey("cancellation-date") }
  /// The same in Pacific time.
  public static var cancellationDatePacific: TransactionKey {
    TransactionKey("cancellation-date-pst")
  }
  /// Whether the period is a free trial.
  public static var isTrialPeriod: TransactionKey { TransactionKey("is-trial-period") }
  /// Whether the period has an introductory price.
  public static var isInIntroOfferPeriod: TransactionKey {
    TransactionKey("is-in-intro-offer-period")
  }
  /// A digest of an identifier of the device.
  public static var uniqueIdentifier: TransactionKey { TransactionKey("unique-identifier") }
  /// The device's `identifierForVendor`.
  public static var uniqueVendorIdentifier: TransactionKey {
    TransactionKey("unique-vendor-identifier")
  }
}
