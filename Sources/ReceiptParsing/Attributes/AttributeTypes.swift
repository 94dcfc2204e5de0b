/// The number that identifies an attribute of `Owner`: of an app receipt (``ReceiptAttributeType``) or of a purchase in it
/// (``InAppAttributeType``). What is known about each number is in `AttributeTable`.
public struct AttributeType<Owner>: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number: 0 … 2³¹ − 1.
  public let rawValue: Int32

  /// Creates a type with this number.
  @inlinable
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

extension AttributeType: CustomStringConvertible {
  /// The number.
  public var description: String { String(rawValue) }
}

/// The number that identifies an attribute of an app receipt. Apple documents 2, 3, 4, 5, 12, 17, 19 and 21; the
/// meaning of the others was found by comparing receipts with Apple's answers about them, or is unknown.
public typealias ReceiptAttributeType = AttributeType<AppReceipt>

extension ReceiptAttributeType {
  // Documented by Apple.

  /// 2, UTF8String: the bundle identifier.
  public static var bundleIdentifier: Self { Self(rawValue: 2) }
  /// 3, UTF8String: the version of the app.
  public static var appVersion: Self { Self(rawValue: 3) }
  /// 4, bytes: an opaque value that goes into the hash.
  public static var opaqueValue: Self { Self(rawValue: 4) }
  /// 5, 20 bytes: the SHA-1 hash that binds the receipt to a device.
  public static var sha1Hash: Self { Self(rawValue: 5) }
  /// 12, IA5String date: when the receipt was made.
  public static var creationDate: Self { Self(rawValue: 12) }
  /// 17, SET of attributes: one purchase inside the app.
  public static var inAppReceipt: Self { Self(rawValue: 17) }
  /// 19, UTF8String: the version first bought.
  public static var originalAppVersion: Self { Self(rawValue: 19) }
  /// 21, IA5String date: when the receipt expires, in receipts of volume purchases.
  public static var expirationDate: Self { Self(rawValue: 21) }

  // Not documented, confirmed by Apple's answers for the same receipts.

  /// 0, UTF8String: the environment.
  public static var environment: Self { Self(rawValue: 0) }
  /// 1, INTEGER: the app's identifier in the store.
  public static var appItemIdentifier: Self { Self(rawValue: 1) }
  /// 15, INTEGER: the download's identifier.
  public static var downloadIdentifier: Self { Self(rawValue: 15) }
  /// 16, INTEGER: the identifier of the app's version in the store.
  public static var versionExternalIdentifier: Self { Self(rawValue: 16) }
  /// 18, IA5String date: when the app was first bought.
  public static var originalPurchaseDate: Self { Self(rawValue: 18) }

  // Not documented, inferred from many receipts or claimed by others.

  /// 8, IA5String date: when the device's receipt that this one refreshes was made.
  public static var refreshedReceiptDate: Self { Self(rawValue: 8) }
  /// 9, INTEGER whose bytes spell a tag of the issuing software, such as `P257`.
  public static var issuingSoftware: Self { Self(rawValue: 9) }
  /// 10, IA5String: the age rating.
  public static var ageRating: Self { Self(rawValue: 10) }
  /// 11, INTEGER: the developer's identifier.
  public static var developerIdentifier: Self { Self(rawValue: 11) }
  /// 13, INTEGER: the operating system's version as decimal MMmmpp.
  public static var systemVersion: Self { Self(rawValue: 13) }
  /// 23, string: the organization's name in receipts of volume purchases.
  public static var organizationName: Self { Self(rawValue: 23) }
  /// 25, INTEGER: 2 on macOS, 3 on iOS.
  public static var platform: Self { Self(rawValue: 25) }
  /// 32, date: when the app was pre-ordered.
  public static var preorderDate: Self { Self(rawValue: 32) }
}

/// The number that identifies an attribute of an in-app receipt. Apple documents 1701–1706, 1708, 1711, 1712 and 1719;
/// the meaning of the others was found by comparing receipts with Apple's answers about them, or is unknown.
public typealias InAppAttributeType = AttributeType<InAppReceipt>

extension InAppAttributeType {
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
  /// 1706, IA5String date: when that transaction was made.
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
  /// 1710, INTEGER: the product's identifier in the store.
  public static var productItemIdentifier: Self { Self(rawValue: 1710) }
  /// 1722, INTEGER: 1 in the only known receipt of a purchase shared by a family, 0 in all others.
  public static var possibleOwnershipType: Self { Self(rawValue: 1722) }
}
