import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// Attributes that appear twice: an error where they decide trust, unreadable everywhere else.
@Suite struct DuplicateTests {
  typealias Part = SampleReceipt

  @Test(arguments: [2, 3, 4, 5, 12])
  func `Two of a type that decides trust are refused, where the second is`(type: Int64) {
    let (first, second) = (Part.attribute(type, [1]), Part.attribute(type, [2]))
    let sample = Part(Part.attribute(0, []), first, Part.attribute(1, []), second)
    for bytes in [sample.bytes, sample.ber] {
      #expect(
        Complaint(refusal(bytes))
          == Complaint(
            .duplicateAttribute, at: bytes.offset(of: second), field: "attribute \(type)"))
      #expect(refusal(bytes)?.attributeType?.rawValue == Int32(type))
    }
  }

  @Test(arguments: [2, 3, 4, 5, 12])
  func `Equal ones are refused too`(type: Int64) {
    let twice = Part.attribute(type, [1])
    let bytes = Part(twice, twice).bytes
    #expect(refusal(bytes)?.offset == bytes.offset(of: twice, occurrence: 1))
  }

  @Test(arguments: [2, 3, 4, 5, 12])
  func `The same number inside a purchase is another attribute`(type: Int64) throws {
    let sample = Part(
      Part.attribute(type, [1]), Part.purchase(Part.attribute(type, [2]), Part.attribute(type, [3]))
    )
    #expect(refusal(sample.bytes) == nil)
  }

  @Test(arguments: [66, 67, 68, 69, 76, 130])
  func `Types 64 and 128 further on may repeat`(type: Int64) {
    #expect(refusal(Part(Part.attribute(type, []), Part.attribute(type, [])).bytes) == nil)
  }

  struct Field: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let type: Int64
    let value: [UInt8]
    let read: @Sendable (AppReceipt) -> (isNil: Bool, problem: ReceiptProblem?)

    init<Value>(
      _ type: ReceiptAttributeType, _ value: [UInt8],
      _ read: @escaping @Sendable (AppReceipt) -> ReceiptField<Value>
    ) {
      testDescription = "\(type)"
      self.type = Int64(type.rawValue)
      self.value = value
      self.read = { (read($0).value == nil, read($0).problem) }
    }
  }

  @Test(arguments: [
    Field(.environment, DER.utf8("Production")) { $0.string(.environment) },
    Field(.appItemIdentifier, DER.integer(1)) { $0.integer(.appItemIdentifier) },
    Field(ReceiptAttributeType(rawValue: 6), [1]) { $0.bytes(ReceiptAttributeType(rawValue: 6)) },
    Field(ReceiptAttributeType(rawValue: 7), [1]) { $0.bytes(ReceiptAttributeType(rawValue: 7)) },
    Field(.refreshedReceiptDate, DER.ia5("2020-01-01T00:00:00Z")) {
      $0.date(.refreshedReceiptDate)
    },
    Field(.issuingSoftware, DER.integer(1)) { $0.integer(.issuingSoftware) },
    Field(.ageRating, DER.ia5("4+")) { $0.string(.ageRating) },
    Field(.originalPurchaseDate, DER.ia5("2020-01-01T00:00:00Z")) {
      $0.date(.originalPurchaseDate)
    },
    Field(.originalAppVersion, DER.utf8("1")) { $0.string(.originalAppVersion) },
    Field(.expirationDate, DER.ia5("2020-01-01T00:00:00Z")) { $0.expiration },
    Field(.platform, DER.integer(3)) { $0.integer(.platform) },
    Field(.preorderDate, DER.ia5("2020-01-01T00:00:00Z")) { $0.date(.preorderDate) },
  ])
  func `Two of any other type make it unreadable and are a problem at the first`(
    row: Field
  ) throws {
    let attribute = Part.attribute(row.type, row.value)
    let sample = Part(Part.attribute(2, DER.utf8("a.b")), attribute, attribute)
    for bytes in [sample.bytes, sample.ber] {
      let receipt = try AppReceipt(bytes)
      let problem = receipt.problems.first
      #expect(receipt.problems.count == 1)
      #expect(problem?.attributeType == Int(row.type))
      #expect(problem?.purchaseIndex == nil)
      #expect(problem?.offset == bytes.offset(of: attribute))
      #expect(problem?.reason == .duplicate)
      #expect(row.read(receipt).isNil)
      #expect(row.read(receipt).problem == problem)
      // Both are still there as they stand.
      #expect(receipt.attributes.filter { $0.type == Int(row.type) }.count == 2)
      #expect(receipt.bundleIdentifier == "a.b")
    }
  }

  @Test func `Unknown types may repeat without a problem`() throws {
    let receipt = try AppReceipt(Part(Part.attribute(99, [1]), Part.attribute(99, [2])).bytes)
    #expect(receipt.problems.isEmpty)
    #expect(receipt.bytes(ReceiptAttributeType(rawValue: 99)).problem?.reason == .duplicate)
  }

  @Test func `A cancellation date that is there twice still means cancelled`() throws {
    let empty = Part.attribute(1712, DER.ia5(""))
    let date = Part.attribute(1712, DER.ia5("2020-01-01T00:00:00Z"))
    for pair in [[empty, empty], [empty, date], [date, date]] {
      let purchase = try #require(
        try AppReceipt(Part(Part.attribute(17, DER.element(0x31, of: pair))).bytes)
          .inAppReceipts.first)
      #expect(purchase.isCancelled)
      #expect(purchase.cancellationDate == nil)
      #expect(purchase.cancellation.problem?.reason == .duplicate)
      #expect(purchase.problems.map(\.attributeType) == [1712])
    }
  }

  @Test func `An expiration date that is there twice is unreadable, not absent`() throws {
    let date = Part.attribute(1708, DER.ia5("2099-01-01T00:00:00Z"))
    let receipt = try AppReceipt(Part(Part.purchase(), Part.purchase(date, date)).bytes)
    let purchase = receipt.inAppReceipts[1]
    #expect(purchase.expiresDate == nil)
    #expect(!purchase.expiration.isAbsent)
    let problem = try #require(purchase.expiration.problem)
    #expect(problem.reason == .duplicate && problem.purchaseIndex == 1)
    #expect(receipt.problems == [problem])
    #expect(receipt.inAppReceipts[0].expiration.isAbsent)
  }

  @Test(.timeLimit(.minutes(10))) func `Many duplicates cost linear time`() throws {
    // 60,000 attributes of one type: comparing each with each would take hours.
    let attribute = Part.attribute(20, DER.utf8("x"))
    let attributes = [[UInt8]](repeating: attribute, count: 60_000)
    let inner = Part.attribute(
      17,
      DER.element(
        0x31,
        of: [[UInt8]](
          repeating: Part.attribute(1709, DER.utf8("x")), count: 30_000)))
    let receipt = try AppReceipt(Part(of: attributes + [inner]).bytes)
    #expect(receipt.problems.map(\.attributeType) == [20, 1709])
    #expect(receipt.attributes.count == 60_001)
  }
}
