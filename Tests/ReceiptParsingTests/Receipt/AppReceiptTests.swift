import AppStoreReceipt
import DERParsing
import Foundation
import ReceiptParsing
import TestSupport
import Testing

@Suite struct AppReceiptTests {
  typealias Part = SampleReceipt

  @Test func `The fields that Apple has not documented`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("every-field"))
    #expect(receipt.refreshedReceiptDate?.utcText == "2025-05-21T10:11:11.075Z")
    #expect(receipt.issuingSoftware == 0x5033_3035)
    #expect(receipt.ageRating == "17+")
    #expect(receipt.developerIdentifier == 1_734_567_890)
    #expect(receipt.systemVersion == 180_500)
    #expect(receipt.integer(ReceiptAttributeType(rawValue: 14)).value == 161)
    #expect(receipt.string(ReceiptAttributeType(rawValue: 20)).value == "text 20")
    #expect(
      receipt.date(ReceiptAttributeType(rawValue: 22)).value?.utcText == "2025-01-15T00:00:00Z")
    #expect(receipt.organizationName == "Example Organisation")
    #expect(receipt.platform == 3)
    #expect(receipt.preorderDate?.utcText == "2025-03-03T03:03:03Z")
    let purchase = receipt.inAppReceipts[0]
    #expect(purchase.productItemIdentifier == 6_700_000_009)
    #expect(purchase.possibleOwnershipType == 1)
    #expect(purchase.string(InAppAttributeType(rawValue: 1718)) == .value("text 1718"))
  }

  @Test func `A receipt is described in a line, as far as it says what it is`() throws {
    let parts = [
      Part.attribute(2, DER.utf8("com.example.app")), Part.attribute(3, DER.utf8("1.2")),
      Part.attribute(0, DER.utf8("Production")),
      Part.attribute(12, DER.ia5("2020-01-02T03:04:05Z")), Part.purchase(),
    ]
    let texts = [
      "\"\", 0 purchases", "com.example.app, 0 purchases", "com.example.app 1.2, 0 purchases",
      "com.example.app 1.2, Production, 0 purchases",
      "com.example.app 1.2, Production, created 2020-01-02T03:04:05Z, 0 purchases",
      "com.example.app 1.2, Production, created 2020-01-02T03:04:05Z, 1 purchase",
    ]
    for (count, text) in texts.enumerated() {
      #expect(try AppReceipt(Part(of: Array(parts[..<count])).bytes).description == text)
    }
    let two = Part(of: parts + [Part.purchase()])
    #expect(try AppReceipt(two.bytes).description.hasSuffix("Z, 2 purchases"))
    let hostile = Part(Part.attribute(2, DER.utf8("a\nb")), Part.attribute(3, DER.utf8("1 2")))
    #expect(try AppReceipt(hostile.bytes).description == #""a\nb" "1 2", 0 purchases"#)
  }

  @Test func `A purchase is described in a line, as far as it says what it is`() throws {
    let parts = [
      Part.attribute(1702, DER.utf8("pro")), Part.attribute(1703, DER.utf8("7")),
      Part.attribute(1704, DER.ia5("2020-01-02T03:04:05Z")),
      Part.attribute(1708, DER.ia5("2020-02-02T03:04:05Z")),
      Part.attribute(1712, DER.ia5("2020-01-03T03:04:05Z")),
    ]
    let texts = [
      "\"\"", "pro", ", transaction 7", ", purchased 2020-01-02T03:04:05Z",
      ", expires 2020-02-02T03:04:05Z", ", cancelled",
    ]
    for count in texts.indices {
      let purchase = Part.attribute(17, DER.element(0x31, of: Array(parts[..<count])))
      let text = count == 0 ? texts[0] : texts[1...count].joined()
      #expect(try AppReceipt(Part(purchase).bytes).inAppReceipts[0].description == text)
    }
  }

  @Test func `What goes into the device hash is the value as it stands`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("vpp"))
    #expect(receipt.bundleIdentifierBytes.map(Array.init) == DER.utf8("com.example.app"))
    #expect(receipt.opaqueValue?.count == 16)
    #expect(receipt.sha1Hash?.count == 20)
  }

  @Test func `Receipts are equal when their containers are`() throws {
    let sample = Part(Part.attribute(2, DER.utf8("a")), Part.attribute(3, DER.utf8("1")))
    let other = Part(Part.attribute(3, DER.utf8("1")), Part.attribute(2, DER.utf8("a")))
    let receipts = try [sample.bytes, sample.ber, other.bytes].map { try AppReceipt($0) }
    #expect(receipts[0] == receipts[1] && receipts[0] != receipts[2])
    #expect(Set(receipts).count == 2)
  }

  @Test func `Purchases are equal when their attributes are`() throws {
    let first = Part.purchase(Part.attribute(1702, DER.utf8("p")))
    let second = Part.purchase(Part.attribute(1702, DER.utf8("q")))
    let receipt = try AppReceipt(Part(first, second, first).bytes)
    let purchases = receipt.inAppReceipts
    #expect(purchases[0] == purchases[2] && purchases[0] != purchases[1])
    #expect(Set(purchases).count == 2)
    let other = try AppReceipt(Part(second, first).bytes)
    #expect(other.inAppReceipts[1] == purchases[0])
  }

  @Test func `Purchases are a collection`() throws {
    let purchases = try AppReceipt(Fixtures.receipt("ios-sha1-purchases")).inAppReceipts
    #expect(purchases.count == 4 && !purchases.isEmpty)
    #expect(purchases.map(\.index) == [0, 1, 2, 3])
    #expect(purchases.last?.index == 3 && purchases.reversed().first?.index == 3)
    #expect(purchases[1...2].map(\.index) == [1, 2])
    #expect(purchases.filter(\.isCancelled).map(\.cancellationReason) == [1])
  }

  @Test func `Values can be sent elsewhere and outlive the receipt`() async throws {
    let bytes = try Fixtures.receipt("sandbox-ios")
    let purchases = try await Task { try AppReceipt(bytes).inAppReceipts }.value
    let products = await Task { purchases.map(\.productIdentifier) }.value
    #expect(products == ["com.example.app.coins.100", "com.example.app.pro.weekly"])
  }

  @Test func `Bytes of a type-17 attribute are found among the attributes, not as a field`() throws
  {
    let receipt = try AppReceipt(Part(Part.purchase(), Part.purchase()).bytes)
    #expect(receipt.bytes(.inAppReceipt).isAbsent)
    #expect(receipt.attributes.map { Array($0.value) } == [[0x31, 0], [0x31, 0]])
  }

  @Test func `The bytes after Base64 decoding are those that offsets count`() throws {
    let sample = Part(Part.attribute(2, DER.utf8("a.b")))
    let text = "\n " + Data(sample.bytes).base64EncodedString()
    let receipt = try AppReceipt(base64: text)
    #expect(receipt.attributes[0].offset == sample.bytes.offset(of: sample.attributes[0]))
    #expect(receipt.inputOffset(ofContainerByte: 50) == 50)
  }

  @Test func `A file can be read, and its bytes are Data again`() throws {
    let url = Fixtures.root.appending(path: "Tests/Fixtures/Receipts/vpp.p7")
    let receipt = try AppReceipt(contentsOf: url)
    #expect(receipt.containerData == (try Data(contentsOf: url)))
    #expect(receipt.organizationName == "Example Organisation")
    let unknown = #expect(throws: ReceiptError.self) {
      try AppReceipt(contentsOf: url.deletingPathExtension().appendingPathExtension("json"))
    }
    #expect(unknown?.code == .jsonObject)
    #expect(throws: CocoaError.self) {
      try AppReceipt(contentsOf: url.appending(path: "missing"))
    }
    let small = ReceiptLimits(der: DERLimits(maximumInputBytes: 100))
    let error = #expect(throws: ReceiptError.self) {
      try AppReceipt(contentsOf: url, limits: small)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `Data is read within the limits that are given`() throws {
    let data = Data(try Fixtures.receipt("vpp"))
    #expect(try AppReceipt(data: data) == AppReceipt(Array(data)))
    let small = ReceiptLimits(der: DERLimits(maximumInputBytes: 100))
    let error = #expect(throws: ReceiptError.self) { try AppReceipt(data: data, limits: small) }
    #expect(error?.code == .tooLarge)
  }

  @Test func `A field tells missing from unreadable`() throws {
    let receipt = try AppReceipt(
      Part(Part.attribute(19, DER.null), Part.attribute(2, DER.utf8("a"))).bytes)
    let (absent, value, unreadable) = (
      receipt.string(.appVersion), receipt.string(.bundleIdentifier),
      receipt.string(.originalAppVersion)
    )
    #expect(absent.isAbsent && absent.value == nil && absent.problem == nil)
    #expect(!value.isAbsent && value.value == "a" && value.problem == nil)
    #expect(!unreadable.isAbsent && unreadable.value == nil && unreadable.problem != nil)
    #expect(Set([absent, value, unreadable]).count == 3)
  }
}
