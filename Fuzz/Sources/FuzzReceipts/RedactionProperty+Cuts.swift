import FuzzSupport
import ReceiptParsing
import ReceiptRedaction

// A receipt that is cut, or spoilt by one byte.

extension RedactionProperty {
  /// So many bytes in a row are no coincidence, not even of digits.
  private static let window = 12
  /// Identifier octets of what can be opened, and the first length octets of what is long.
  private static let structure: Set<UInt8> = [
    0x04, 0x24, 0x30, 0x31, 0x80, 0x81, 0x82, 0x83, 0x84, 0xA0, 0xA1, 0xA2, 0xA3,
  ]

  /// What is left of a receipt shows nothing of it: no twelve bytes of signature, hash, opaque value, or of a text in a
  /// purchase. As far as it was whole, types and versions stay.
  static func checkCuts(_ receipt: AppReceipt) {
    let bytes = receipt.containerBytes
    guard let payload = NaiveMessage(bytes)?.payload,
      let attributes = NaiveAttribute.list(bytes, payload.range, levels: payload.levels)
    else { return }
    var digest = Digest()
    for byte in bytes.suffix(256) { digest.add(Int(byte)) }
    let secrets = secrets(of: receipt, attributes)
    let hash = Int(digest.value % (1 << 40))
    // Anywhere, within the attributes, and within what follows them.
    let places = [
      hash % bytes.count, payload.range.lowerBound + hash / 7 % (payload.range.count + 1),
      payload.range.upperBound + hash / 11 % (bytes.count - payload.range.upperBound + 1),
    ]
    for cut in places {
      let result = check(Array(bytes[..<cut]), secrets, "cut at \(cut)")
      if isInHeader(bytes, cut, in: bytes.indices) { continue }
      for attribute in attributes + attributes.flatMap(\.inApp)
      where attribute.value.upperBound <= cut {
        let header = attribute.offset..<attribute.value.lowerBound
        guard let result, !attribute.value.isEmpty else { continue }
        require(result[header] == bytes[header], "cut at \(cut): the type of \(attribute)")
      }
    }
    var spoilt = bytes
    let place = hash / 13 % bytes.count
    spoilt[place] ^= UInt8(1 << (hash / 17 % 8))
    let others = secrets.filter { !$0.value.contains { $0.contains(place) } }
    _ = check(spoilt, others, "bit \(hash / 17 % 8) of byte \(place) changed")
    let end = max(place + 1, places[hash / 29 % places.count])
    _ = check(Array(spoilt[..<end]), others, "bit of byte \(place) changed, cut at \(end)")
    // The byte between the parts of an encoding decides most.
    if let attribute = (attributes + attributes.flatMap(\.inApp)).dropFirst(
      hash / 19 % (attributes.count + 1)
    ).first {
      let tag = hash % 2 == 0 ? attribute.offset : max(attribute.value.lowerBound - 2, 0)
      spoilt = bytes
      spoilt[tag] ^= UInt8(1 << (hash / 23 % 8))
      _ = check(
        spoilt, secrets.filter { !$0.value.contains { $0.contains(tag) } },
        "bit \(hash / 23 % 8) of byte \(tag) changed")
    }
  }

  /// What is left of a receipt in BER still is one, though something before the cut may be unknown, and replaced.
  static func checkCut(ofBER bytes: [UInt8]) {
    var digest = Digest()
    for byte in bytes.suffix(256) { digest.add(Int(byte)) }
    let cut = Int(digest.value % UInt64(bytes.count))
    let part = Array(bytes[..<cut])
    guard cut > 40, canBeCut(bytes, at: cut, in: bytes.indices), let redaction = redacted(part),
      redaction.readingError?.code == .truncated
    else { return }
    require(
      Answer(redaction.bytes).error?.code != .notAReceipt,
      "cut at \(cut): \(Answer(redaction.bytes)) of \(bytes.hexadecimal)")
  }

  /// Whether a cut is in no header, and no length has more than four octets: otherwise nothing around it is followed.
  private static func canBeCut(_ bytes: [UInt8], at cut: Int, in range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      if bytes[offset..<range.upperBound].starts(with: [0, 0]) {
        offset += 2
        continue
      }
      guard let element = NaiveHeader(bytes, at: offset, end: range.upperBound) else { return true }
      let header = element.offset..<element.contents
      if header.dropFirst().contains(cut) || header.count > 6 { return false }
      let isOpened = element.isConstructed || element.tag == 0x04
      if element.length != nil, isOpened, !canBeCut(bytes, at: cut, in: element.inside) {
        return false
      }
      // What an indefinite length has in it comes next.
      offset = element.end
    }
    return true
  }

  /// Whether a cut is between the octets of a header: then nothing around it can be followed.
  private static func isInHeader(_ bytes: [UInt8], _ cut: Int, in range: Range<Int>) -> Bool {
    guard
      let element = NaiveHeader.elements(bytes, in: range)?.first(where: {
        $0.offset < cut && cut <= $0.end
      })
    else { return false }
    return cut < element.contents
      || (element.isConstructed || element.tag == 0x04)
        && isInHeader(bytes, cut, in: element.inside)
  }

  /// Parts, and wherever each is.
  private static func secrets(
    of receipt: AppReceipt, _ attributes: [NaiveAttribute]
  ) -> [ArraySlice<UInt8>: [Range<Int>]] {
    let bytes = receipt.containerBytes
    var ranges = attributes.filter { [2, 3, 4, 5, 19].contains($0.type) }.map(\.value)
    for purchase in attributes.flatMap(\.inApp) where [1702, 1703, 1705].contains(purchase.type) {
      ranges.append(purchase.value)
    }
    // The signature is the last OCTET STRING, mostly the last element.
    if let end = NaiveHeader.elements(bytes, in: 0..<bytes.count)?.first,
      let signature = lastString(bytes, end)
    {
      ranges.append(signature)
    }
    var secrets: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    for range in ranges where range.count >= 16 {
      var headers: Set<Int> = []
      addHeaders(bytes, in: range, to: &headers)
      // Not of the header of a text.
      for start in range.lowerBound + 4...range.upperBound - window {
        let part = bytes[start..<start + window]
        // What the headers in it leave may come again by chance, and what is cut may look like headers.
        let contents = (start..<start + window).filter { !headers.contains($0) }
        let letters = Set(contents.map { bytes[$0] }).subtracting(structure)
        guard letters.count >= 5, !part.starts(with: "redacted".utf8) else { continue }
        secrets[part, default: []].append(start..<start + window)
      }
    }
    return secrets
  }

  /// Where the identifier and length octets are of all elements that bytes begin with, the ends of indefinite lengths,
  /// OBJECT IDENTIFIERs and dates: they stay, or some of them.
  private static func addHeaders(
    _ bytes: [UInt8], in range: Range<Int>, to octets: inout Set<Int>
  ) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      if bytes[offset..<range.upperBound].starts(with: [0, 0]) {
        octets.formUnion(offset..<offset + 2)
        offset += 2
        continue
      }
      guard let element = NaiveHeader(bytes, at: offset, end: range.upperBound) else { return }
      // Of a date that moves, the year or more stays.
      let isKept = element.tag == 0x06 || NaiveDate.milliseconds(bytes[element.inside]) != nil
      octets.formUnion(element.offset..<(isKept ? element.end : element.contents))
      offset = element.end
      // What is in it comes next.
      guard element.length != nil else { continue }
      // An attribute in a value: its type and version stay, and the environment, too.
      if let parts = NaiveHeader.elements(bytes, in: element.inside),
        parts.map(\.tag) == [0x02, 0x02, 0x04]
      {
        let stays = bytes[parts[0].inside] == [0] && namesEnvironment(bytes, parts[2].inside)
        octets.formUnion(element.offset..<(stays ? element.end : parts[2].contents))
      }
      if element.isConstructed || element.tag == 0x04 {
        addHeaders(bytes, in: element.inside, to: &octets)
      }
    }
  }

  private static func lastString(_ bytes: [UInt8], _ element: NaiveHeader) -> Range<Int>? {
    if element.tag == 0x04 { return element.inside }
    guard element.isConstructed else { return nil }
    return NaiveHeader.elements(bytes, in: element.inside)?.last.flatMap { lastString(bytes, $0) }
  }

  /// The redacted bytes, which show none of the secrets.
  private static func check(
    _ bytes: [UInt8], _ secrets: [ArraySlice<UInt8>: [Range<Int>]], _ what: String
  ) -> [UInt8]? {
    guard let redaction = redacted(bytes) else { return nil }
    require(redaction.bytes.count == bytes.count, "\(what): as long as before")
    guard redaction.bytes.count >= window else { return redaction.bytes }
    for start in 0...redaction.bytes.count - window {
      let part = redaction.bytes[start..<start + window]
      guard let ranges = secrets[part] else { continue }
      // What stays, with one random byte beside it or a date that has moved, may be the same as a part of a value
      // elsewhere.
      let changes = zip(bytes[start...], part).count { $0 != $1 && !(isDigit($0) && isDigit($1)) }
      let isElsewhere = changes <= 1 && !ranges.contains { $0.lowerBound == start }
      require(isElsewhere, "\(what): \(part) stays at \(start)")
    }
    return redaction.bytes
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// Replacements are as random as they may be: all letters, all digits, all bytes.
  static func checkRandomness(seed: Int) {
    let letters = Message.element(0x0C, Array(repeating: 0x78, count: 2000))
    let digits = Message.element(0x0C, Array(repeating: 0x31, count: 2000))
    let opaque = Array(repeating: 0x55 as UInt8, count: 8000)
    let date = "2025-04-18T01:02:03Z"
    // Every receipt of the sandbox has this one.
    let known = "2013-08-01T07:00:00Z"
    var payload: [UInt8] = []
    for (type, value) in [
      (19, letters), (3, digits), (4, opaque), (12, Message.element(0x0C, Array(date.utf8))),
      (18, Message.element(0x0C, Array(known.utf8))),
    ] { payload += attribute(type, value) }
    for number in 1...20 {
      payload += attribute(100 + number, Message.element(0x02, [UInt8(number)]))
    }
    let bytes = Message.signed(payload).bytes
    guard let redaction = redacted(bytes, seed: seed), let receipt = Answer(redaction.bytes).receipt
    else { return require(false, "not redacted") }
    func found(_ type: ReceiptAttributeType) -> Set<UInt8> {
      Set((receipt.bytes(type).value ?? []).dropFirst(4))
    }
    require(found(.originalAppVersion) == Set(0x61...0x7A), "letters")
    require(found(.appVersion) == Set(0x30...0x39), "digits")
    require(found(.opaqueValue) == Set(0...255), "bytes")
    let numbers = receipt.attributes.filter { 101...120 ~= $0.type }.compactMap(\.value.last)
    require(
      Set(numbers).count == 20 && numbers.allSatisfy { 21...0x7F ~= $0 },
      "numbers that none was before, each another: \(numbers)")
    let moved = zip([receipt.creationDate, receipt.originalPurchaseDate], [date, known]).map {
      ($0?.millisecondsSince1970 ?? 0) - (ReceiptDate($1)?.millisecondsSince1970 ?? 0)
    }
    let days = moved.map { abs($0 / 86_400_000) }
    require(
      moved[0] != moved[1] && days.allSatisfy { 29...1096 ~= $0 },
      "what everybody knows tells how far: \(moved)")
  }
}
