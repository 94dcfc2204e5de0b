/// An element of bytes that may be broken: read as leniently as can be, BER in any form, and cut off where the
/// bytes end.
///
/// It decides what stays in a redacted receipt, so it knows only identifiers that receipts and certificates have:
/// nearly no letter of a text is one of these, and none leads on to a second.
struct LooseElement {
  /// The first identifier octet.
  let identifier: UInt8

  /// The contents octets, as far as they are there.
  let contents: Range<Int>

  /// Where the element ends: behind its end-of-contents octets, if it has them.
  let end: Int

  /// Whether more was announced than is there.
  let isCut: Bool

  /// Where the contents should end by their length; `nil` for an indefinite one.
  let announcedEnd: Int?

  var isConstructed: Bool { identifier & 0x20 != 0 }

  /// Reads the element at the beginning of `range`; `nil` if there is none.
  init?(_ bytes: [UInt8], in range: Range<Int>, depth: Int) {
    guard depth > 0, range.count >= 2, Self.isKnown(bytes[range.lowerBound]) else { return nil }
    identifier = bytes[range.lowerBound]
    let first = bytes[range.lowerBound + 1]
    var start = range.lowerBound + 2
    if first == 0x80 {
      guard identifier & 0x20 != 0 else { return nil }
      let inner = Self.contents(bytes, untilEndOf: start..<range.upperBound, depth: depth - 1)
      guard let inner else { return nil }
      (contents, end, isCut) = (start..<inner.end, inner.next, inner.isCut)
      announcedEnd = nil
      return
    }
    var length = UInt64(first)
    if first > 0x80 {
      let lengthEnd = start + Int(first & 0x7F)
      guard first != 0xFF, lengthEnd <= range.upperBound else { return nil }
      length = 0
      while start < lengthEnd {
        // Whatever is longer than that is longer than any input.
        length = min(length << 8 | UInt64(bytes[start]), 1 << 40)
        start += 1
      }
    }
    let count = range.upperBound - start
    isCut = length > count
    announcedEnd = start + Int(length)  // at most 2⁴⁰ more
    end = isCut ? range.upperBound : start + Int(length)
    contents = start..<end
  }

  /// Finds the end-of-contents octets that end an element of indefinite length.
  private static func contents(
    _ bytes: [UInt8], untilEndOf range: Range<Int>, depth: Int
  ) -> (end: Int, next: Int, isCut: Bool)? {
    var position = range.lowerBound
    while position < range.upperBound {
      if range.upperBound - position >= 2, bytes[position] == 0, bytes[position + 1] == 0 {
        return (position, position + 2, false)
      }
      guard
        let element = LooseElement(bytes, in: position..<range.upperBound, depth: depth),
        !element.isCut
      else { return position + 1 == range.upperBound ? (position, position, true) : nil }
      position = element.end
    }
    return (position, position, true)
  }

  /// The elements that `range` consists of; `nil` if it does not.
  ///
  /// - Parameter isCut: whether the bytes end before the range should, so that the last element may be cut off too.
  static func elements(
    _ bytes: [UInt8], of range: Range<Int>, isCut: Bool, depth: Int
  ) -> [LooseElement]? {
    var elements: [LooseElement] = []
    var position = range.lowerBound
    while position < range.upperBound {
      guard let element = LooseElement(bytes, in: position..<range.upperBound, depth: depth),
        isCut || !element.isCut
      else { return nil }
      elements.append(element)
      position = element.end
    }
    return elements
  }

  /// The elements that an OCTET STRING consists of; `nil` if it has other bytes. Those of a signature that is cut may
  /// look like the beginning of an element, so in a cut one the first has to end where the OCTET STRING should.
  func nestedElements(_ bytes: [UInt8], depth: Int) -> [LooseElement]? {
    if isCut {
      guard let first = LooseElement(bytes, in: contents, depth: depth),
        first.announcedEnd != nil, first.announcedEnd == announcedEnd
      else { return nil }
    }
    return Self.elements(bytes, of: contents, isCut: isCut, depth: depth)
  }

  private static func isKnown(_ identifier: UInt8) -> Bool {
    switch identifier {
    case 0x01...0x06, 0x0A, 0x0C, 0x12...0x14, 0x16...0x18, 0x1E, 0x24, 0x30, 0x31, 0x80...0x83,
      0xA0...0xA3:
      true
    default: false
    }
  }
}
