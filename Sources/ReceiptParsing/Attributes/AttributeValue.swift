import DERParsing
import TextCoding

/// What the value of an attribute can be read as, both while streaming and from an owned receipt.
protocol AttributeValue: Sendable {
  /// Reads a value; `nil` for an empty string, which counts as absent.
  init?(attributeValue: RawSpan) throws(ValueError)
}

/// Why a value is unreadable.
struct ValueError: Error {
  let reason: ReceiptProblem.Reason
}

extension FieldReading where Value: AttributeValue {
  /// Reads the value of an attribute that is there.
  @inline(__always)
  init(_ value: RawSpan, _ problem: (ReceiptProblem.Reason) -> Problem) {
    do {
      self = try Value(attributeValue: value).map { .value($0) } ?? .absent
    } catch {
      self = .unreadable(problem(error.reason))
    }
  }
}

extension String: AttributeValue {
  @inline(__always)
  init?(attributeValue value: RawSpan) throws(ValueError) {
    let text = try value.string()
    guard !text.isEmpty else { return nil }
    self = text.decodedUTF8
  }
}

/// Text that is checked and not kept.
struct CheckedText: AttributeValue {
  init?(attributeValue value: RawSpan) throws(ValueError) {
    _ = try value.string()
    return nil
  }
}

extension ReceiptDate: AttributeValue {
  @inline(__always)
  init?(attributeValue value: RawSpan) throws(ValueError) {
    // A date is ASCII, so its characters need no other check.
    if let text = value.shortString {
      if text.isEmpty { return nil }
      if let date = ReceiptDate(text) {
        self = date
        return
      }
    }
    let text = try value.string()
    if text.isEmpty { return nil }
    guard let date = ReceiptDate(text) else { throw ValueError(reason: .notADate) }
    self = date
  }
}

extension Int64: AttributeValue {
  @inline(__always)
  init?(attributeValue value: RawSpan) throws(ValueError) {
    self = try value.integer()
  }
}

extension Bool: AttributeValue {
  @inline(__always)
  init?(attributeValue value: RawSpan) throws(ValueError) {
    switch try value.integer() {
    case 0: self = false
    case 1: self = true
    default: throw ValueError(reason: .notABoolean)
    }
  }
}

extension RawSpan {
  /// The text of the value; `nil` if it is empty or unreadable.
  @usableFromInline
  @_lifetime(copy self)
  func attributeText() -> RawSpan? {
    guard let text = try? string(), text.byteCount > 0 else { return nil }
    return text
  }

  /// Whether the value is this text, byte by byte.
  @usableFromInline
  func isAttributeText(_ text: String) -> Bool {
    // What has the bytes of a `String` needs no other check.
    if let own = shortContents(0x0C) { return own.byteCount > 0 && own.isText(text) }
    guard let own = attributeText() else { return false }
    return own.isText(text)
  }

  @inline(__always)
  private func isText(_ text: String) -> Bool {
    byteCount == text.utf8.count && text.withUTF8Bytes { hasSameBytes(as: $0) }
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
  private func stringOfAnyForm() throws(ValueError) -> RawSpan {
    do {
      var reader = try DERReader(self)
      let isIA5 = try reader.peekIdentifier() == .ia5String
      let string = try reader.readString(isIA5 ? .ia5 : .utf8)
      try reader.finish()
      return extracting(string.contentsRange)
    } catch {
      throw ValueError(reason: .malformed(error.code))
    }
  }

  /// The value as an INTEGER.
  @inline(__always)
  fileprivate func integer() throws(ValueError) -> Int64 {
    if let bytes = shortContents(0x02), let number = Int64(integerOctets: bytes) { return number }
    do {
      return try Int64(derEncoded: self)
    } catch {
      throw ValueError(reason: .malformed(error.code))
    }
  }
}
