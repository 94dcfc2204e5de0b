import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// What is wrong with a value makes the field unreadable, and is listed; the rest of the receipt is read.
@Suite struct ReceiptStorageFieldsTests {
  typealias Part = SampleReceipt

  enum Kind: Sendable { case string, date, integer, boolean, cut }

  struct Unreadable: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kinds: [Kind]
    let value: [UInt8]
    let reason: ReceiptProblem.Reason

    init(_ name: String, _ kinds: [Kind], _ value: [UInt8], _ reason: ReceiptProblem.Reason) {
      (testDescription, self.kinds, self.value, self.reason) = (name, kinds, value, reason)
    }
  }

  static let unreadable: [Unreadable] = [
    Unreadable("no bytes", [.string, .date, .integer, .boolean], [], .malformed(.truncated)),
    Unreadable("cut off", [.string, .date], [0x0C, 0x05, 0x61], .malformed(.truncated)),
    Unreadable("cut off", [.integer, .boolean], [0x02, 0x02, 0x01], .malformed(.truncated)),
    Unreadable(
      "bytes after it", [.string, .date], DER.utf8("a") + [0], .malformed(.trailingContents)),
    Unreadable(
      "bytes after it", [.integer, .boolean], DER.integer(1) + [0], .malformed(.trailingContents)),
    Unreadable("an INTEGER", [.string, .date], DER.integer(1), .malformed(.unexpectedIdentifier)),
    Unreadable("text", [.integer, .boolean], DER.utf8("1"), .malformed(.unexpectedIdentifier)),
    Unreadable(
      "a BOOLEAN", [.integer, .boolean], DER.boolean(true), .malformed(.unexpectedIdentifier)),
    Unreadable(
      "a PrintableString", [.string, .date], DER.printable("a"), .malformed(.unexpectedIdentifier)),
    Unreadable(
      "wrapped once more", [.string, .date], DER.octetString(DER.utf8("a")),
      .malformed(.unexpectedIdentifier)),
    Unreadable(
      "a constructed string", [.string, .date], DER.element(0x2C, DER.utf8("a")),
      .malformed(.unexpectedIdentifier)),
    Unreadable(
      "ill-formed UTF-8", [.string, .date], DER.element(0x0C, [0x61, 0xFF]),
      .malformed(.invalidCharacter)),
    Unreadable(
      "a surrogate in UTF-8", [.string, .date], DER.element(0x0C, [0xED, 0xA0, 0x80]),
      .malformed(.invalidCharacter)),
    Unreadable(
      "IA5String beyond ASCII", [.string, .date], DER.element(0x16, [0x61, 0x80]),
      .malformed(.invalidCharacter)),
    Unreadable(
      "non-minimal length", [.string, .date], [0x0C, 0x81, 0x01, 0x61],
      .malformed(.nonMinimalLength)),
    Unreadable(
      "end-of-contents", [.string, .date, .integer, .boolean], [0, 0], .malformed(.endOfContents)),
    Unreadable("text that is no date", [.date], DER.ia5("never"), .notADate),
    Unreadable("30 February", [.date], DER.ia5("2025-02-30T00:00:00Z"), .notADate),
    Unreadable(
      "40 characters", [.date], DER.ia5("2025-02-03T00:00:00.0000000000000000000Z"), .notADate),
    Unreadable("a blank", [.date], DER.ia5(" "), .notADate),
    Unreadable("no contents", [.integer, .boolean], [2, 0], .malformed(.emptyInteger)),
    Unreadable("non-minimal", [.integer, .boolean], [2, 2, 0, 1], .malformed(.nonMinimalInteger)),
    Unreadable(
      "2⁶³", [.integer, .boolean], [2, 9, 0, 0x80, 0, 0, 0, 0, 0, 0, 0],
      .malformed(.integerOutOfRange)),
    Unreadable("2", [.boolean], DER.integer(2), .notABoolean),
    Unreadable("−1", [.boolean], DER.integer(-1), .notABoolean),
  ]

  private static let own: [Kind: [ReceiptAttributeType]] = [
    .string: [
      .environment, .bundleIdentifier, .appVersion, .ageRating, .originalAppVersion,
      ReceiptAttributeType(rawValue: 20),
      .organizationName,
    ],
    .date: [
      .refreshedReceiptDate, .creationDate, .originalPurchaseDate, .expirationDate,
      ReceiptAttributeType(rawValue: 22),
      .preorderDate,
    ],
    .integer: [
      .appItemIdentifier, .issuingSoftware, .developerIdentifier, .systemVersion,
      ReceiptAttributeType(rawValue: 14),
      .downloadIdentifier, .versionExternalIdentifier, .platform,
    ],
  ]

  private static let inner: [Kind: [InAppAttributeType]] = [
    .string: [
      .productIdentifier, .transactionIdentifier, .originalTransactionIdentifier,
      InAppAttributeType(rawValue: 1709),
      InAppAttributeType(rawValue: 1714), InAppAttributeType(rawValue: 1715),
      InAppAttributeType(rawValue: 1716), InAppAttributeType(rawValue: 1717),
      InAppAttributeType(rawValue: 1718),
      .promotionalOfferIdentifier,
    ],
    .date: [.purchaseDate, .originalPurchaseDate, .expiresDate, .cancellationDate],
    .integer: [
      .quantity, .productType, .productItemIdentifier, .webOrderLineItemIdentifier,
      .cancellationReason, .possibleOwnershipType,
    ],
    .boolean: [.isTrialPeriod, .isInIntroOfferPeriod],
  ]

  @Test(arguments: unreadable)
  func `A value that its type does not promise is a problem of the receipt`(row: Unreadable) throws
  {
    for kind in row.kinds {
      for type in Self.own[kind] ?? [] {
        let attribute = Part.attribute(Int64(type.rawValue), row.value)
        let bytes = Part(Part.attribute(99, []), attribute, Part.purchase()).bytes
        let receipt = try AppReceipt(bytes)
        let problem = receipt.problems.first
        #expect(receipt.problems.count == 1, "\(type)")
        #expect(problem?.attributeType == Int(type.rawValue))
        #expect(problem?.offset == bytes.offset(of: attribute))
        #expect(problem?.reason == row.reason, "\(type)")
        #expect(problem?.purchaseIndex == nil)
        #expect(receipt.bytes(type).value.map(Array.init) == row.value)
        switch kind {
        case .string: #expect(receipt.string(type) == .unreadable(try #require(problem)))
        case .date: #expect(receipt.date(type) == .unreadable(try #require(problem)))
        default: #expect(receipt.integer(type) == .unreadable(try #require(problem)))
        }
      }
    }
  }

  @Test(arguments: unreadable)
  func `A value that its type does not promise is a problem of the purchase`(row: Unreadable) throws
  {
    for kind in row.kinds {
      for type in Self.inner[kind] ?? [] {
        let attribute = Part.attribute(Int64(type.rawValue), row.value)
        let bytes = Part(Part.purchase(), Part.purchase(attribute)).bytes
        let receipt = try AppReceipt(bytes)
        let purchase = receipt.inAppReceipts[1]
        let problem = try #require(purchase.problems.first)
        #expect(receipt.problems == [problem] && purchase.problems.count == 1, "\(type)")
        #expect(problem.attributeType == Int(type.rawValue))
        #expect(problem.offset == bytes.offset(of: attribute))
        #expect(problem.reason == row.reason, "\(type)")
        #expect(problem.purchaseIndex == 1)
        #expect(purchase.attributes.first.map { Array($0.value) } == row.value)
        switch kind {
        case .string: #expect(purchase.string(type) == .unreadable(problem))
        case .date: #expect(purchase.date(type) == .unreadable(problem))
        case .boolean: #expect(purchase.boolean(type) == .unreadable(problem))
        default: #expect(purchase.integer(type) == .unreadable(problem))
        }
      }
    }
  }

  /// Of all identifiers, those of a kind are read and no others: 0C and 16 for text, 02 for numbers.
  @Test func `Only the types of its kind are read`() throws {
    for identifier in UInt8.min...UInt8.max {
      let attributes = [
        Part.attribute(3, [identifier, 1, 0x31]), Part.attribute(1, [identifier, 1, 1]),
      ]
      let date = Part.attribute(12, [identifier, 20] + Array("2020-01-02T03:04:05Z".utf8))
      let flag = Part.purchase(Part.attribute(1713, [identifier, 1, 1]))
      let receipt = try AppReceipt(Part(of: attributes + [date, flag]).bytes)
      let (isText, isNumber) = (identifier == 0x0C || identifier == 0x16, identifier == 0x02)
      #expect(receipt.appVersion == (isText ? "1" : nil), "\(identifier)")
      #expect(receipt.creationDate?.utcText == (isText ? "2020-01-02T03:04:05Z" : nil))
      #expect(receipt.appItemIdentifier == (isNumber ? 1 : nil), "\(identifier)")
      #expect(receipt.inAppReceipts[0].isTrialPeriod == (isNumber ? true : nil))
      #expect(receipt.problems.count == (isText || isNumber ? 2 : 4), "\(identifier)")
    }
  }

  @Test func `Every type of known kind is in these tables`() {
    #expect(Self.own.values.reduce(0) { $0 + $1.count } == 21)
    #expect(Self.inner.values.reduce(0) { $0 + $1.count } == 22)
  }

  @Test(arguments: ["never", "2025-02-30T00:00:00Z", " "])
  func `A cancellation date that is unreadable still means cancelled`(text: String) throws {
    let cancelled = Part.purchase(Part.attribute(1712, DER.ia5(text)))
    let purchase = try AppReceipt(Part(cancelled).bytes).inAppReceipts[0]
    #expect(purchase.isCancelled)
    #expect(purchase.cancellationDate == nil)
    #expect(purchase.cancellation.problem?.reason == .notADate)
  }

  @Test func `Missing and empty cancellation dates mean not cancelled`() throws {
    let receipt = try AppReceipt(
      Part(
        Part.purchase(), Part.purchase(Part.attribute(1712, DER.ia5(""))),
        Part.purchase(Part.attribute(1712, DER.ia5("2020-01-02T03:04:05Z")))
      ).bytes)
    #expect(receipt.inAppReceipts.map(\.isCancelled) == [false, false, true])
    #expect(receipt.inAppReceipts.map(\.cancellation.isAbsent) == [true, true, false])
    #expect(receipt.problems.isEmpty)
  }

  @Test func `An expiration date that is unreadable is not absent`() throws {
    let attribute = Part.attribute(21, DER.ia5("soon"))
    let receipt = try AppReceipt(Part(attribute).bytes)
    #expect(receipt.expirationDate == nil)
    #expect(receipt.expiration.problem?.reason == .notADate)
    #expect(try AppReceipt(Part(Part.attribute(21, DER.ia5(""))).bytes).expiration.isAbsent)
    #expect(try AppReceipt(Part().bytes).expiration.isAbsent)
  }

  @Test(arguments: ["0c00", "1600"])
  func `Empty strings count as absent, as texts and as dates`(value: String) throws {
    for types in [Self.own[.string], Self.own[.date]] {
      for type in types ?? [] {
        let receipt = try AppReceipt(
          Part(Part.attribute(Int64(type.rawValue), bytes(value))).bytes)
        #expect(receipt.string(type) == .absent && receipt.date(type) == .absent)
        #expect(receipt.bytes(type).value.map(Array.init) == bytes(value))
        #expect(receipt.problems.isEmpty)
      }
    }
  }

  @Test func `Text and dates may be UTF8String or IA5String`() throws {
    let parts = [
      Part.attribute(2, DER.ia5("a.b")), Part.attribute(10, DER.utf8("4+")),
      Part.attribute(12, DER.utf8("2020-01-02T03:04:05Z")),
    ]
    let receipt = try AppReceipt(Part(of: parts).bytes)
    #expect(receipt.bundleIdentifier == "a.b" && receipt.ageRating == "4+")
    #expect(receipt.creationDate?.utcText == "2020-01-02T03:04:05Z")
    #expect(receipt.bundleIdentifierBytes.map(Array.init) == DER.ia5("a.b"))
  }

  @Test(arguments: [0, 1, -1, 127, 128, 1 << 32, 1 << 53 + 1, .max, .min] as [Int64])
  func `Integers have 64 bits`(number: Int64) throws {
    let receipt = try AppReceipt(
      Part(
        Part.attribute(1, DER.integer(number)),
        Part.purchase(Part.attribute(1711, DER.integer(number)))
      ).bytes)
    #expect(receipt.appItemIdentifier == number)
    #expect(receipt.inAppReceipts[0].webOrderLineItemIdentifier == number)
  }

  @Test(arguments: [0, 1, 19, 20, 21])
  func `The hash has 20 bytes, or is a problem; it is given all the same`(count: Int) throws {
    let attribute = Part.attribute(5, Array(repeating: 0x5A, count: count))
    let bytes = Part(attribute).bytes
    let receipt = try AppReceipt(bytes)
    #expect(receipt.sha1Hash?.count == count)
    #expect(receipt.problems.map(\.reason) == (count == 20 ? [] : [.wrongLength]))
    #expect(receipt.problems.map(\.offset) == (count == 20 ? [] : [bytes.offset(of: attribute)]))
  }

  @Test func `Bytes that look like an encoding stay bytes`() throws {
    let deceiving = DER.integer(1)
    let receipt = try AppReceipt(Part(of: [4, 6, 7].map { Part.attribute($0, deceiving) }).bytes)
    #expect(receipt.opaqueValue.map(Array.init) == deceiving)
    #expect(receipt.bytes(ReceiptAttributeType(rawValue: 6)).value.map(Array.init) == deceiving)
    #expect(receipt.problems.isEmpty)
  }

  @Test func `Problems come in the order of the payload, those of purchases after the receipt's`()
    throws
  {
    let bad = DER.null
    let sample = Part(
      Part.attribute(19, bad), Part.purchase(Part.attribute(1719, bad), Part.attribute(1701, bad)),
      Part.attribute(0, bad), Part.purchase(Part.attribute(1704, bad)), Part.attribute(12, bad))
    let receipt = try AppReceipt(sample.bytes)
    #expect(receipt.problems.map(\.attributeType) == [19, 0, 12, 1719, 1701, 1704])
    #expect(receipt.problems.map(\.purchaseIndex) == [nil, nil, nil, 0, 0, 1])
  }
}
