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
    /// Those that begin then.
    case beginning(Int64?)
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
  /// By transaction; Xcode's, whose numbers repeat, also by date.
  private var ofTransaction: [Key: ReceiptField<ReceiptDate>] = [:]
  /// By everything that names the original transaction.
  private var ofOriginal: [Key: ReceiptField<ReceiptDate>] = [:]
  /// By product.
  private var ofProduct: [Key: ReceiptField<ReceiptDate>] = [:]
  /// By product, of the entries that may belong to any original.
  private var ofUnknownOriginal: [Key: ReceiptField<ReceiptDate>] = [:]

  /// Whether no cancellation can reach another entry.
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
    // Without a transaction it may be another entry's, which need not say the same end.
    let end = names.transaction == nil ? nil : names.end
    for reach in [.all, .beginning(names.start), .period(names.start, end)] as [Reach] {
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

  /// The cancellation of an entry: the earliest of its own and those that reach it.
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

  /// Where to look for what reaches an entry.
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
