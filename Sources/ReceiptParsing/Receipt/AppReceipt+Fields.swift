// The fields that Apple has documented, and four more that Apple's own answers about receipts confirm. Each
// is `nil` when the attribute is missing, empty or unreadable; `field…` functions tell which.

extension AppReceipt {
  /// The bundle identifier of the app. Attribute 2.
  public var bundleIdentifier: String? { value(.bundleIdentifier) }

  /// The version of the app: CFBundleVersion on iOS, CFBundleShortVersionString on macOS. Attribute 3.
  public var appVersion: String? { value(.appVersion) }

  /// Bytes of Apple's that go into the device hash: 16 from the App Store, 8 from Xcode. Attribute 4.
  public var opaqueValue: ArraySlice<UInt8>? { bytes(.opaqueValue).value }

  /// The SHA-1 hash that binds the receipt to a device: 20 bytes in a receipt that is sound. Attribute 5.
  public var sha1Hash: ArraySlice<UInt8>? { bytes(.sha1Hash).value }

  /// The value of attribute 2 as it stands, UTF8String header included: that is what goes into the hash.
  public var bundleIdentifierBytes: ArraySlice<UInt8>? { bytes(.bundleIdentifier).value }

  /// When the receipt was made, the time at which its certificates have to be judged. Attribute 12.
  public var creationDate: ReceiptDate? { value(.creationDate) }

  /// The version that was bought first: `1.0` in the sandbox. Attribute 19.
  public var originalAppVersion: String? { value(.originalAppVersion) }

  /// When the receipt expires. Only receipts of volume purchases do; Xcode writes the year 4001.
  /// Attribute 21. See ``expiration``, which tells a missing date from an unreadable one.
  public var expirationDate: ReceiptDate? { value(.expirationDate) }

  /// When the receipt expires; one that is unreadable has to count as expired. Attribute 21.
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

  /// When the app was bought first: always 2013-08-01 in the sandbox. Not documented; attribute 18,
  /// `original_purchase_date` in Apple's answers.
  public var originalPurchaseDate: ReceiptDate? { value(.originalPurchaseDate) }
}

// What a field holds; `nil` also for what cannot be read.
extension AppReceipt {
  func value(_ type: ReceiptAttributeType) -> String? { storage.stringValue(type.rawValue, nil) }

  func value(_ type: ReceiptAttributeType) -> ReceiptDate? { storage.dateValue(type.rawValue, nil) }

  func value(_ type: ReceiptAttributeType) -> Int64? { storage.integerValue(type.rawValue, nil) }
}

extension AppReceipt {
  /// An attribute of the receipt itself as text.
  public func string(_ type: ReceiptAttributeType) -> ReceiptField<String> {
    storage.string(type.rawValue, nil)
  }

  /// An attribute of the receipt itself as a date.
  public func date(_ type: ReceiptAttributeType) -> ReceiptField<ReceiptDate> {
    storage.date(type.rawValue, nil)
  }

  /// An attribute of the receipt itself as a number.
  public func integer(_ type: ReceiptAttributeType) -> ReceiptField<Int64> {
    storage.integer(type.rawValue, nil)
  }

  /// An attribute of the receipt itself as it stands; purchases are in ``inAppReceipts``.
  public func bytes(_ type: ReceiptAttributeType) -> ReceiptField<ArraySlice<UInt8>> {
    storage.bytes(type.rawValue, nil)
  }
}
