// The first page of ReceiptTesting, and what a server's own unit test looks like.

import AppStoreReceipt
import ReceiptTesting
import Testing

func products(
  in body: String, verifier: some ReceiptSignatureVerifier = AppleSignatureVerifier()
) throws -> [String] {
  let receipt = try AppReceipt(base64: body)  // or bytes, Data, a file; DER or BER
  let validated = try receipt.validate(
    bundleIdentifier: "com.example.app", devices: .notChecked, verifier: verifier)
  return validated.purchaseHistory().owned(at: Date()).map(\.productIdentifier)
}

@Suite struct TestingSnippets {
  @Test func `A genuine receipt grants its products, a forged one nothing`() throws {
    let authority = TestAuthority()
    let verifier = AppleSignatureVerifier(anchors: [authority.anchor])
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = [.nonConsumable("com.example.full", purchased: "2026-01-01T00:00:00Z")]
    let genuine = Data(builder.bytes(signedBy: authority)).base64EncodedString()
    #expect(try products(in: genuine, verifier: verifier) == ["com.example.full"])

    builder.faults = [.purchaseForged]
    let forged = Data(builder.bytes(signedBy: authority)).base64EncodedString()
    #expect(throws: ReceiptValidationError.self) { try products(in: forged, verifier: verifier) }
  }

  @Test func `Apple has not signed what a test has made`() throws {
    let authority = TestAuthority()
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = [.nonConsumable("com.example.full", purchased: "2026-01-01T00:00:00Z")]
    let bytes = builder.bytes(signedBy: authority)
    let error = #expect(throws: ReceiptValidationError.self) {
      try products(in: Data(bytes).base64EncodedString())
    }
    #expect(error?.check == .signature && error?.reason.name == "untrustedRoot")
  }
}
