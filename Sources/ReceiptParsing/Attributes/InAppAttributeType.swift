/// The number that says what an attribute of an in-app receipt is. Apple has documented 1701–1706, 1708,
/// 1711, 1712 and 1719; the meaning of the others was found by comparing receipts with Apple's own answers
/// about them, or is unknown.
public struct InAppAttributeType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number: 0 … 2³¹ − 1.
  public let rawValue: Int32

  /// Makes a type of that number.
  @inlinable
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  // Documented by Apple.

  /// 1701, INTEGER: how many were bought.
  public static var quantity: Self { Self(rawValue: 1701) }
  /// 1702, UTF8String: the product.
  public static var productIdentifier: Self { Self(rawValue: 1702) }
  /// 1703, UTF8String: the transaction.
  public static var transactionIdentifier: Self { Self(rawValue: 1703) }
  /// 1704, IA5String date: when it was bought, renewed or restored.
  public static var purchaseDate: Self { Self(rawValue: 1704) }
  /// 1705, UTF8String: the first transaction of the same purchase.
  public static var originalTransactionIdentifier: Self { Self(rawValue: 1705) }
  /// 1706, IA5String date: when that was.
  public static var originalPurchaseDate: Self { Self(rawValue: 1706) }
  /// 1708, IA5String date: when the subscription's period ends.
  public static var expiresDate: Self { Self(rawValue: 1708) }
  /// 1711, INTEGER: the purchase event of a subscription.
  public static var webOrderLineItemIdentifier: Self { Self(rawValue: 1711) }
  /// 1712, IA5String date: when Apple refunded or revoked it.
  public static var cancellationDate: Self { Self(rawValue: 1712) }
  /// 1719, INTEGER 0 or 1: whether the period has an introductory price.
  public static var isInIntroOfferPeriod: Self { Self(rawValue: 1719) }

  // Not documented, confirmed by Apple's answers for the same receipts.

  /// 1713, INTEGER 0 or 1: whether the period is a free trial.
  public static var isTrialPeriod: Self { Self(rawValue: 1713) }
  /// 1720, INTEGER: why it was cancelled.
  public static var cancellationReason: Self { Self(rawValue: 1720) }
  /// 1721, UTF8String: the promotional offer.
  public static var promotionalOfferIdentifier: Self { Self(rawValue: 1721) }

  // Not documented, inferred from many receipts.

  /// 1707, INTEGER: the kind of product.
  public static var productType: Self { Self(rawValue: 1707) }
  /// 1709, UTF8String, always empty.
  public static var unknown1709: Self { Self(rawValue: 1709) }
  /// 1710, INTEGER: the product's identifier in the store.
  public static var productItemIdentifier: Self { Self(rawValue: 1710) }
  /// 1714, UTF8String, always empty.
  public static var unknown1714: Self { Self(rawValue: 1714) }
  /// 1715, UTF8String, always empty.
  public static var unknown1715: Self { Self(rawValue: 1715) }
  /// 1716, UTF8String, always empty.
  public static var unknown1716: Self { Self(rawValue: 1716) }
  /// 1717, UTF8String, always empty.
  public static var unknown1717: Self { Self(rawValue: 1717) }
  /// 1718, UTF8String, always empty.
  public static var unknown1718: Self { Self(rawValue: 1718) }
  /// 1722, INTEGER 0 or 1: 1 in the only receipt known of a purchase shared by a family.
  public static var possibleOwnershipType: Self { Self(rawValue: 1722) }

  /// The numbers among which those lie whose kind of value is known.
  static var knownNumbers: ClosedRange<Int32> { 1701...1722 }

  /// What the value has to be; `nil` where nothing is known.
  package var valueKind: AttributeValueKind? {
    switch rawValue {
    case 1702, 1703, 1705, 1709, 1714...1718, 1721: .string
    case 1701, 1707, 1710, 1711, 1720, 1722: .integer
    case 1713, 1719: .boolean
    case 1704, 1706, 1708, 1712: .date
    default: nil
    }
  }
}

extension InAppAttributeType: CustomStringConvertible {
  /// The number.
  public var description: String { String(rawValue) }
}
