import ReceiptParsing
import ReceiptValidation
import TestSupport
import Testing

// Receipts that are over, and receipts that lack what is to be checked.

extension ValidationTests {
  @Test func `A volume purchase expires at its date`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("vpp"))
    var expectations = ReceiptExpectations.signatureOnly
    func failures() -> [ReceiptValidationError] {
      receipt.report(
        expectations, ignoresBundleIdentifier: true, verifier: AcceptingVerifier()
      ).failures
    }
    expectations.now = .required(try #require(ReceiptDate("2027-01-31T23:59:58Z")))
    #expect(failures().isEmpty)
    expectations.now = .required(try #require(ReceiptDate("2027-01-31T23:59:59Z")))
    #expect(failures().map(\.check) == [.expiration])
    expectations.now = .required(try #require(ReceiptDate("2028-01-01T00:00:00Z")))
    #expect(failures().first?.expected == ["2028-01-01T00:00:00Z"])
    #expect(
      failures().first?.description
        == "expiration: the receipt expired at 2027-01-31T23:59:59Z, checked at 2028-01-01T00:00:00Z"
    )
  }

  @Test func `What is unreadable has a place`() throws {
    let receipt = try AppReceipt(
      SampleReceipt(
        SampleReceipt.attribute(0, DER.utf8("Production")),
        SampleReceipt.attribute(2, DER.boolean(true)),
        SampleReceipt.attribute(12, DER.ia5("2025-01-01T00:00:00Z"))
      ).bytes)
    let error = failureForAnApp(receipt)
    #expect(error?.check == .bundleIdentifier && error?.recommendedAction == .refresh)
    #expect(try error?.offset == #require(receipt.problems.first).offset)
  }

  @Test(arguments: [(Int64(0), RecommendedAction.refresh), (2, .requestReceipt)])
  func `A receipt without a bundle identifier is asked for again`(
    platform: Int64, action: RecommendedAction
  ) throws {
    let receipt = try AppReceipt(
      SampleReceipt(
        SampleReceipt.attribute(0, DER.utf8("Production")),
        SampleReceipt.attribute(12, DER.ia5("2025-01-01T00:00:00Z")),
        SampleReceipt.attribute(25, DER.integer(platform))
      ).bytes)
    let error = failureForAnApp(receipt)
    #expect(error?.check == .bundleIdentifier && error?.reason == .missing(.bundleIdentifier))
    #expect(error?.recommendedAction == action)
  }
}
