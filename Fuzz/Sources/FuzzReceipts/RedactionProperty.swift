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
    checkLeaves(receipt, result)
    if !receipt.form.isBase64 { checkTail(bytes) }
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

  /// Nothing long stays, but what is public.
  private static func checkLeaves(_ receipt: AppReceipt, _ result: AppReceipt) {
    let bytes = receipt.containerBytes
    let isPublic = ((try? receipt.certificateEncodings()) ?? []).contains { certificate in
      // Of issuer and subject.
      certificate.indices.filter { certificate[$0...].starts(with: "Apple Inc.".utf8) }.count > 1
    }
    // Xcode's certificate is public, too.
    guard !isPublic, receipt.environment != .xcode else { return }
    for leaf in leaves(bytes, 0..<bytes.count) {
      require(
        bytes[leaf] != result.containerBytes[leaf],
        "\(leaf) stays: \(Array(bytes[leaf]).hexadecimal)")
    }
  }

  /// Where contents are that somebody might know again.
  private static func leaves(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var leaves: [Range<Int>] = []
    for element in elements(bytes, range) ?? [] {
      let contents = element.contents..<element.end
      if element.isConstructed || element.tag == 0x04,
        let inner = elements(bytes, contents), !inner.isEmpty
      {
        // The environment stays.
        let isEnvironment =
          inner.map(\.tag) == [0x02, 0x02, 0x04] && bytes[inner[0].contents..<inner[0].end] == [0]
        if !isEnvironment { leaves += self.leaves(bytes, contents) }
      } else if !element.isConstructed, element.tag != 0x06,
        // What is almost an encoding may keep its identifiers.
        element.tag != 0x04
          || NaiveHeader(bytes, at: contents.lowerBound, end: contents.upperBound) == nil,
        Set(bytes[contents]).count >= 6,
        !bytes[contents].starts(with: "redacted".utf8)
      {
        leaves.append(contents)
      }
    }
    return leaves
  }

  private static func elements(_ bytes: [UInt8], _ range: Range<Int>) -> [NaiveHeader]? {
    var elements: [NaiveHeader] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let header = NaiveHeader(der: bytes, at: offset, end: range.upperBound) else {
        return nil
      }
      elements.append(header)
      offset = header.end
    }
    return elements
  }

  /// What follows a receipt may be anything.
  private static func checkTail(_ bytes: [UInt8]) {
    let tail = Array("0123456789abcdefghijklmn".utf8)
    guard let redaction = redacted(bytes + tail) else { return }
    require(
      !redaction.bytes.suffix(tail.count).elementsEqual(tail), "the bytes behind a receipt stay")
  }
}
