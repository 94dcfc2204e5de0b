package import ReceiptParsing
import TextCoding

/// Which purchases are cancelled, according to all entries of all receipts together.
///
/// A cancellation revokes its transaction and what was restored from it. For a product that does not renew, that is the
/// original transaction and everything with the same original. The periods of an auto-renewable subscription share an
/// original, too, but were paid one by one: there it is what begins and ends at the same instants.
package struct CancelledPurchases {
  /// Which of the entries with the same original a cancellation reaches.
  private enum Reach: Hashable {
    case all
    /// Those that begin then. `nil` if the date is unreadable: it may be any.
    case beginning(ReceiptDate?)
    /// Those that begin and end then.
    case period(ReceiptDate?, ReceiptDate?)
  }

  private struct Key: Hashable {
    /// `nil` where the product alone decides.
    var identifier: UTF8Text?
    /// `nil` if the product is unreadable: it may be any.
    let product: UTF8Text?
    let reach: Reach
  }

  private let isXcode: Bool
  /// By the transaction. The date tells Xcode's apart, whose numbers do not.
  private var ofTransaction: [Key: ReceiptField<ReceiptDate>] = [:]
  /// By everything that names the original transaction.
  private var ofOriginal: [Key: ReceiptField<ReceiptDate>] = [:]
  /// By product.
  private var ofProduct: [Key: ReceiptField<ReceiptDate>] = [:]
  /// By product, of the entries that cannot be told apart from the original of any purchase.
  private var ofUnknownOriginal: [Key: ReceiptField<ReceiptDate>] = [:]

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
      let isUnreadable = names.product == nil || names.start == nil
      let key = Key(
        identifier: transaction, product: isUnreadable ? nil : names.product,
        reach: isUnreadable || !isXcode ? .all : .beginning(names.start))
      ofTransaction[key, default: .absent].merge(cancellation)
    }
    for reach in [.all, .beginning(names.start), .period(names.start, names.end)] as [Reach] {
      for identifier in names.originals {
        let key = Key(identifier: identifier, product: names.product, reach: reach)
        ofOriginal[key, default: .absent].merge(cancellation)
      }
      guard let product = names.product else { continue }
      let key = Key(product: product, reach: reach)
      ofProduct[key, default: .absent].merge(cancellation)
      if names.hasUnreadableOriginal || names.transaction == nil {
        ofUnknownOriginal[key, default: .absent].merge(cancellation)
      }
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
      let reach = isXcode ? Reach.beginning(names.start) : .all
      let key = Key(identifier: transaction, product: names.product, reach: reach)
      result.merge(ofTransaction[key])
      result.merge(ofTransaction[Key(identifier: transaction, product: nil, reach: .all)])
    }
    for reach in Self.reaches(of: names, isPeriod: type == .autoRenewableSubscription) {
      for identifier in names.originals {
        result.merge(
          ofOriginal[Key(identifier: identifier, product: names.product, reach: reach)])
        result.merge(ofOriginal[Key(identifier: identifier, product: nil, reach: reach)])
      }
      guard let product = names.product else { continue }
      let key = Key(product: product, reach: reach)
      result.merge(ofUnknownOriginal[key])
      if names.hasUnreadableOriginal { result.merge(ofProduct[key]) }
    }
    return result
  }

  /// What reaches an entry.
  private static func reaches(of names: Names, isPeriod: Bool) -> [Reach] {
    guard isPeriod, let start = names.start else { return [.all] }
    guard let end = names.end else { return [.beginning(start), .beginning(nil)] }
    return [.period(start, end), .period(start, nil), .period(nil, end), .period(nil, nil)]
  }
}

/// What an entry is known by.
private struct Names {
  let product: UTF8Text?
  let transaction: UTF8Text?
  let start: ReceiptDate?
  let end: ReceiptDate?
  /// What names the original transaction: attribute 1705, and the transaction itself, which may be the original. Xcode
  /// gives all transactions one number.
  let originals: [UTF8Text]
  let hasUnreadableOriginal: Bool

  init(_ entry: InAppReceipt, isXcode: Bool) {
    product = entry.productIdentifier.map(UTF8Text.init)
    transaction = entry.transactionIdentifier.map(UTF8Text.init)
    start = entry.purchaseDate
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
