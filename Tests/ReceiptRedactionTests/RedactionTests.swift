import Foundation
import ReceiptParsing
import ReceiptRedaction
import TestSupport
import Testing

/// What holds for every redacted receipt, over all that there are.
@Suite struct RedactionTests {
  /// A receipt from somewhere.
  struct Sample: Sendable, CustomTestStringConvertible {
    let url: URL
    var testDescription: String { url.deletingPathExtension().lastPathComponent }

    func bytes() throws -> [UInt8] { try Fixtures.bytes(of: url) }
  }

  static let fixtures: [Sample] = ["Receipts", "Forgeries"]
    .flatMap { Fixtures.files(in: $0, extension: "p7") }.map { Sample(url: $0) }

  static let corpus: [Sample] = Corpus.files(in: "receipts/files", withExtensions: ["p7"])
    .map { Sample(url: $0) }

  @Test(arguments: fixtures)
  func `A receipt of ours is redacted`(sample: Sample) throws {
    try check(sample)
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.skipped)"), arguments: corpus)
  func `A real receipt is redacted`(sample: Sample) throws {
    try check(sample)
    let original = try AppReceipt(sample.bytes())
    let redacted = try AppReceipt(redaction(sample).bytes)
    // All of these are Apple's, or Xcode's.
    #expect(try redacted.certificateEncodings() == original.certificateEncodings())
  }

  private func redaction(_ sample: Sample) throws -> ReceiptRedaction {
    var generator = SystemRandomNumberGenerator()
    return try ReceiptRedaction(sample.bytes(), using: &generator)
  }

  private func check(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    let original: AppReceipt
    do throws(ReceiptError) {
      original = try AppReceipt(bytes)
    } catch {
      return try checkUnreadable(sample, error)
    }
    let redaction = try redaction(sample)
    #expect(redaction.bytes.count == bytes.count)
    #expect(redaction.readingError == nil)
    let redacted = try AppReceipt(redaction.bytes)
    try checkStructure(original, redacted, bytes, redaction.bytes)
    let dates = (redacted.attributes + redacted.inAppReceipts.flatMap(\.attributes))
      .filter { [8, 12, 18, 21, 1704, 1706, 1708, 1712].contains($0.type) }
    // Those of certificates: UTCTime and GeneralizedTime.
    let times = Outline(redacted.containerBytes).headers.filter { [0x17, 0x18].contains($1[0]) }
      .map { start, header in start..<start + header.count + Int(header[1]) }
    let left = try OriginalValues(original).left(
      in: redacted.containerBytes, dates: dates.map(\.value.indices) + times)
    #expect(left.isEmpty)
    checkFields(original, redacted)
    checkRelations(original, redacted)
    checkDates(original, redacted)
  }

  /// What has no structure at all cannot be redacted; everything else is, and says why it cannot be read.
  private func checkUnreadable(_ sample: Sample, _ error: ReceiptError) throws {
    do {
      let redaction = try redaction(sample)
      #expect(redaction.readingError == error)
      #expect(redaction.bytes.count == (try sample.bytes().count))
    } catch let thrown as ReceiptError {
      #expect(thrown == error)
    }
  }

  private func checkStructure(
    _ original: AppReceipt, _ redacted: AppReceipt, _ bytes: [UInt8], _ redactedBytes: [UInt8]
  ) throws {
    #expect(original.form == redacted.form)
    var outline = Outline(original.containerBytes)
    for attribute in original.attributes where 4...7 ~= attribute.type {
      outline.remove(attribute.value.indices)
    }
    for signature in try original.signatures() { outline.remove(signature) }
    #expect(outline.headers.count > 50)
    #expect(outline.differences(from: redacted.containerBytes) == [])
    let records = { (receipt: AppReceipt) in
      (receipt.attributes + receipt.inAppReceipts.flatMap(\.attributes)).map {
        [$0.type, $0.version, $0.offset, $0.value.startIndex, $0.value.count]
      }
    }
    #expect(records(original) == records(redacted))
    #expect(original.problems == redacted.problems)
  }

  private func checkFields(_ original: AppReceipt, _ redacted: AppReceipt) {
    if case .other? = original.environment {
      #expect(original.environment != redacted.environment)
    } else {
      #expect(original.environment == redacted.environment)
    }
    #expect(original.platform == redacted.platform)
    if let identifier = original.bundleIdentifier {
      let word = String(repeating: "redacted", count: identifier.utf8.count / 8 + 1)
      #expect(redacted.bundleIdentifier == String(word.prefix(identifier.utf8.count)))
    }
    for (first, second) in zip(original.inAppReceipts, redacted.inAppReceipts) {
      #expect(first.productType == second.productType)
      #expect(first.isTrialPeriod == second.isTrialPeriod)
      #expect(first.isInIntroOfferPeriod == second.isInIntroOfferPeriod)
      #expect(first.isCancelled == second.isCancelled)
      #expect(first.cancellationReason == second.cancellationReason)
      #expect(first.webOrderLineItemIdentifier == 0 || second.webOrderLineItemIdentifier != 0)
    }
  }

  /// Equal stays equal, different stays different.
  private func checkRelations(_ original: AppReceipt, _ redacted: AppReceipt) {
    let texts = { (receipt: AppReceipt) in
      receipt.inAppReceipts.flatMap {
        [
          $0.productIdentifier, $0.transactionIdentifier, $0.originalTransactionIdentifier,
          $0.webOrderLineItemIdentifier.map { "\($0)" },
        ]
      }
    }
    var forth: [String?: String?] = [:]
    var back: [String?: String?] = [:]
    for (first, second) in zip(texts(original), texts(redacted)) {
      #expect(forth[first] == nil || forth[first] == .some(second))
      #expect(back[second] == nil || back[second] == .some(first))
      (forth[first], back[second]) = (second, first)
    }
  }

  /// All dates are moved by the same time, and have the same form, in UTC. Fractions of a second get other digits.
  private func checkDates(_ original: AppReceipt, _ redacted: AppReceipt) {
    let dates = { (receipt: AppReceipt) in
      [receipt.creationDate, receipt.refreshedReceiptDate]
        + receipt.inAppReceipts.flatMap {
          [$0.purchaseDate, $0.originalPurchaseDate, $0.expiresDate, $0.cancellationDate]
        }
    }
    let seconds = { (date: ReceiptDate) in
      (date.millisecondsSince1970 - (date.millisecondsSince1970 % 1000 + 1000) % 1000) / 1000
    }
    var distances: Set<Int64> = []
    for case (let first?, let second?) in zip(dates(original), dates(redacted)) {
      // Neither a leap second nor the end of time can be moved like other dates.
      if first.text.contains(":60") || first.text >= "4000" { continue }
      distances.insert(seconds(second) - seconds(first))
      #expect(first.text.utf8.count == second.text.utf8.count)
      let zone = second.text.dropFirst(19).drop { !"+-".contains($0) }
      #expect(zone.allSatisfy { "+0:".contains($0) })
      #expect(abs(distances.first ?? 0) >= 2_592_000)
    }
    #expect(distances.count <= 1)
    let known = ReceiptDate("2013-08-01T07:00:00Z")
    if let first = original.originalPurchaseDate, let second = redacted.originalPurchaseDate {
      let distance = seconds(second) - seconds(first)
      #expect(distances.isEmpty || distances.contains(distance) == (first != known))
    }
  }
}
