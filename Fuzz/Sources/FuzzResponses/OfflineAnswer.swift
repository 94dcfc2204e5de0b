import FuzzReceipts
import FuzzSupport

/// The answer for a receipt, member by member: what stands in its attributes, under verifyReceipt's keys.
enum OfflineAnswer {
  /// How a field is written.
  private enum Form {
    case text
    case number
    /// A number in quotation marks.
    case decimal
    /// The same, but 0 is none.
    case identifier
    /// `"true"` or `"false"`.
    case word
    /// Three keys.
    case date
  }

  private typealias Row = (type: Int, key: String, form: Form)

  private static let app: [Row] = [
    (0, "receipt_type", .text), (1, "adam_id", .number), (1, "app_item_id", .number),
    (2, "bundle_id", .text), (3, "application_version", .text), (15, "download_id", .number),
    (16, "version_external_identifier", .number), (12, "receipt_creation_date", .date),
    (18, "original_purchase_date", .date), (19, "original_application_version", .text),
    (21, "expiration_date", .date),
  ]

  private static let purchase: [Row] = [
    (1701, "quantity", .decimal), (1702, "product_id", .text), (1703, "transaction_id", .text),
    (1705, "original_transaction_id", .text), (1704, "purchase_date", .date),
    (1706, "original_purchase_date", .date), (1708, "expires_date", .date),
    (1712, "cancellation_date", .date), (1711, "web_order_line_item_id", .identifier),
    (1713, "is_trial_period", .word), (1719, "is_in_intro_offer_period", .word),
    (1720, "cancellation_reason", .decimal), (1721, "promotional_offer_id", .text),
  ]

  /// The answer says this, in this order, and nothing else.
  static func check(_ answer: NaiveJSON.Value, _ receipt: NaiveReceipt) {
    let environment = receipt.fields.text(0).value.map { quoted(endpoint(of: Array($0))) }
    let outer = [Member("environment", environment), Member("receipt", [])].compactMap(\.self)
    require(members(of: answer) == outer, "\(members(of: answer)), not \(outer)")
    guard let own = answer["receipt"], case .array(let purchases)? = own["in_app"] else {
      return require(false, "no receipt, or no purchases in it")
    }
    let fields = members(app, receipt.fields) + [Member("in_app", [])].compactMap(\.self)
    require(members(of: own) == fields, "\(members(of: own)), not \(fields)")
    let expected = receipt.answered()
    require(purchases.count == expected.count, "\(expected.count) purchases")
    for (written, (fields, cancellation)) in zip(purchases, expected) {
      let fields = members(purchase, fields, cancellation)
      require(members(of: written) == fields, "\(members(of: written)), not \(fields)")
    }
  }

  /// Production for exactly two names, the sandbox for all with that word; others stay what they are.
  private static func endpoint(of name: [UInt8]) -> [UInt8] {
    let isProduction = ["Production", "ProductionVPP"].contains { name.elementsEqual($0.utf8) }
    let isSandbox = name.hasBytes(Array("Sandbox".utf8))
    return isProduction ? Array("Production".utf8) : isSandbox ? Array("Sandbox".utf8) : name
  }

  /// A member, with quotation marks around a string, and without what an array or an object has in it.
  private struct Member: Equatable, CustomStringConvertible {
    let key: String
    let text: [UInt8]

    /// `nil` if nothing is said.
    init?(_ key: String, _ text: [UInt8]?) {
      guard let text else { return nil }
      (self.key, self.text) = (key, text)
    }

    var description: String { "\(key): \(String(decoding: text, as: UTF8.self))" }
  }

  private static func quoted(_ text: some Sequence<UInt8>) -> [UInt8] { [0x22] + text + [0x22] }

  private static func members(of value: NaiveJSON.Value) -> [Member] {
    value.keys.compactMap { key in
      switch value[key] {
      case .string(let text): Member(key, quoted(text))
      case .number(let text): Member(key, Array(text.utf8))
      case .boolean(let flag): Member(key, Array("\(flag)".utf8))
      case .array, .object, .null, nil: Member(key, [])
      }
    }
  }

  /// What is missing, empty or unreadable has no key.
  private static func members(
    _ rows: [Row], _ fields: NaiveScope, _ cancellation: Int? = nil
  ) -> [Member] {
    rows.flatMap { type, key, form in
      let texts: [Member?] =
        switch form {
        case .text: [Member(key, fields.text(type).value.map(quoted))]
        case .number: [Member(key, fields.integer(type).value.map { Array("\($0)".utf8) })]
        case .decimal: [Member(key, fields.integer(type).value.map { quoted("\($0)".utf8) })]
        case .identifier where fields.integer(type).value == 0: []
        case .identifier: [Member(key, fields.integer(type).value.map { quoted("\($0)".utf8) })]
        case .word: [Member(key, fields.boolean(type).value.map { quoted("\($0)".utf8) })]
        case .date: dates(key, type == 1712 ? cancellation : fields.date(type).value)
        }
      return texts.compactMap(\.self)
    }
  }

  private static func dates(_ key: String, _ instant: Int?) -> [Member?] {
    guard let instant else { return [] }
    return NaiveClock.forms(of: instant).map { Member(key + $0.suffix, quoted($0.text.utf8)) }
  }
}
