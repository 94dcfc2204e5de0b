import FuzzSupport
import ReceiptParsing
import ReceiptRedaction

// What becomes of each attribute's value, by what the documentation says of its kind.

extension RedactionProperty {
  /// The attributes whose numbers of one byte are about nobody: how many, of which kind, flags, reasons, the platform.
  private static let publicNumbers = [25, 1701, 1707, 1713, 1719, 1720, 1722]

  /// A primitive element in the value of an attribute, or the value itself, before and after.
  private struct Leaf {
    let type: Int
    /// `nil` for bytes that are no encoding.
    let tag: UInt8?
    let bytes: ArraySlice<UInt8>
    let result: ArraySlice<UInt8>
  }

  /// Each value becomes another of its kind, the same for the same and another for another; what is not about somebody
  /// stays.
  static func checkValues(_ receipt: AppReceipt, _ result: AppReceipt) {
    let (bytes, others) = (receipt.containerBytes, result.containerBytes)
    guard let payload = NaiveMessage(bytes)?.payload,
      let attributes = NaiveAttribute.list(bytes, payload.range, levels: payload.levels)
    else { return require(false, "a receipt without attributes") }
    var leaves: [Leaf] = []
    for attribute in attributes + attributes.flatMap(\.inApp) where attribute.type != 17 {
      checkKept(bytes, others, attribute)
      leaves += Self.leaves(bytes, others, attribute)
    }
    var made: [[UInt8]: [UInt8]] = [:]
    var origins: [[UInt8]: [UInt8]] = [:]
    for leaf in leaves {
      checkKind(leaf)
      // The bundle identifier alone becomes something else than the same text elsewhere.
      if leaf.bytes == leaf.result || leaf.type == 2 { continue }
      let key = [leaf.tag ?? 0] + leaf.bytes
      let other = [leaf.tag ?? 0] + leaf.result
      let known = made.updateValue(other, forKey: key)
      require(known == nil || known == other, "\(leaf) became \(known ?? []) before")
      // There are enough of these that no two random ones are equal.
      guard leaf.bytes.count >= 12 else { continue }
      let origin = origins.updateValue(key, forKey: other)
      require(origin == nil || origin == key, "\(leaf) is what became of \(origin ?? []), too")
    }
    checkOriginals(leaves)
  }

  /// Where an attribute begins and its type and version are as before.
  private static func checkKept(
    _ bytes: [UInt8], _ others: [UInt8], _ attribute: NaiveAttribute
  ) {
    let header = attribute.offset..<attribute.value.lowerBound
    require(bytes[header] == others[header], "the type of \(attribute)")
    let value = bytes[attribute.value]
    let isNumber = value.count == 3 && value.starts(with: [0x02, 0x01])
    // The environment, the platform, how many of which kind, and flags.
    if publicNumbers.contains(attribute.type), isNumber {
      require(others[attribute.value] == value, "\(value) of \(attribute.type) is about nobody")
    }
    if attribute.type == 0, namesEnvironment(bytes, attribute.value) {
      require(others[attribute.value] == value, "the environment")
    }
  }

  /// The elements in a value that is DER; nothing of one that only begins as an element does, or has others in it.
  private static func leaves(
    _ bytes: [UInt8], _ others: [UInt8], _ attribute: NaiveAttribute
  ) -> [Leaf] {
    let value = attribute.value
    guard !value.isEmpty, attribute.type != 0 || !namesEnvironment(bytes, value) else { return [] }
    let isBytes = [4, 5, 6, 7].contains(attribute.type)
    if !isBytes, let element = NaiveHeader(bytes, at: value.lowerBound, end: value.upperBound) {
      let isWhole =
        element.end == value.upperBound && element.length != nil
        && NaiveHeader(der: bytes, at: value.lowerBound, end: value.upperBound) != nil
      guard isWhole, !element.inside.isEmpty, let tag = element.tag,
        [0x02, 0x0C, 0x16].contains(tag)
      else { return [] }
      require(
        bytes[element.offset..<element.contents] == others[element.offset..<element.contents],
        "the header of \(attribute)")
      return [
        Leaf(
          type: attribute.type, tag: tag, bytes: bytes[element.inside],
          result: others[element.inside])
      ]
    }
    // Anything else is bytes, as a whole.
    guard isBytes || bytes[value.lowerBound] == 0 else { return [] }
    return [Leaf(type: attribute.type, tag: nil, bytes: bytes[value], result: others[value])]
  }

  private static func checkKind(_ leaf: Leaf) {
    let (bytes, result) = (leaf.bytes, leaf.result)
    switch leaf.tag {
    case 0x02:
      let isZero = bytes.allSatisfy { $0 == 0 }
      let isKept =
        isZero || bytes.count == 1 && publicNumbers.contains(leaf.type)
      require(isKept == (bytes == result), "the number \(bytes) becomes \(result)")
    case let tag?:
      if bytes.elementsEqual([0x30]) { return require(bytes == result, "none stays none") }
      require(bytes != result || leaf.type == 2, "\(leaf) stays")
      if NaiveDate.milliseconds(bytes) != nil { return checkDate(leaf) }
      guard NaiveValue.isString(bytes, tagNumber: Int(tag & 31)) else { return }
      if leaf.type == 2 { return }
      let isNumber =
        bytes.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E }
        && bytes.contains { $0 != 0x2E }
      guard isNumber else {
        return require(result.allSatisfy { 0x61...0x7A ~= $0 }, "letters: \(leaf)")
      }
      for (place, other) in zip(bytes.indices, result) {
        let isDigit = bytes[place] != 0x2E
        require(isDigit ? 0x30...0x39 ~= other : other == 0x2E, "a number or version: \(leaf)")
        let isFirst = place == bytes.startIndex || bytes[place - 1] == 0x2E
        let isLonger = place + 1 < bytes.endIndex && bytes[place + 1] != 0x2E
        guard isDigit, isFirst, isLonger else { continue }
        require((bytes[place] == 0x30) == (other == 0x30), "zeros at the beginning: \(leaf)")
      }
    case nil:
      require(bytes.count < 4 || bytes != result, "\(leaf) stays")
    }
  }

  /// Separators, fraction and zone of a date stay, and it is one.
  private static func checkDate(_ leaf: Leaf) {
    require(NaiveDate.milliseconds(leaf.result) != nil, "no date any more: \(leaf)")
    for (place, pair) in zip(leaf.bytes, leaf.result).enumerated() {
      let isDigit = 0x30...0x39 ~= pair.0
      let isSign = place >= 19 && [0x2B, 0x2D].contains(pair.0)
      let stays = isSign ? pair.1 == 0x2B : isDigit ? 0x30...0x39 ~= pair.1 : pair.0 == pair.1
      require(stays, "the form of a date: \(leaf)")
    }
    let zone = leaf.result.dropFirst(19).drop { ![0x2B, 0x2D].contains($0) }
    require(zone.allSatisfy { [0x2B, 0x30, 0x3A].contains($0) }, "the zone of a date: \(leaf)")
  }

  /// No original of four bytes or more is in a replacement. Of numbers there may be too few.
  private static func checkOriginals(_ leaves: [Leaf]) {
    var originals: [ArraySlice<UInt8>: [ArraySlice<UInt8>]] = [:]
    for leaf in leaves where leaf.bytes.count >= 4 && leaf.bytes != leaf.result {
      guard NaiveDate.milliseconds(leaf.bytes) == nil else { continue }
      originals[Array(leaf.bytes.prefix(4))[...], default: []].append(leaf.bytes)
    }
    for leaf in leaves
    where leaf.type != 2 && NaiveDate.milliseconds(leaf.bytes) == nil && leaf.result.count >= 4
      && leaf.result.contains(where: { !(0x30...0x39 ~= $0) })
    {
      for start in leaf.result.indices.dropLast(3) {
        let rest = leaf.result[start...]
        for original in originals[Array(rest.prefix(4))[...]] ?? [] {
          require(!rest.starts(with: original), "\(original) in \(leaf)")
        }
      }
    }
  }
}
