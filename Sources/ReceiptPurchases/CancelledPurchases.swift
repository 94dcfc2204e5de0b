package import ReceiptParsing
import TextCoding

/// Which purchases are cancelled, according to all entries of all receipts together.
///
/// A cancellation revokes its transaction and what was restored from it. For a product that does not renew, that is the
/// original transaction and everything with the same original. The periods of an auto-renewable subscription share an
/// original, too, but were paid one by one: there it is what begins at the same instant.
package struct CancelledPurchases {
  private struct Key: Hashable {
    let identifier: UTF8Text
    /// `nil` if the product is unreadable: it may be any.
    let product: UTF8Text?
    /// Tells Xcode's transactions apart, whose numbers do not; `nil` elsewhere.
    var date: ReceiptDate?
  }

  private let isXcode: Bool
  /// By the transaction.
  private var ofTransaction: [Key: ReceiptField<ReceiptDate>] = [:]
  /// By the original transaction, of products that do not renew.
  private var copies = CancelledCopies()
  /// By the original transaction and the date, of periods.
  private var copiesOfPeriods = CancelledCopies()
  /// By the original transaction and the end, of periods whose purchase date is unreadable.
  private var copiesOfUndatedPeriods = CancelledCopies()

  /// Whether no cancellation reaches another entry.
  var isEmpty: Bool { ofTransaction.isEmpty && copies.isEmpty }

  package init(isXcode: Bool) {
    self.isXcode = isXcode
  }

  /// Remembers what an entry says.
  package mutating func add(_ entry: InAppReceipt) {
    let cancellation = entry.cancellation
    guard !cancellation.isAbsent else { return }
    let names = Names(entry, isXcode: isXcode)
    if let transaction = names.transaction {
      let isUnreadable = names.product == nil || names.date == nil
      let key = Key(
        identifier: transaction, product: isUnreadable ? nil : names.product,
        date: isUnreadable || !isXcode ? nil : names.date)
      ofTransaction[key, default: .absent].merge(cancellation)
    }
    copies.add(names, date: nil, cancellation)
    if let date = names.date {
      copiesOfPeriods.add(names, date: date, cancellation)
    } else if let end = names.end {
      copiesOfUndatedPeriods.add(names, date: end, cancellation)
    }
  }

  /// The cancellation of an entry, its own or one that takes it back as well.
  ///
  /// - Parameter type: the kind of the product, which decides how far a cancellation reaches.
  package func cancellation(
    of entry: InAppReceipt, type: ProductType?
  ) -> ReceiptField<ReceiptDate> {
    var result = entry.cancellation
    guard !isEmpty else { return result }
    let names = Names(entry, isXcode: isXcode)
    if let transaction = names.transaction {
      let date = isXcode ? names.date : nil
      let key = Key(identifier: transaction, product: names.product, date: date)
      result.merge(ofTransaction[key])
      result.merge(ofTransaction[Key(identifier: transaction, product: nil)])
    }
    if type != .autoRenewableSubscription {
      result.merge(copies.cancellation(names, date: nil))
    } else {
      if let date = names.date {
        result.merge(copiesOfPeriods.cancellation(names, date: date))
      }
      if let end = names.end {
        result.merge(copiesOfUndatedPeriods.cancellation(names, date: end))
      }
    }
    return result
  }
}

/// What takes back everything with the same original transaction.
private struct CancelledCopies {
  private struct Key: Hashable {
    let identifier: UTF8Text?
    /// `nil` if the product is unreadable: it may be any.
    let product: UTF8Text?
    let date: ReceiptDate?
  }

  /// By everything that names the original transaction.
  private var ofOriginal: [Key: ReceiptField<ReceiptDate>] = [:]
  /// By product.
  private var ofProduct: [Key: ReceiptField<ReceiptDate>] = [:]
  /// By product, of the entries that cannot be told apart from the original of any purchase.
  private var ofUnknownOriginal: [Key: ReceiptField<ReceiptDate>] = [:]

  var isEmpty: Bool { ofOriginal.isEmpty && ofProduct.isEmpty }

  mutating func add(_ names: Names, date: ReceiptDate?, _ cancellation: ReceiptField<ReceiptDate>) {
    for identifier in names.originals {
      let key = Key(identifier: identifier, product: names.product, date: date)
      ofOriginal[key, default: .absent].merge(cancellation)
    }
    guard let product = names.product else { return }
    let key = Key(identifier: nil, product: product, date: date)
    ofProduct[key, default: .absent].merge(cancellation)
    if names.hasUnreadableOriginal || names.transaction == nil {
      ofUnknownOriginal[key, default: .absent].merge(cancellation)
    }
  }

  func cancellation(_ names: Names, date: ReceiptDate?) -> ReceiptField<ReceiptDate> {
    var result = ReceiptField<ReceiptDate>.absent
    for identifier in names.originals {
      result.merge(ofOriginal[Key(identifier: identifier, product: names.product, date: date)])
      result.merge(ofOriginal[Key(identifier: identifier, product: nil, date: date)])
    }
    guard let product = names.product else { return result }
    let key = Key(identifier: nil, product: product, date: date)
    result.merge(ofUnknownOriginal[key])
    if names.hasUnreadableOriginal { result.merge(ofProduct[key]) }
    return result
  }
}

/// What an entry is known by.
private struct Names {
  let product: UTF8Text?
  let transaction: UTF8Text?
  let date: ReceiptDate?
  let end: ReceiptDate?
  /// What names the original transaction: attribute 1705, and the transaction itself, which may be the original. Xcode
  /// gives all transactions one number.
  let originals: [UTF8Text]
  let hasUnreadableOriginal: Bool

  init(_ entry: InAppReceipt, isXcode: Bool) {
    product = entry.productIdentifier.map(UTF8Text.init)
    transaction = entry.transactionIdentifier.map(UTF8Text.init)
    date = entry.purchaseDate
    end = entry.expiresDate
    let original = entry.string(.originalTransactionIdentifier)
    hasUnreadableOriginal = original.problem != nil
    let other = isXcode ? nil : transaction
    var originals = original.value.map { [UTF8Text($0)] } ?? []
    if let other, other != originals.first { originals.append(other) }
    self.originals = originals
  }
}

extension ReceiptField<ReceiptDate> {
  /// Becomes the earlier of two dates; a readable one before an unreadable, any before none.
  fileprivate mutating func merge(_ other: ReceiptField?) {
    switch (self, other) {
    case (.value(let first), .value(let second)): self = .value(min(first, second))
    case (.value, _), (_, .absent), (_, nil), (.unreadable, .unreadable): break
    case (_, .value(let date)): self = .value(date)
    case (.absent, .unreadable(let problem)): self = .unreadable(problem)
    }
  }
}
