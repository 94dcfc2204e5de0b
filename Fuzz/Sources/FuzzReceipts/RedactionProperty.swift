package import FuzzSupport
import ReceiptParsing
import ReceiptRedaction

/// The input is what somebody takes for a receipt. Redacted, it is as long, in the same form and with the same attributes,
/// cancelled where it was; nothing that names an app, a purchase or a device is left, and what was different still is.
package enum RedactionProperty: FuzzProperty {
  package static let name = "redaction"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let original = Answer(bytes)
    guard let redaction = redacted(bytes) else {
      require(original.receipt == nil, "a receipt, and not redacted")
      return
    }
    require(redaction.bytes.count == bytes.count, "as long as before")
    require(redaction.readingError == original.error, "why it cannot be read")
    require(redacted(bytes) == redaction, "the same with the same random numbers")
    guard let receipt = original.receipt else { return }
    guard let result = Answer(redaction.bytes).receipt else {
      require(false, "unreadable: \(bytes.hexadecimal)")
      return
    }
    require(
      result.form.isBase64 == receipt.form.isBase64
        && result.form.encoding == receipt.form.encoding, "in the same form")
    compare(receipt.attributes, result.attributes)
    require(receipt.inAppReceipts.count == result.inAppReceipts.count, "as many purchases")
    for (inApp, other) in zip(receipt.inAppReceipts, result.inAppReceipts) {
      compare(inApp.attributes, other.attributes)
      require(inApp.isCancelled == other.isCancelled, "what is cancelled stays cancelled")
    }
    require(
      receipt.environment?.rawValue == result.environment?.rawValue, "the environment stays")
    checkSecrets(receipt, result)
  }

  private static func redacted(_ bytes: [UInt8]) -> ReceiptRedaction? {
    var generator = Numbers(state: UInt64(bytes.count))
    do throws(ReceiptError) {
      return try ReceiptRedaction(bytes, using: &generator)
    } catch {
      require(!error.description.isEmpty, "a sentence")
      return nil
    }
  }

  private static func compare(_ records: [AttributeRecord], _ others: [AttributeRecord]) {
    require(records.count == others.count, "\(records.count) attributes")
    for (record, other) in zip(records, others) {
      require(
        record.type == other.type && record.version == other.version
          && record.offset == other.offset && record.value.count == other.value.count,
        "\(other), not \(record)")
    }
  }

  private static func checkSecrets(_ receipt: AppReceipt, _ result: AppReceipt) {
    if let name = receipt.bundleIdentifier, ReceiptDate(name) == nil {
      let place = (result.bundleIdentifier ?? "").utf8
      let mask = repeatElement("redacted", count: place.count / 8 + 1).joined().utf8
      require(place.count == name.utf8.count && mask.starts(with: place), "the bundle identifier")
    }
    for type in [ReceiptAttributeType.opaqueValue, .sha1Hash] {
      guard let bytes = receipt.bytes(type).value, bytes.count >= 8 else { continue }
      require(result.bytes(type).value.map { $0 == bytes } != true, "\(type) stays")
    }
    let products = receipt.inAppReceipts.map(\.productIdentifier)
    let others = result.inAppReceipts.map(\.productIdentifier)
    for (product, other) in zip(products, others) where isSecret(product) {
      require(product != other, "a product stays")
    }
    if products.allSatisfy(isSecret) {
      require(Set(products).count == Set(others).count, "equal products, and different ones")
    }
    for (inApp, other) in zip(receipt.inAppReceipts, result.inAppReceipts)
    where isSecret(inApp.transactionIdentifier) {
      require(inApp.transactionIdentifier != other.transactionIdentifier, "a transaction stays")
    }
  }

  /// Whether there are so many values like it that no two random ones are equal.
  private static func isSecret(_ text: String?) -> Bool {
    guard let text, ReceiptDate(text) == nil else { return false }
    let letters = text.utf8.filter {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0
    }
    return letters.count == text.utf8.count && Set(letters).count > 1 && letters.count >= 12
  }

  /// SplitMix64.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}
