import AppStoreReceipt
import ReceiptTesting

/// What most tests here build.
enum Sample {
  static let now = ReceiptDate(millisecondsSince1970: 1_767_312_000_000)  // 2026-01-02

  static let builder: ReceiptBuilder = {
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.2.3")
    builder.purchases = [
      .subscription(
        "com.example.app.pro", purchased: "2026-01-01T00:00:00Z", expires: "2026-02-01T00:00:00Z"),
      .consumable("com.example.app.coins", quantity: 3, purchased: "2025-12-31T12:00:00Z"),
    ]
    return builder
  }()

  /// Everything that can be expected of what it builds.
  static var expectations: ReceiptExpectations {
    ReceiptExpectations(
      bundleIdentifier: builder.bundleIdentifier, devices: .required([builder.device]), now: now,
      appVersion: .required(builder.appVersion),
      environments: [.production, .xcode])
  }

  /// Why a verifier refuses what is built.
  static func signatureError(
    _ builder: ReceiptBuilder, _ authority: TestAuthority, _ verifier: some ReceiptSignatureVerifier
  ) throws -> ReceiptSignatureError? {
    let receipt = try AppReceipt(builder.bytes(signedBy: authority))
    do {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return nil
    } catch {
      return error
    }
  }
}
