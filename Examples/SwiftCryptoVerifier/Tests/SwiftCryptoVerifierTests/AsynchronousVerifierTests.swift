import AppStoreReceipt
import Foundation
import SwiftCryptoVerifier
import Testing

/// Stands for a hardware module or a server: it answers some time later, on another thread.
private actor Service {
  private let verifier: SwiftCryptoVerifier
  private(set) var questions = 0

  init(_ verifier: SwiftCryptoVerifier) {
    self.verifier = verifier
  }

  func verify(_ pieces: SignaturePieces) async throws {
    questions += 1
    await Task.yield()
    try verifier.verify(pieces)
  }
}

@Suite struct AsynchronousVerifierTests {
  private let service: Service
  private let expectations = ReceiptExpectations(
    bundleIdentifier: "com.example.app", devices: .notChecked,
    now: ReceiptDate(millisecondsSince1970: 1_764_000_000_000))

  init() throws {
    service = Service(try SwiftCryptoVerifier(roots: [Files.certificate("root")]))
  }

  /// The example of the README.
  private func validate(_ bytes: [UInt8]) async throws -> ValidatedReceipt {
    let receipt = try AppReceipt(bytes)
    let pieces = try SignaturePieces(of: receipt)
    let answer = try await AnsweredVerifier(pieces) { pieces in
      try await service.verify(pieces)
    }
    return try receipt.validate(expectations, verifier: answer)
  }

  @Test func aGenuineReceiptIsValid() async throws {
    let valid = try await validate(Files.receipt("ios-sha256-subscriptions"))
    #expect(valid.skippedChecks == [.appVersion, .device])
    #expect(await service.questions == 1)
  }

  @Test func aForgedReceiptGetsNoAnswer() async throws {
    var bytes = try Files.receipt("ios-sha256-subscriptions")
    bytes[bytes.count - 1] ^= 1  // in the signature
    await #expect(throws: ReceiptSignatureError(.signatureMismatch)) {
      try await validate(bytes)
    }
  }

  @Test func whatNeedsNoKeyIsCheckedBefore() async throws {
    var bytes = try Files.receipt("ios-sha256-subscriptions")
    // SignedData.version, and the SET after it.
    let version = try #require(bytes.firstRange(of: [0x02, 0x01, 0x01, 0x31]))
    bytes[version.lowerBound + 2] = 2
    await #expect(throws: ReceiptSignatureError(.unsupportedMessageVersion)) {
      try await validate(bytes)
    }
    #expect(await service.questions == 0)
  }

  @Test func anAnswerHoldsForNothingElse() async throws {
    let bytes = try Files.receipt("ios-sha256-subscriptions")
    let pieces = try SignaturePieces(of: AppReceipt(bytes))
    let answer = try await AnsweredVerifier(pieces) { try await service.verify($0) }

    let other = try AppReceipt(Files.receipt("ios-sha1-purchases"))
    #expect(other.report(expectations, verifier: answer).entries.contains { $0.isOtherSignature })

    let same = try AppReceipt(bytes)
    #expect(!same.report(expectations, verifier: answer).entries.contains { $0.isOtherSignature })
  }

  @Test func theReadmeShowsThisCode() throws {
    let readme = try String(
      contentsOf: Files.package.appending(path: "README.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == 1)
    for block in blocks {
      #expect(Self.trimmed(source).contains(Self.trimmed(block)))
    }
  }

  /// The lines without indentation, as the README has none.
  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
}

extension ReceiptReport.Entry {
  fileprivate var isOtherSignature: Bool {
    guard case .failed(let error) = result else { return false }
    return check == .signature && error.reason == .signature(ReceiptSignatureError(.other))
  }
}
