import ReceiptJSON
public import ReceiptParsing
import TextCoding

/// A date as in Apple's answers, in three forms: `purchase_date` in GMT, `purchase_date_ms` in milliseconds since 1970,
/// and `purchase_date_pst` in the time of Los Angeles, daylight saving included.
///
/// One form is enough to read a date. If they disagree, the milliseconds count, else GMT, but what names an instant, such
/// as RFC 3339 under any of the keys, before what shows a clock; ``VerifyReceiptResponse/problems`` lists it. All three
/// are written; a form that Apple wouldn't write is kept.
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
  private(set) var irregularForms: [Form: JSON] = [:]

  /// Creates the date of a receipt.
  public init(_ date: ReceiptDate) {
    millisecondsSince1970 = date.millisecondsSince1970
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
    millisecondsSince1970 = instant
    for (form, json) in forms where !isRegular(json, form) { irregularForms[form] = json }
  }

  private func isRegular(_ json: JSON, _ form: Form) -> Bool {
    if form == .milliseconds, case .number(let number) = json {
      return number.int64 == millisecondsSince1970
    }
    return json == .string(text(form))
  }
}

extension VerifyReceiptDate {
  /// The instant.
  public var receiptDate: ReceiptDate {
    ReceiptDate(millisecondsSince1970: millisecondsSince1970)
  }

  /// `2020-07-22 17:39:06 Etc/GMT`, `1595439546000` or `2020-07-22 10:39:06 America/Los_Angeles`.
  func text(_ form: Form) -> String {
    var bytes: [UInt8] = []
    append(form, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension VerifyReceiptDate {
  /// Appends one form as Apple writes it. Only milliseconds have a fraction.
  func append(_ form: Form, to bytes: inout [UInt8]) {
    switch form {
    case .milliseconds: bytes.appendDecimal(millisecondsSince1970)
    case .text:
      bytes.append(secondsSince1970: wholeSeconds, separator: " ")
      bytes.append(contentsOf: " Etc/GMT".utf8)
    case .pacific:
      let seconds = wholeSeconds + PacificTime.offset(at: wholeSeconds)
      bytes.append(secondsSince1970: seconds, separator: " ")
      bytes.append(contentsOf: " America/Los_Angeles".utf8)
    }
  }

  /// The seconds since 1970, rounded down.
  var wholeSeconds: Int64 { millisecondsSince1970.divided(by: 1000) }
}

/// The keys of the forms of a date.
struct DateKeys: Sendable {
  /// Each form and its key, in the order in which Apple writes them.
  let forms: [(form: VerifyReceiptDate.Form, key: String)]

  /// `X`, `X_ms` and `X_pst`.
  init(_ key: String) {
    forms = [(.text, key), (.milliseconds, key + "_ms"), (.pacific, key + "_pst")]
  }

  /// The expiration date in the style of iOS 6: `expires_date` is in milliseconds.
  private init() {
    forms = [
      (.milliseconds, "expires_date"), (.text, "expires_date_formatted"),
      (.pacific, "expires_date_formatted_pst"),
    ]
  }

  /// Whether a key is one of the three.
  func contains(_ key: String) -> Bool { forms.contains { $0.key == key } }

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
