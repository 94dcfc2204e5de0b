import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import ReceiptRedaction
import TestSupport
import Testing

@Suite struct ReceiptRedactionTests {
  private func redact(_ bytes: [UInt8], seed: UInt64 = 1) throws -> ReceiptRedaction {
    var generator = SeededGenerator(seed: seed)
    return try ReceiptRedaction(bytes, using: &generator)
  }

  @Test func `The generator decides what stands there`() throws {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    #expect(try redact(bytes, seed: 1) == redact(bytes, seed: 1))
    let (first, second) = (try redact(bytes, seed: 1).bytes, try redact(bytes, seed: 2).bytes)
    #expect(first != second)
    #expect(try AppReceipt(first).creationDate != AppReceipt(second).creationDate)
  }

  @Test func `What only looks like the environment is redacted`() throws {
    // An attribute inside an unknown one, whose type is an INTEGER without contents.
    let receipt = bytes(
      "3081f906092a864886f70d010702a081eb3081e8020101310f300d0609608648"
        + "01650304020105003081a206092a864886f70d010701a0819404819131818e30"
        + "14020100020101040c0c0a50726f64756374696f6e301902010202010104110c"
        + "0f636f6d2e6578616d706c652e617070300f02010302010104070c05312e322e"
        + "33301e02010c02010104161614323032332d30312d33315430303a30303a3030"
        + "5a302a02016302010104223020020002010104190c1773656372657420746578"
        + "74206f6620736f6d65626f6479312d302b02010130053000020101300d060960"
        + "86480165030402010500300d06092a864886f70d01010105000401ff")
    let secret = Data("secret text of somebody".utf8)
    try #require(Data(receipt).range(of: secret) != nil)
    #expect(Data(try redact(receipt).bytes).range(of: secret) == nil)
    #expect(try AppReceipt(redact(receipt).bytes).environment == .production)
  }

  @Test(arguments: ["john.doe@example.com", "production", "ProductionSandboxes"])
  func `A text with the environment's type stays only if it names one`(text: String) throws {
    let name = SampleReceipt.attribute(0, DER.utf8("ProductionVPPSandbox"))
    let other = SampleReceipt.attribute(0, DER.utf8(text))
    for sample in [SampleReceipt(name, other), SampleReceipt(name, SampleReceipt.purchase(other))] {
      for bytes in [sample.bytes, Array(sample.bytes.dropLast())] {
        let redacted = try redact(bytes).bytes
        #expect(!redacted.contains(Array(text.utf8)))
        #expect(redacted.contains(name))
      }
    }
  }

  @Test func `What is read at the limit of levels can still be read`() throws {
    var value = DER.null
    // Five constructed elements are around: ContentInfo, `[0]`, SignedData, certificates and a SEQUENCE.
    for _ in 0..<27 { value = DER.constructed(0, value) }
    var sample = SampleReceipt(SampleReceipt.attribute(2, DER.utf8("com.example.app")))
    sample.certificates = DER.constructed(0, DER.sequence(value))
    for seed in 0..<20 as Range<UInt64> {
      #expect(throws: Never.self) { try AppReceipt(redact(sample.ber, seed: seed).bytes) }
    }
    sample.certificates = DER.constructed(0, DER.sequence(DER.constructed(0, value)))
    let error = #expect(throws: ReceiptError.self) { try AppReceipt(sample.ber) }
    #expect(error?.der?.code == .nestedTooDeeply)
  }

  @Test func `Levels can't exhaust the stack, whatever depth is allowed`() throws {
    let limits = ReceiptLimits(der: DERLimits(maximumDepth: .max))
    var definite = Array("secret".utf8)
    for _ in 0..<5000 { definite = DER.element(0x30, definite) }
    let indefinite = Array(repeatElement([0x30, 0x80] as [UInt8], count: 5000).joined())
    for bytes in [definite, indefinite] {
      var generator = SeededGenerator(seed: 1)
      let redaction = try ReceiptRedaction(bytes, limits: limits, using: &generator)
      #expect(redaction.bytes.count == bytes.count)
      #expect(!redaction.bytes.contains(Array("secret".utf8)))
    }
  }

  @Test(arguments: ["xcode-ber", "ios-sha256-subscriptions"])
  func `What follows a receipt is redacted, whatever its lengths`(name: String) throws {
    let secret = Array("secret text of somebody".utf8)
    let bytes = try Fixtures.receipt(name) + secret
    let redacted = try redact(bytes).bytes
    #expect(redacted.count == bytes.count)
    #expect(Data(redacted).range(of: Data(secret.prefix(8))) == nil)
  }

  @Test(arguments: ["ios-sha256-subscriptions", "vpp"])
  func `A truncated receipt is redacted as far as it goes, and is truncated at the same place`(
    name: String
  ) throws {
    let bytes = try Fixtures.receipt(name)
    let values = try OriginalValues(AppReceipt(bytes))
    for count in stride(from: 40, to: bytes.count, by: bytes.count / 23) {
      let cut = Array(bytes[..<count])
      let redaction = try redact(cut)
      let error = #expect(throws: ReceiptError.self) { try AppReceipt(cut) }
      #expect(redaction.readingError == error)
      let again = #expect(throws: ReceiptError.self) { try AppReceipt(redaction.bytes) }
      #expect(again == error)
      #expect(values.left(in: redaction.bytes).isEmpty, "\(count)")
    }
  }

  @Test func `Nothing is left of a receipt with any byte changed`() throws {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    let receipt = try AppReceipt(bytes)
    let purchase = try #require(receipt.inAppReceipts.first)
    let texts = [
      receipt.bundleIdentifier, purchase.productIdentifier, purchase.transactionIdentifier,
      purchase.purchaseDate?.text, receipt.creationDate?.text,
    ].compactMap { $0.map { Array($0.utf8) } }
    var changed = bytes
    // Without its first byte as it was, it is no container.
    for change in Mutations.oneValue(of: bytes, every: 41, seed: 5).dropFirst() {
      let original = change.apply(to: &changed)
      defer { changed[change.offset] = original }
      let redacted = Data(try redact(changed).bytes)
      for text in texts where Data(changed).range(of: Data(text)) != nil {
        #expect(redacted.range(of: Data(text)) == nil, "\(change)")
      }
    }
  }

  @Test(arguments: [
    "", "{\"a\":1}", "eyJhbGciOiJFUzI1NiJ9.e30.c2ln", "-----BEGIN PKCS7-----", "hello",
    "{ \"signature\" = \"x\"; }",
  ])
  func `What is no receipt at all has the error of reading it`(text: String) {
    let expected = #expect(throws: ReceiptError.self) { try AppReceipt(base64: text) }
    let error = #expect(throws: ReceiptError.self) { try redact(Array(text.utf8)) }
    #expect(error == expected)
  }

  /// Elements of other types among the certificates, or in one of them, don't hide what stands beside them.
  @Test(arguments: [
    [0x74, 0x00], [0x30, 0x02, 0x74, 0x00], [0x1F, 0x81, 0x00, 0x01, 0x41], [0x49, 0x03, 1, 2, 3],
    [0x1F, 0x81, 0x80, 0x00, 0x01, 0x41],
    [0xA7, 0x02, 0x06, 0x00],
  ])
  func `Elements of unknown types keep identifier and length`(element: [UInt8]) throws {
    var sample = SampleReceipt(SampleReceipt.attribute(17_000, DER.utf8("a")))
    sample.certificates = DER.constructed(0, element + DER.sequence(DER.utf8("Somebody")))
    for bytes in [sample.bytes, sample.ber] {
      let original = try AppReceipt(bytes)
      let redacted = try AppReceipt(redact(bytes).bytes)
      #expect(redacted.attributes.map(\.type) == original.attributes.map(\.type))
      #expect(redacted.containerBytes.count == original.containerBytes.count)
      #expect(!redacted.containerBytes.contains(Array("Some".utf8)))
    }
  }

  @Test func `Values of unknown types and values that cannot be read are replaced too`() throws {
    let values: [(Int64, [UInt8])] = [
      (9999, DER.utf8("customer@example.com")), (9998, Array("customer@example.com".utf8)),
      (9997, DER.sequence(DER.integer(305_419_896), DER.octetString(DER.utf8("secret")))),
      (3, DER.utf8("1.20.3") + [1, 2, 3, 4, 5]), (19, Array("no encoding".utf8)),
      (12, DER.ia5("12th of May 2024")), (10, DER.element(0x0C, [0xFF, 0xC0, 0x80, 0x41])),
      (1, DER.element(0x02, [0x00, 0x00, 0x12, 0x34])), (5, [1, 2, 3, 4]),
      (0, DER.utf8("Production") + DER.utf8("customer")),
    ]
    let sample = SampleReceipt(of: values.map { SampleReceipt.attribute($0.0, $0.1) })
    for bytes in [sample.bytes, sample.ber] {
      let original = try AppReceipt(bytes)
      let redacted = try AppReceipt(redact(bytes).bytes)
      #expect(redacted.problems == original.problems && original.problems.count == 7)
      for (before, after) in zip(original.attributes, redacted.attributes) {
        #expect(before.value != after.value, "\(before.type)")
      }
      let left = try OriginalValues(original).left(in: redact(bytes).bytes)
      #expect(left == [])
      let text = try #require(redacted.attributes.first { $0.type == 9999 })
      #expect(text.value.prefix(2) == [0x0C, 20])
    }
  }

  @Test func `A value that only looks like an attribute is redacted`() throws {
    let numbers = [DER.integer(1_439_426_584), DER.integer(305_419_896)]
    let value = DER.element(0x30, of: numbers + [DER.octetString(DER.utf8("customer"))])
    let sample = SampleReceipt(SampleReceipt.attribute(7001, value))
    let redacted = try redact(sample.bytes).bytes
    for secret in numbers + [Array("customer".utf8)] { #expect(!redacted.contains(secret)) }
  }

  @Test func `Types and versions of any length stay`() throws {
    let numbers: [Int64] = [
      1, 127, 128, 32_767, 32_768, 8_388_607, 8_388_608, 1 << 24 - 1, Int64(Int32.max),
    ]
    let attributes = numbers.map {
      SampleReceipt.attribute($0, DER.utf8("customer"), version: min($0, 1 << 24 - 1))
    }
    let sample = SampleReceipt(of: attributes + [SampleReceipt.purchase(attributes[6])])
    for bytes in [sample.bytes, sample.ber] {
      let (original, redacted) = (try AppReceipt(bytes), try AppReceipt(redact(bytes).bytes))
      #expect(redacted.attributes.map(\.type) == numbers.map(Int.init) + [17])
      #expect(redacted.attributes.map(\.version) == original.attributes.map(\.version))
      #expect(redacted.inAppReceipts.map { $0.attributes.map(\.type) } == [[8_388_608]])
      #expect(!redacted.containerBytes.contains(Array("customer".utf8)))
    }
  }

  @Test func `Text stays as valid as it is`() throws {
    let sample = SampleReceipt(
      SampleReceipt.attribute(3, DER.utf8("Zoë")), SampleReceipt.attribute(10, DER.ia5("Zoë")),
      SampleReceipt.attribute(19, DER.element(0x0C, [0x5A, 0xFF])),
      SampleReceipt.attribute(23, DER.ia5("Zoe")))
    let receipt = try AppReceipt(redact(sample.bytes).bytes)
    #expect(receipt.problems.map(\.attributeType) == [10, 19])
    #expect(receipt.problems == (try AppReceipt(sample.bytes)).problems)
  }

  @Test func `Versions stay versions, numbers stay numbers, 0 stays 0`() throws {
    let sample = SampleReceipt(
      SampleReceipt.attribute(3, DER.utf8("10.2.07")), SampleReceipt.attribute(19, DER.utf8("0")),
      SampleReceipt.attribute(1, DER.integer(0)), SampleReceipt.attribute(15, DER.integer(-70_000)),
      SampleReceipt.attribute(16, DER.integer(200)),
      SampleReceipt.attribute(9999, DER.element(0x0A, [0x00, 0x80, 0x01])),
      SampleReceipt.purchase(
        SampleReceipt.attribute(1703, DER.utf8("1000000123456789")),
        SampleReceipt.attribute(1705, DER.utf8("1000000123456789")),
        SampleReceipt.attribute(1701, DER.integer(2)),
        SampleReceipt.attribute(1711, DER.integer(.max))))
    for seed: UInt64 in 1...50 {
      let receipt = try AppReceipt(redact(sample.bytes, seed: seed).bytes)
      let parts = (receipt.appVersion ?? "").split(separator: ".").map(String.init)
      #expect(parts.map(\.count) == [2, 1, 2] && parts.allSatisfy { Int($0) != nil })
      #expect(parts[0].first != "0" && receipt.appVersion != "10.2.07")
      #expect(receipt.originalAppVersion == "0" && receipt.appItemIdentifier == 0)
      #expect(receipt.downloadIdentifier.map { $0 < -32_768 && $0 != -70_000 } == true)
      #expect(receipt.versionExternalIdentifier.map { 128...32_767 ~= $0 && $0 != 200 } == true)
      let enumerated = try #require(receipt.attributes.first { $0.type == 9999 })
      #expect(enumerated.value.prefix(3) == [0x0A, 3, 0x00])
      #expect(enumerated.value.dropFirst(3).first.map { $0 >= 0x80 } == true)
      let purchase = try #require(receipt.inAppReceipts.first)
      let transaction = try #require(purchase.transactionIdentifier)
      #expect(transaction.count == 16 && Int64(transaction) != nil && transaction.first != "0")
      #expect(purchase.originalTransactionIdentifier == transaction)
      #expect(purchase.quantity == 2)
      #expect((purchase.webOrderLineItemIdentifier ?? 0) > 1 << 55)
    }
  }
}
