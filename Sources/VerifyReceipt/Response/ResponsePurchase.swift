/// One transaction in an answer: an element of `receipt.in_app` or of `latest_receipt_info`.
///
/// Which keys are there depends on the product and on the time of the answer; see <doc:MovingOffVerifyReceipt> for
/// what a receipt alone can say.
public struct ResponsePurchase: Hashable, Sendable {
  /// `quantity`.
  public var quantity: Int64?
  /// `product_id`.
  public var productIdentifier: String?
  /// `transaction_id`: another one for each renewal and restored purchase.
  public var transactionIdentifier: String?
  /// `original_transaction_id`: the first transaction of the same purchase or subscription.
  public var originalTransactionIdentifier: String?
  /// `purchase_date`: when it was charged or restored; for a renewal, when the period began.
  public var purchaseDate: VerifyReceiptDate?
  /// `original_purchase_date`: when the first transaction was.
  public var originalPurchaseDate: VerifyReceiptDate?
  /// `expires_date`: when the period of a subscription ends. `nil` may also mean that the date cannot be read; then
  /// ``VerifyReceiptResponse/problems`` names it.
  public var expiresDate: VerifyReceiptDate?
  /// `cancellation_date`: when Apple refunded or revoked it, or it was upgraded. See ``isCancelled``.
  public var cancellationDate: VerifyReceiptDate?
  /// `web_order_line_item_id`: the purchase event of a subscription.
  public var webOrderLineItemIdentifier: String?
  /// `is_trial_period`.
  public var isTrialPeriod: Bool?
  /// `is_in_intro_offer_period`.
  public var isInIntroOfferPeriod: Bool?
  /// `cancellation_reason`.
  public var cancellationReason: CancellationReason?
  /// `promotional_offer_id`: the promotional offer that was redeemed.
  public var promotionalOfferIdentifier: String?
  /// `offer_code_ref_name`: the offer code that was redeemed.
  public var offerCodeReferenceName: String?
  /// `is_upgraded`: whether the customer moved to a higher product; only in `latest_receipt_info`.
  public var isUpgraded: Bool?
  /// `in_app_ownership_type`.
  public var ownershipType: OwnershipType?
  /// `subscription_group_identifier`; only in `latest_receipt_info`.
  public var subscriptionGroupIdentifier: String?
  /// `app_account_token`: the UUID that the app supplied.
  public var appAccountToken: String?
  /// Members of no known key, and those of known keys whose values cannot be read.
  public var otherMembers = VerifyReceiptJSON.Object()

  /// A purchase of which nothing is known.
  public init() {}

  /// Whether Apple refunded or revoked it, or it was upgraded: whether there is a cancellation date, readable or
  /// not. A cancelled purchase counts as never bought.
  public var isCancelled: Bool {
    let keys = DateKeys.cancellation
    return cancellationDate != nil
      || keys.order.contains { otherMembers[keys[$0]].map { !$0.isBlank } ?? false }
  }
}

extension ResponsePurchase: Model {
  mutating func visitMembers<Visitor: MemberVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.integer("quantity", &quantity, as: .string)
    try visitor.text("product_id", &productIdentifier)
    try visitor.text("transaction_id", &transactionIdentifier)
    try visitor.text("original_transaction_id", &originalTransactionIdentifier)
    try visitor.date(.purchase, &purchaseDate)
    try visitor.date(.originalPurchase, &originalPurchaseDate)
    try visitor.date(.expires, &expiresDate)
    try visitor.date(.cancellation, &cancellationDate)
    try visitor.text("web_order_line_item_id", &webOrderLineItemIdentifier)
    try visitor.flag("is_trial_period", &isTrialPeriod, as: .word)
    try visitor.flag("is_in_intro_offer_period", &isInIntroOfferPeriod, as: .word)
    try visitor.code("cancellation_reason", &cancellationReason, as: .string)
    try visitor.text("promotional_offer_id", &promotionalOfferIdentifier)
    try visitor.text("offer_code_ref_name", &offerCodeReferenceName)
    try visitor.flag("is_upgraded", &isUpgraded, as: .word)
    try visitor.code("in_app_ownership_type", &ownershipType, as: .string)
    try visitor.text("subscription_group_identifier", &subscriptionGroupIdentifier)
    try visitor.text("app_account_token", &appAccountToken)
    try visitor.others(&otherMembers)
  }
}

extension ResponsePurchase: Codable {
  /// Reads the object.
  public init(from decoder: any Decoder) throws { self = try Self.read(from: decoder) }

  /// Writes the object.
  public func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }
}
