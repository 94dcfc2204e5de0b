/// The fields of a receipt and of its purchases, by their types.
package struct NaiveReceipt {
  package let fields: NaiveScope
  private let purchases: [NaiveScope]

  /// `nil` if the container has no attributes.
  package init?(container bytes: [UInt8]) {
    guard let payload = NaiveMessage(bytes)?.payload,
      let attributes = NaiveAttribute.list(bytes, payload.range, levels: payload.levels)
    else { return nil }
    fields = NaiveScope(bytes: bytes, attributes: attributes.filter { $0.type != 17 })
    purchases = attributes.filter { $0.type == 17 }
      .map { NaiveScope(bytes: bytes, attributes: $0.inApp) }
  }

  /// The purchases that an answer has, in their order, and when each was cancelled. Those that lack something, or of which
  /// what decides is unreadable, are left out; but what they cancel stays cancelled.
  ///
  /// - Parameter marksCopies: whether what the others cancel is, too.
  package func answered(marksCopies: Bool = false) -> [(fields: NaiveScope, cancellation: Int?)] {
    let isXcode = fields.text(0).value?.elementsEqual("Xcode".utf8) ?? false
    let all = purchases.map { (fields: $0, purchase: NaivePurchase($0)) }
    let omitted = all.map(\.purchase).filter { !$0.isComplete }
    return all.compactMap { fields, purchase in
      guard purchase.isComplete else { return nil }
      if let date = purchase.cancellation.value { return (fields, date) }
      let cancellation = purchase.cancellation(among: omitted, isXcode: isXcode)
      guard cancellation != .unreadable else { return nil }
      guard marksCopies else { return (fields, cancellation.value) }
      return (fields, purchase.cancellation(among: all.map(\.purchase), isXcode: isXcode).value)
    }
  }
}

extension NaivePurchase {
  fileprivate var isComplete: Bool {
    isWhole && ![expiration, cancellation, kind].contains(.unreadable)
  }
}
