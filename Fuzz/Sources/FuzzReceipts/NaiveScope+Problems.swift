import FuzzSupport

// What is wrong with values.

extension NaiveScope {
  /// What a value has to be.
  enum Kind { case bytes, hash, text, date, integer, boolean }

  /// The types whose value is not what they promise, and why, in the order of their first attributes.
  func problems(inPurchase isPurchase: Bool) -> [(type: Int, reason: NaiveReason)] {
    var seen: Set<Int> = []
    var problems: [(type: Int, reason: NaiveReason)] = []
    for type in attributes.map(\.type) where seen.insert(type).inserted {
      guard (type > 1700) == isPurchase, let kind = Self.kind(of: type) else { continue }
      if let reason = reason(type, as: kind) { problems.append((type, reason)) }
    }
    return problems
  }

  private static func kind(of type: Int) -> Kind? {
    switch type {
    case 4, 6, 7: .bytes
    case 5: .hash
    case 0, 2, 3, 10, 19, 20, 23, 1702, 1703, 1705, 1709, 1714...1718, 1721: .text
    case 1, 9, 11, 13...16, 25, 1701, 1707, 1710, 1711, 1720, 1722: .integer
    case 8, 12, 18, 21, 22, 32, 1704, 1706, 1708, 1712: .date
    case 1713, 1719: .boolean
    default: nil
    }
  }

  /// Why the value of a type is none of this kind; `nil` if it is one, or absent.
  func reason(_ type: Int, as kind: Kind) -> NaiveReason? {
    guard case .value(let value) = bytes(type) else {
      return bytes(type) == .absent ? nil : .duplicate
    }
    switch kind {
    case .bytes: return nil
    case .hash: return value.count == 20 ? nil : .wrongLength
    case .text, .date:
      // Either string type, and what is none of them is no UTF8String.
      let tag: UInt8 = value.first == 0x16 ? 0x16 : 0x0C
      let rule = fault(in: value, tag) { NaiveValue.fault(ofString: $0, tagNumber: Int(tag)) }
      if let rule { return .malformed(rule) }
      return kind == .date && date(type) == .unreadable ? .notADate : nil
    case .integer, .boolean:
      let rule = fault(in: value, 0x02) {
        NaiveValue.fault(ofInteger: $0, bits: 64, isSigned: true)
      }
      if let rule { return .malformed(rule) }
      return kind == .boolean && boolean(type) == .unreadable ? .notABoolean : nil
    }
  }

  /// The first rule that is broken where there has to be one element of this tag, and its contents have to keep a rule.
  private func fault(
    in value: ArraySlice<UInt8>, _ tag: UInt8, _ rule: (ArraySlice<UInt8>) -> NaiveFault.Rule?
  ) -> NaiveFault.Rule? {
    do throws(NaiveFault) {
      let header = try NaiveHeader(
        bytes, at: value.startIndex, end: value.endIndex, isDER: true, isInside: false, tag: tag)
      if let broken = rule(bytes[header.inside]) { return broken }
      return header.end == value.endIndex ? nil : .trailingContents
    } catch {
      return error.rule
    }
  }
}
