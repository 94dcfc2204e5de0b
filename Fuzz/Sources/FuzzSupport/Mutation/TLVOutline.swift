/// Where the elements of an input lie, as far as it is BER: elements, and what is inside constructed ones and
/// inside OCTET STRINGs that hold an encoding, as a message holds its payload.
struct TLVOutline {
  struct Element {
    let offset: Int
    let contents: Int
    let end: Int
    /// The element around it; `nil` at the top.
    let parent: Int?
    let isIndefinite: Bool
    /// Whether the end-of-contents octets are there.
    var isClosed = true

    var contentsEnd: Int { isIndefinite && isClosed ? end - 2 : end }
  }

  private(set) var elements: [Element] = []
  private static let maximumCount = 2048
  private static let maximumDepth = 48

  init(_ bytes: [UInt8]) {
    elements.reserveCapacity(64)
    _ = bytes.withBytes { outline($0, 0, $0.byteCount, parent: nil, depth: 0) }
  }

  /// Lists elements from `start` on, up to `end` or an end-of-contents marker, and gives where that is;
  /// `nil` if the bytes are something else.
  private mutating func outline(
    _ bytes: RawSpan, _ start: Int, _ end: Int, parent: Int?, depth: Int
  ) -> Int? {
    var offset = start
    while offset < end {
      if bytes.byte(offset) == 0 { return offset }
      guard elements.count < Self.maximumCount, depth < Self.maximumDepth,
        let header = Self.header(bytes, offset, end)
      else { return nil }
      let index = elements.count
      let next: Int
      if let length = header.length {
        next = header.contents + length
        append(offset, header.contents, next, parent, false)
        let isEncoding = header.isConstructed || Self.mayHold(bytes, offset, header.contents, next)
        if isEncoding {
          let inner = outline(bytes, header.contents, next, parent: index, depth: depth + 1)
          if inner != next && !header.isConstructed {
            elements.removeLast(elements.count - index - 1)
          }
        }
      } else {
        append(offset, header.contents, end, parent, true)
        elements[index].isClosed = false
        guard
          let inner = outline(bytes, header.contents, end, parent: index, depth: depth + 1),
          inner + 2 <= end
        else { return nil }
        next = inner + 2
        elements[index] = Element(
          offset: offset, contents: header.contents, end: next, parent: parent, isIndefinite: true)
      }
      offset = next
    }
    return offset
  }

  private mutating func append(
    _ offset: Int, _ contents: Int, _ end: Int, _ parent: Int?, _ isIndefinite: Bool
  ) {
    elements.append(
      Element(
        offset: offset, contents: contents, end: end, parent: parent, isIndefinite: isIndefinite))
  }

  /// Whether an OCTET STRING begins as an encoding does that fills it.
  private static func mayHold(_ bytes: RawSpan, _ offset: Int, _ contents: Int, _ end: Int) -> Bool
  {
    guard bytes.byte(offset) == 0x04, let inner = header(bytes, contents, end) else {
      return false
    }
    return inner.length.map { inner.contents + $0 == end } ?? true
  }

  private static func header(
    _ bytes: RawSpan, _ start: Int, _ end: Int
  ) -> (isConstructed: Bool, contents: Int, length: Int?)? {
    guard start < end else { return nil }
    let isConstructed = bytes.byte(start) & 0x20 != 0
    var offset = start + 1
    if bytes.byte(start) & 0x1F == 0x1F {
      while offset < end, bytes.byte(offset) >= 0x80 { offset += 1 }
      offset += 1
    }
    guard offset < end else { return nil }
    let first = Int(bytes.byte(offset))
    offset += 1
    if first == 0x80 { return isConstructed ? (isConstructed, offset, nil) : nil }
    var length = first
    if first > 0x80 {
      let count = first - 0x80
      guard count <= 4, count <= end - offset else { return nil }
      length = 0
      for index in 0..<count { length = length << 8 | Int(bytes.byte(offset + index)) }
      offset += count
    }
    guard length <= end - offset else { return nil }
    return (isConstructed, offset, length)
  }
}
