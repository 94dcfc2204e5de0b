import DERParsing
import TextCoding

/// One in-app purchase, as the receipt describes it. Nothing in it is verified.
public struct InAppReceipt: Sendable {
  let storage: ReceiptStorage

  /// Its place among the receipt's purchases, in the order of the payload, from 0.
  public let index: Int

  /// How many were bought. Attribute 1701.
  public var quantity: Int64? { value(.quantity) }

  /// The product. Attribute 1702.
  public var productIdentifier: String? { value(.productIdentifier) }

  /// The transaction: a new one for each renewal and restored purchase. In Xcode's receipts `0`, or a small number.
  /// Attribute 1703.
  public var transactionIdentifier: String? { value(.transactionIdentifier) }

  /// When it was bought; for a renewal, when the period began. Attribute 1704.
  public var purchaseDate: ReceiptDate? { value(.purchaseDate) }

  /// The first transaction of the same purchase or subscription. Attribute 1705.
  public var originalTransactionIdentifier: String? {
    value(.originalTransactionIdentifier)
  }

  /// When the first transaction was made; may be slightly later than ``purchaseDate``. Attribute 1706.
  public var originalPurchaseDate: ReceiptDate? { value(.originalPurchaseDate) }

  /// When the period of a subscription ends. Attribute 1708. ``expiration`` distinguishes a missing date from an
  /// unreadable one.
  public var expiresDate: ReceiptDate? { value(.expiresDate) }

  /// When the period of a subscription ends; an unreadable date must count as ended. Attribute 1708.
  public var expiration: ReceiptField<ReceiptDate> { date(.expiresDate) }

  /// The purchase event of a subscription; 0 for everything else. Attribute 1711.
  public var webOrderLineItemIdentifier: Int64? { value(.webOrderLineItemIdentifier) }

  /// When Apple refunded or revoked the purchase. Attribute 1712. See ``isCancelled``.
  public var cancellationDate: ReceiptDate? { value(.cancellationDate) }

  /// When Apple refunded or revoked the purchase. Attribute 1712.
  public var cancellation: ReceiptField<ReceiptDate> { date(.cancellationDate) }

  /// Whether Apple refunded or revoked the purchase: whether there is a cancellation date, readable or
  /// not.
  public var isCancelled: Bool { !cancellation.isAbsent }

  /// Whether the period has an introductory price. Attribute 1719.
  public var isInIntroOfferPeriod: Bool? { value(.isInIntroOfferPeriod) }
}

// The value of a field; `nil` if unreadable, too.
extension InAppReceipt {
  func value<Value: AttributeValue>(_ type: InAppAttributeType) -> Value? {
    storage.value(type.rawValue, index)
  }
}

extension InAppReceipt {
  /// An attribute of the purchase as text.
  public func string(_ type: InAppAttributeType) -> ReceiptField<String> {
    storage.field(type.rawValue, index)
  }

  /// An attribute of the purchase as a date.
  public func date(_ type: InAppAttributeType) -> ReceiptField<ReceiptDate> {
    storage.field(type.rawValue, index)
  }

  /// An attribute of the purchase as a number.
  public func integer(_ type: InAppAttributeType) -> ReceiptField<Int64> {
    storage.field(type.rawValue, index)
  }

  /// An attribute of the purchase as a number that is 0 or 1.
  public func boolean(_ type: InAppAttributeType) -> ReceiptField<Bool> {
    storage.field(type.rawValue, index)
  }

  /// All attributes of the purchase, in order, as encoded.
  ///
  /// - Complexity: O(n).
  public var attributes: [OwnedAttribute] {
    storage.index.entries[storage.entries(of: index)].map { storage.record($0) }
  }

  /// Every attribute of a known type whose value is not what the type promises.
  ///
  /// - Complexity: O(n).
  public var problems: [ReceiptProblem] {
    storage.problems(index)
  }
}

extension InAppReceipt: Hashable {
  /// The purchase as it is encoded.
  package var encoding: ArraySlice<UInt8> {
    storage.bytes[storage.index.entries[storage.index.purchases.lowerBound + index].value]
  }

  /// Two purchases are equal if their attributes are, byte by byte.
  public static func == (first: InAppReceipt, second: InAppReceipt) -> Bool {
    first.encoding == second.encoding
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(encoding)
  }
}

extension InAppReceipt: CustomStringConvertible {
  /// A summary in a line: product, transaction, dates.
  public var description: String {
    var text = (productIdentifier ?? "").quotedUnlessName()
    if let transactionIdentifier {
      text += ", transaction " + transactionIdentifier.quotedUnlessName()
    }
    if let purchaseDate { text += ", purchased " + purchaseDate.utcText }
    if let expiresDate { text += ", expires " + expiresDate.utcText }
    return isCancelled ? text + ", cancelled" : text
  }
}

// Fields that Apple has never documented.

extension InAppReceipt {
  /// Whether the period is a free trial. Confirmed by Apple's answers; attribute 1713, `is_trial_period`.
  public var isTrialPeriod: Bool? { value(.isTrialPeriod) }

  /// Why the purchase was cancelled: 1 for a problem with the app, 0 for anything else. Confirmed by Apple's
  /// answers; attribute 1720, `cancellation_reason`.
  public var cancellationReason: Int64? { value(.cancellationReason) }

  /// The promotional offer that was redeemed. Confirmed by Apple's answers; attribute 1721,
  /// `promotional_offer_id`.
  public var promotionalOfferIdentifier: String? { value(.promotionalOfferIdentifier) }

  /// The kind of product. Inferred from many receipts; attribute 1707.
  public var productType: ProductType? {
    (value(.productType) as Int64?).map { ProductType(rawValue: $0) }
  }

  /// Probably the product's identifier in the store, 0 in the sandbox. Attribute 1710.
  public var productItemIdentifier: Int64? { value(.productItemIdentifier) }

  /// Perhaps who owns the purchase: 1 in the only known receipt of one shared by a family, 0 in all others. Not proven:
  /// decide nothing by it. Attribute 1722.
  public var possibleOwnershipType: Int64? { value(.possibleOwnershipType) }
}

/// The purchases of a receipt. Nothing is copied, and everything is decoded on demand.
public struct InAppReceipts: RandomAccessCollection, Sendable {
  let storage: ReceiptStorage

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of purchases.
  public var endIndex: Int { storage.index.purchaseCount }

  /// The purchase at that place in the payload.
  public subscript(position: Int) -> InAppReceipt {
    precondition(indices.contains(position), "no such purchase")
    return InAppReceipt(storage: storage, index: position)
  }
}
