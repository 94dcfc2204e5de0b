public import ReceiptParsing
public import ReceiptValidation
import TextCoding

/// The purchase in a transaction receipt, which is its signed part. It is verified in a
/// ``ValidatedTransactionReceipt``, not in a ``TransactionReceipt``.
public struct PurchaseInfo: Sendable {
  /// The property list as signed, after the version byte of the signature.
  public let bytes: [UInt8]

  /// All keys and values, in order, known or not.
  public let entries: [PropertyListEntry]

  /// Reads the property list.
  ///
  /// - Throws: ``TransactionReceiptError``.
  init(_ bytes: [UInt8], limits: TransactionReceiptLimits) throws(TransactionReceiptError) {
    self.bytes = bytes
    entries = try PropertyListReader.entries(of: bytes, in: .purchaseInfo, limits: limits)
  }

  /// The raw value of a key, known or not; `nil` if missing, `""` if empty.
  public subscript(key: String) -> String? { entries.first(key)?.value }

  /// A key as text.
  func string(_ key: TransactionKey) -> TransactionField<String> {
    guard let text = self[key.rawValue], !text.isEmpty else { return .absent }
    return .value(text)
  }

  /// A key as a number.
  func integer(_ key: TransactionKey) -> TransactionField<Int64> {
    field(key.rawValue, .notANumber) { Self.number($0) }
  }

  /// A key that is `true` or `false`.
  func boolean(_ key: TransactionKey) -> TransactionField<Bool> {
    field(key.rawValue, .notABoolean) { text in
      text.hasBytes(of: "true") ? true : text.hasBytes(of: "false") ? false : nil
    }
  }

  /// A key that is present and not empty, as another type.
  func field<Value: Sendable>(
    _ key: String, _ reason: TransactionProblem.Reason, _ transform: (String) -> Value?
  ) -> TransactionField<Value> {
    guard let entry = entries.first(key), !entry.value.isEmpty else { return .absent }
    guard let value = transform(entry.value) else {
      return .unreadable(TransactionProblem(entry, reason))
    }
    return .value(value)
  }

  /// A number of decimal digits and nothing else; `nil` if it is not below 2⁶³.
  static func number(_ text: String) -> Int64? {
    // Int64 would take a sign, too.
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int64(text) : nil
  }
}

extension PurchaseInfo: Hashable {
  /// Two purchases are equal if their property lists are, byte by byte.
  public static func == (first: PurchaseInfo, second: PurchaseInfo) -> Bool {
    first.bytes == second.bytes
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }
}

// Each property is `nil` if the key is missing, empty or unreadable; `problems` lists the unreadable ones.

extension PurchaseInfo {
  /// The bundle identifier of the app. `bid`.
  public var bundleIdentifier: String? { string(.bundleIdentifier).value }

  /// The version of the app, CFBundleVersion. `bvrs`.
  public var appVersion: String? { string(.appVersion).value }

  /// The app's identifier in the store; missing in the sandbox. `app-item-id`.
  public var appItemIdentifier: Int64? { integer(.appItemIdentifier).value }

  /// The identifier of the app's version in the store; missing in the sandbox. `version-external-identifier`.
  public var versionExternalIdentifier: Int64? { integer(.versionExternalIdentifier).value }

  /// The product. `product-id`.
  public var productIdentifier: String? { string(.productIdentifier).value }

  /// The product's identifier in the store. `item-id`.
  public var itemIdentifier: Int64? { integer(.itemIdentifier).value }

  /// How many were bought. `quantity`.
  public var quantity: Int64? { integer(.quantity).value }

  /// The transaction: a new one for each renewal and restored purchase. `transaction-id`.
  public var transactionIdentifier: String? { string(.transactionIdentifier).value }

  /// The first transaction of the same purchase or subscription. `original-transaction-id`.
  public var originalTransactionIdentifier: String? { string(.originalTransactionIdentifier).value }

  /// The purchase event of a subscription. `web-order-line-item-id`.
  public var webOrderLineItemIdentifier: Int64? { integer(.webOrderLineItemIdentifier).value }

  /// When it was bought; for a renewal, when the period began. `purchase-date-ms`, or else `purchase-date`.
  public var purchaseDate: ReceiptDate? { date(.purchase).value }

  /// When the first transaction was made. `original-purchase-date-ms`, or else `original-purchase-date`.
  public var originalPurchaseDate: ReceiptDate? { date(.originalPurchase).value }

  /// When the period of a subscription ends. ``expiration`` distinguishes a missing date from an unreadable one.
  public var expiresDate: ReceiptDate? { expiration.value }

  /// When the period of a subscription ends; an unreadable date must count as ended. `expires-date`, or else
  /// `expires-date-formatted`.
  public var expiration: TransactionField<ReceiptDate> { date(.expires) }

  /// When Apple refunded or revoked the purchase. See ``isCancelled``.
  public var cancellationDate: ReceiptDate? { cancellation.value }

  /// When Apple refunded or revoked the purchase. `cancellation-date-ms`, or else `cancellation-date`.
  public var cancellation: TransactionField<ReceiptDate> { date(.cancellation) }

  /// Whether Apple refunded or revoked the purchase: whether there is a cancellation date, readable or not.
  public var isCancelled: Bool { !cancellation.isAbsent }

  /// Whether the period is a free trial. `is-trial-period`.
  public var isTrialPeriod: Bool? { boolean(.isTrialPeriod).value }

  /// Whether the period has an introductory price. `is-in-intro-offer-period`.
  public var isInIntroOfferPeriod: Bool? { boolean(.isInIntroOfferPeriod).value }

  /// A digest of a device identifier that can no longer be computed. `unique-identifier`.
  public var uniqueIdentifier: String? { string(.uniqueIdentifier).value }

  /// The device's `identifierForVendor`; missing in old receipts. `unique-vendor-identifier`.
  public var uniqueVendorIdentifier: DeviceIdentifier? { vendor.value }

  /// The device's `identifierForVendor`, or why it is unreadable.
  var vendor: TransactionField<DeviceIdentifier> {
    field(TransactionKey.uniqueVendorIdentifier.rawValue, .notADevice) { text in
      guard let device = DeviceIdentifier(text), device.bytes.count == 16 else { return nil }
      return device
    }
  }

  /// Every known key with a malformed value, and every date in words that differs from the one in milliseconds. Pacific
  /// time is ignored if there is another.
  ///
  /// - Complexity: O(n).
  public var problems: [TransactionProblem] {
    let numbers: [TransactionKey] = [
      .appItemIdentifier, .versionExternalIdentifier, .itemIdentifier, .quantity,
      .webOrderLineItemIdentifier,
    ]
    let booleans: [TransactionKey] = [.isTrialPeriod, .isInIntroOfferPeriod]
    let found =
      numbers.compactMap { integer($0).problem } + booleans.compactMap { boolean($0).problem }
      + [vendor.problem].compactMap { $0 } + TransactionDateKeys.all.flatMap { problems($0) }
    return found.sorted { $0.offset < $1.offset }
  }
}

extension PurchaseInfo {
  /// A date. The milliseconds decide, or else the text in UTC; Pacific time alone is unreadable, since reading it would
  /// take a time zone database.
  func date(_ keys: TransactionDateKeys) -> TransactionField<ReceiptDate> {
    let exact = milliseconds(keys.milliseconds)
    guard exact.isAbsent else { return exact }
    let text = textDate(keys.text)
    guard text.isAbsent else { return text }
    return field(keys.pacific, .notADate) { _ in nil }
  }

  /// A date in milliseconds.
  func milliseconds(_ key: String) -> TransactionField<ReceiptDate> {
    field(key, .notADate) { text in
      guard let milliseconds = Self.number(text), milliseconds <= ReceiptDate.lastMillisecond else {
        return nil
      }
      return ReceiptDate(millisecondsSince1970: milliseconds)
    }
  }

  /// A date in words: `2015-11-18 04:34:41 Etc/GMT`.
  func textDate(_ key: String) -> TransactionField<ReceiptDate> {
    field(key, .notADate) { text in
      let zone = " Etc/GMT"
      guard text.utf8.count == 19 + zone.utf8.count, text.utf8.suffix(8).elementsEqual(zone.utf8),
        text.utf8.dropFirst(10).first == UInt8(ascii: " ")
      else { return nil }
      let date = Array(text.utf8.prefix(19)) + [UInt8(ascii: "Z")]
      return date.withRawSpan { ReceiptDate($0) }
    }
  }

  /// Everything that is wrong with the keys of one date.
  func problems(_ keys: TransactionDateKeys) -> [TransactionProblem] {
    let (exact, text) = (milliseconds(keys.milliseconds), textDate(keys.text))
    if let exact = exact.value, let text = text.value, let entry = entries.first(keys.text),
      exact.millisecondsSince1970 / 1000 != text.millisecondsSince1970 / 1000
    {
      return [TransactionProblem(entry, .disagrees)]
    }
    let problems = [exact.problem, text.problem].compactMap { $0 }
    return problems.isEmpty ? [date(keys).problem].compactMap { $0 } : problems
  }
}
