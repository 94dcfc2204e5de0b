import AppStoreReceipt
import ReceiptTesting
import TestSupport
import Testing

@Suite struct BuilderTests {
  @Test(
    arguments: [ReceiptForm.Encoding.der, .ber],
    [TestAuthority(), TestAuthority(digestAlgorithm: .sha1), .xcode()])
  func `What is built passes every check`(
    encoding: ReceiptForm.Encoding, authority: TestAuthority
  ) throws {
    var builder = Sample.builder
    builder.encoding = encoding
    if authority == .xcode() { builder.environment = .xcode }
    let receipt = try AppReceipt(builder.bytes(signedBy: authority))
    #expect(receipt.form.encoding == encoding)
    let verifier = AppleSignatureVerifier(
      anchors: [authority.anchor], allowsXcode: true,
      xcodeCertificates: authority.xcodeCertificates)
    let validated = try receipt.validate(Sample.expectations, verifier: verifier)
    #expect(validated.skippedChecks.isEmpty && validated.matchedDevice == builder.device)
    #expect(receipt.problems.isEmpty)
    try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
      let digestAlgorithm = material.digestAlgorithm
      #expect(digestAlgorithm == authority.digestAlgorithm)
    }
  }

  @Test(arguments: [ReceiptForm.Encoding.der, .ber])
  func `Every field is read as it was given`(encoding: ReceiptForm.Encoding) throws {
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.ünïcode", appVersion: "9.8")
    builder.encoding = encoding
    builder.environment = .other("Moon")
    builder.creationDate = "2025-03-04T05:06:07+0100"
    builder.device = try #require(DeviceIdentifier("00:1B:63:84:45:E6"))
    builder.opaqueValue = [1, 2, 3, 4, 5, 6, 7, 8]
    builder.appItemIdentifier = .max
    builder.downloadIdentifier = -1
    builder.versionExternalIdentifier = 852_123_456
    builder.originalPurchaseDate = "2019-01-01T00:00:00Z"
    builder.originalAppVersion = "0.9"
    builder.expirationDate = "4001-01-01T00:00:00Z"
    builder.platform = 2
    builder.additionalAttributes = [
      EncodedAttribute(.ageRating, .ia5String("4+")),
      EncodedAttribute(type: 9999, version: 3, value: [0xFF]),
    ]
    let receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))

    #expect(receipt.bundleIdentifier == builder.bundleIdentifier)
    #expect(receipt.appVersion == "9.8")
    #expect(receipt.environment == .other("Moon"))
    #expect(receipt.creationDate?.text == "2025-03-04T05:06:07+0100")
    #expect(receipt.opaqueValue.map(Array.init) == builder.opaqueValue)
    #expect(receipt.appItemIdentifier == .max)
    #expect(receipt.downloadIdentifier == -1)
    #expect(receipt.versionExternalIdentifier == 852_123_456)
    #expect(receipt.originalPurchaseDate?.text == "2019-01-01T00:00:00Z")
    #expect(receipt.originalAppVersion == "0.9")
    #expect(receipt.expirationDate?.text == "4001-01-01T00:00:00Z")
    #expect(receipt.platform == 2)
    #expect(receipt.ageRating == "4+")
    let unknown = receipt.attributes.filter { $0.type == 9999 }
    #expect(unknown.map(\.version) == [3] && unknown.map { Array($0.value) } == [[0xFF]])
    #expect(receipt.attributes.count == 15)
  }

  @Test func `Every field of a purchase is read as it was given`() throws {
    var purchase = TestPurchase(
      "com.example.pro", .autoRenewableSubscription, purchased: "2026-01-01T00:00:00Z")
    purchase.quantity = 2
    purchase.transactionIdentifier = "70000000000002"
    purchase.originalTransactionIdentifier = "70000000000001"
    purchase.originalPurchaseDate = "2025-12-01T00:00:00Z"
    purchase.expiresDate = "2026-02-01T00:00:00Z"
    purchase.cancellationDate = "2026-01-15T00:00:00Z"
    purchase.cancellationReason = 1
    purchase.productItemIdentifier = 1_234_567_890
    purchase.webOrderLineItemIdentifier = 70_000_000_000_003
    purchase.isTrialPeriod = true
    purchase.isInIntroOfferPeriod = true
    purchase.promotionalOfferIdentifier = "offer"
    purchase.additionalAttributes = [EncodedAttribute(.possibleOwnershipType, .integer(1))]
    var builder = Sample.builder
    builder.purchases = [purchase]
    let receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
    let read = try #require(receipt.inAppReceipts.first)

    #expect(receipt.inAppReceipts.count == 1)
    #expect(read.productIdentifier == "com.example.pro")
    #expect(read.productType == .autoRenewableSubscription)
    #expect(read.quantity == 2)
    #expect(read.transactionIdentifier == "70000000000002")
    #expect(read.originalTransactionIdentifier == "70000000000001")
    #expect(read.purchaseDate?.text == "2026-01-01T00:00:00Z")
    #expect(read.originalPurchaseDate?.text == "2025-12-01T00:00:00Z")
    #expect(read.expiresDate?.text == "2026-02-01T00:00:00Z")
    #expect(read.cancellationDate?.text == "2026-01-15T00:00:00Z")
    #expect(read.cancellationReason == 1)
    #expect(read.productItemIdentifier == 1_234_567_890)
    #expect(read.webOrderLineItemIdentifier == 70_000_000_000_003)
    #expect(read.isTrialPeriod == true && read.isInIntroOfferPeriod == true)
    #expect(read.promotionalOfferIdentifier == "offer")
    #expect(read.possibleOwnershipType == 1)
    #expect(read.attributes.count == 16)
  }

  @Test func `Purchases have the kind, the dates and the transactions that their names promise`()
    throws
  {
    let date = "2026-01-01T00:00:00Z"
    var builder = Sample.builder
    builder.purchases = [
      .subscription("a", purchased: date, expires: "2026-02-01T00:00:00Z"),
      .subscription(
        "b", purchased: date, expires: "2026-02-01T00:00:00Z", originalTransaction: "1"),
      .nonConsumable("c", purchased: date), .consumable("d", quantity: 7, purchased: date),
      TestPurchase("e", .nonRenewingSubscription, purchased: date),
    ]
    let receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
    let read = receipt.inAppReceipts.sorted {
      $0.productIdentifier ?? "" < $1.productIdentifier ?? ""
    }
    #expect(
      read.map(\.productType) == [
        .autoRenewableSubscription, .autoRenewableSubscription, .nonConsumable, .consumable,
        .nonRenewingSubscription,
      ])
    #expect(read.map(\.quantity) == [1, 1, 1, 7, 1])
    #expect(Set(read.map(\.transactionIdentifier)).count == 5)
    #expect(read[0].originalTransactionIdentifier == read[0].transactionIdentifier)
    #expect(read[1].originalTransactionIdentifier == "1")
    #expect(read.map { $0.expiresDate != nil } == [true, true, false, false, false])
    #expect(read.allSatisfy { !$0.isCancelled && $0.originalPurchaseDate == $0.purchaseDate })
  }

  @Test func `What is omitted is missing, and can be put back with another value`() throws {
    let verifier = AppleSignatureVerifier(anchors: [TestAuthority().anchor])
    var builder = Sample.builder
    builder.omittedAttributes = [.opaqueValue]
    builder.purchases[0].omittedAttributes = [.expiresDate]
    var receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
    let report = receipt.report(Sample.expectations, verifier: verifier)
    #expect(report.failures.map(\.reason) == [.missing(.opaqueValue)])
    #expect(receipt.inAppReceipts.allSatisfy { $0.expiration.isAbsent })

    builder.additionalAttributes = [EncodedAttribute(.opaqueValue, .null)]
    receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
    #expect(receipt.opaqueValue.map(Array.init) == [5, 0])
  }

  @Test func `What only some purchases have can be left out, too`() throws {
    var builder = Sample.builder
    builder.purchases[0].cancellationReason = 1
    builder.purchases[0].promotionalOfferIdentifier = "offer"
    let types: [InAppAttributeType] = [
      .isInIntroOfferPeriod, .cancellationReason, .promotionalOfferIdentifier,
    ]
    for omitted in [[]] + types.map({ [$0] }) {
      builder.purchases[0].omittedAttributes = Set(omitted)
      let receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
      let purchase = try #require(
        receipt.inAppReceipts.first { $0.productIdentifier == "com.example.app.pro" })
      let found = types.filter { type in purchase.attributes.contains { $0.type == type.rawValue } }
      #expect(found == types.filter { !omitted.contains($0) })
    }
  }

  @Test func `The hash is the device's, of the bundle identifier and the opaque value`() throws {
    let device = try #require(DeviceIdentifier("E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    var builder = Sample.builder
    builder.device = device
    let receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
    let verifier = AppleSignatureVerifier(anchors: [TestAuthority().anchor])
    var expectations = Sample.expectations
    #expect(
      receipt.report(expectations, verifier: verifier).failures.map(\.reason) == [.otherDevice])
    expectations.devices = .required([Sample.builder.device, device])
    #expect(try receipt.validate(expectations, verifier: verifier).matchedDevice == device)
  }

  @Test func `The attributes of a receipt in DER are in ascending order, in BER by type`() throws {
    var builder = Sample.builder
    for encoding in [ReceiptForm.Encoding.der, .ber] {
      builder.encoding = encoding
      let receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
      for attributes in [receipt.attributes] + receipt.inAppReceipts.map(\.attributes) {
        if encoding == .ber {
          #expect(attributes.map(\.type) == attributes.map(\.type).sorted())
        } else {
          let encodings = attributes.map {
            DER.sequence(
              DER.integer(Int64($0.type)), DER.integer(Int64($0.version)),
              DER.octetString(Array($0.value)))
          }
          #expect(
            zip(encodings, encodings.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
        }
      }
    }
  }

  @Test func `A text that is no date stays one`() throws {
    var builder = Sample.builder
    builder.creationDate = "yesterday"
    builder.purchases[0].expiresDate = "soon"
    let receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
    #expect(receipt.problems.map(\.reason) == [.notADate, .notADate])
    let verifier = AppleSignatureVerifier(anchors: [TestAuthority().anchor])
    let error = try Sample.signatureError(builder, TestAuthority(), verifier)
    #expect(error?.code == .creationDateUnreadable)
  }

  @Test func `10,000 purchases`() throws {
    var builder = Sample.builder
    builder.purchases = (0..<10_000).map {
      .consumable("com.example.app.\($0)", purchased: "2026-01-01T00:00:00Z")
    }
    let authority = TestAuthority()
    let validated = try AppReceipt(builder.bytes(signedBy: authority)).validate(
      Sample.expectations, verifier: AppleSignatureVerifier(anchors: [authority.anchor]))
    let receipts = validated.receipt.inAppReceipts
    #expect(receipts.count == 10_000)
    #expect(Set(receipts.map(\.productIdentifier)).count == 10_000)
    #expect(Set(receipts.map(\.transactionIdentifier)).count == 10_000)
  }
}
