import DERParsing

/// The purchase in a transaction receipt, which is the part that is signed. In a ``TransactionReceipt`` nothing is
/// verified, in a ``ValidatedTransactionReceipt`` it is.
public struct PurchaseInfo: Sendable {
  /// The property list as it is signed, after the version byte of the signature.
  public let bytes: [UInt8]

  /// All keys and values in their order, known or not.
  public let entries: [PropertyListEntry]

  /// Reads the property list.
  ///
  /// - Throws: ``TransactionReceiptError``.
  init(_ bytes: [UInt8], limits: TransactionReceiptLimits) throws(TransactionReceiptError) {
    self.bytes = bytes
    entries = try PropertyListReader.entries(of: bytes, in: .purchaseInfo, limits: limits)
  }

  /// The value of a key as it stands; `nil` when it is missing, `""` when it is empty.
  public subscript(key: TransactionKey) -> String? { entry(key)?.value }

  /// A key as text.
  public func string(_ key: TransactionKey) -> TransactionField<String> {
    guard let text = self[key], !text.isEmpty else { return .absent }
    return .value(text)
  }

  /// A key as a number.
  public func integer(_ key: TransactionKey) -> TransactionField<Int64> {
    field(key, .notANumber) { Self.number($0) }
  }

  /// A key that is `true` or `false`.
  public func boolean(_ key: TransactionKey) -> TransactionField<Bool> {
    field(key, .notABoolean) { text in
      switch text {
      case "true": true
      case "false": false
      default: nil
      }
    }
  }

  /// A key that is there and not empty, in another form.
  func field<Value: Sendable>(
    _ key: TransactionKey, _ reason: TransactionProblem.Reason, _ transform: (String) -> Value?
  ) -> TransactionField<Value> {
    guard let entry = entry(key), !entry.value.isEmpty else { return .absent }
    guard let value = transform(entry.value) else {
      return .unreadable(TransactionProblem(entry, reason))
    }
    return .value(value)
  }

  func entry(_ key: TransactionKey) -> PropertyListEntry? {
    entries.first { $0.has(key) }
  }

  /// A number of decimal digits and nothing else; `nil` if it is not below 2⁶³.
  static func number(_ text: String) -> Int64? {
    var number: Int64 = 0
    for character in text.utf8 {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= character else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = product.addingReportingOverflow(Int64(character - UInt8(ascii: "0")))
      guard !isTooLarge, !overflows else { return nil }
      number = sum
    }
    return text.isEmpty ? nil : number
  }
}

extension PurchaseInfo: Hashable {
  /// Two purchases are equal when their property lists are, byte by byte.
  public static func == (first: PurchaseInfo, second: PurchaseInfo) -> Bool {
    first.bytes == second.bytes
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }
}
