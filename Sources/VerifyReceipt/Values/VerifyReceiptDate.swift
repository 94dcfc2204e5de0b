public import ReceiptParsing

/// A date as Apple's answers write it, three times: `purchase_date` in GMT, `purchase_date_ms` in milliseconds
/// since 1970, `purchase_date_pst` in the time of Los Angeles, daylight saving included.
///
/// Any of the three is enough to read it. When they disagree milliseconds count, else the form in GMT;
/// ``VerifyReceiptResponse/problems`` tells. All three are written: a form that was read and is not what Apple would
/// write stays as it was.
public struct VerifyReceiptDate: Hashable, Sendable {
  /// One of the three forms.
  enum Form: Hashable, Sendable {
    case text
    case milliseconds
    case pacific
  }

  /// Milliseconds since 1970-01-01T00:00:00Z. `request_date` has fractions of a second, and other dates
  /// have them now and then, where the receipt has whole seconds.
  public let millisecondsSince1970: Int64

  /// Forms that were read and are not what Apple would write, such as a text without spaces.
  let irregularForms: [Form: VerifyReceiptJSON]

  /// A date in a receipt.
  public init(_ date: ReceiptDate) {
    millisecondsSince1970 = date.millisecondsSince1970
    irregularForms = [:]
  }

  /// Reads what is there of the three forms; `nil` when none can be read.
  init?(_ forms: [(form: Form, json: VerifyReceiptJSON)]) {
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
    var irregularForms: [Form: VerifyReceiptJSON] = [:]
    for (form, json) in forms where !date.isRegular(json, form) { irregularForms[form] = json }
    millisecondsSince1970 = instant
    self.irregularForms = irregularForms
  }

  /// - Precondition: in the years 0000–9999.
  private init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
    irregularForms = [:]
  }

  private func isRegular(_ json: VerifyReceiptJSON, _ form: Form) -> Bool {
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
  func json(_ form: Form) -> VerifyReceiptJSON {
    irregularForms[form] ?? .string(regularText(form))
  }
}
