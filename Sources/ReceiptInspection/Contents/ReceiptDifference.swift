package import ReceiptJSON
package import ReceiptParsing
import TextCoding

/// Where two receipts, or a receipt and Apple's stored answer about it, say something else. Of an answer, `receipt` and
/// its purchases are compared, `latest_receipt_info` and what is not a field of a receipt are not.
package struct ReceiptDifference: Hashable, Sendable {
  /// What it is about: the names of `receipt show --json`, a purchase by its transaction.
  package let path: String
  /// What the first says; `nil` for nothing.
  package let first: String?
  /// What the second says; `nil` for nothing.
  package let second: String?

  /// The differences of two receipts, in the order of the fields.
  ///
  /// - Throws: ``JSONError/Code/invalidString`` if more than 30 combining marks follow one another.
  package static func all(
    _ first: AppReceipt, _ second: AppReceipt
  ) throws(JSONError) -> [ReceiptDifference] {
    try all(Fields(first), Fields(second), keeping: { _, _ in true })
  }

  /// The differences of a receipt and an answer of verifyReceipt.
  ///
  /// - Throws: as for two receipts.
  package static func all(
    _ receipt: AppReceipt, answer: JSON.Object
  ) throws(JSONError) -> [ReceiptDifference] {
    try all(Fields(receipt), Fields(answer: answer), keeping: Fields.isInAnswers)
  }

  private static func all(
    _ first: Fields, _ second: Fields, keeping isCompared: (String, String) -> Bool
  ) -> [ReceiptDifference] {
    var differences: [ReceiptDifference] = []
    for (path, value) in first.all where isCompared(path, value) {
      let other = second[path]
      if other?.hasBytes(of: value) != true {
        differences.append(ReceiptDifference(path: path, first: value, second: other))
      }
    }
    for (path, value) in second.all where first[path] == nil {
      differences.append(ReceiptDifference(path: path, first: nil, second: value))
    }
    return differences
  }
}

/// Values by their paths.
private struct Fields {
  private(set) var all: [(path: String, value: String)] = []
  private var byPath: [UTF8Text: String] = [:]

  subscript(path: String) -> String? { byPath[UTF8Text(path)] }

  /// What the tool prints about a receipt.
  init(_ receipt: AppReceipt) throws(JSONError) {
    var writer = JSONWriter()
    writer.object { $0.members(of: receipt) }
    // The receipt has had its limits.
    let limits = JSONLimits(maximumBytes: .max, maximumValues: .max)
    add(try JSON(text: writer.bytes, limits: limits), "")
  }

  init(answer: JSON.Object) {
    if case .object(let receipt)? = answer["receipt"] { add(receipt, "") } else { add(answer, "") }
  }

  private mutating func add(_ path: String, value: String) {
    // Elements of a list have different places, and members of an object different keys.
    guard byPath[UTF8Text(path)] == nil else { return }
    byPath[UTF8Text(path)] = value
    all.append((path, value))
  }

  private mutating func add(_ json: JSON, _ path: String) {
    switch json {
    case .array(let elements):
      for (element, place) in zip(elements, Self.places(of: elements)) {
        add(element, path + place)
      }
    case .object(let object):
      for member in object.members {
        add(member.value, path.isEmpty ? member.key : path + "." + member.key)
      }
    default:
      if let value = json.scalarText { add(path, value: value) }
    }
  }

  /// What names the elements of a list, in brackets, each another: the second purchase of transaction 7 is `[7#2]`.
  private static func places(of elements: [JSON]) -> [String] {
    var taken: Set<UTF8Text> = []
    var counts: [UTF8Text: Int] = [:]
    return elements.enumerated().map { index, element in
      let name = name(of: element) ?? String(index)
      var place = name
      // The count is kept, since a transaction may have any name, also that of a repeated one.
      while !taken.insert(UTF8Text(place)).inserted {
        let count = counts[UTF8Text(name), default: 1] + 1
        counts[UTF8Text(name)] = count
        place = name + "#" + String(count)
      }
      return "[" + place + "]"
    }
  }

  /// What names a purchase or a certificate.
  private static func name(of element: JSON) -> String? {
    guard case .object(let object) = element else { return nil }
    for key in ["transactionIdentifier", "transaction_id", "sha256"] {
      if case .string(let text)? = object[key] { return text }
    }
    return nil
  }

  // MARK: Apple's answers

  /// A field by its name here and in an answer. Dates are those of milliseconds. A pre-order's is not among them, since
  /// attribute 32 is not proven to be one.
  private static let names = [
    ("environment", "receipt_type"), ("bundleIdentifier", "bundle_id"),
    ("appVersion", "application_version"), ("originalAppVersion", "original_application_version"),
    ("creationDate", "receipt_creation_date_ms"),
    ("originalPurchaseDate", "original_purchase_date_ms"),
    ("expirationDate", "expiration_date_ms"),
    ("appItemIdentifier", "adam_id"), ("downloadIdentifier", "download_id"),
    ("versionExternalIdentifier", "version_external_identifier"),
    ("quantity", "quantity"), ("productIdentifier", "product_id"),
    ("transactionIdentifier", "transaction_id"),
    ("originalTransactionIdentifier", "original_transaction_id"),
    ("purchaseDate", "purchase_date_ms"), ("expiresDate", "expires_date_ms"),
    ("cancellationDate", "cancellation_date_ms"), ("cancellationReason", "cancellation_reason"),
    ("webOrderLineItemIdentifier", "web_order_line_item_id"),
    ("isTrialPeriod", "is_trial_period"), ("isInIntroOfferPeriod", "is_in_intro_offer_period"),
    ("promotionalOfferIdentifier", "promotional_offer_id"),
  ]

  /// Whether Apple's servers write the value of a receipt. A purchase that isn't a subscription has a
  /// `web_order_line_item_id` of 0 in its receipt, and none in an answer.
  static func isInAnswers(_ path: String, _ value: String) -> Bool {
    if path.hasSuffix("].webOrderLineItemIdentifier"), value == "0" { return false }
    return names.contains {
      path == $0.0 || path.hasPrefix("inApp[") && path.hasSuffix("]." + $0.0)
    }
  }

  private mutating func add(_ object: JSON.Object, _ path: String) {
    for member in object.members {
      if member.key == "in_app", case .array(let purchases) = member.value {
        for case (.object(let object), let place) in zip(purchases, Self.places(of: purchases)) {
          add(object, "inApp" + place + ".")
        }
      }
      guard let name = Self.names.first(where: { $0.1 == member.key })?.0,
        let value = member.value.scalarText
      else { continue }
      let milliseconds = member.key.hasSuffix("_ms") ? Int64(value) : nil
      add(
        path + name,
        value: milliseconds.map { ReceiptDate(millisecondsSince1970: $0).utcText } ?? value)
    }
  }
}

extension JSON {
  /// The text of a boolean, a number or a string.
  fileprivate var scalarText: String? {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): text
    case .null, .array, .object: nil
    }
  }
}
