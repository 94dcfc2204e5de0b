import FuzzSupport

extension NaiveFault {
  /// The first rule that the attributes break that `range` consists of.
  static func first(_ bytes: [UInt8], _ range: Range<Int>) -> NaiveFault? {
    do throws(NaiveFault) {
      try checkAttributes(bytes, range, isInApp: false)
      return nil
    } catch {
      return error
    }
  }

  /// The first rule that a message's content breaks, which lies in `range`: a SET of attributes, or one in an OCTET STRING,
  /// and nothing behind it.
  static func first(ofContent range: Range<Int>, in bytes: [UInt8]) -> NaiveFault? {
    do throws(NaiveFault) {
      var range = range
      if range.first.map({ bytes[$0] }) == 0x04 {
        range = try only(0x04, bytes, range, .payload).inside
      }
      try checkAttributes(bytes, only(0x31, bytes, range, .payload).inside, isInApp: false)
      return nil
    } catch {
      return error
    }
  }

  /// The one element that `range` consists of.
  private static func only(
    _ tag: UInt8, _ bytes: [UInt8], _ range: Range<Int>, _ field: Field
  ) throws(NaiveFault) -> NaiveHeader {
    let header = try element(tag, bytes, at: range.lowerBound, end: range.upperBound, field)
    guard header.end == range.upperBound else {
      throw NaiveFault(.trailingContents, at: header.end, field)
    }
    return header
  }

  /// What errors call the content, the parts of an attribute, and the SET of a purchase.
  private enum Field: String {
    case payload = "payload"
    case attribute = "ReceiptAttribute"
    case type = "ReceiptAttribute.type"
    case version = "ReceiptAttribute.version"
    case value = "ReceiptAttribute.value"
    case purchase = "in-app receipt"
  }

  private init(_ rule: Rule, at offset: Int, _ field: Field) {
    self.init(rule, at: offset, field: field.rawValue)
  }

  private static func checkAttributes(
    _ bytes: [UInt8], _ range: Range<Int>, isInApp: Bool
  ) throws(NaiveFault) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let sequence = try element(0x30, bytes, at: offset, end: range.upperBound, .attribute)
      let type = try element(0x02, bytes, at: sequence.contents, end: sequence.end, .type)
      let number = try number(bytes, type, most: 0x7FFF_FFFF, .type)
      let version = try element(0x02, bytes, at: type.end, end: sequence.end, .version)
      _ = try self.number(bytes, version, most: 0xFF_FFFF, .version)
      let value = try element(0x04, bytes, at: version.end, end: sequence.end, .value)
      guard value.end == sequence.end else {
        throw NaiveFault(.trailingContents, at: value.end, .attribute)
      }
      if number == 17, !isInApp {
        let set = try only(0x31, bytes, value.inside, .purchase)
        try checkAttributes(bytes, set.inside, isInApp: true)
      }
      offset = sequence.end
    }
  }

  private static func element(
    _ tag: UInt8, _ bytes: [UInt8], at offset: Int, end: Int, _ field: Field
  ) throws(NaiveFault) -> NaiveHeader {
    do throws(NaiveFault) {
      return try NaiveHeader(bytes, at: offset, end: end, isDER: true, isInside: true, tag: tag)
    } catch {
      var fault = error
      fault.field = field.rawValue
      throw fault
    }
  }

  private static func number(
    _ bytes: [UInt8], _ element: NaiveHeader, most: Int, _ field: Field
  ) throws(NaiveFault) -> Int {
    let contents = bytes[element.inside]
    guard let first = contents.first else {
      throw NaiveFault(.emptyInteger, at: element.offset, field)
    }
    guard NaiveValue.isInteger(contents) else {
      throw NaiveFault(.nonMinimalInteger, at: element.offset, field)
    }
    let value = contents.reduce(0) { min($0 * 256 + Int($1), 1 << 40) }
    guard first < 128, value <= most else {
      throw NaiveFault(.integerOutOfRange, at: element.offset, field)
    }
    return value
  }
}
