import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

@Suite struct VerifyReceiptStatusTests {
  @Test(arguments: [
    (VerifyReceiptStatus.valid, Int64(0), VerifyReceiptStatus.Retry.no, true),
    (.unreadableRequest, 21000, .afterFixingTheRequest, false),
    (.noLongerSent, 21001, .afterFixingTheRequest, false),
    (.malformedReceipt, 21002, .once, false), (.notAuthenticated, 21003, .no, false),
    (.wrongPassword, 21004, .afterFixingTheRequest, false),
    (.serverUnavailable, 21005, .later, false), (.subscriptionExpired, 21006, .no, true),
    (.sandboxReceiptInProduction, 21007, .at(.sandbox), false),
    (.productionReceiptInSandbox, 21008, .at(.production), false),
    (.internalDataAccess, 21009, .later, false), (.accountNotFound, 21010, .no, false),
  ])
  func `Each documented status`(
    status: VerifyReceiptStatus, number: Int64, retry: VerifyReceiptStatus.Retry, hasReceipt: Bool
  ) {
    #expect(status.rawValue == number)
    #expect(status.retry == retry)
    #expect(status.hasReceipt == hasReceipt)
    #expect(!status.meaning.contains("unknown"))
    #expect((status == .valid) == (number == 0))
    #expect(status.description == "\(number): \(status.meaning)")
  }

  @Test(arguments: Int64(21100)...21199)
  func `Internal problems are retried as the answer says`(number: Int64) {
    let status = VerifyReceiptStatus(rawValue: number)
    #expect(status.retry == .ifRetryable)
    #expect(status != .valid && !status.hasReceipt && !status.meaning.contains("unknown"))
  }

  @Test(arguments: [-1, 1, 20999, 21011, 21099, 21200, .min, .max] as [Int64])
  func `An unknown status grants nothing`(number: Int64) {
    let status = VerifyReceiptStatus(rawValue: number)
    #expect(status != .valid && !status.hasReceipt && status.retry == .later)
    #expect(status.meaning.contains("unknown"))
  }

  @Test func `The responsible endpoint`() {
    #expect(VerifyReceiptStatus.sandboxReceiptInProduction.retry == .at(.sandbox))
    #expect(VerifyReceiptStatus.productionReceiptInSandbox.retry == .at(.production))
  }

  @Test func `An app with the name of an environment is just another app`() throws {
    let receipt = try AppReceipt(
      SampleReceipt(
        SampleReceipt.attribute(0, DER.utf8("Production")),
        SampleReceipt.attribute(2, DER.utf8("Sandbox")),
        SampleReceipt.attribute(12, DER.ia5("2025-12-01T10:00:00Z"))
      ).bytes)
    let error = #expect(throws: ReceiptValidationError.self) {
      try receipt.validate(
        ReceiptExpectations(
          bundleIdentifier: "com.example.app", devices: .notChecked,
          now: ReceiptDate(millisecondsSince1970: 1_767_225_600_000)),
        verifier: AcceptingVerifier())
    }
    let status = error.map { VerifyReceiptStatus(offline: $0, endpoint: .production) }
    #expect(error?.check == .bundleIdentifier && status == .notAuthenticated)
  }

  @Test func `A status is a number in JSON`() throws {
    #expect(try JSONEncoder().encode([VerifyReceiptStatus.valid]) == Data("[0]".utf8))
    #expect(
      try JSONDecoder().decode([VerifyReceiptStatus].self, from: Data("[21007]".utf8))
        == [.sandboxReceiptInProduction])
  }

  private func goesBothWays<Code: RawRepresentable<String> & Hashable>(
    _ values: [(String, Code)]
  ) -> Bool {
    values.allSatisfy { text, value in Code(rawValue: text) == value && value.rawValue == text }
  }

  @Test func `Names and digits go both ways, new ones too`() {
    #expect(
      goesBothWays([
        ("Production", VerifyReceiptEnvironment.production), ("Sandbox", .sandbox),
        ("Xcode", .xcode), ("", .init(rawValue: "")), ("sandbox", .init(rawValue: "sandbox")),
      ]))
    #expect(
      goesBothWays([
        ("1", ExpirationIntent.cancelled), ("2", .billingError), ("3", .priceRefused),
        ("4", .productUnavailable), ("5", .unknown), ("0", .init(rawValue: "0")),
        ("6", .init(rawValue: "6")),
      ]))
    #expect(
      goesBothWays([
        ("0", PriceIncreaseStatus.noAnswer), ("1", .agreed), ("2", .init(rawValue: "2")),
      ]))
    #expect(
      goesBothWays([
        ("0", CancellationReason.anotherReason), ("1", .problemWithApp),
        ("2", .init(rawValue: "2")),
      ]))
    #expect(
      goesBothWays([
        ("PURCHASED", OwnershipType.purchased), ("FAMILY_SHARED", .familyShared),
        ("purchased", .init(rawValue: "purchased")),
      ]))
    #expect(goesBothWays([("0", AutoRenewStatus.off), ("1", .on), ("2", .init(rawValue: "2"))]))
  }

  @Test func `Names are compared byte by byte`() {
    let (first, second) = (VerifyReceiptEnvironment(rawValue: "\u{E9}"), "e\u{301}")
    #expect(first != VerifyReceiptEnvironment(rawValue: second) && first.rawValue == second)
    #expect(Set([first, .init(rawValue: second)]).count == 2)
    #expect(first.hashValue != VerifyReceiptEnvironment(rawValue: second).hashValue)
  }
}
