/// What is known about an attribute: a row of ``AttributeTable``.
package struct KnownAttribute: Sendable {
  /// How its meaning is known.
  package enum Source: Sendable {
    /// From Apple's documentation.
    case documented
    /// From Apple's answers about the same receipts.
    case confirmed
    /// From many receipts, or from what others claim.
    case inferred
  }

  package let number: Int32

  /// The name of its type, and of the property of `AppReceipt` or `InAppReceipt`; `nil` if the meaning is unknown.
  package let name: String?

  package let kind: AttributeValueKind

  package let source: Source

  /// Whether the value may tell about somebody, which is to be assumed of every attribute that isn't in the table.
  package let isPersonal: Bool

  /// Whether trust depends on it, so that two of them are an error.
  package let mustBeUnique: Bool

  fileprivate init(
    _ number: Int32, _ name: String?, _ kind: AttributeValueKind, _ source: Source,
    isPersonal: Bool = true, mustBeUnique: Bool = false
  ) {
    self.number = number
    self.name = name
    self.kind = kind
    self.source = source
    self.isPersonal = isPersonal
    self.mustBeUnique = mustBeUnique
  }
}

/// What an attribute's value must be.
package enum AttributeValueKind: BitwiseCopyable {
  /// Bytes, without an encoding of their own.
  case bytes
  /// The same, 20 of them.
  case hash
  /// A SET of attributes.
  case purchase
  /// A UTF8String or IA5String.
  case string
  /// The same, holding a date in one of the forms of ``ReceiptDate``.
  case date
  /// An INTEGER of at most 64 bits.
  case integer
  /// An INTEGER 0 or 1.
  case boolean
}

/// All attributes about which something is known. What the library does with an attribute by its number follows from its
/// row: `problems`, duplicates, redaction.
package struct AttributeTable: Sendable {
  /// In ascending order of the numbers.
  package let rows: [KnownAttribute]
  /// The rows from the first number to the last.
  private let byNumber: [KnownAttribute?]

  private init(_ rows: [KnownAttribute]) {
    self.rows = rows
    let first = rows.first?.number ?? 0
    var byNumber = [KnownAttribute?](
      repeating: nil, count: Int((rows.last?.number ?? 0) - first) + 1)
    for row in rows { byNumber[Int(row.number - first)] = row }
    self.byNumber = byNumber
  }

  /// What is known about the attribute of that number.
  package subscript(number: Int32) -> KnownAttribute? {
    guard let first = rows.first?.number, number >= first else { return nil }
    let place = Int(number) - Int(first)
    return place < byNumber.count ? byNumber[place] : nil
  }

  /// The attributes of the receipt itself.
  package static let receipt = AttributeTable([
    KnownAttribute(0, "environment", .string, .confirmed, isPersonal: false),
    KnownAttribute(1, "appItemIdentifier", .integer, .confirmed),
    KnownAttribute(2, "bundleIdentifier", .string, .documented, mustBeUnique: true),
    KnownAttribute(3, "appVersion", .string, .documented, mustBeUnique: true),
    KnownAttribute(4, "opaqueValue", .bytes, .documented, mustBeUnique: true),
    KnownAttribute(5, "sha1Hash", .hash, .documented, mustBeUnique: true),
    KnownAttribute(6, nil, .bytes, .inferred),
    KnownAttribute(7, nil, .bytes, .inferred),
    KnownAttribute(8, "refreshedReceiptDate", .date, .inferred),
    KnownAttribute(9, "issuingSoftware", .integer, .inferred),
    KnownAttribute(10, "ageRating", .string, .inferred),
    KnownAttribute(11, "developerIdentifier", .integer, .inferred),
    KnownAttribute(12, "creationDate", .date, .documented, mustBeUnique: true),
    KnownAttribute(13, "systemVersion", .integer, .inferred),
    KnownAttribute(14, nil, .integer, .inferred),
    KnownAttribute(15, "downloadIdentifier", .integer, .confirmed),
    KnownAttribute(16, "versionExternalIdentifier", .integer, .confirmed),
    KnownAttribute(17, "inAppReceipt", .purchase, .documented),
    KnownAttribute(18, "originalPurchaseDate", .date, .confirmed),
    KnownAttribute(19, "originalAppVersion", .string, .documented),
    KnownAttribute(20, nil, .string, .inferred),
    KnownAttribute(21, "expirationDate", .date, .documented),
    KnownAttribute(22, nil, .date, .inferred),
    KnownAttribute(23, "organizationName", .string, .inferred),
    KnownAttribute(25, "platform", .integer, .inferred, isPersonal: false),
    KnownAttribute(32, "preorderDate", .date, .inferred),
  ])

  /// The attributes of a purchase.
  package static let purchase = AttributeTable([
    KnownAttribute(1701, "quantity", .integer, .documented, isPersonal: false),
    KnownAttribute(1702, "productIdentifier", .string, .documented),
    KnownAttribute(1703, "transactionIdentifier", .string, .documented),
    KnownAttribute(1704, "purchaseDate", .date, .documented),
    KnownAttribute(1705, "originalTransactionIdentifier", .string, .documented),
    KnownAttribute(1706, "originalPurchaseDate", .date, .documented),
    KnownAttribute(1707, "productType", .integer, .inferred, isPersonal: false),
    KnownAttribute(1708, "expiresDate", .date, .documented),
    KnownAttribute(1709, nil, .string, .inferred),
    KnownAttribute(1710, "productItemIdentifier", .integer, .inferred),
    KnownAttribute(1711, "webOrderLineItemIdentifier", .integer, .documented),
    KnownAttribute(1712, "cancellationDate", .date, .documented),
    KnownAttribute(1713, "isTrialPeriod", .boolean, .confirmed, isPersonal: false),
    KnownAttribute(1714, nil, .string, .inferred),
    KnownAttribute(1715, nil, .string, .inferred),
    KnownAttribute(1716, nil, .string, .inferred),
    KnownAttribute(1717, nil, .string, .inferred),
    KnownAttribute(1718, nil, .string, .inferred),
    KnownAttribute(1719, "isInIntroOfferPeriod", .boolean, .documented, isPersonal: false),
    KnownAttribute(1720, "cancellationReason", .integer, .confirmed, isPersonal: false),
    KnownAttribute(1721, "promotionalOfferIdentifier", .string, .confirmed),
    KnownAttribute(1722, "possibleOwnershipType", .integer, .inferred, isPersonal: false),
  ])

  /// What is known about the attribute of that number, be it the receipt's or a purchase's: no number is both.
  package static func row(_ number: Int) -> KnownAttribute? {
    Int32(exactly: number).flatMap { receipt[$0] ?? purchase[$0] }
  }
}
