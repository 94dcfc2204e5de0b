/// An element of bytes that may be broken: read as leniently as can be, BER in any form, and cut off where the
/// bytes end.
///
/// It decides what stays in a redacted receipt, so it knows only identifiers that receipts and certificates have:
/// nearly no letter of a text is one of these, and none leads on to a second.
struct UncheckedElement {
  /// Where the element begins.
  let start: Int

  /// The contents octets, as far as they are there.
  let contents: Range<Int>

  /// Where the element ends: after its end-of-contents octets, if it has them.
  let end: Int

  /// Where the contents should end by their length; `nil` for an indefinite one.
  let announcedEnd: Int?

  /// The first identifier octet.
  let identifier: UInt8

  /// Whether more was announced than is there.
  let isCut: Bool

  /// How many levels may be opened, this one counted. No input has more than fit.
  private let depth: Int

  var isConstructed: Bool { identifier & 0x20 != 0 }

  /// Reads the element at the beginning of `range`; `nil` if there is none.
  ///
  /// - Parameter anyType: whether the identifier may be any, for bytes that a strict reader has followed.
  init?(_ bytes: [UInt8], in range: Range<Int>, depth: Int, anyType: Bool = false) {
    guard depth > 0, range.count >= 2, bytes[range.lowerBound] != 0,
      anyType || Self.isKnown(bytes[range.lowerBound])
    else { return nil }
    self.depth = depth
    start = range.lowerBound
    identifier = bytes[start]
    var position = start + 1
    if identifier & 0x1F == 0x1F {
      while position < range.upperBound, bytes[position] >= 0x80 { position += 1 }
      position += 1
    }
    guard position < range.upperBound else { return nil }
    let first = bytes[position]
    position += 1
    if first == 0x80 {
      let inner = UncheckedElements(
        bytes, in: position..<range.upperBound, depth: depth - 1, anyType: anyType
      ).extent()
      let rest = bytes[inner.end..<range.upperBound]
      isCut = !rest.starts(with: [0, 0])
      guard identifier & 0x20 != 0, !inner.isCut, !isCut || rest.count <= 1 else { return nil }
      contents = position..<inner.end
      end = isCut ? inner.end : inner.end + 2
      announcedEnd = nil
      return
    }
    var length = UInt64(first)
    if first > 0x80 {
      let lengthEnd = position + Int(first & 0x7F)
      // Length octets stay. No receipt needs more than four, so what looks like more may be anything.
      guard first <= 0x84, lengthEnd <= range.upperBound else { return nil }
      length = bytes[position..<lengthEnd].reduce(0) { $0 << 8 | UInt64($1) }
      position = lengthEnd
    }
    // Four octets can say more than an Int has where it has 32 bits.
    let (sum, isBeyond) = position.addingReportingOverflow(Int(clamping: length))
    let announcedEnd = isBeyond ? Int.max : sum
    isCut = announcedEnd > range.upperBound
    end = min(announcedEnd, range.upperBound)
    contents = position..<end
    self.announcedEnd = announcedEnd
  }

  /// The elements that the contents consist of; `nil` if they don't. Only if this element is cut, the last may be, too.
  func elements(_ bytes: [UInt8], anyType: Bool = false) -> UncheckedElements? {
    let elements = UncheckedElements(bytes, in: contents, depth: depth - 1, anyType: anyType)
    let extent = elements.extent()
    return extent.end == contents.upperBound && (isCut || !extent.isCut) ? elements : nil
  }

  /// The element that the contents begin with.
  func firstElement(_ bytes: [UInt8]) -> UncheckedElement? {
    UncheckedElement(bytes, in: contents, depth: depth - 1)
  }

  /// The elements that an OCTET STRING consists of; `nil` if it has other bytes. Those of a signature that is cut may
  /// look like the beginning of an element, so in a cut one the first has to end where the OCTET STRING should.
  func nestedElements(_ bytes: [UInt8]) -> UncheckedElements? {
    if isCut {
      guard let first = firstElement(bytes), first.announcedEnd == announcedEnd else { return nil }
    }
    return elements(bytes)
  }

  private static func isKnown(_ identifier: UInt8) -> Bool {
    switch identifier {
    case 0x01...0x06, 0x0A, 0x0C, 0x12...0x14, 0x16...0x18, 0x1E, 0x24, 0x30, 0x31: true
    case 0x80...0x83, 0xA0...0xA3: true
    default: false
    }
  }
}

/// The elements at the beginning of a range, each read when it is asked for: an array of them would take many times as
/// much memory as their bytes. Only the last may be cut.
struct UncheckedElements: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private let depth: Int
  private let anyType: Bool
  private var rest: Range<Int>

  init(_ bytes: [UInt8], in range: Range<Int>, depth: Int, anyType: Bool) {
    self.bytes = bytes
    self.depth = depth
    self.anyType = anyType
    rest = range
  }

  mutating func next() -> UncheckedElement? {
    let next = UncheckedElement(bytes, in: rest, depth: depth, anyType: anyType)
    rest = (next?.end ?? rest.lowerBound)..<rest.upperBound
    return next
  }

  /// Where they end, and whether the last is cut.
  func extent() -> (end: Int, isCut: Bool) {
    var extent = (end: rest.lowerBound, isCut: false)
    for element in self { extent = (element.end, element.isCut) }
    return extent
  }
}
