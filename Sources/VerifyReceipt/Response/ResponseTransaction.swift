/// `receipt`, `latest_receipt_info` or `latest_expired_receipt_info` in an answer in the style of iOS 6, which is
/// about one transaction.
public struct ResponseTransaction: Hashable, Sendable {
  /// `quantity`.
  public var quantity: Int64?
  /// `product_id`.
  public var productIdentifier: String?
  /// `transaction_id`.
  public var transactionIdentifier: String?
  /// `original_transaction_id`.
  public var originalTransactionIdentifier: String?
  /// `purchase_date`.
  public var purchaseDate: VerifyReceiptDate?
  /// `original_purchase_date`.
  public var originalPurchaseDate: VerifyReceiptDate?
  /// `expires_date`, here in milliseconds, with `expires_date_formatted` and `expires_date_formatted_pst`.
  public var expiresDate: VerifyReceiptDate?
  /// `cancellation_date`. See ``isCancelled``.
  public var cancellationDate: VerifyReceiptDate?
  /// `web_order_line_item_id`.
  public var webOrderLineItemIdentifier: String?
  /// `item_id`: the product's identifier in the store.
  public var itemIdentifier: String?
  /// `app_item_id`: the app's identifier in the store; missing in the sandbox.
  public var appItemIdentifier: String?
  /// `version_external_identifier`: missing in the sandbox.
  public var versionExternalIdentifier: String?
  /// `bid`: the bundle identifier of the app.
  public var bundleIdentifier: String?
  /// `bvrs`: the version of the app.
  public var bundleVersion: String?
  /// `unique_identifier`: the device, hashed.
  public var uniqueIdentifier: String?
  /// `unique_vendor_identifier`: the device's `identifierForVendor`.
  public var uniqueVendorIdentifier: String?
  /// `is_trial_period`.
  public var isTrialPeriod: Bool?
  /// `is_in_intro_offer_period`.
  public var isInIntroOfferPeriod: Bool?
  /// `in_app_ownership_type`.
  public var ownershipType: OwnershipType?
  /// Members of no known key, and those of known keys whose values cannot be read.
  public var otherMembers = VerifyReceiptJSON.Object()

  /// A transaction of which nothing is known.
  public init() {}

  /// Whether Apple refunded or revoked it: whether there is a cancellation date, readable or not.
  public var isCancelled: Bool {
    let keys = DateKeys.cancellation
    return cancellationDate != nil
      || keys.order.contains { otherMembers[keys[$0]].map { !$0.isBlank } ?? false }
  }
}

extension ResponseTransaction: Model {
  mutating func visitMembers<Visitor: MemberVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.integer("quantity", &quantity, as: .string)
    try visitor.text("product_id", &productIdentifier)
    try visitor.text("transaction_id", &transactionIdentifier)
    try visitor.text("original_transaction_id", &originalTransactionIdentifier)
    try visitor.date(.purchase, &purchaseDate)
    try visitor.date(.originalPurchase, &originalPurchaseDate)
    try visitor.date(.expiresInTransaction, &expiresDate)
    try visitor.date(.cancellation, &cancellationDate)
    try visitor.text("web_order_line_item_id", &webOrderLineItemIdentifier)
    try visitor.text("item_id", &itemIdentifier)
    try visitor.text("app_item_id", &appItemIdentifier)
    try visitor.text("version_external_identifier", &versionExternalIdentifier)
    try visitor.text("bid", &bundleIdentifier)
    try visitor.text("bvrs", &bundleVersion)
    try visitor.text("unique_identifier", &uniqueIdentifier)
    try visitor.text("unique_vendor_identifier", &uniqueVendorIdentifier)
    try visitor.flag("is_trial_period", &isTrialPeriod, as: .word)
    try visitor.flag("is_in_intro_offer_period", &isInIntroOfferPeriod, as: .word)
    try visitor.code("in_app_ownership_type", &ownershipType, as: .string)
    try visitor.others(&otherMembers)
  }
}

extension ResponseTransaction: Codable {
  /// Reads the object.
  public init(from decoder: any Decoder) throws { self = try Self.read(from: decoder) }

  /// Writes the object.
  public func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }
}
