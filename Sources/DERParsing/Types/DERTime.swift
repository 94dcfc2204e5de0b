import TextCoding

/// An instant that was written as UTCTime or GeneralizedTime, in the forms of DER.
public struct DERTime: Hashable, Sendable, Comparable, BitwiseCopyable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted; negative before.
  public let secondsSince1970: Int64

  /// The fraction of a second that a GeneralizedTime may have; 0 in certificates (RFC 5280 §4.1.2.5.2).
  /// Digits after the ninth are cut off.
  public let nanoseconds: Int32

  /// Whether the first is earlier.
  public static func < (first: DERTime, second: DERTime) -> Bool {
    (first.secondsSince1970, first.nanoseconds) < (second.secondsSince1970, second.nanoseconds)
  }
}

extension DERReader {
  /// Reads a UTCTime: `YYMMDDhhmmssZ` (X.690 §11.8), years 50–99 in the 20th century
  /// (RFC 5280 §4.1.2.5.1).
  ///
  /// - Throws: as ``readElement(_:)``, and ``DERError/Code/invalidTime``.
  public mutating func readUTCTime(
    _ field: DERField? = nil, tagged identifier: DERIdentifier = .utcTime
  ) throws(DERError) -> DERTime {
    if let field { self.field = field }
    return try time(readElement(identifier), yearDigits: 2)
  }

  /// Reads a GeneralizedTime: `YYYYMMDDhhmmss[.f…]Z`, the fraction without trailing zeros (X.690 §11.7).
  ///
  /// - Throws: as ``readElement(_:)``, and ``DERError/Code/invalidTime``.
  public mutating func readGeneralizedTime(
    _ field: DERField? = nil, tagged identifier: DERIdentifier = .generalizedTime
  ) throws(DERError) -> DERTime {
    if let field { self.field = field }
    return try time(readElement(identifier), yearDigits: 4)
  }

  private func time(_ element: DERElement, yearDigits: Int) throws(DERError) -> DERTime {
    guard let time = DERTime(bytes(in: element.contentsRange), yearDigits: yearDigits) else {
      throw error(.invalidTime, at: element.offset)
    }
    return time
  }
}

extension DERTime {
  /// `nil` for every other form, and for dates and times that do not exist. Second 60 is one of them.
  init?(_ text: RawSpan, yearDigits: Int) {
    let secondsEnd = yearDigits + 10
    guard text.byteCount > secondsEnd, text.byte(at: text.byteCount - 1) == UInt8(ascii: "Z"),
      var year = text.decimal(0..<yearDigits),
      let month = text.decimal(yearDigits..<yearDigits + 2),
      let day = text.decimal(yearDigits + 2..<yearDigits + 4),
      let hour = text.decimal(yearDigits + 4..<yearDigits + 6),
      let minute = text.decimal(yearDigits + 6..<yearDigits + 8),
      let second = text.decimal(yearDigits + 8..<secondsEnd)
    else { return nil }
    if yearDigits == 2 { year += year >= 50 ? 1900 : 2000 }
    guard
      let seconds = CivilDate(year: year, month: month, day: day)?
        .secondsSince1970(hour: hour, minute: minute, second: second)
    else { return nil }
    secondsSince1970 = seconds

    let fraction = secondsEnd..<text.byteCount - 1
    guard !fraction.isEmpty else {
      nanoseconds = 0
      return
    }
    guard yearDigits == 4, fraction.count >= 2, text.byte(at: secondsEnd) == UInt8(ascii: "."),
      text.byte(at: fraction.upperBound - 1) != UInt8(ascii: "0")
    else { return nil }
    var value: Int32 = 0
    for index in 0..<max(fraction.count - 1, 9) {
      let offset = secondsEnd + 1 + index
      let digit = offset < fraction.upperBound ? text.byte(at: offset).digitValue() : 0
      guard let digit else { return nil }
      if index < 9 { value = value * 10 + Int32(digit) }  // below 10⁹
    }
    nanoseconds = value
  }
}

extension DERTime: CustomStringConvertible {
  /// `YYYY-MM-DDThh:mm:ssZ`, with nine digits of a fraction if there is one.
  public var description: String {
    InstantText.text(
      secondsSince1970: secondsSince1970, fraction: Int(nanoseconds), fractionDigits: 9)
  }
}
