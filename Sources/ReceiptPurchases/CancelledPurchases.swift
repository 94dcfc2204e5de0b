package import ReceiptParsing
import TextCoding

/// Which purchases are cancelled, according to all entries of all receipts together.
///
/// A cancellation revokes its transaction and its copies. If the product doesn't renew, those are all its entries with
/// the same original transaction. The periods of a subscription share an original, too, but each was paid for: there,
/// only entries that begin and end at the same instants are copies.
package struct CancelledPurchases {
  /// Which of the entries with the same original a cancellation reaches. Instants are milliseconds since 1970, which
  /// take less room than dates; `nil` if the date is missing or unreadable: it may be any.
  private enum Reach: Hashable {
    case all
    /// Those that begin and end then.
    case period(Int64?, Int64?)
  }

  private struct Key: Hashable {
    /// `nil` in the tables by product.
    var identifier: UTF8Text?
    /// `nil` if the product is missing or unreadable: it may be any. Of a transaction also if its date is.
    let product: UTF8Text?
    let reach: Reach
  }

  private let isXcode: Bool
  /// What each cancelled entry says. The tables have places in here, which take less room than dates.
  private var cancellations: [ReceiptField<ReceiptDate>] = []
  /// By transaction; Xcode's, whose numbers repeat, also by date.
  private var ofTransaction: [Key: Int] = [:]
  /// By everything that names the original transaction.
  private var ofOriginal: [Key: Int] = [:]
  /// By product.
  private var ofProduct: [Key: Int] = [:]
  /// By product, of the entries that may belong to any original.
  private var ofUnknownOriginal: [Key: Int] = [:]

  /// Whether nothing is cancelled.
  var isEmpty: Bool { cancellations.isEmpty }

  package init(isXcode: Bool) {
    self.isXcode = isXcode
  }

  /// Remembers what an entry says.
  package mutating func add(_ entry: InAppReceipt) {
    guard !entry.cancellation.isAbsent else { return }
    cancellations.append(entry.cancellation)
    let names = Names(entry, isXcode: isXcode)
    if let transaction = names.transaction {
      let isUnreadable = names.product == nil || names.start == nil
      let key = Key(
        identifier: transaction, product: isUnreadable ? nil : names.product,
        reach: isUnreadable || !isXcode ? .all : .period(names.start, nil))
      ofTransaction[key] = earliest(ofTransaction[key])
    }
    // Without a transaction it may be another entry's, which need not say the same end.
    let end = names.transaction == nil ? nil : names.end
    for reach in [.all, .period(names.start, end)] as [Reach] {
      for identifier in names.originals {
        let key = Key(identifier: identifier, product: names.product, reach: reach)
        ofOriginal[key] = earliest(ofOriginal[key])
      }
      guard let product = names.product else { continue }
      let key = Key(product: product, reach: reach)
      ofProduct[key] = earliest(ofProduct[key])
      if names.hasUnreadableOriginal || names.transaction == nil {
        ofUnknownOriginal[key] = earliest(ofUnknownOriginal[key])
      }
    }
  }
  /// The place of the earlier of two: the one added last, and one before it.
  private func earliest(_ place: Int?) -> Int {
    let last = cancellations.count - 1
    guard let place, !cancellations[last].precedes(cancellations[place]) else { return last }
    return place
  }

  /// The cancellation of an entry: the earliest of its own and those that reach it.
  ///
  /// - Parameter type: the kind of the product, which decides how far a cancellation reaches.
  package func cancellation(
    of entry: InAppReceipt, type: ProductType?
  ) -> ReceiptField<ReceiptDate> {
    var result = entry.cancellation
    guard !isEmpty else { return result }
    func merge(_ place: Int?) {
      guard let place, cancellations[place].precedes(result) else { return }
      result = cancellations[place]
    }
    let names = Names(entry, isXcode: isXcode)
    if let transaction = names.transaction {
      let reach = isXcode ? Reach.period(names.start, nil) : .all
      merge(ofTransaction[Key(identifier: transaction, product: names.product, reach: reach)])
      merge(ofTransaction[Key(identifier: transaction, product: nil, reach: .all)])
    }
    for reach in Self.reaches(of: names, isPeriod: type == .autoRenewableSubscription) {
      for identifier in names.originals {
        merge(ofOriginal[Key(identifier: identifier, product: names.product, reach: reach)])
        merge(ofOriginal[Key(identifier: identifier, product: nil, reach: reach)])
      }
      guard let product = names.product else { continue }
      let key = Key(product: product, reach: reach)
      merge(ofUnknownOriginal[key])
      if names.hasUnreadableOriginal { merge(ofProduct[key]) }
    }
    return result
  }

  /// Where to look for what reaches an entry. A period that lacks one of its dates may be any.
  private static func reaches(of names: Names, isPeriod: Bool) -> [Reach] {
    guard isPeriod, let start = names.start, let end = names.end else { return [.all] }
    return [.period(start, end), .period(start, nil), .period(nil, end), .period(nil, nil)]
  }
}

/// What an entry is known by.
private struct Names {
  let product: UTF8Text?
  let transaction: UTF8Text?
  let start: Int64?
  let end: Int64?
  /// What names the original transaction: attribute 1705, and the transaction itself, which may be the original. Xcode's
  /// numbers repeat, so they name nothing.
  let originals: [UTF8Text]
  let hasUnreadableOriginal: Bool

  init(_ entry: InAppReceipt, isXcode: Bool) {
    product = entry.productIdentifier.map(UTF8Text.init)
    transaction = entry.transactionIdentifier.map(UTF8Text.init)
    start = entry.purchaseDate?.millisecondsSince1970
    end = entry.expiresDate?.millisecondsSince1970
    let original = entry.string(.originalTransactionIdentifier)
    hasUnreadableOriginal = original.problem != nil
    let other = isXcode ? nil : transaction
    var originals = original.value.map { [UTF8Text($0)] } ?? []
    if let other, other != originals.first { originals.append(other) }
    self.originals = originals
  }
}

extension ReceiptField<ReceiptDate> {
  /// Whether this date is the earlier one; a readable one is before an unreadable, any before none.
  fileprivate func precedes(_ other: ReceiptField) -> Bool {
    switch (self, other) {
    case (.value(let first), .value(let second)): first < second
    case (.value, _), (.unreadable, .absent): true
    case (.unreadable, _), (.absent, _): false
    }
  }
}
