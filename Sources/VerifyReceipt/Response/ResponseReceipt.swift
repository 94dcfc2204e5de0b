public import ReceiptJSON
public import ReceiptParsing

/// `receipt` in an answer about an app receipt.
public struct ResponseReceipt: Codable, Hashable, Sendable {
  /// `receipt_type`: the environment of the receipt.
  public var receiptType: ReceiptEnvironment?
  /// `adam_id`: the app's identifier in the store, 0 in the sandbox.
  public var adamIdentifier: Int64?
  /// `app_item_id`: the same.
  public var appItemIdentifier: Int64?
  /// `bundle_id`.
  public var bundleIdentifier: String?
  /// `application_version`: the version of the app when the receipt was made.
  public var applicationVersion: String?
  /// `download_id`: 0 in the sandbox.
  public var downloadIdentifier: Int64?
  /// `version_external_identifier`: the app's revision in the store, 0 in the sandbox.
  public var versionExternalIdentifier: Int64?
  /// `receipt_creation_date`.
  public var receiptCreationDate: VerifyReceiptDate?
  /// `request_date`: when the answer was given.
  public var requestDate: VerifyReceiptDate?
  /// `original_purchase_date`: when the app was first bought.
  public var originalPurchaseDate: VerifyReceiptDate?
  /// `original_application_version`: the version first bought, `1.0` in the sandbox.
  public var originalApplicationVersion: String?
  /// `preorder_date`: when the app was preordered.
  public var preorderDate: VerifyReceiptDate?
  /// `expiration_date`: when the receipt expires; only volume purchases do.
  public var expirationDate: VerifyReceiptDate?
  /// `in_app`: the purchases, in no meaningful order.
  public var inApp: [ResponsePurchase]?
  /// Members with unknown keys, and unreadable ones.
  public var otherMembers = JSON.Object()

  /// Creates an empty receipt.
  public init() {}
}

extension ResponseReceipt: Model {
  mutating func visitMembers<V: MemberVisitor>(_ visitor: inout V) throws(V.Failure) {
    try visitor.code("receipt_type", &receiptType, as: .string)
    try visitor.integer("adam_id", &adamIdentifier, as: .number)
    try visitor.integer("app_item_id", &appItemIdentifier, as: .number)
    try visitor.text("bundle_id", &bundleIdentifier)
    try visitor.text("application_version", &applicationVersion)
    try visitor.integer("download_id", &downloadIdentifier, as: .number)
    try visitor.integer("version_external_identifier", &versionExternalIdentifier, as: .number)
    try visitor.date(.receiptCreation, &receiptCreationDate)
    try visitor.date(.request, &requestDate)
    try visitor.date(.originalPurchase, &originalPurchaseDate)
    try visitor.text("original_application_version", &originalApplicationVersion)
    try visitor.date(.preorder, &preorderDate)
    try visitor.date(.expiration, &expirationDate)
    try visitor.nested("in_app", &inApp)
    try visitor.others(&otherMembers)
  }
}
