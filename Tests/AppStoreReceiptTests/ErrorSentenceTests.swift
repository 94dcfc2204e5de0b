import AppStoreReceipt
import Foundation
import TestSupport
import Testing

@testable import AppStoreReceipt
@testable import CMSParsing
@testable import ReceiptParsing
@testable import ReceiptPurchases
@testable import ReceiptValidation
import TextCoding
@testable import TransactionReceipts

private struct AcceptingVerifier: ReceiptSignatureVerifier {
  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {}
}

/// What each error says, to `print` and to Foundation.
@Suite struct ErrorSentenceTests {
  /// Checks that the sentences have the form of the house, differ, and are what Foundation gives.
  private func check(_ errors: [any LocalizedError & CustomStringConvertible]) {
    for error in errors {
      let text = "\(error)"
      #expect(faults(ofSentence: text) == [], "\(text)")
      #expect(error.errorDescription == text)
      #expect((error as any Error).localizedDescription == text)
      if let advice = error.recoverySuggestion { #expect(faults(ofSentence: advice) == []) }
    }
    #expect(Set(errors.map { "\($0)" }).count == errors.count)
  }

  @Test func `Codes`() {
    check(DERError.Code.allCases.map { DERError($0, at: 412) })
    check(
      DERError.Code.allCases.map {
        DERError($0, at: 412, expected: .sequence, actual: .octetString)
      })
    check(PEMError.Code.allCases.map { PEMError($0, at: 412) })
    check(ReceiptError.Code.allCases.map { ReceiptError($0, at: 412) })
    check(ReceiptSignatureError.Code.allCases.map { ReceiptSignatureError($0, at: 412) })
    check(TransactionReceiptError.Code.allCases.map { TransactionReceiptError($0, at: 412) })
    check(
      TransactionReceiptError.Code.allCases.map {
        TransactionReceiptError($0, in: .purchaseInfo, at: 412, key: "bid")
      })
  }

  private static let epoch = ReceiptDate(Date(timeIntervalSince1970: 0))
  private static let problem = ReceiptProblem(
    attributeType: 19, purchaseIndex: nil, offset: 82, reason: .notADate)

  static let validation: [(reason: ReceiptValidationError.Reason, text: String)] = [
    (.signature(ReceiptSignatureError(.noSigner)), "app version: the receipt has no signer"),
    (.missing(.bundleIdentifier), "app version: attribute 2 is missing"),
    (.unreadable(problem), "app version: attribute 19 at byte 82: not a date"),
    (.differs, "app version: expected \"2.0\", the receipt says \"1.0\""),
    (.otherDevice, "app version: the receipt belongs to another device"),
    (.noDevice, "app version: no device identifier to compare with"),
    (
      .expired(epoch),
      "app version: the receipt expired at 1970-01-01T00:00:00Z, checked at 2.0"
    ),
  ]

  @Test func `Every reason of a validation`() throws {
    let errors = Self.validation.map { row in
      ReceiptValidationError(
        check: .appVersion, reason: row.reason, expected: ["2.0"], found: "1.0",
        recommendedAction: .refresh)
    }
    #expect(errors.map(\.description) == Self.validation.map(\.text))
    check(errors)
    // Whoever shows an alert has something to say below the sentence.
    for error in errors { #expect(error.recoverySuggestion?.isEmpty == false) }
  }

  @Test func `An alert about a sandbox receipt says what helps`() {
    let error = ReceiptValidationError(
      check: .environment, reason: .differs, expected: ["Production"], found: "ProductionSandbox",
      recommendedAction: .refuse)
    #expect(error.recoverySuggestion?.contains("environments: .productionAndSandbox") == true)
  }

  static let transaction: [(reason: TransactionValidationError.Reason, text: String)] = [
    (.signatureUnreadable(TransactionReceiptError(.signatureMissing)), "the signature is missing"),
    (.signature(ReceiptSignatureError(.noSigner)), "the receipt has no signer"),
    (.missing("bid"), "bid is missing"),
    (
      .unreadable(
        TransactionProblem(
          PropertyListEntry(key: "bvrs", value: "", offset: 9, valueCharacters: 0..<0), .notADate)),
      "purchase-info: bvrs: not a date at byte 9"
    ),
    (.differs, "expected \"2.0\", the receipt says \"1.0\""),
    (.otherDevice, "the receipt belongs to another device"),
    (.noDevice, "no device identifier to compare with"),
    (.cancelled(nil), "the purchase was cancelled"),
    (
      .expired(epoch),
      "the subscription expired at 1970-01-01T00:00:00Z, checked at 2.0"
    ),
    (.environment(.productionSandbox), "the receipt may be from the sandbox"),
    (.environment(.production), "the receipt is from the App Store"),
  ]

  @Test func `Every reason of a transaction's validation`() throws {
    func error(_ reason: TransactionValidationError.Reason) -> TransactionValidationError {
      TransactionValidationError(
        check: .appVersion, reason: reason, expected: ["2.0"], found: "1.0",
        recommendedAction: .refuse)
    }
    let errors = Self.transaction.map { error($0.reason) }
    #expect(errors.map(\.description) == Self.transaction.map { "app version: " + $0.text })
    let cancelled = error(.cancelled(Self.epoch))
    #expect(
      cancelled.description
        == "app version: the purchase was cancelled at 1970-01-01T00:00:00Z")
    check(errors + [cancelled])
    #expect(
      try PublicAPIList.values(of: "FailedCheck.Reason", in: "ReceiptValidation")
        == Set(errors.map { Self.caseName($0.reason) }).sorted())
    // A reason's name is that of its case; a signature's is the code of its error.
    #expect(errors.prefix(2).map(\.reason.name) == ["signatureMissing", "noSigner"])
    for error in errors.dropFirst(2) { #expect(error.reason.name == Self.caseName(error.reason)) }
  }

  @Test func `Merging`() throws {
    let errors: [PurchaseMergeError] = [
      .noReceipt, .otherBundleIdentifier(place: 1), .otherEnvironment(place: 1),
      .unknownOrigin(place: 1),
    ]
    check(errors)
    #expect(
      errors.map(\.description) == [
        "no receipts to merge", "receipt 1 is for a different app from receipt 0",
        "receipt 1 is from a different environment from receipt 0",
        "the app or environment of receipt 1 is missing or unreadable",
      ])
    #expect(
      try PublicAPIList.values(of: "PurchaseMergeError", in: "ReceiptPurchases")
        == errors.map(Self.caseName).sorted())
  }

  private static func caseName(_ error: PurchaseMergeError) -> String {
    switch error {
    case .noReceipt: "noReceipt"
    case .otherBundleIdentifier: "otherBundleIdentifier"
    case .otherEnvironment: "otherEnvironment"
    case .unknownOrigin: "unknownOrigin"
    }
  }

  private static func caseName(_ value: some Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? String(reflecting: value).lastComponent
  }

  @Test func `Advice is there unless nothing is left to do`() {
    for action in [RecommendedAction.refresh, .requestReceipt, .retryLater, .refuse] {
      #expect(faults(ofSentence: action.advice ?? "") == [])
    }
    #expect(RecommendedAction.proceed.advice == nil)
    #expect(RecommendedAction.requestReceipt.rawValue == "exit173")
    #expect(RecommendedAction.requestReceipt.advice?.contains("exit with status 173 ") == true)
    #expect(ReceiptError(DERError(.nestedTooDeeply, at: 1)).recoverySuggestion != nil)
  }

  @Test func `A real receipt: check, what was expected, what was found`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"))
    var expectations = ReceiptExpectations.signatureOnly
    expectations.bundleIdentifier = "com.other"
    expectations.environments = .required([.xcode, .productionVPP])
    let report = receipt.report(expectations, verifier: AcceptingVerifier())
    #expect(
      report.failures.map(\.description) == [
        "bundle identifier: expected \"com.other\", the receipt says \"com.example.app\"",
        "environment: expected \"ProductionVPP\" or \"Xcode\", the receipt says \"Production\"",
      ])
    #expect(
      report.entries.map(\.message).contains(
        "expected \"com.other\", the receipt says \"com.example.app\""))
    expectations.environments = .required([])
    #expect(
      receipt.report(expectations, verifier: AcceptingVerifier()).failures.last?.description
        == "environment: no value is allowed, but the receipt says \"Production\"")
  }

  @Test func `What each check means when it is passed`() {
    #expect(
      ReceiptCheck.allCases.map(\.meaning) == [
        "the receipt is well-formed",
        "the signature is genuine, and its certificates were valid when the receipt was made",
        "the receipt is for this app", "the receipt is for this version",
        "the receipt is for this device", "the purchase was not cancelled",
        "the receipt has not expired", "the receipt comes from an environment that is allowed",
      ])
  }

  @Test func `A signature: what is wrong, and the byte if there is one`() {
    let text = "the certificates do not lead to a trusted root"
    #expect(ReceiptSignatureError(.untrustedRoot, at: 412).description == text + " at byte 412")
    #expect(ReceiptSignatureError(.untrustedRoot).description == text)
  }

  @Test func `Malformed certificates: field, expected, found, byte`() {
    let error = ReceiptSignatureError(
      .malformedCertificate,
      DERError(
        .unexpectedIdentifier, at: 7, expected: .integer, actual: .null,
        field: "TBSCertificate.version"))
    #expect(
      error.description
        == "malformed certificate: TBSCertificate.version: unexpected identifier, expected INTEGER, "
        + "found NULL, at byte 7")
  }

  /// What moves a cursor, hides, reorders, or is endless.
  static let hostile: [(text: String, quoted: String)] = [
    ("com.example.app", "\"com.example.app\""),
    ("a\"\\", "\"a\\\"\\\\\""),
    ("\u{1B}[2J\u{7}\n\r\t\u{0}", "\"\\u{1B}[2J\\u{7}\\n\\r\\t\\u{0}\""),
    ("\u{9B}31m\u{7F}", "\"\\u{9B}31m\\u{7F}\""),
    ("\u{202E}gpj\u{2066}\u{200B}\u{FEFF}", "\"\\u{202E}gpj\\u{2066}\\u{200B}\\u{FEFF}\""),
    ("\u{E0041}\u{2028}\u{AD}", "\"\\u{E0041}\\u{2028}\\u{AD}\""),
    ("日本 é 🙂", "\"日本 é 🙂\""),
    (String(repeating: "x", count: 100), "\"" + String(repeating: "x", count: 100) + "\""),
    (String(repeating: "x", count: 101), "\"" + String(repeating: "x", count: 100) + "\"…"),
    (
      String(repeating: "\u{301}", count: 1 << 20),
      "\"" + String(repeating: "\u{301}", count: 100) + "\"…"
    ),
    ("", "\"\""),
  ]

  @Test(arguments: hostile)
  func `Text of an input is quoted: escaped and bounded`(text: String, quoted: String) {
    #expect(text.quoted() == quoted)
    let error = ReceiptValidationError(
      check: .environment, reason: .differs, expected: [text], found: text,
      recommendedAction: .refresh)
    #expect(error.description == "environment: expected \(quoted), the receipt says \(quoted)")
    let name = text == "com.example.app" || text.allSatisfy { $0 == "x" } && text.count <= 100
    #expect(text.quotedUnlessName() == (name && !text.isEmpty ? text : quoted))
    let key = TransactionReceiptError(.duplicateKey, at: 3, key: text)
    #expect(key.description == "\(text.quotedUnlessName()): duplicate key at byte 3")
  }

  /// The categories of Unicode that never appear as they are.
  @Test func `No character of a category that hides or moves is printed`() {
    var wrong: [String] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isAsItIs: Bool
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: isAsItIs = false
      case .uppercaseLetter, .lowercaseLetter, .decimalNumber, .spaceSeparator: isAsItIs = true
      default: continue
      }
      let quoted = String(scalar).quoted()
      if quoted.unicodeScalars.contains(scalar) != isAsItIs {
        wrong.append("U+" + String(value, radix: 16, uppercase: true))
      }
    }
    #expect(wrong == [])
  }
}

extension String {
  fileprivate var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}

extension ReceiptExpectations {
  /// What a report needs to say something about the signature alone.
  fileprivate static var signatureOnly: ReceiptExpectations {
    var expectations = ReceiptExpectations(
      bundleIdentifier: "", devices: .notChecked, now: .notChecked)
    expectations.environments = .notChecked
    return expectations
  }
}
