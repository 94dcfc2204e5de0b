public import ReceiptJSON

/// An answer of verifyReceipt: stored by a backend, or made offline from a receipt.
///
/// A stored answer proves nothing: it isn't signed.
public struct VerifyReceiptResponse: Codable, Hashable, Sendable {
  /// `status`. `nil` grants nothing: see ``isValid``.
  public var status: VerifyReceiptStatus?
  /// `is-retryable`, as Apple documents it.
  private var isRetryableWithHyphen: Bool?
  /// `is_retryable`, as in real answers.
  private var isRetryableWithUnderscore: Bool?
  /// `environment`.
  public var environment: VerifyReceiptEnvironment?
  /// `receipt`.
  var styledReceipt: Styled<ResponseReceipt>?
  /// `latest_receipt_info`.
  private var styledLatest: Styled<[ResponsePurchase]>?
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
  /// `exception`: the name of an internal error of Apple's.
  public var exception: String?
  /// Members with unknown keys, and unreadable ones.
  public var otherMembers = JSON.Object()

  /// Creates an answer with just a status.
  public init(status: VerifyReceiptStatus? = nil) {
    self.status = status
  }

  /// Creates the answer to a request that may be repeated, with `is-retryable` in both spellings.
  init(temporary status: VerifyReceiptStatus) {
    self.status = status
    (isRetryableWithHyphen, isRetryableWithUnderscore) = (true, true)
  }

  /// Whether the receipt as a whole is valid: the status is 0 and there is a receipt. Its purchases may be expired or
  /// cancelled. An expired transaction in the style of iOS 6 is not valid.
  public var isValid: Bool { status == .valid && styledReceipt != nil }

  /// `is-retryable` or `is_retryable`: whether the error is temporary.
  public var isRetryable: Bool? {
    get { isRetryableWithHyphen ?? isRetryableWithUnderscore }
    set { (isRetryableWithHyphen, isRetryableWithUnderscore) = (newValue, nil) }
  }

  /// `receipt`, if it is an app receipt.
  public var receipt: ResponseReceipt? {
    get { styledReceipt?.modern }
    set { styledReceipt = newValue.map { .modern($0) } }
  }

  /// `receipt` in the style of iOS 6: one transaction.
  public var transaction: ResponseTransaction? {
    get { styledReceipt?.transaction }
    set { styledReceipt = newValue.map { .transaction($0) } }
  }

  /// `latest_receipt_info`: all transactions except finished consumables.
  public var latestReceiptInfo: [ResponsePurchase]? {
    get { styledLatest?.modern }
    set { styledLatest = newValue.map { .modern($0) } }
  }

  /// `latest_receipt_info` in the style of iOS 6: the newest transaction of one subscription.
  public var latestTransaction: ResponseTransaction? {
    get { styledLatest?.transaction }
    set { styledLatest = newValue.map { .transaction($0) } }
  }

  /// ``latestReceiptInfo``, empty if there is none.
  public var latestPurchases: [ResponsePurchase] { latestReceiptInfo ?? [] }
}

extension VerifyReceiptResponse: Model {
  init() {
    self.init(status: nil)
  }

  mutating func visitMembers<V: MemberVisitor>(_ visitor: inout V) throws(V.Failure) {
    var number = status?.rawValue
    try visitor.integer("status", &number, as: .number)
    status = number.map { VerifyReceiptStatus(rawValue: $0) }
    try visitor.flag("is-retryable", &isRetryableWithHyphen, as: .boolean)
    try visitor.flag("is_retryable", &isRetryableWithUnderscore, as: .boolean)
    try visitor.code("environment", &environment, as: .string)
    try visitor.nested("receipt", &styledReceipt)
    try visitor.nested("latest_receipt_info", &styledLatest)
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

extension VerifyReceiptResponse {
  /// Reads an answer from JSON text.
  ///
  /// Reads numbers from strings and strings from numbers, with all 64 bits; booleans from `true`, `1`, `"1"` and
  /// `"true"`; dates from any of their forms. A string that doesn't hold what its key promises leaves the property
  /// `nil`: ``problems`` lists it, and the value stays in `otherMembers`, like every unknown member.
  ///
  /// - Throws: `JSONError` for text that is not JSON or exceeds the limits, and for values of the wrong type, with path
  ///   and expected type.
  /// - Complexity: O(n).
  public init(
    json bytes: some Collection<UInt8>, limits: JSONLimits = .default
  ) throws(JSONError) {
    self = try Self.read(text: bytes, limits: limits)
  }

  /// Reads an answer from JSON text.
  ///
  /// - Throws: the same as the initializer for bytes.
  public init(
    json text: String, limits: JSONLimits = .default
  ) throws(JSONError) {
    try self.init(json: Array(text.utf8), limits: limits)
  }

  /// The answer as JSON text in UTF-8, in Apple's order and forms. Many times faster than an encoder, which loses the
  /// order.
  ///
  /// - Complexity: O(n).
  public func json() -> [UInt8] {
    // Empty purchases take two bytes and don't count.
    let purchases = [receipt?.inApp ?? [], latestPurchases].reduce(0) {
      $0 + $1.count { $0.transactionIdentifier != nil }
    }
    return text(capacity: 2048 + purchases * 1024 + (latestReceipt?.utf8.count ?? 0))
  }

  /// Writes the members of the answer into a larger text.
  ///
  /// - Precondition: `otherMembers` has no key of a property.
  package func writeMembers(to writer: inout JSONWriter) {
    var copy = self
    copy.visitMembers(&writer)
  }

  /// The unreadable values of known keys: strings that don't hold what their key promises, and dates whose forms
  /// disagree.
  ///
  /// - Complexity: O(n).
  public var problems: [JSONError] {
    var problems: [JSONError] = []
    do {
      _ = try Self.read(tree, at: JSONPath(), problems: &problems)
    } catch {
      problems.append(error)  // only if the caller put a wrong value into `otherMembers`
    }
    return problems
  }
}

/// `receipt` or `latest_receipt_info`, in one of two styles.
enum Styled<Modern: ModernPart>: Hashable, Sendable {
  /// The style since iOS 7.
  case modern(Modern)
  /// One transaction, in the style of iOS 6.
  case transaction(ResponseTransaction)

  var modern: Modern? { if case .modern(let part) = self { part } else { nil } }

  var transaction: ResponseTransaction? {
    if case .transaction(let transaction) = self { transaction } else { nil }
  }
}

/// What a ``Styled`` part is in the style since iOS 7.
protocol ModernPart: MemberValue, Hashable, Sendable {
  /// Whether a value has that style; `nil` if it is neither an array nor an object.
  static func isModern(_ json: JSON) -> Bool?
}

extension ResponseReceipt: ModernPart {
  /// A transaction has a key that only transactions have, and none that only app receipts have.
  static func isModern(_ json: JSON) -> Bool? {
    guard case .object(let object) = json else { return true }  // `read` refuses it
    func hasOne(of keys: String...) -> Bool { keys.contains { object[$0] != nil } }
    return !hasOne(of: "bid", "bvrs", "item_id", "product_id", "transaction_id")
      || hasOne(of: "in_app", "bundle_id", "receipt_type")
  }
}

extension [ResponsePurchase]: ModernPart {
  static func isModern(_ json: JSON) -> Bool? {
    switch json {
    case .array: true
    case .object: false
    default: nil
    }
  }
}

extension Styled: MemberValue {
  static func read(
    _ json: JSON, at path: JSONPath, problems: inout [JSONError]
  ) throws(JSONError) -> Styled {
    switch Modern.isModern(json) {
    case true?: .modern(try Modern.read(json, at: path, problems: &problems))
    case false?: .transaction(try .read(json, at: path, problems: &problems))
    case nil:
      throw JSONError(.wrongType, at: path, expected: "an array or an object", found: json.kind)
    }
  }

  func write(to writer: inout some ModelWriter) {
    switch self {
    case .modern(let part): part.write(to: &writer)
    case .transaction(let transaction): transaction.write(to: &writer)
    }
  }
}
