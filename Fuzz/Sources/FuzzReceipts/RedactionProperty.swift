package import FuzzSupport
import ReceiptParsing
import ReceiptRedaction

/// The input is what somebody takes for a receipt, or choices for one. Redacted, it is as long, in the same form and
/// with the same attributes, cancelled where it was; nothing that names an app, a purchase or a device is left, and
/// what was different still is.
package enum RedactionProperty: FuzzProperty {
  package static let name = "redaction"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = ChosenPayload.container(of: input.copy)
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
      checkValues(inApp, other)
    }
    if let name = receipt.environment?.rawValue {
      let stays = result.environment?.rawValue == name
      require(stays || !environments.contains(Array(name.utf8)), "the environment stays")
      require(!stays || environments.contains(Array(name.utf8)) || !isSecret(name), "\(name) stays")
    }
    checkSecrets(receipt, result)
    checkNumbers(receipt, result)
    checkDates(receipt, result)
    checkLeaves(receipt, result)
    checkMessage(receipt, result)
    checkValues(receipt, result)
    if receipt.form.encoding == .der, !receipt.form.isBase64 { checkCuts(receipt) }
    if receipt.form.encoding == .ber, !receipt.form.isBase64 { checkCut(ofBER: bytes) }
    if bytes.count % 8 < 2 { checkLimits(bytes, receipt) }
    switch bytes.count % 64 {
    case 0: checkRandomness(seed: bytes.count)
    case 1: checkIntegers(seed: bytes.count)
    case 14: checkBits(seed: bytes.count)
    case 15: checkDigits(seed: bytes.count)
    case 2, 34: checkTypes(seed: bytes.count)
    case 4: checkRest(seed: bytes.count)
    case 5: checkParts(seed: bytes.count)
    case 6: checkNearly(seed: bytes.count)
    case 7: checkFew(seed: bytes.count)
    case 8: checkYears(seed: bytes.count)
    case 9: checkIndefinite(seed: bytes.count)
    case 10: checkTexts(seed: bytes.count)
    case 11: checkEndless(seed: bytes.count)
    case 12: checkUnfinished()
    case 13: checkWideText(seed: bytes.count)
    case 3, 19, 35, 51: checkDepth(seed: bytes.count)
    default: break
    }
    if !receipt.form.isBase64 {
      checkTail(bytes)
      checkText(bytes, redaction)
    }
  }

  static func redacted(_ bytes: [UInt8], seed: Int? = nil) -> ReceiptRedaction? {
    var generator = RandomBytes(seed: UInt64(seed ?? bytes.count))
    do throws(ReceiptError) {
      return try ReceiptRedaction(bytes, using: &generator)
    } catch {
      Sentences.check(error)
      return nil
    }
  }

  private static func compare(_ records: [OwnedAttribute], _ others: [OwnedAttribute]) {
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

  /// Large numbers and versions change, and what was equal still is.
  private static func checkNumbers(_ receipt: AppReceipt, _ result: AppReceipt) {
    for (version, other) in [
      (receipt.originalAppVersion, result.originalAppVersion),
      (receipt.appVersion, result.appVersion),
    ] {
      guard let version, version.utf8.allSatisfy({ 0x2E...0x39 ~= $0 && $0 != 0x2F }),
        version.utf8.count(where: { 0x31...0x39 ~= $0 }) > 2
      else { continue }
      require(version != other, "version \(version) stays")
    }
    let purchases = Array(zip(receipt.inAppReceipts, result.inAppReceipts))
    for type in [InAppAttributeType.quantity, .webOrderLineItemIdentifier, .cancellationReason] {
      for (purchase, other) in purchases {
        guard let number = purchase.integer(type).value, number.magnitude >= 1 << 23 else {
          continue
        }
        require(other.integer(type).value != number, "number \(number) stays")
      }
    }
    for type in [
      InAppAttributeType.productIdentifier, .transactionIdentifier, .originalTransactionIdentifier,
    ] {
      var replaced: [[UInt8]: [UInt8]] = [:]
      for (purchase, other) in purchases {
        guard let text = purchase.string(type).value, let new = other.string(type).value else {
          continue
        }
        let known = replaced.updateValue(Array(new.utf8), forKey: Array(text.utf8))
        require(known == nil || known == Array(new.utf8), "\(text) becomes \(new), and another one")
      }
    }
  }

  /// All dates are as far apart as before, but those that are the same in many receipts. Each time of
  /// the message moves by itself.
  private static func checkDates(_ receipt: AppReceipt, _ result: AppReceipt) {
    func dates(_ receipt: AppReceipt) -> [ReceiptDate?] {
      [receipt.creationDate, receipt.originalPurchaseDate, receipt.expirationDate]
        + receipt.inAppReceipts.flatMap {
          [$0.purchaseDate, $0.originalPurchaseDate, $0.expiresDate, $0.cancellationDate]
        }
    }
    let known = NaiveCalendar.days(2013, 8, 1)
    let years = NaiveCalendar.days(2008, 1, 1)...NaiveCalendar.days(3999, 1, 1)
    func isMoved(_ day: Int) -> Bool { years.contains(day) && abs(day - known) > 2 }
    var distances: Set<Int64> = []
    for (date, other) in zip(dates(receipt), dates(result)) {
      guard let date, let other else { continue }
      let day = Int(date.millisecondsSince1970 / 86_400_000)
      guard isMoved(day) else { continue }
      distances.insert(other.millisecondsSince1970 - date.millisecondsSince1970)
    }
    let times = Self.distances(
      receipt.containerBytes, result.containerBytes, in: receipt.containerBytes.indices)
    require(Set(times.values).count == times.count, "times move alike: \(times)")
    require(distances.isDisjoint(with: times.values.map { $0 * 1000 }), "dates move as \(times)")
    // Those of Xcode's that have no end.
    let endless = zip(dates(receipt), dates(result)).compactMap { date, other -> Int64? in
      guard let date, let other, (4001...9990).contains(Int(date.text.prefix(4)) ?? 0) else {
        return nil
      }
      return other.millisecondsSince1970 - date.millisecondsSince1970
    }
    require(
      (endless.max() ?? 0) - (endless.min() ?? 0) <= 2000 && distances.isDisjoint(with: endless),
      "known dates move by \(endless), others by \(distances)")
    guard let least = distances.min(), let most = distances.max() else { return }
    // A leap second has no place elsewhere, and fractions get other digits.
    require(most - least <= 3000 && least != 0, "dates move by \(least) and by \(most)")
  }

  /// Nothing long stays, but what is public: Apple's own certificates, and Xcode's.
  private static func checkLeaves(_ receipt: AppReceipt, _ result: AppReceipt) {
    let bytes = receipt.containerBytes
    var published: Set<ArraySlice<UInt8>> = []
    for certificate in (try? receipt.certificateEncodings()) ?? [] {
      guard NaiveCertificate(Array(certificate))?.isPublished == true else { continue }
      require(
        result.containerBytes[certificate.indices] == certificate, "everybody has \(certificate)")
      published.formUnion(leaves(bytes, certificate.indices).map { bytes[$0] })
    }
    for leaf in leaves(bytes, 0..<bytes.count) where !published.contains(bytes[leaf]) {
      require(
        bytes[leaf] != result.containerBytes[leaf],
        "\(leaf) stays: \(Array(bytes[leaf]).hexadecimal)")
    }
  }

  /// Whether an OBJECT IDENTIFIER is one of PKCS, Apple, ANSI X9, PKIX, OIW, SECG, X.520, X.509, NIST or RFC 4519.
  static func isPublicIdentifier(_ contents: ArraySlice<UInt8>) -> Bool {
    let arcs = [
      "2A864886F70D", "2A864886F763", "2A8648CE", "2B0601050507", "2B0E03", "2B8104", "5504",
      "551D", "60864801650304", "0992268993F22C64",
    ]
    let digits = Array(contents).hexadecimal.uppercased()
    return contents.count <= 12 && arcs.contains { digits.hasPrefix($0) }
  }

  private static let environments = [
    "Production", "ProductionVPP", "ProductionSandbox", "ProductionVPPSandbox", "Xcode",
  ].map { Array($0.utf8) }

  /// Whether a value is the name of an environment, which stays in an attribute of type 0.
  static func namesEnvironment(_ bytes: [UInt8], _ value: Range<Int>) -> Bool {
    guard let elements = NaiveHeader.elements(bytes, in: value), elements.count == 1 else {
      return false
    }
    return [0x0C, 0x16].contains(elements[0].tag)
      && environments.contains(Array(bytes[elements[0].inside]))
  }

  /// Where contents are that somebody might know again.
  private static func leaves(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var leaves: [Range<Int>] = []
    for element in NaiveHeader.elements(bytes, in: range) ?? [] {
      let contents = element.contents..<element.end
      if element.isConstructed || element.tag == 0x04,
        let inner = NaiveHeader.elements(bytes, in: contents), !inner.isEmpty
      {
        let isEnvironment =
          inner.map(\.tag) == [0x02, 0x02, 0x04] && bytes[inner[0].contents..<inner[0].end] == [0]
          && namesEnvironment(bytes, inner[2].inside)
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

  /// As Base64 in lines, the same is redacted, in the same alphabet and lines.
  private static func checkText(_ bytes: [UInt8], _ redaction: ReceiptRedaction) {
    func text(_ bytes: [UInt8]) -> [UInt8] {
      var digits = Array(NaiveBase64.encode(bytes).utf8)
      if digits.count % 3 == 0 {
        digits = digits.filter { $0 != 0x3D }.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }
      }
      return Array(
        stride(from: 0, to: digits.count, by: 64).map { digits[$0...].prefix(64) }
          .joined(separator: [0x0D, 0x0A]))
    }
    // A few characters that both alphabets have don't say which one it is.
    guard let other = redacted(text(bytes), seed: bytes.count) else {
      return require(false, "Base64 is not redacted: \(bytes.hexadecimal)")
    }
    require(
      NaiveBase64.decode(other.bytes) == redaction.bytes && other.bytes.count == text(bytes).count,
      "Base64 of what is redacted")
    require(
      zip(other.bytes, text(bytes)).allSatisfy {
        ($0 < 0x20) == ($1 < 0x20) && ($0 == 0x3D) == ($1 == 0x3D)
      },
      "in the same lines")
    let alphabets: [Set<UInt8>] = [[0x2B, 0x2F], [0x2D, 0x5F]]
    let used = alphabets.map { !$0.isDisjoint(with: text(bytes)) }
    for (alphabet, isUsed) in zip(alphabets, used) where !isUsed && used.contains(true) {
      require(alphabet.isDisjoint(with: other.bytes), "in the same alphabet")
    }
  }
}
