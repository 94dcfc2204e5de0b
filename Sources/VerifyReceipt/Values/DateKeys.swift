/// The keys under which the forms of a date stand.
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

  /// The keys of the expiration date in the style of iOS 6: `expires_date` is in milliseconds.
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
