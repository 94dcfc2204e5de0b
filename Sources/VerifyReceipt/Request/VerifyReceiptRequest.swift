import Foundation
public import ReceiptJSON
public import ReceiptParsing

/// A request to verifyReceipt: the body of a `POST`.
public struct VerifyReceiptRequest: Codable, Hashable, Sendable {
  /// `receipt-data`: the receipt in Base64.
  public var receiptData: String?
  /// `password`: the app's shared secret, needed for receipts with subscriptions. Not printed by `print`.
  public var password: String?
  /// `exclude-old-transactions`: whether `latest_receipt_info` has only the newest transaction of each subscription.
  public var excludesOldTransactions: Bool?
  /// Members with unknown keys, and unreadable ones.
  public var otherMembers = JSON.Object()

  /// Creates a request from Base64, without checking it.
  public init(
    receiptData: String, password: String? = nil, excludesOldTransactions: Bool? = nil
  ) {
    self.receiptData = receiptData
    self.password = password
    self.excludesOldTransactions = excludesOldTransactions
  }

  /// Creates a request for a receipt. BER is sent as DER, with the same payload and signature.
  public init(
    _ receipt: AppReceipt, password: String? = nil, excludesOldTransactions: Bool? = nil
  ) {
    self.init(
      receiptData: Data(receipt.containerBytes).base64EncodedString(), password: password,
      excludesOldTransactions: excludesOldTransactions)
  }

  /// Reads a request from JSON text.
  ///
  /// - Throws: `JSONError`.
  /// - Complexity: O(n).
  public init(
    json bytes: some Collection<UInt8>, limits: JSONLimits = .request
  ) throws(JSONError) {
    self = try Self.read(text: bytes, limits: limits)
  }

  /// The request as JSON text in UTF-8.
  public func json() -> [UInt8] {
    text(capacity: 256 + (receiptData?.utf8.count ?? 0))
  }
}

extension JSONLimits {
  /// The limits for a request: `default`'s size, and room for 64 members and a few lists beside the three that it has,
  /// so that nothing costs more than Base64 of the same size.
  public static var request: JSONLimits { JSONLimits(maximumDepth: 8, maximumValues: 128) }
}

extension VerifyReceiptRequest: Model {
  init() {}

  mutating func visitMembers<V: MemberVisitor>(_ visitor: inout V) throws(V.Failure) {
    try visitor.text("receipt-data", &receiptData)
    try visitor.text("password", &password)
    try visitor.flag("exclude-old-transactions", &excludesOldTransactions, as: .boolean)
    try visitor.others(&otherMembers)
  }
}

extension VerifyReceiptRequest: CustomStringConvertible {
  /// The size of the receipt and whether there is a password, which doesn't belong in logs.
  public var description: String {
    "VerifyReceiptRequest(receiptData: \(receiptData?.utf8.count ?? 0) characters, "
      + "password: \(password == nil ? "none" : "given"))"
  }
}
