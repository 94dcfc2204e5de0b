// The fields that Apple documents, and more that Apple's answers about receipts confirm. Each is `nil` if the attribute
// is missing, empty or unreadable; ``ReceiptField`` tells which.

extension AppReceipt {
  /// The bundle identifier of the app. Attribute 2.
  public var bundleIdentifier: String? { value(.bundleIdentifier) }

  /// The version of the app: CFBundleVersion on iOS, CFBundleShortVersionString on macOS. Attribute 3.
  public var appVersion: String? { value(.appVersion) }

  /// Apple's bytes for the device hash: 16 from the App Store, 8 from Xcode. Attribute 4.
  public var opaqueValue: ArraySlice<UInt8>? { bytes(.opaqueValue).value }

  /// The SHA-1 hash that binds the receipt to a device: 20 bytes in a sound receipt. Attribute 5.
  public var sha1Hash: ArraySlice<UInt8>? { bytes(.sha1Hash).value }

  /// The encoded value of attribute 2, including its UTF8String header: this is what is hashed.
  public var bundleIdentifierBytes: ArraySlice<UInt8>? { bytes(.bundleIdentifier).value }

  /// When the receipt was made, which is when its certificates must be valid. Attribute 12.
  public var creationDate: ReceiptDate? { value(.creationDate) }

  /// The version first bought: `1.0` in the sandbox. Attribute 19.
  public var originalAppVersion: String? { value(.originalAppVersion) }

  /// When the receipt expires. Only receipts of volume purchases do; Xcode writes the year 4001. Attribute 21.
  /// ``expiration`` distinguishes a missing date from an unreadable one.
  public var expirationDate: ReceiptDate? { value(.expirationDate) }

  /// When the receipt expires; an unreadable date must count as expired. Attribute 21.
  public var expiration: ReceiptField<ReceiptDate> { date(.expirationDate) }

  /// Where the receipt comes from. Not documented; attribute 0, `receipt_type` in Apple's answers.
  public var environment: ReceiptEnvironment? {
    (value(.environment) as String?).map { ReceiptEnvironment(rawValue: $0) }
  }

  /// The app's identifier in the store, 0 in the sandbox. Not documented; attribute 1, `adam_id` in Apple's
  /// answers.
  public var appItemIdentifier: Int64? { value(.appItemIdentifier) }

  /// The identifier of the download, 0 in the sandbox. Not documented; attribute 15, `download_id` in
  /// Apple's answers.
  public var downloadIdentifier: Int64? { value(.downloadIdentifier) }

  /// The identifier of the app's version in the store, 0 in the sandbox. Not documented; attribute 16,
  /// `version_external_identifier` in Apple's answers.
  public var versionExternalIdentifier: Int64? { value(.versionExternalIdentifier) }

  /// When the app was first bought: always 2013-08-01 in the sandbox. Not documented; attribute 18,
  /// `original_purchase_date` in Apple's answers.
  public var originalPurchaseDate: ReceiptDate? { value(.originalPurchaseDate) }
}

// The value of a field; `nil` if unreadable, too.
extension AppReceipt {
  func value<Value: AttributeValue>(_ type: ReceiptAttributeType) -> Value? {
    storage.value(type.rawValue, nil)
  }
}

extension AppReceipt {
  /// An attribute of the receipt itself as text.
  public func string(_ type: ReceiptAttributeType) -> ReceiptField<String> {
    storage.field(type.rawValue, nil)
  }

  /// An attribute of the receipt itself as a date.
  public func date(_ type: ReceiptAttributeType) -> ReceiptField<ReceiptDate> {
    storage.field(type.rawValue, nil)
  }

  /// An attribute of the receipt itself as a number.
  public func integer(_ type: ReceiptAttributeType) -> ReceiptField<Int64> {
    storage.field(type.rawValue, nil)
  }

  /// An attribute of the receipt itself, as encoded; purchases are in ``inAppReceipts``.
  public func bytes(_ type: ReceiptAttributeType) -> ReceiptField<ArraySlice<UInt8>> {
    storage.bytes(type.rawValue, nil)
  }
}

// Fields that Apple has never documented and no answer of Apple's confirms. Their meaning was inferred from many
// receipts, or is claimed by other projects. Decide nothing by them.

extension AppReceipt {
  /// Probably when the device's receipt that this one refreshes was made: equal to ``creationDate`` in a receipt
  /// straight from a device, empty in the sandbox. Attribute 8.
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

  /// The name of the organization, claimed for receipts of volume purchases. Attribute 23.
  public var organizationName: String? { value(.organizationName) }

  /// Probably the platform: 2 on macOS, 3 on iOS. Attribute 25.
  public var platform: Int64? { value(.platform) }

  /// When the app was pre-ordered, as other projects claim. Attribute 32.
  public var preorderDate: ReceiptDate? { value(.preorderDate) }
}
