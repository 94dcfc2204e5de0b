/// What an entry says of one field.
enum Said: Hashable {
  /// The attribute is not there.
  case nothing
  /// It is there, and unreadable.
  case nonsense
  case value(Int)

  var value: Int? { if case .value(let value) = self { value } else { nil } }
}

/// One purchase in one receipt, before it is encoded. Dates are ticks, products and transactions are numbers.
struct Entry: Hashable {
  var product: Said
  var transaction: Said
  var original: Said
  var kind: Said
  var start: Said
  /// When the original was bought.
  var firstStart: Said
  var end: Said
  var cancellation: Said = .nothing
  var quantity: Said
  var trial: Said
  var introductory: Said

  /// Whether it says what, when, and in which transaction; otherwise it is withheld.
  var isWhole: Bool { product.value != nil && transaction.value != nil && start.value != nil }
}

/// A receipt before it is encoded.
struct ReceiptOfEntries {
  var creation: Int
  var entries: [Entry]
}

/// What an app says about its products, for one model and for the library.
struct ModelCatalog {
  /// The kinds of products, where receipts say nothing.
  var kinds: [Int?] = [nil, nil, nil]
  /// How long a non-renewing subscription lasts: ticks, or months.
  var ticks: [Int?] = [nil, nil, nil]
  var months: [Int?] = [nil, nil, nil]
}

/// What a server says about a renewal.
struct ModelRenewal {
  var original: Int
  var product: Int?
  var graceEnd: Int?
  var isRetried: Bool
}
