import DERParsing
import FuzzSupport

/// The first rule that attributes break, and where, as far as it is about what is inside whole elements.
struct NaiveFault: Equatable {
  let code: DERError.Code
  let offset: Int

  /// The fault of the attributes that `range` consists of; `nil` if there is none, or if headers are at fault, too.
  static func first(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> NaiveFault? {
    var reader = Reader(bytes: bytes)
    reader.readAttributes(range, isInApp: false)
    return reader.isUnclear ? nil : reader.fault
  }

  /// Reads until something is wrong.
  private struct Reader {
    let bytes: [UInt8]
    var fault: NaiveFault?
    /// Whether an element is not one.
    var isUnclear = false

    /// Whether there is no reason to read on.
    private var isOver: Bool { isUnclear || fault != nil }

    private mutating func fail(_ code: DERError.Code, at offset: Int) {
      if !isOver { fault = NaiveFault(code: code, offset: offset) }
    }

    mutating func readAttributes(_ range: Range<Int>, isInApp: Bool) {
      var offset = range.lowerBound
      while offset < range.upperBound, !isOver {
        guard let sequence = element(0x30, at: offset, end: range.upperBound),
          let type = number(0x7FFF_FFFF, at: sequence.lowerBound, end: sequence.upperBound),
          let version = number(0xFF_FFFF, at: type.end, end: sequence.upperBound),
          let value = element(0x04, at: version.end, end: sequence.upperBound)
        else { return }
        if value.upperBound < sequence.upperBound { fail(.trailingContents, at: value.upperBound) }
        if type.value == 17, !isInApp, !isOver { readPurchase(value) }
        offset = sequence.upperBound
      }
    }

    private mutating func readPurchase(_ value: Range<Int>) {
      guard let set = element(0x31, at: value.lowerBound, end: value.upperBound) else { return }
      if set.upperBound < value.upperBound { fail(.trailingContents, at: set.upperBound) }
      readAttributes(set, isInApp: true)
    }

    /// The contents of the next element.
    private mutating func element(_ tag: UInt8, at offset: Int, end: Int) -> Range<Int>? {
      guard !isOver else { return nil }
      guard offset < end else {
        fail(.missingElement, at: offset)
        return nil
      }
      guard let header = NaiveHeader(der: bytes, at: offset, end: end) else {
        isUnclear = true
        return nil
      }
      guard header.tag == tag else {
        fail(.unexpectedIdentifier, at: offset)
        return nil
      }
      return header.inside
    }

    private mutating func number(
      _ maximum: Int, at offset: Int, end: Int
    ) -> (value: Int, end: Int)? {
      guard let inside = element(0x02, at: offset, end: end) else { return nil }
      let contents = bytes[inside]
      guard !contents.isEmpty else {
        fail(.emptyInteger, at: offset)
        return nil
      }
      guard NaiveValue.isInteger(contents) else {
        fail(.nonMinimalInteger, at: offset)
        return nil
      }
      let value = contents.reduce(0) { min($0 * 256 + Int($1), 1 << 40) }
      guard contents[inside.lowerBound] < 128, value <= maximum else {
        fail(.integerOutOfRange, at: offset)
        return nil
      }
      return (value, inside.upperBound)
    }
  }
}
