import AppStoreReceipt
import BenchmarkSupport

/// What the cases work on: the fixtures of the tests.
enum Samples {
  static func fixture(_ name: String) throws -> [UInt8] {
    try Repository.bytes("Tests/Fixtures/Receipts/\(name).p7")
  }

  static func forgery(_ name: String) throws -> [UInt8] {
    try Repository.bytes("Tests/Fixtures/Forgeries/\(name).p7")
  }

  static func certificate(_ name: String) throws -> [UInt8] {
    try Repository.bytes("Tests/Fixtures/authority/\(name).cer")
  }

  /// Trusts the test authority alone.
  static func verifier() throws -> AppleSignatureVerifier {
    AppleSignatureVerifier(anchors: [try TrustAnchor(certificate: try certificate("root"))])
  }

  /// The same numbers each time.
  struct Generator: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  static func date(_ text: String) throws -> ReceiptDate {
    guard let date = ReceiptDate(text) else { throw CommandError("\(text) is no date") }
    return date
  }

  /// What the fixtures for phones promise.
  static func expectations() throws -> ReceiptExpectations {
    guard let device = DeviceIdentifier("5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57") else {
      throw CommandError("no device identifier")
    }
    let now = try date("2025-05-01T00:00:00Z")
    return ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .required([device]), now: now,
      environments: [.production, .productionSandbox])
  }
}
