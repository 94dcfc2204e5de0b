import CMSParsing
import ReceiptParsing
import ReceiptTesting
import ReceiptValidation
import TestSupport
import Testing

/// Accepts every signature: what is tested here comes after it.
struct AcceptingVerifier: ReceiptSignatureVerifier {
  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {}
}

/// Refuses every signature.
private struct RefusingVerifier: ReceiptSignatureVerifier {
  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {
    throw ReceiptSignatureError(.other, at: 7)
  }
}

@Suite struct ValidationTests {
  private let receipt: AppReceipt
  private let device: DeviceIdentifier
  private let now: ReceiptDate

  init() throws {
    receipt = try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"))
    device = try #require(DeviceIdentifier("5f1c0e2a7b3d4c689a410d2e8b6f3c57"))
    now = try #require(ReceiptDate("2026-01-01T00:00:00Z"))
  }

  /// What the receipt fulfils.
  private var expectations: ReceiptExpectations {
    ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .required([device]), now: now,
      appVersion: .required("3.4.1"))
  }

  private func failure(
    _ receipt: AppReceipt, _ expectations: ReceiptExpectations,
    _ verifier: some ReceiptSignatureVerifier = AcceptingVerifier()
  ) -> ReceiptValidationError? {
    do throws(ReceiptValidationError) {
      _ = try receipt.validate(expectations, verifier: verifier)
      return nil
    } catch {
      return error
    }
  }

  @Test func `A receipt that fulfils everything is validated`() throws {
    let validated = try receipt.validate(expectations, verifier: AcceptingVerifier())
    #expect(validated.receipt == receipt)
    #expect(validated.matchedDevice == device)
    #expect(validated.skippedChecks == [])
    #expect("\(validated)" == "\(receipt), validated")
  }

  @Test func `The first step that fails is reported, in Apple's order`() {
    var expectations = expectations
    expectations.environments = .required([.productionSandbox])
    #expect(failure(receipt, expectations)?.check == .environment)
    expectations.devices = .required([DeviceIdentifier(bytes: [1])])
    #expect(failure(receipt, expectations)?.reason == .otherDevice)
    expectations.appVersion = .required("3.4.2")
    #expect(failure(receipt, expectations)?.reason == .differs)
    #expect(failure(receipt, expectations)?.found == "3.4.1")
    expectations.bundleIdentifier = "com.example.App"
    #expect(failure(receipt, expectations)?.check == .bundleIdentifier)
    let error = failure(receipt, expectations, RefusingVerifier())
    #expect(error?.check == .signature)
    #expect(error?.offset == 7)
  }

  @Test func `Strings are compared byte by byte`() throws {
    var expectations = expectations
    for id in [
      "com.example.app\u{0}", "com.example.app ", "com.example.ap", "com.example.app\u{301}",
    ] {
      expectations.bundleIdentifier = id
      #expect(failure(receipt, expectations)?.check == .bundleIdentifier)
    }
    // The same to Unicode, but not the same: e with an acute accent in two spellings.
    let builder = ReceiptBuilder(bundleIdentifier: "caf\u{E9}", appVersion: "e\u{301}")
    let accented = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
    expectations.devices = .notChecked
    for (id, version, check) in [
      ("caf\u{E9}", "e\u{301}", nil), ("cafe\u{301}", "e\u{301}", .bundleIdentifier),
      ("caf\u{E9}", "\u{E9}", .appVersion),
    ] as [(String, String, ReceiptCheck?)] {
      expectations.bundleIdentifier = id
      expectations.appVersion = .required(version)
      #expect(failure(accented, expectations)?.check == check)
    }
  }

  @Test func `Eight of the accepted values are named, and how many more there are`() {
    func description(_ count: Int) -> String {
      ReceiptValidationError(
        check: .environment, reason: .differs, expected: (1...count).map { "\($0)" }, found: "0",
        recommendedAction: .refuse
      ).description
    }
    #expect(description(8).hasSuffix(#" or "7" or "8", the receipt says "0""#))
    #expect(description(9).hasSuffix(#" or "7" or "8" or one of 1 more, the receipt says "0""#))
    #expect(description(10).hasSuffix(#" or "7" or "8" or one of 2 more, the receipt says "0""#))
  }

  @Test func `What is left out is remembered`() throws {
    var expectations = expectations
    expectations.devices = .notChecked
    expectations.appVersion = .notChecked
    let validated = try receipt.validate(expectations, verifier: AcceptingVerifier())
    #expect(validated.skippedChecks == [.appVersion, .device])
    #expect(validated.matchedDevice == nil)
  }

  @Test func `No candidates is not a skipped check`() {
    var expectations = expectations
    expectations.devices = .required([])
    let error = failure(receipt, expectations)
    #expect(error?.reason == .noDevice)
    #expect(error?.recommendedAction == .retryLater)
  }

  @Test func `What the receipt lacks is said before what the caller does`() throws {
    let sample = SampleReceipt(SampleReceipt.attribute(2, DER.utf8("com.example.app")))
    var expectations = expectations
    (expectations.devices, expectations.appVersion) = (.required([]), .notChecked)
    let report = try AppReceipt(sample.bytes).report(expectations, verifier: AcceptingVerifier())
    let error = report.failures.first { $0.check == .device }
    #expect(error?.recommendedAction == .refresh)
    guard case .missing = error?.reason else { return #expect(Bool(false), "\(report.failures)") }
  }

  @Test func `An empty opaque value is a missing one, even under a hash that fits`() throws {
    // SHA-1 over the byte 01, no opaque value, and the bundle identifier's value.
    let bundle = DER.utf8("a")
    let hash = bytes("2753e306b6b9368bf4d207bb14653bb5ee85ca82")
    let sample = SampleReceipt(
      SampleReceipt.attribute(2, bundle), SampleReceipt.attribute(4, []),
      SampleReceipt.attribute(5, hash))
    var expectations = ReceiptExpectations.signatureOnly
    expectations.devices = .required([DeviceIdentifier(bytes: [1])])
    let report = try AppReceipt(sample.bytes).report(
      expectations, ignoresBundleIdentifier: true, verifier: AcceptingVerifier())
    #expect(report.matchedDevice == nil)
    #expect(report.failures.map(\.reason).contains(.missing(.opaqueValue)))
  }

  @Test func `A report lists every check once`() {
    var expectations = ReceiptExpectations.signatureOnly
    expectations.bundleIdentifier = "other"
    let report = receipt.report(expectations, verifier: RefusingVerifier())
    #expect(report.entries.map(\.check) == ReceiptCheck.allCases.filter { $0 != .cancellation })
    #expect(
      report.entries.filter { $0.result == .skipped }.map(\.check)
        == [.appVersion, .device, .expiration, .environment])
    #expect(report.failures.map(\.check) == [.signature, .bundleIdentifier])
    #expect(!report.failures.isEmpty)
    #expect(report.recommendedAction == .refuse)
    let ofAnyApp = receipt.report(
      .signatureOnly, ignoresBundleIdentifier: true, verifier: AcceptingVerifier())
    #expect(ofAnyApp.recommendedAction == .proceed)
    #expect(ofAnyApp.entries.contains { $0.check == .bundleIdentifier && $0.result == .skipped })
    for entry in report.entries where entry.result == .skipped {
      #expect(entry.description == "\(entry.check.rawValue): not checked")
    }
  }

  @Test func `On macOS the recommendation is status 173`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("macos-sha256-no-purchases"))
    var expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "",
      devices: .required([DeviceIdentifier(bytes: [1])]),
      now: ReceiptDate(millisecondsSince1970: 0))
    #expect(failure(receipt, expectations)?.recommendedAction == .requestReceipt)
    expectations.devices = .notChecked
    expectations.appVersion = .required("other")
    #expect(failure(receipt, expectations)?.recommendedAction == .requestReceipt)
  }

  @Test func `No refresh is recommended for what a refresh does not cure`() throws {
    let other = failure(
      receipt,
      ReceiptExpectations(
        bundleIdentifier: "com.example.other", devices: .notChecked,
        now: ReceiptDate(millisecondsSince1970: 0)))
    #expect(other?.check == .bundleIdentifier && other?.recommendedAction == .refuse)
    let error = #expect(throws: ReceiptValidationError.self) {
      try receipt.validate(expectations, verifier: RefusingVerifier())
    }
    #expect(error?.check == .signature && error?.recommendedAction == .refuse)
  }

  private static func receipt(of app: String, environment: String) throws -> AppReceipt {
    try AppReceipt(
      SampleReceipt(
        SampleReceipt.attribute(0, DER.utf8(environment)),
        SampleReceipt.attribute(2, DER.utf8(app)),
        SampleReceipt.attribute(12, DER.ia5("2025-01-01T00:00:00Z"))
      ).bytes)
  }

  func failureForAnApp(_ receipt: AppReceipt) -> ReceiptValidationError? {
    failure(
      receipt,
      ReceiptExpectations(
        bundleIdentifier: "com.example.app", devices: .notChecked,
        now: ReceiptDate(millisecondsSince1970: 0)))
  }

  @Test func `A receipt that lacks its environment is asked for again`() throws {
    let receipt = try AppReceipt(
      SampleReceipt(
        SampleReceipt.attribute(2, DER.utf8("com.example.app")),
        SampleReceipt.attribute(12, DER.ia5("2025-01-01T00:00:00Z"))
      ).bytes)
    let error = failureForAnApp(receipt)
    #expect(error?.check == .environment && error?.recommendedAction == .refresh)
  }

  @Test func `A receipt of the sandbox has advice of its own`() throws {
    for (name, isOfSandbox) in [
      ("ProductionSandbox", true), ("ProductionVPPSandbox", true), ("Xcode", false), ("x", false),
    ] {
      let receipt = try Self.receipt(of: "com.example.app", environment: name)
      let error = failureForAnApp(receipt)
      #expect(error?.check == .environment && error?.recommendedAction == .refuse, "\(name)")
      #expect(error?.advice?.contains("TestFlight") == isOfSandbox, "\(name)")
      #expect(error?.advice?.contains("productionAndSandbox") == isOfSandbox, "\(name)")
      #expect(receipt.environment?.isSandbox == isOfSandbox)
    }
  }

  @Test func `The sets of environments are exactly these`() throws {
    #expect(Set.production == [.production, .productionVPP])
    #expect(Set.sandbox == [.productionSandbox, .productionVPPSandbox])
    let both: Set<ReceiptEnvironment> = [
      .production, .productionVPP, .productionSandbox, .productionVPPSandbox,
    ]
    #expect(Set<ReceiptEnvironment>.productionAndSandbox == both)
    #expect(
      failureForAnApp(try Self.receipt(of: "com.example.app", environment: "ProductionVPP")) == nil)
  }

  /// Even if it reads like an environment.
  @Test func `What else is wrong has the advice of its action`() throws {
    let error = failureForAnApp(
      try Self.receipt(of: "ProductionSandbox", environment: "Production"))
    #expect(error?.check == .bundleIdentifier && error?.found == "ProductionSandbox")
    #expect(error?.advice == error?.recommendedAction.advice)
  }

  @Test func `The verifier gets what is signed`() throws {
    try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
      #expect(material.digestAlgorithm == .sha256)
      #expect(material.signerInfo.signedAttrs == nil)
      #expect(material.signature.byteCount == 256)
      #expect(material.content.byteCount == receipt.contentBytes.count)
      #expect(material.signedBytes.byteCount == material.content.byteCount)
      #expect(material.creationDate == receipt.creationDate)
      #expect(material.environment == .production)
    }
  }
}

extension ReceiptExpectations {
  /// What a report needs to say something about the signature alone.
  static var signatureOnly: ReceiptExpectations {
    var expectations = ReceiptExpectations(
      bundleIdentifier: "", devices: .notChecked, now: .notChecked)
    expectations.environments = .notChecked
    return expectations
  }
}
