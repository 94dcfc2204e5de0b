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
}
