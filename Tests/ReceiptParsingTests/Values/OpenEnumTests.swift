import DERParsing
import Foundation
import ReceiptParsing
import TestSupport
import Testing

/// Names and numbers of which new ones may come.
@Suite struct OpenEnumTests {
  @Test(arguments: [
    ("Production", ReceiptEnvironment.production), ("ProductionVPP", .productionVPP),
    ("ProductionSandbox", .productionSandbox), ("ProductionVPPSandbox", .productionVPPSandbox),
    ("Xcode", .xcode), ("Sandbox", .other("Sandbox")), ("production", .other("production")),
    ("", .other("")), ("Production ", .other("Production ")), ("🙂", .other("🙂")),
  ])
  func `An environment goes both ways`(name: String, environment: ReceiptEnvironment) throws {
    #expect(ReceiptEnvironment(rawValue: name) == environment)
    #expect(environment.rawValue == name)
    let sample = SampleReceipt(SampleReceipt.attribute(0, DER.utf8(name)))
    #expect(try AppReceipt(sample.bytes).environment == (name.isEmpty ? nil : environment))
  }

  @Test func `Two environments are the sandbox`() {
    let sandbox = (ReceiptEnvironment.known + [.other("Sandbox"), .other("")]).filter(\.isSandbox)
    #expect(sandbox == [.productionSandbox, .productionVPPSandbox])
  }

  @Test(arguments: [
    (Int64(0), ProductType.nonConsumable), (1, .consumable), (2, .nonRenewingSubscription),
    (3, .autoRenewableSubscription), (4, .freeSubscription), (5, .other(5)), (-1, .other(-1)),
    (.max, .other(.max)), (1 << 32, .other(1 << 32)),
  ])
  func `A product type goes both ways`(number: Int64, type: ProductType) throws {
    #expect(ProductType(rawValue: number) == type)
    #expect(type.rawValue == number)
    let sample = SampleReceipt(
      SampleReceipt.purchase(SampleReceipt.attribute(1707, DER.integer(number))))
    #expect(try AppReceipt(sample.bytes).inAppReceipts[0].productType == type)
  }

  @Test func `Types of attributes are their numbers`() {
    let own: [ReceiptAttributeType] = [
      .environment, .appItemIdentifier, .bundleIdentifier, .appVersion, .opaqueValue, .sha1Hash,
      ReceiptAttributeType(rawValue: 6), ReceiptAttributeType(rawValue: 7), .refreshedReceiptDate,
      .issuingSoftware, .ageRating,
      .developerIdentifier, .creationDate, .systemVersion, ReceiptAttributeType(rawValue: 14),
      .downloadIdentifier,
      .versionExternalIdentifier, .inAppReceipt, .originalPurchaseDate, .originalAppVersion,
      ReceiptAttributeType(rawValue: 20), .expirationDate, ReceiptAttributeType(rawValue: 22),
      .organizationName, .platform, .preorderDate,
    ]
    #expect(own.map(\.rawValue) == Array(0...23) + [25, 32])
    #expect(own[17].description == "17")
    let inApp: [InAppAttributeType] = [
      .quantity, .productIdentifier, .transactionIdentifier, .purchaseDate,
      .originalTransactionIdentifier, .originalPurchaseDate, .productType, .expiresDate,
      InAppAttributeType(rawValue: 1709), .productItemIdentifier, .webOrderLineItemIdentifier,
      .cancellationDate,
      .isTrialPeriod, InAppAttributeType(rawValue: 1714), InAppAttributeType(rawValue: 1715),
      InAppAttributeType(rawValue: 1716), InAppAttributeType(rawValue: 1717),
      InAppAttributeType(rawValue: 1718),
      .isInIntroOfferPeriod, .cancellationReason, .promotionalOfferIdentifier,
      .possibleOwnershipType,
    ]
    #expect(inApp.map(\.rawValue) == Array(1701...1722))
    #expect(inApp[0].description == "1701")
  }
}
