import DERParsing
import FuzzSupport
import ReceiptParsing
import ReceiptRedaction

// What else is given, or is more than the caller takes.

extension RedactionProperty {
  /// What follows a receipt may be anything.
  static func checkTail(_ bytes: [UInt8]) {
    let tail = Array("0123456789abcdefghijklmn".utf8)
    guard let redaction = redacted(bytes + tail) else { return }
    require(
      !redaction.bytes.suffix(tail.count).elementsEqual(tail), "the bytes behind a receipt stay")
  }

  /// A receipt is read within the caller's limits: of one that has more, redacting says what reading says.
  static func checkLimits(_ bytes: [UInt8], _ receipt: AppReceipt) {
    guard !receipt.attributes.isEmpty else { return }
    let limits = ReceiptLimits(der: DERLimits(maximumRewrites: 0), maximumAttributes: 0)
    let expected = Answer(bytes, limits: limits).error
    var generator = RandomBytes(seed: UInt64(bytes.count))
    let redaction = try? ReceiptRedaction(bytes, limits: limits, using: &generator)
    require(
      expected != nil && redaction?.readingError == expected,
      "\(redaction?.readingError, default: "read"), not \(expected, default: "refused")")
    if !receipt.form.isBase64 { checkSize(bytes) }
  }

  /// What is larger than the caller takes isn't followed at all.
  private static func checkSize(_ bytes: [UInt8]) {
    let limits = ReceiptLimits(der: DERLimits(maximumInputBytes: bytes.count - 1))
    var generator = RandomBytes(seed: UInt64(bytes.count))
    do throws(ReceiptError) {
      _ = try ReceiptRedaction(bytes, limits: limits, using: &generator)
      require(false, "redacted more than \(bytes.count - 1) bytes")
    } catch {
      require(error.code == .tooLarge, "\(error), not too large")
    }
  }
}
