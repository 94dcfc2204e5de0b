package import ReceiptParsing
import TextCoding

/// Which purchases are cancelled, according to all entries of all receipts together.
///
/// A cancellation revokes its transaction. For a product that does not renew, it revokes the purchase: the original
/// transaction and everything restored from it. The periods of an auto-renewable subscription share an original, too,
/// but were paid one by one.
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
  /// By everything that names the original transaction.
  private var ofOriginal: [Key: ReceiptField<ReceiptDate>] = [:]
  /// By product.
  private var ofProduct: [UTF8Text: ReceiptField<ReceiptDate>] = [:]
  /// By product, of the entries that cannot be told apart from the original of any purchase.
  private var ofUnknownOriginal: [UTF8Text: ReceiptField<ReceiptDate>] = [:]

  /// Whether no cancellation reaches another entry.
  var isEmpty: Bool { ofTransaction.isEmpty && ofOriginal.isEmpty && ofProduct.isEmpty }

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
    for identifier in names.originals {
      let key = Key(identifier: identifier, product: names.product)
      ofOriginal[key, default: .absent].merge(cancellation)
    }
    guard let product = names.product else { return }
    ofProduct[product, default: .absent].merge(cancellation)
    if names.hasUnreadableOriginal || names.transaction == nil {
      ofUnknownOriginal[product, default: .absent].merge(cancellation)
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
    guard type != .autoRenewableSubscription else { return result }
    for identifier in names.originals {
      result.merge(ofOriginal[Key(identifier: identifier, product: names.product)])
      result.merge(ofOriginal[Key(identifier: identifier, product: nil)])
    }
    guard let product = names.product else { return result }
    result.merge(ofUnknownOriginal[product])
    if names.hasUnreadableOriginal { result.merge(ofProduct[product]) }
    return result
  }
}

/// What an entry is known by.
private struct Names {
  let product: UTF8Text?
  let transaction: UTF8Text?
  let date: ReceiptDate?
  /// What names the original transaction: attribute 1705, and the transaction itself, which may be the original. Xcode
  /// gives all transactions one number.
  let originals: [UTF8Text]
  let hasUnreadableOriginal: Bool

  init(_ entry: InAppReceipt, isXcode: Bool) {
    product = entry.productIdentifier.map(UTF8Text.init)
    transaction = entry.transactionIdentifier.map(UTF8Text.init)
    date = entry.purchaseDate
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
