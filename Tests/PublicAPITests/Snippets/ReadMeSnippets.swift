// The README.

import AppStoreReceipt
import Foundation
import TestSupport
import Testing

// The test authority's in place of Apple's.
private typealias AppleSignatureVerifier = TestVerifier

#if !canImport(IOKit) && !canImport(UIKit) && !canImport(WatchKit)
  extension DeviceIdentifier {
    /// What Apple's platforms have in AppStoreReceiptFoundation: here the Mac of the samples.
    fileprivate static func candidates() -> [DeviceIdentifier] {
      [DeviceIdentifier(bytes: [0x02, 0x00, 0x5E, 0x10, 0x20, 0x30])]
    }
  }
#endif

@Suite struct ReadMeSnippets {
  private let examples = Fixtures.root.appending(path: "Examples/Receipts")

  @MainActor @Test func `A Mac app is validated`() throws {
    let file = examples.appending(path: "macos.p7")
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.macapp",
      devices: .required(DeviceIdentifier.candidates()), now: ReceiptDate(Date()))
    let receipt = try AppReceipt(contentsOf: file)  // Bundle.main.appStoreReceiptURL
    let validated = try receipt.validate(expectations, verifier: AppleSignatureVerifier())
    #expect(validated.matchedDevice?.description == "02:00:5e:10:20:30")
  }

  @Test func `What was bought`() throws {
    let receipt = try AppReceipt(contentsOf: examples.appending(path: "ios.p7"))
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: ReceiptDate(Date()))
    let validated = try receipt.validate(expectations, verifier: AppleSignatureVerifier())
    let now = try #require(ReceiptDate("2025-05-01T00:00:00Z"))

    for purchase in receipt.inAppReceipts where !purchase.isCancelled {
      print(purchase.productIdentifier ?? "–", purchase.expiresDate?.utcText ?? "for good")
    }
    let purchases = validated.purchases  // only a validated receipt grants something
    let monthly = "com.example.app.pro.monthly"
    let state = purchases.state(of: monthly, at: now)  // .active(until:), .cancelled(at:), …
    let mayTry = purchases.introductoryOfferEligibility(in: [monthly]).isEligible
    let askAppleWith = purchases.serverAPILookup.identifier  // for the App Store Server API
    #expect(state == .active(until: ReceiptDate("2025-05-14T08:30:00Z")))
    #expect(!mayTry && askAppleWith == "730001900000912")
  }

  @Test func `Attributes without any allocation`() throws {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    var types: [String] = []
    func print(_ type: ReceiptAttributeType, _ offset: Int, _ count: Int) {
      types.append("\(type)")
    }
    try bytes.withReceiptContainer { container in
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        print(attribute.type, attribute.offset, attribute.value.byteCount)
      }
    }
    let receipt = try AppReceipt(bytes)
    #expect(types == receipt.attributes.map { "\(ReceiptAttributeType(rawValue: Int32($0.type)))" })
  }
}
