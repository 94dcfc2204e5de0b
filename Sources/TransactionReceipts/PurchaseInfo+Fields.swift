public import ReceiptParsing
public import ReceiptValidation

// Each property is `nil` when the key is missing, empty or unreadable. What is unreadable is listed in `problems`.

extension PurchaseInfo {
  /// The bundle identifier of the app. `bid`.
  public var bundleIdentifier: String? { string(.bundleIdentifier).value }

  /// The version of the app, CFBundleVersion. `bvrs`.
  public var appVersion: String? { string(.appVersion).value }

  /// The app's identifier in the store; missing in the sandbox. `app-item-id`.
  public var appItemIdentifier: Int64? { integer(.appItemIdentifier).value }

  /// The identifier of the app's version in the store; missing in the sandbox. `version-external-identifier`.
  public var versionExternalIdentifier: Int64? { integer(.versionExternalIdentifier).value }

  /// The product. `product-id`.
  public var productIdentifier: String? { string(.productIdentifier).value }

  /// The product's identifier in the store. `item-id`.
  public var itemIdentifier: Int64? { integer(.itemIdentifier).value }

  /// How many were bought. `quantity`.
  public var quantity: Int64? { integer(.quantity).value }

  /// The transaction: another one for each renewal and restored purchase. `transaction-id`.
  public var transactionIdentifier: String? { string(.transactionIdentifier).value }

  /// The first transaction of the same purchase or subscription. `original-transaction-id`.
  public var originalTransactionIdentifier: String? { string(.originalTransactionIdentifier).value }

  /// The purchase event of a subscription. `web-order-line-item-id`.
  public var webOrderLineItemIdentifier: Int64? { integer(.webOrderLineItemIdentifier).value }

  /// When it was bought; for a renewal, when the period began. `purchase-date-ms`, or else `purchase-date`.
  public var purchaseDate: ReceiptDate? { date(.purchase).value }

  /// When the first transaction was. `original-purchase-date-ms`, or else `original-purchase-date`.
  public var originalPurchaseDate: ReceiptDate? { date(.originalPurchase).value }

  /// When the period of a subscription ends. See ``expiration``, which tells a missing date from an unreadable one.
  public var expiresDate: ReceiptDate? { expiration.value }

  /// When the period of a subscription ends; a date that is unreadable has to count as over. `expires-date`, or else
  /// `expires-date-formatted`.
  public var expiration: TransactionField<ReceiptDate> { date(.expires) }

  /// When Apple refunded or revoked the purchase. See ``isCancelled``.
  public var cancellationDate: ReceiptDate? { cancellation.value }

  /// When Apple refunded or revoked the purchase. `cancellation-date-ms`, or else `cancellation-date`.
  public var cancellation: TransactionField<ReceiptDate> { date(.cancellation) }

  /// Whether Apple refunded or revoked the purchase: whether there is a cancellation date, readable or not.
  public var isCancelled: Bool { !cancellation.isAbsent }

  /// Whether the period is a free trial. `is-trial-period`.
  public var isTrialPeriod: Bool? { boolean(.isTrialPeriod).value }

  /// Whether the period has an introductory price. `is-in-intro-offer-period`.
  public var isInIntroOfferPeriod: Bool? { boolean(.isInIntroOfferPeriod).value }

  /// A digest of an identifier of the device, which nobody can compute today. `unique-identifier`.
  public var uniqueIdentifier: String? { string(.uniqueIdentifier).value }

  /// The device's `identifierForVendor`; missing in old receipts. `unique-vendor-identifier`.
  public var uniqueVendorIdentifier: DeviceIdentifier? { vendor.value }

  /// The device's `identifierForVendor`, or why it cannot be read.
  var vendor: TransactionField<DeviceIdentifier> {
    field(.uniqueVendorIdentifier, .notADevice) { text in
      guard let device = DeviceIdentifier(text), device.bytes.count == 16 else { return nil }
      return device
    }
  }

  /// Every known key whose value is not what it should be, and every date in words that is not the one in
  /// milliseconds. California's time is not looked at if there is another.
  ///
  /// - Complexity: O(n).
  public var problems: [TransactionProblem] {
    let numbers: [TransactionKey] = [
      .appItemIdentifier, .versionExternalIdentifier, .itemIdentifier, .quantity,
      .webOrderLineItemIdentifier,
    ]
    let booleans: [TransactionKey] = [.isTrialPeriod, .isInIntroOfferPeriod]
    let found =
      numbers.compactMap { integer($0).problem } + booleans.compactMap { boolean($0).problem }
      + [vendor.problem].compactMap { $0 } + DateKeys.all.flatMap { problems($0) }
    return found.sorted { $0.offset < $1.offset }
  }
}
