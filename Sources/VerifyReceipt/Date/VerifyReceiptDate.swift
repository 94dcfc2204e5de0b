import DERParsing
import ReceiptJSON
public import ReceiptParsing
import TextCoding

/// A date as in Apple's answers, in three forms: `purchase_date` in GMT, `purchase_date_ms` in milliseconds since 1970,
/// and `purchase_date_pst` in the time of Los Angeles, daylight saving included.
///
/// One form is enough to read a date. If they disagree, the milliseconds count, else GMT, and
/// ``VerifyReceiptResponse/problems`` lists it. All three are written; a form that Apple wouldn't write is kept.
public struct VerifyReceiptDate: Hashable, Sendable {
  /// One of the three forms.
  enum Form: Hashable, Sendable {
    case text
    case milliseconds
    case pacific
  }

  /// Milliseconds since 1970-01-01T00:00:00Z. `request_date` and sometimes other dates have fractions of a second,
  /// where the receipt has whole seconds.
  public let millisecondsSince1970: Int64

  /// Forms that Apple wouldn't write, such as a text without spaces.
  let irregularForms: [Form: JSON]

  /// Creates the date of a receipt.
  public init(_ date: ReceiptDate) {
    millisecondsSince1970 = date.millisecondsSince1970
    irregularForms = [:]
  }

  /// Reads the forms that are present; `nil` if all are unreadable.
  init?(_ forms: [(form: Form, json: JSON)]) {
    var coarse: Int64?
    var exact: Int64?
    for trusted in [Form.milliseconds, .text, .pacific] where exact == nil {
      switch forms.first(where: { $0.form == trusted }).flatMap({ WallClock($0.json) }) {
      case .milliseconds(let milliseconds)?: exact = milliseconds
      case let clock?: coarse = coarse ?? clock.millisecondsSince1970
      case nil: break
      }
    }
    guard let instant = exact ?? coarse else { return nil }
    let date = VerifyReceiptDate(millisecondsSince1970: instant)
    var irregularForms: [Form: JSON] = [:]
    for (form, json) in forms where !date.isRegular(json, form) { irregularForms[form] = json }
    millisecondsSince1970 = instant
    self.irregularForms = irregularForms
  }

  /// - Precondition: in the years 0000–9999.
  private init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
    irregularForms = [:]
  }

  private func isRegular(_ json: JSON, _ form: Form) -> Bool {
    if form == .milliseconds, case .number(let number) = json {
      return number.int64 == millisecondsSince1970
    }
    return json == .string(regularText(form))
  }
}

extension VerifyReceiptDate {
  /// The instant.
  public var receiptDate: ReceiptDate {
    ReceiptDate(millisecondsSince1970: millisecondsSince1970)
  }

  /// `2020-07-22 17:39:06 Etc/GMT`.
  public var text: String { regularText(.text) }

  /// `1595439546000`.
  public var millisecondsText: String { regularText(.milliseconds) }

  /// `2020-07-22 10:39:06 America/Los_Angeles`.
  public var pacificText: String { regularText(.pacific) }

  private func regularText(_ form: Form) -> String {
    var bytes: [UInt8] = []
    append(form, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// One form as JSON.
  func json(_ form: Form) -> JSON {
    irregularForms[form] ?? .string(regularText(form))
  }
}

extension VerifyReceiptDate {
  /// Appends one form as Apple writes it. Only milliseconds have a fraction.
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

  /// The seconds since 1970, rounded down.
  var wholeSeconds: Int64 { Self.floor(millisecondsSince1970, 1000) }

  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    value / divisor - (value % divisor < 0 ? 1 : 0)
  }

  /// `YYYY-MM-DD hh:mm:ss`. The year is 0–9999, or -1 because of the time zone.
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

  /// The two digits of a number below 100.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

/// The keys of the forms of a date.
struct DateKeys: Sendable {
  let text: String
  let milliseconds: String
  let pacific: String

  /// The order in which Apple writes them.
  let order: [VerifyReceiptDate.Form]

  /// `X`, `X_ms` and `X_pst`.
  init(_ key: String) {
    text = key
    milliseconds = key + "_ms"
    pacific = key + "_pst"
    order = [.text, .milliseconds, .pacific]
  }

  /// The expiration date in the style of iOS 6: `expires_date` is in milliseconds.
  private init() {
    text = "expires_date_formatted"
    milliseconds = "expires_date"
    pacific = "expires_date_formatted_pst"
    order = [.milliseconds, .text, .pacific]
  }

  subscript(form: VerifyReceiptDate.Form) -> String {
    switch form {
    case .text: text
    case .milliseconds: milliseconds
    case .pacific: pacific
    }
  }

  /// Whether a key is one of the three.
  func contains(_ key: String) -> Bool { key == text || key == milliseconds || key == pacific }

  static let receiptCreation = DateKeys("receipt_creation_date")
  static let request = DateKeys("request_date")
  static let originalPurchase = DateKeys("original_purchase_date")
  static let preorder = DateKeys("preorder_date")
  static let expiration = DateKeys("expiration_date")
  static let purchase = DateKeys("purchase_date")
  static let expires = DateKeys("expires_date")
  static let expiresInTransaction = DateKeys()
  static let cancellation = DateKeys("cancellation_date")
  static let gracePeriodExpires = DateKeys("grace_period_expires_date")
}
