import DERParsing
import TextCoding

// Typed values of attributes, for both ways of reading: streamed and owned.

/// Why a value is unreadable.
struct ValueError: Error {
  let reason: ReceiptProblem.Reason

  init(_ reason: ReceiptProblem.Reason) {
    self.reason = reason
  }
}

extension RawSpan {
  /// The value as text; `nil` if empty, which counts as absent.
  @inline(__always)
  func textValue() throws(ValueError) -> String? {
    let text = try string()
    return text.isEmpty ? nil : text.decodedUTF8
  }

  /// Throws unless the value is text, which may be empty.
  func checkText() throws(ValueError) {
    _ = try string()
  }

  /// The value as a date; `nil` for an empty string, which counts as absent.
  @inline(__always)
  func dateValue() throws(ValueError) -> ReceiptDate? {
    // A date is ASCII, so its characters need no other check.
    if let text = shortString, let date = ReceiptDate(text) { return date }
    let text = try string()
    if text.isEmpty { return nil }
    guard let date = ReceiptDate(text) else { throw ValueError(.notADate) }
    return date
  }

  /// The value as an INTEGER, 0 or 1.
  @inline(__always)
  func booleanValue() throws(ValueError) -> Bool {
    switch try integerValue() {
    case 0: false
    case 1: true
    default: throw ValueError(.notABoolean)
    }
  }

  /// The contents of the value, a UTF8String or IA5String.
  @_lifetime(copy self)
  fileprivate func string() throws(ValueError) -> RawSpan {
    if let text = shortString, text.isASCII { return text }
    return try stringOfAnyForm()
  }

  /// The same for a length in short form, without checking its characters.
  @inline(__always)
  fileprivate var shortString: RawSpan? {
    @_lifetime(copy self)
    get {
      if let text = shortContents(0x0C) { return text }
      return shortContents(0x16)
    }
  }

  @_lifetime(copy self)
  fileprivate func stringOfAnyForm() throws(ValueError) -> RawSpan {
    do {
      var reader = try DERReader(self)
      let isIA5 = try reader.peekIdentifier() == .ia5String
      let string = try reader.readString(isIA5 ? .ia5 : .utf8)
      try reader.finish()
      return extracting(string.bytes)
    } catch {
      throw ValueError(.malformed(error.code))
    }
  }

  /// The value as an INTEGER.
  @inline(__always)
  func integerValue() throws(ValueError) -> Int64 {
    if let bytes = shortContents(0x02), let number = Int64(integerOctets: bytes) { return number }
    do {
      return try Int64(derEncoded: self)
    } catch {
      throw ValueError(.malformed(error.code))
    }
  }
}

extension RawAttribute {
  /// The result of `read`.
  fileprivate func field<Value>(
    in input: RawSpan, _ read: (RawSpan) throws(ValueError) -> Value?
  ) -> ReceiptField<Value> {
    do {
      return try read(input.extracting(value)).map { .value($0) } ?? .absent
    } catch {
      return .unreadable(
        ReceiptProblem(
          attributeType: Int(type), purchaseIndex: nil, offset: offset, reason: error.reason))
    }
  }

  func string(in input: RawSpan) -> ReceiptField<String> {
    field(in: input) { value throws(ValueError) in try value.textValue() }
  }

  func date(in input: RawSpan) -> ReceiptField<ReceiptDate> {
    field(in: input) { value throws(ValueError) in try value.dateValue() }
  }

  func integer(in input: RawSpan) -> ReceiptField<Int64> {
    field(in: input) { value throws(ValueError) in try value.integerValue() }
  }

  func boolean(in input: RawSpan) -> ReceiptField<Bool> {
    field(in: input) { value throws(ValueError) in try value.booleanValue() }
  }
}

extension ReceiptAttribute {
  /// The value as text. Up to 15 bytes of UTF-8 take no heap memory.
  public func string() -> ReceiptField<String> { raw.string(in: input) }

  /// The value as a date, without heap memory.
  public func date() -> ReceiptField<ReceiptDate> { raw.date(in: input) }

  /// The value as a number, without heap memory.
  public func integer() -> ReceiptField<Int64> { raw.integer(in: input) }
}

extension InAppAttribute {
  /// The value as text. Up to 15 bytes of UTF-8 take no heap memory.
  public func string() -> ReceiptField<String> { raw.string(in: input) }

  /// The value as a date, without heap memory.
  public func date() -> ReceiptField<ReceiptDate> { raw.date(in: input) }

  /// The value as a number, without heap memory.
  public func integer() -> ReceiptField<Int64> { raw.integer(in: input) }

  /// The value as a number that is 0 or 1, without heap memory.
  public func boolean() -> ReceiptField<Bool> { raw.boolean(in: input) }
}

/// What an attribute's value must be.
package enum AttributeValueKind: BitwiseCopyable {
  /// Bytes, without an encoding of their own.
  case bytes
  /// A UTF8String or IA5String.
  case string
  /// The same, holding a date in one of the forms of ``ReceiptDate``.
  case date
  /// An INTEGER of at most 64 bits.
  case integer
  /// An INTEGER 0 or 1.
  case boolean
}
