/// An answer of verifyReceipt: one that a backend has stored, or one that was made offline from a receipt.
///
/// An answer that was read proves nothing by itself: whoever could write it could write anything.
public struct VerifyReceiptResponse: Hashable, Sendable {
  /// `status`. `nil` grants nothing; see ``isValid``.
  public var status: VerifyReceiptStatus?
  /// `is-retryable`, as Apple documents it.
  private var isRetryableWithHyphen: Bool?
  /// `is_retryable`, as real answers have it.
  private var isRetryableWithUnderscore: Bool?
  /// `environment`.
  public var environment: VerifyReceiptEnvironment?
  /// `receipt`. See ``receipt`` and ``transaction`` for its two styles.
  public var answeredReceipt: AnsweredReceipt?
  /// `latest_receipt_info`.
  public var latestReceiptInfo: LatestReceiptInfo?
  /// `latest_expired_receipt_info`: the expired subscription, in the style of iOS 6.
  public var latestExpiredReceiptInfo: ResponseTransaction?
  /// `latest_receipt`: the newest receipt in Base64.
  public var latestReceipt: String?
  /// `pending_renewal_info`.
  public var pendingRenewalInfo: [ResponseRenewal]?
  /// `auto_renew_status`, in the style of iOS 6.
  public var autoRenewStatus: AutoRenewStatus?
  /// `auto_renew_product_id`, in the style of iOS 6.
  public var autoRenewProductIdentifier: String?
  /// `expiration_intent`, in the style of iOS 6.
  public var expirationIntent: ExpirationIntent?
  /// `is_in_billing_retry_period`, in the style of iOS 6.
  public var isInBillingRetryPeriod: Bool?
  /// `cancellation_reason`, in the style of iOS 6.
  public var cancellationReason: CancellationReason?
  /// `exception`: the name of an internal error at Apple.
  public var exception: String?
  /// Members of no known key, and those of known keys whose values cannot be read.
  public var otherMembers = VerifyReceiptJSON.Object()

  /// An answer with nothing but a status.
  public init(status: VerifyReceiptStatus? = nil) {
    self.status = status
  }

  /// Whether the receipt as a whole is valid: the status is 0 and there is a receipt. What it grants is in the
  /// purchases, of which each may be expired or cancelled. An expired transaction in the style of iOS 6 is not
  /// valid.
  public var isValid: Bool { status == .valid && answeredReceipt != nil }

  /// `is-retryable` or `is_retryable`: whether the trouble is temporary.
  public var isRetryable: Bool? {
    get { isRetryableWithHyphen ?? isRetryableWithUnderscore }
    set { (isRetryableWithHyphen, isRetryableWithUnderscore) = (newValue, nil) }
  }

  /// `receipt` of an answer about an app receipt.
  public var receipt: ResponseReceipt? {
    get { if case .app(let receipt) = answeredReceipt { receipt } else { nil } }
    set { answeredReceipt = newValue.map { .app($0) } }
  }

  /// `receipt` of an answer in the style of iOS 6.
  public var transaction: ResponseTransaction? {
    get { if case .transaction(let transaction) = answeredReceipt { transaction } else { nil } }
    set { answeredReceipt = newValue.map { .transaction($0) } }
  }

  /// `latest_receipt_info` as an array; empty in the style of iOS 6 and when there is none.
  public var latestPurchases: [ResponsePurchase] {
    if case .purchases(let purchases) = latestReceiptInfo { purchases } else { [] }
  }
}

extension VerifyReceiptResponse: Model {
  init() {
    self.init(status: nil)
  }

  mutating func visitMembers<Visitor: MemberVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    var number = status?.rawValue
    try visitor.integer("status", &number, as: .number)
    status = number.map { VerifyReceiptStatus(rawValue: $0) }
    try visitor.flag("is-retryable", &isRetryableWithHyphen, as: .boolean)
    try visitor.flag("is_retryable", &isRetryableWithUnderscore, as: .boolean)
    try visitor.code("environment", &environment, as: .string)
    try visitor.nested("receipt", &answeredReceipt)
    try visitor.nested("latest_receipt_info", &latestReceiptInfo)
    try visitor.nested("latest_expired_receipt_info", &latestExpiredReceiptInfo)
    try visitor.text("latest_receipt", &latestReceipt)
    try visitor.nested("pending_renewal_info", &pendingRenewalInfo)
    try visitor.code("auto_renew_status", &autoRenewStatus, as: .number)
    try visitor.text("auto_renew_product_id", &autoRenewProductIdentifier)
    try visitor.code("expiration_intent", &expirationIntent, as: .string)
    try visitor.flag("is_in_billing_retry_period", &isInBillingRetryPeriod, as: .digit)
    try visitor.code("cancellation_reason", &cancellationReason, as: .string)
    try visitor.text("exception", &exception)
    try visitor.others(&otherMembers)
  }
}

extension VerifyReceiptResponse: Codable {
  /// Reads an answer. ``init(json:limits:)-(Collection<UInt8>,_)`` sees more of it and is faster.
  public init(from decoder: any Decoder) throws { self = try Self.read(from: decoder) }

  /// Writes the answer. ``json()`` keeps Apple's order and is faster.
  public func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }
}
