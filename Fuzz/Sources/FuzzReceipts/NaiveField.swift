import FuzzSupport

/// What attributes say about a field, by the rules for values alone.
package enum NaiveField<Value: Equatable>: Equatable {
  case absent
  case value(Value)
  case unreadable

  package var value: Value? { if case .value(let value) = self { value } else { nil } }
}

/// The attributes of a receipt or of a purchase, and their bytes.
package struct NaiveScope {
  let bytes: [UInt8]
  let attributes: [NaiveAttribute]

  /// The one value of a type.
  func bytes(_ type: Int) -> NaiveField<ArraySlice<UInt8>> {
    let found = attributes.filter { $0.type == type }
    guard let first = found.first else { return .absent }
    return found.count > 1 ? .unreadable : .value(bytes[first.value])
  }

  /// UTF8String or IA5String; an empty one says nothing.
  package func text(_ type: Int) -> NaiveField<ArraySlice<UInt8>> {
    guard case .value(let value) = bytes(type) else {
      return bytes(type) == .absent ? .absent : .unreadable
    }
    guard let header = NaiveHeader(der: bytes, at: value.startIndex, end: value.endIndex),
      header.tag == 0x0C || header.tag == 0x16,
      header.end == value.endIndex
    else { return .unreadable }
    let text = bytes[header.contents..<value.endIndex]
    guard NaiveValue.isString(text, tagNumber: header.number) else { return .unreadable }
    return text.isEmpty ? .absent : .value(text)
  }

  /// A date, as milliseconds since 1970.
  package func date(_ type: Int) -> NaiveField<Int> {
    switch text(type) {
    case .absent: .absent
    case .unreadable: .unreadable
    case .value(let text): NaiveDate.milliseconds(text).map { .value($0) } ?? .unreadable
    }
  }

  /// An INTEGER of at most 64 bits.
  package func integer(_ type: Int) -> NaiveField<Int> {
    guard case .value(let value) = bytes(type) else {
      return bytes(type) == .absent ? .absent : .unreadable
    }
    guard let header = NaiveHeader(der: bytes, at: value.startIndex, end: value.endIndex),
      header.tag == 0x02, header.end == value.endIndex
    else { return .unreadable }
    let contents = bytes[header.contents..<value.endIndex]
    guard NaiveValue.isInteger(contents, bits: 64, isSigned: true) else { return .unreadable }
    let sign = contents[contents.startIndex] < 128 ? 0 : -1
    return .value(contents.reduce(sign) { $0 << 8 | Int($1) })
  }

  /// An INTEGER that is 0 or 1.
  package func boolean(_ type: Int) -> NaiveField<Bool> {
    switch integer(type) {
    case .absent: .absent
    case .value(let number) where 0...1 ~= number: .value(number == 1)
    default: .unreadable
    }
  }

  /// Where the first attribute of a type begins.
  func offset(_ type: Int) -> Int? { attributes.first { $0.type == type }?.offset }

  /// The types whose value is not what they promise, in the order of their first attributes.
  func problems(inPurchase isPurchase: Bool) -> [Int] {
    var seen: Set<Int> = []
    return attributes.map(\.type).filter { type in
      seen.insert(type).inserted && (type > 1700) == isPurchase && isProblem(type)
    }
  }

  private func isProblem(_ type: Int) -> Bool {
    switch type {
    case 4, 6, 7: bytes(type) == .unreadable
    case 5: bytes(5).value?.count != 20
    case 0, 2, 3, 10, 19, 20, 23, 1702, 1703, 1705, 1709, 1714...1718, 1721:
      text(type) == .unreadable
    case 1, 9, 11, 13...16, 25, 1701, 1707, 1710, 1711, 1720, 1722: integer(type) == .unreadable
    case 8, 12, 18, 21, 22, 32, 1704, 1706, 1708, 1712: date(type) == .unreadable
    case 1713, 1719: boolean(type) == .unreadable
    default: false
    }
  }
}
