import DERParsing

extension VerifyReceiptDate {
  /// Appends one form as Apple writes it; a fraction of a second is in the milliseconds only.
  func append(_ form: Form, to bytes: inout [UInt8]) {
    let seconds = wholeSeconds
    switch form {
    case .milliseconds: bytes.appendDecimal(millisecondsSince1970)
    case .text:
      Self.append(seconds, to: &bytes)
      bytes.append(contentsOf: " Etc/GMT".utf8)
    case .pacific:
      Self.append(seconds + PacificTime.offset(at: seconds), to: &bytes)
      bytes.append(contentsOf: " America/Los_Angeles".utf8)
    }
  }

  /// The seconds since 1970 of the last whole second.
  var wholeSeconds: Int64 { Self.floor(millisecondsSince1970, 1000) }

  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    value / divisor - (value % divisor < 0 ? 1 : 0)
  }

  /// `YYYY-MM-DD hh:mm:ss`. The year is 0–9999, or -1 by the time zone.
  private static func append(_ seconds: Int64, to bytes: inout [UInt8]) {
    let day = floor(seconds, 86_400)
    let second = Int(seconds - day * 86_400)
    let date = CivilDate(daysSince1970: day)
    if date.year < 0 { bytes.append(UInt8(ascii: "-")) }
    append(Int(date.year.magnitude) / 100, to: &bytes)
    append(Int(date.year.magnitude) % 100, to: &bytes)
    append(date.month, after: "-", to: &bytes)
    append(date.day, after: "-", to: &bytes)
    append(second / 3600, after: " ", to: &bytes)
    append(second / 60 % 60, after: ":", to: &bytes)
    append(second % 60, after: ":", to: &bytes)
  }

  private static func append(
    _ number: Int, after separator: Unicode.Scalar, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: separator))
    append(number, to: &bytes)
  }

  /// Two digits of a number below 100.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
