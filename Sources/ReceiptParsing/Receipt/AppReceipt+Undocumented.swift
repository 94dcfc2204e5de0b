// Fields that Apple has never documented and that no answer of Apple's confirms. What they mean was inferred
// from many receipts, or is claimed by other projects. Decide nothing by them.

extension AppReceipt {
  /// Probably when the device's receipt was made that this one refreshes: equal to ``creationDate`` in a
  /// receipt straight from a device, empty in the sandbox. Attribute 8.
  public var refreshedReceiptDate: ReceiptDate? { value(.refreshedReceiptDate) }

  /// A number whose bytes spell a tag of the issuing software, such as `P257`. Attribute 9.
  public var issuingSoftware: Int64? { value(.issuingSoftware) }

  /// The age rating, such as `4+`. Attribute 10.
  public var ageRating: String? { value(.ageRating) }

  /// Probably the developer's identifier: apps of one vendor share it; 0 in the sandbox. Attribute 11.
  public var developerIdentifier: Int64? { value(.developerIdentifier) }

  /// Probably the version of the device's operating system as decimal MMmmpp: 170200 for iOS 17.2. Unclear
  /// on macOS. Attribute 13.
  public var systemVersion: Int64? { value(.systemVersion) }

  /// Unknown: 1 on macOS, 90–254 on iOS. Attribute 14.
  public var unknown14: Int64? { value(.unknown14) }

  /// Unknown, empty in every receipt known. Attribute 20.
  public var unknown20: String? { value(.unknown20) }

  /// Unknown, claimed for receipts of volume purchases. Attribute 22.
  public var unknown22: ReceiptDate? { value(.unknown22) }

  /// The name of the organisation, claimed for receipts of volume purchases. Attribute 23.
  public var organizationName: String? { value(.organizationName) }

  /// Probably the platform: 2 on macOS, 3 on iOS. Attribute 25.
  public var platform: Int64? { value(.platform) }

  /// When the app was ordered in advance, as other projects claim. Attribute 32.
  public var preorderDate: ReceiptDate? { value(.preorderDate) }
}
