/// An element of bytes that may be broken: read as leniently as can be, BER in any form, and cut off where the
/// bytes end.
///
/// It decides what stays in a redacted receipt, so it knows only identifiers that receipts and certificates have:
/// nearly no letter of a text is one of these. The digits 0 and 1 are, and all are lengths, so what is cut must not claim
/// to end after what it is in.
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

  /// Whether it is only an identifier and a length, as every character of UTF-16 below U+0100 seems to be.
  private var isEmpty: Bool { end - start == 2 }

  /// Whether it may be a character of UTF-16, and isn't what receipts have.
  var mayBeLetter: Bool { isEmpty && identifier >= 0x20 && !Self.isKnown(identifier) }

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
      // No tag number has more than 32 bits, so what looks like more may be anything.
      let number = range.dropFirst().prefix(5)
      guard let last = number.first(where: { bytes[$0] < 0x80 }) else { return nil }
      position = last + 1
    }
    guard position < range.upperBound else { return nil }
    let first = bytes[position]
    position += 1
    if first == 0x80 {
      let inner = UncheckedElements(
        bytes, in: position..<range.upperBound, depth: depth - 1, anyType: anyType
      ).extent()
      let rest = bytes[inner.end..<range.upperBound]
      isCut = inner.last?.isCut == true || !rest.starts(with: [0, 0])
      guard identifier & 0x20 != 0, !isCut || rest.count <= 1 else { return nil }
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
    var elements = UncheckedElements(bytes, in: contents, depth: depth - 1, anyType: anyType)
    elements.readFirst()
    let extent = elements.extent()
    guard extent.end == contents.upperBound else { return nil }
    if let last = extent.last, last.isCut {
      guard isCut, last.announcedEnd ?? 0 <= announcedEnd ?? .max else { return nil }
    }
    // As digits are in UTF-16.
    let isText =
      !anyType && elements.first.count > 1 && elements.allSatisfy { $0.isEmpty }
      && elements.contains { $0.identifier >= 0x20 }
    return isText ? nil : elements
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

  /// Those that have been read: up to four, one more than an attribute has, to tell it from longer lists. Each that has
  /// an indefinite length takes as long as all that is in it.
  private(set) var first: ArraySlice<UncheckedElement> = []

  init(_ bytes: [UInt8], in range: Range<Int>, depth: Int, anyType: Bool) {
    self.bytes = bytes
    self.depth = depth
    self.anyType = anyType
    rest = range
  }

  mutating func readFirst() {
    var read: [UncheckedElement] = []
    while read.count < 4, let next = next() { read.append(next) }
    first = read[...]
  }

  mutating func next() -> UncheckedElement? {
    if let next = first.popFirst() { return next }
    let next = UncheckedElement(bytes, in: rest, depth: depth, anyType: anyType)
    rest = (next?.end ?? rest.lowerBound)..<rest.upperBound
    return next
  }

  /// Where they end, and the last of them.
  func extent() -> (end: Int, last: UncheckedElement?) {
    var (end, last): (Int, UncheckedElement?) = (rest.lowerBound, nil)
    for element in self { (end, last) = (element.end, element) }
    return (end, last)
  }
}
