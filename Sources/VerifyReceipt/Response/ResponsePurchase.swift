public import ReceiptJSON

/// One transaction in an answer: an element of `receipt.in_app` or of `latest_receipt_info`.
///
/// Which keys are present depends on the product and on the time of the answer. <doc:MovingOffVerifyReceipt> lists what
/// a receipt alone can provide.
public struct ResponsePurchase: Codable, Hashable, Sendable {
  /// `quantity`.
  public var quantity: Int64?
  /// `product_id`.
  public var productIdentifier: String?
  /// `transaction_id`: different for each renewal and restored purchase.
  public var transactionIdentifier: String?
  /// `original_transaction_id`: the first transaction of the same purchase or subscription.
  public var originalTransactionIdentifier: String?
  /// `purchase_date`: when the purchase was charged or restored, or when the renewal period began.
  public var purchaseDate: VerifyReceiptDate?
  /// `original_purchase_date`: the date of the first transaction.
  public var originalPurchaseDate: VerifyReceiptDate?
  /// `expires_date`: when the subscription period ends. `nil` may also mean that the date is unreadable; then
  /// ``VerifyReceiptResponse/problems`` lists it.
  public var expiresDate: VerifyReceiptDate?
  /// `cancellation_date`: when Apple refunded or revoked the purchase, or it was upgraded. See ``isCancelled``.
  public var cancellationDate: VerifyReceiptDate?
  /// `web_order_line_item_id`: the purchase event of a subscription.
  public var webOrderLineItemIdentifier: String?
  /// `is_trial_period`.
  public var isTrialPeriod: Bool?
  /// `is_in_intro_offer_period`.
  public var isInIntroOfferPeriod: Bool?
  /// `cancellation_reason`.
  public var cancellationReason: CancellationReason?
  /// `promotional_offer_id`: the redeemed promotional offer.
  public var promotionalOfferIdentifier: String?
  /// `offer_code_ref_name`: the redeemed offer code.
  public var offerCodeReferenceName: String?
  /// `is_upgraded`: whether the customer moved to a higher product; only in `latest_receipt_info`.
  public var isUpgraded: Bool?
  /// `in_app_ownership_type`.
  public var ownershipType: OwnershipType?
  /// `subscription_group_identifier`; only in `latest_receipt_info`.
  public var subscriptionGroupIdentifier: String?
  /// `app_account_token`: the UUID that the app supplied.
  public var appAccountToken: String?
  /// Members with unknown keys, and unreadable ones.
  public var otherMembers = JSON.Object()

  /// Creates an empty purchase.
  public init() {}

  /// Whether Apple refunded or revoked the purchase, or it was upgraded: whether there is a cancellation date, readable
  /// or not. Treat a cancelled purchase as never made.
  public var isCancelled: Bool {
    cancellationDate != nil
      || DateKeys.cancellation.forms.contains { otherMembers[$0.key].map { !$0.isBlank } ?? false }
  }
}

extension ResponsePurchase: Model {
  mutating func visitMembers<V: MemberVisitor>(_ visitor: inout V) throws(V.Failure) {
    try visitTransaction(&visitor, expires: .expires)
    try visitOffer(&visitor)
    try visitor.code("cancellation_reason", &cancellationReason, as: .string)
    try visitor.text("promotional_offer_id", &promotionalOfferIdentifier)
    try visitor.text("offer_code_ref_name", &offerCodeReferenceName)
    try visitor.flag("is_upgraded", &isUpgraded, as: .word)
    try visitor.code("in_app_ownership_type", &ownershipType, as: .string)
    try visitor.text("subscription_group_identifier", &subscriptionGroupIdentifier)
    try visitor.text("app_account_token", &appAccountToken)
    try visitor.others(&otherMembers)
  }

  fileprivate mutating func visitTransaction<V: MemberVisitor>(
    _ visitor: inout V, expires: DateKeys
  ) throws(V.Failure) {
    try visitor.integer("quantity", &quantity, as: .string)
    try visitor.text("product_id", &productIdentifier)
    try visitor.text("transaction_id", &transactionIdentifier)
    try visitor.text("original_transaction_id", &originalTransactionIdentifier)
    try visitor.date(.purchase, &purchaseDate)
    try visitor.date(.originalPurchase, &originalPurchaseDate)
    try visitor.date(expires, &expiresDate)
    try visitor.date(.cancellation, &cancellationDate)
    try visitor.text("web_order_line_item_id", &webOrderLineItemIdentifier)
  }

  fileprivate mutating func visitOffer<V: MemberVisitor>(_ visitor: inout V) throws(V.Failure) {
    try visitor.flag("is_trial_period", &isTrialPeriod, as: .word)
    try visitor.flag("is_in_intro_offer_period", &isInIntroOfferPeriod, as: .word)
  }
}

/// `receipt`, `latest_receipt_info` or `latest_expired_receipt_info` of an answer in the style of iOS 6: one purchase
/// and its app.
public struct ResponseTransaction: Codable, Hashable, Sendable {
  /// The purchase. `expires_date` is in milliseconds here, with `expires_date_formatted` and
  /// `expires_date_formatted_pst`. `otherMembers` has those of the whole object.
  public var purchase = ResponsePurchase()
  /// `item_id`: the product's identifier in the store.
  public var itemIdentifier: String?
  /// `app_item_id`: the app's identifier in the store; missing in the sandbox.
  public var appItemIdentifier: String?
  /// `version_external_identifier`: missing in the sandbox.
  public var versionExternalIdentifier: String?
  /// `bid`: the app's bundle identifier.
  public var bundleIdentifier: String?
  /// `bvrs`: the app's version.
  public var bundleVersion: String?
  /// `unique_identifier`: the hashed device.
  public var uniqueIdentifier: String?
  /// `unique_vendor_identifier`: the device's `identifierForVendor`.
  public var uniqueVendorIdentifier: String?

  /// Creates an empty transaction.
  public init() {}
}

extension ResponseTransaction: Model {
  var otherMembers: JSON.Object {
    get { purchase.otherMembers }
    set { purchase.otherMembers = newValue }
  }

  mutating func visitMembers<V: MemberVisitor>(_ visitor: inout V) throws(V.Failure) {
    try purchase.visitTransaction(&visitor, expires: .expiresInTransaction)
    try visitor.text("item_id", &itemIdentifier)
    try visitor.text("app_item_id", &appItemIdentifier)
    try visitor.text("version_external_identifier", &versionExternalIdentifier)
    try visitor.text("bid", &bundleIdentifier)
    try visitor.text("bvrs", &bundleVersion)
    try visitor.text("unique_identifier", &uniqueIdentifier)
    try visitor.text("unique_vendor_identifier", &uniqueVendorIdentifier)
    try purchase.visitOffer(&visitor)
    try visitor.code("in_app_ownership_type", &purchase.ownershipType, as: .string)
    try visitor.others(&purchase.otherMembers)
  }
}
