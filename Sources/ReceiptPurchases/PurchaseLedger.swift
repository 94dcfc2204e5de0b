import ReceiptParsing
import TextCoding

/// The purchases of one customer, decoded once and in order: what ``PurchaseHistory`` and
/// ``UnverifiedPurchaseHistory`` share. A ledger says nothing about trust; only the history does.
struct PurchaseLedger: Equatable, Sendable {
  /// By purchase date; those of one date by the number of the transaction, the product, and at last their bytes,
  /// so that the order never depends on that of the payload, which means nothing.
  let purchases: [Purchase]

  /// The purchases without readable product, transaction or purchase date, in the order of their bytes.
  let unreadable: [InAppReceipt]

  /// When the newest of the receipts was made.
  let creationDate: ReceiptDate?
  let bundleIdentifier: UTF8Text?
  let environment: ReceiptEnvironment?

  /// Where the purchases of each product are in ``purchases``.
  let placesByProduct: [UTF8Text: [Int]]

  private let lastPeriods: LastPeriods

  /// Reads the purchases of receipts, each at most once.
  ///
  /// - Complexity: O(n log n).
  init(_ receipts: [AppReceipt], catalog: ProductCatalog) {
    let receipts = Self.newestFirst(receipts)
    var merging = PurchaseMerging(
      catalog: catalog, isXcode: receipts.first?.environment == .xcode)
    for receipt in receipts { merging.add(receipt) }

    unreadable = merging.unreadable.sorted { $0.encoding.lexicographicallyPrecedes($1.encoding) }
    purchases = Self.sorted(merging.finished())
    creationDate = receipts.first?.creationDate
    bundleIdentifier = receipts.first?.bundleIdentifier.map(UTF8Text.init)
    environment = receipts.first?.environment

    placesByProduct = Self.placesByProduct(purchases)
    lastPeriods = LastPeriods(
      purchases, unreadable: unreadable, isXcode: environment == .xcode)
  }

  /// Whether no later purchase has, or may have, the same original transaction.
  func isLastOfOriginal(_ place: Int) -> Bool { lastPeriods.isLast(purchases[place], at: place) }

  /// Neighbors are mostly of one product, which is then looked up once for all of them.
  private static func placesByProduct(_ purchases: [Purchase]) -> [UTF8Text: [Int]] {
    var places: [UTF8Text: [Int]] = [:]
    var start = 0
    while start < purchases.count {
      let product = UTF8Text(purchases[start].productIdentifier)
      let end =
        purchases[start...].firstIndex { UTF8Text($0.productIdentifier) != product }
        ?? purchases.count
      places[product, default: []].append(contentsOf: start..<end)
      start = end
    }
    return places
  }

  /// Newest first. The bytes decide between receipts of the same instant, so that the order in which they are
  /// given never matters. A date is looked for and read once, not in every comparison.
  private static func newestFirst(_ receipts: [AppReceipt]) -> [AppReceipt] {
    guard receipts.count > 1 else { return receipts }
    let dates = receipts.map { $0.creationDate }
    return receipts.indices.sorted { (first, second) in
      switch (dates[first], dates[second]) {
      case (let first?, let second?) where first != second: first > second
      case (_?, nil): true
      case (nil, _?): false
      default:
        receipts[first].containerBytes.lexicographicallyPrecedes(receipts[second].containerBytes)
      }
    }.map { receipts[$0] }
  }

  /// The purchases in their order.
  ///
  /// - Parameter number: the number of a transaction. Reading one takes longer than comparing two, so it is asked for
  ///   once of each purchase, not in every comparison.
  /// - Complexity: O(n log n).
  static func sorted(
    _ purchases: [Purchase], number: (Purchase) -> TransactionNumber = { $0.transactionNumber }
  ) -> [Purchase] {
    guard purchases.count > 1 else { return purchases }
    let numbers = purchases.map(number)
    let order = purchases.indices.map {
      SortKey(date: purchases[$0].purchaseDate, rank: numbers[$0].rank, place: $0)
    }.sorted { (first, second) in
      if first.date != second.date { return first.date < second.date }
      if first.rank != second.rank { return first.rank < second.rank }
      let numbers = (numbers[first.place], numbers[second.place])
      if numbers.0 != numbers.1 { return numbers.0 < numbers.1 }
      return precedes(purchases[first.place], purchases[second.place])
    }
    return order.map { purchases[$0.place] }
  }

  /// What nearly always decides, in a few words without references.
  private struct SortKey {
    let date: ReceiptDate
    let rank: TransactionNumber.Rank
    let place: Int
  }

  /// The order of purchases of one date and one number.
  private static func precedes(_ first: Purchase, _ second: Purchase) -> Bool {
    let products = (UTF8Text(first.productIdentifier), UTF8Text(second.productIdentifier))
    if products.0 != products.1 { return products.0 < products.1 }
    return first.inAppReceipt.encoding.lexicographicallyPrecedes(second.inAppReceipt.encoding)
  }
}

/// Which purchases are the last of their original transaction, so that a grace period can follow them.
struct LastPeriods: Equatable {
  private let isXcode: Bool

  /// For each original transaction the place of its last purchase.
  private var places: [UTF8Text: Int] = [:]

  /// The latest date of the unreadable entries, by original transaction.
  private var latestUnreadable: [UTF8Text: ReceiptDate] = [:]

  /// The latest date of the entries whose original isn't known: they may be of any subscription.
  private var latestUnknown: ReceiptDate?

  /// - Parameter purchases: by purchase date.
  init(_ purchases: [Purchase], unreadable: [InAppReceipt], isXcode: Bool) {
    self.isXcode = isXcode
    for place in purchases.indices {
      guard let original = original(of: purchases[place]) else {
        recordUnidentified(purchases[place].inAppReceipt)
        continue
      }
      // The next one takes its place.
      if place + 1 < purchases.count, self.original(of: purchases[place + 1]) == original {
        continue
      }
      places[original] = place
    }
    for entry in unreadable {
      guard let original = original(of: entry) else {
        recordUnidentified(entry)
        continue
      }
      latestUnreadable[original] = max(
        entry.latestDate, latestUnreadable[original] ?? entry.latestDate)
    }
  }

  private mutating func recordUnidentified(_ entry: InAppReceipt) {
    if isXcode, entry.string(.originalTransactionIdentifier).isAbsent { return }
    latestUnknown = max(entry.latestDate, latestUnknown ?? entry.latestDate)
  }

  /// Whether no later entry has, or may have, the same original transaction.
  func isLast(_ purchase: Purchase, at place: Int) -> Bool {
    guard let original = original(of: purchase) else { return false }
    return places[original] == place
      && (latestUnreadable[original].map { $0 < purchase.purchaseDate } ?? true)
      && (latestUnknown.map { $0 < purchase.purchaseDate } ?? true)
  }

  private func original(of purchase: Purchase) -> UTF8Text? {
    purchase.originalTransactionIdentifier.map(UTF8Text.init) ?? original(of: purchase.inAppReceipt)
  }

  /// Xcode's numbers repeat, so a purchase there has an original only if it names one.
  private func original(of entry: InAppReceipt) -> UTF8Text? {
    if isXcode, entry.string(.originalTransactionIdentifier).isAbsent { return nil }
    return entry.firstTransactionIdentifier.map(UTF8Text.init)
  }
}

extension InAppReceipt {
  /// The original transaction: its own if it names none, and `nil` if what it names is unreadable.
  var firstTransactionIdentifier: String? {
    let original = string(.originalTransactionIdentifier)
    return original.isAbsent ? transactionIdentifier : original.value
  }

  /// The purchase date; the end of time if it does not say one.
  fileprivate var latestDate: ReceiptDate {
    purchaseDate ?? ReceiptDate(millisecondsSince1970: .max)
  }
}
