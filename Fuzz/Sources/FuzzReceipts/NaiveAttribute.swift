import FuzzSupport

/// Attributes of a payload, read from Apple's ASN.1 and X.690 alone: the plain way, without a fast one.
struct NaiveAttribute: Equatable {
  var type: Int
  var version: Int
  /// Where it begins.
  var offset: Int
  /// The contents of its OCTET STRING.
  var value: Range<Int>
  /// What is inside, for type 17.
  var inApp: [NaiveAttribute] = []

  /// The attributes that `range` consists of; `nil` if a rule is broken, if a number is out of its range, or
  /// if more than `levels` levels of contents had to be opened.
  static func list(
    _ bytes: [UInt8], _ range: Range<Int>, levels: Int, isInApp: Bool = false
  ) -> [NaiveAttribute]? {
    var attributes: [NaiveAttribute] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard levels > 0,
        let sequence = element(bytes, offset, range.upperBound, tag: 0x30),
        let type = element(bytes, sequence.lowerBound, sequence.upperBound, tag: 0x02),
        let version = element(bytes, type.upperBound, sequence.upperBound, tag: 0x02),
        let value = element(bytes, version.upperBound, sequence.upperBound, tag: 0x04),
        value.upperBound == sequence.upperBound,
        let typeNumber = number(bytes[type], upTo: 0x7FFF_FFFF),
        let versionNumber = number(bytes[version], upTo: 0xFF_FFFF)
      else { return nil }
      var attribute = NaiveAttribute(
        type: typeNumber, version: versionNumber, offset: offset, value: value)
      if typeNumber == 17 && !isInApp {
        // One level for the SEQUENCE, one for the OCTET STRING, one for the SET.
        guard levels > 2, let set = element(bytes, value.lowerBound, value.upperBound, tag: 0x31),
          set.upperBound == value.upperBound,
          let inner = list(bytes, set, levels: levels - 3, isInApp: true)
        else { return nil }
        attribute.inApp = inner
      }
      attributes.append(attribute)
      offset = sequence.upperBound
    }
    return attributes
  }

  /// The contents of the DER element at `offset`, if it has that identifier octet.
  private static func element(
    _ bytes: [UInt8], _ offset: Int, _ end: Int, tag: UInt8
  ) -> Range<Int>? {
    guard let header = NaiveHeader(der: bytes, at: offset, end: end), header.tag == tag,
      let length = header.length
    else { return nil }
    return header.contents..<header.contents + length
  }

  /// An INTEGER that is not negative.
  private static func number(_ contents: ArraySlice<UInt8>, upTo maximum: Int) -> Int? {
    guard NaiveValue.isInteger(contents), contents[contents.startIndex] < 128 else { return nil }
    var value = 0
    for byte in contents {
      value = value * 256 + Int(byte)
      guard value <= maximum else { return nil }
    }
    return value
  }
}
