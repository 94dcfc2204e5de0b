/// Compares the objects of an answer with those that a receipt gives.
struct Comparison {
  private(set) var differences: [VerifyReceiptDifference] = []

  mutating func compare(_ stored: ResponseReceipt?, _ rebuilt: ResponseReceipt?) {
    let path = VerifyReceiptPath([.key("receipt")])
    let isIgnored = { (key: String) in key == "in_app" || key.hasPrefix("request_date") }
    compare(
      stored?.tree, rebuilt?.tree, at: path, unavailable: .receipt, ignoring: isIgnored)
    let purchases = path.appending(.key("in_app"))
    guard let storedPurchases = stored?.inApp else {
      add(.missingInAnswer, purchases, nil, rebuilt?.inApp?.tree)
      return
    }
    compare(storedPurchases, rebuilt?.inApp ?? [], at: purchases)
  }

  private mutating func compare(
    _ stored: [ResponsePurchase], _ rebuilt: [ResponsePurchase], at path: VerifyReceiptPath
  ) {
    let matching = PurchaseMatching(stored, rebuilt)
    for (index, purchase) in stored.enumerated() {
      let path = path.appending(.index(index))
      if let match = matching.matches[index] {
        compare(purchase.tree, rebuilt[match].tree, at: path, unavailable: .purchase)
      } else {
        add(.missingInReceipt, path, purchase.tree, nil)
      }
    }
    for (count, index) in matching.unmatched.enumerated() {
      let path = path.appending(.index(stored.count + count))
      add(.missingInAnswer, path, nil, rebuilt[index].tree)
    }
    let order = matching.matches.compactMap { $0 }
    if order != order.sorted() {
      add(
        .order, path, Self.transactions(order.map { rebuilt[$0] }),
        Self.transactions(order.sorted().map { rebuilt[$0] }))
    }
  }

  mutating func compareLatest(_ stored: [ResponsePurchase], _ rebuilt: [ResponsePurchase]) {
    let path = VerifyReceiptPath([.key("latest_receipt_info")])
    let matching = PurchaseMatching(stored, rebuilt)
    for (index, purchase) in stored.enumerated() {
      let path = path.appending(.index(index))
      guard let match = matching.matches[index] else {
        add(.missingInReceipt, path, purchase.tree, nil)
        continue
      }
      guard case .object(let first) = purchase.tree, case .object(let second) = rebuilt[match].tree
      else { continue }
      compare(
        purchase.tree, rebuilt[match].tree, at: path, unavailable: .purchase,
        ignoring: { first[$0] == nil || second[$0] == nil })
    }
  }

  private static func transactions(_ purchases: [ResponsePurchase]) -> VerifyReceiptJSON {
    .array(purchases.map { .string($0.transactionIdentifier ?? "") })
  }

  /// Compares two objects member by member, in the order of the first.
  private mutating func compare(
    _ stored: VerifyReceiptJSON?, _ rebuilt: VerifyReceiptJSON?, at path: VerifyReceiptPath,
    unavailable object: KeyNotAvailableOffline.Object,
    ignoring isIgnored: (String) -> Bool = { _ in false }
  ) {
    let (stored, rebuilt) = (Self.members(stored), Self.members(rebuilt))
    for member in stored.members where !isIgnored(member.key) {
      let path = path.appending(.key(member.key))
      guard let other = rebuilt[member.key] else {
        add(
          .missingInReceipt, path, member.value, nil,
          isExpected: KeyNotAvailableOffline.contains(member.key, in: object))
        continue
      }
      if Self.differInFraction(member, other) {
        add(.fraction, path, member.value, other, isExpected: true)
      } else if member.value != other {
        add(.value, path, member.value, other)
      }
    }
    for member in rebuilt.members where stored[member.key] == nil && !isIgnored(member.key) {
      add(.missingInAnswer, path.appending(.key(member.key)), nil, member.value)
    }
  }

  private static func members(_ value: VerifyReceiptJSON?) -> VerifyReceiptJSON.Object {
    if case .object(let object) = value { object } else { VerifyReceiptJSON.Object() }
  }

  /// Whether these are milliseconds of the same second, of which the receipt has only the second.
  private static func differInFraction(
    _ member: VerifyReceiptJSON.Object.Member, _ other: VerifyReceiptJSON
  ) -> Bool {
    guard member.key.hasSuffix("_ms"), case .string(let first) = member.value,
      case .string(let second) = other, let stored = Int64(canonical: first),
      let rebuilt = Int64(canonical: second)
    else { return false }
    // What the receipt gives lies in the years 0–9999, so nothing that wraps comes near.
    return rebuilt % 1000 == 0 && 1..<1000 ~= stored &- rebuilt
  }

  private mutating func add(
    _ kind: VerifyReceiptDifference.Kind, _ path: VerifyReceiptPath,
    _ stored: VerifyReceiptJSON?, _ rebuilt: VerifyReceiptJSON?, isExpected: Bool = false
  ) {
    differences.append(
      VerifyReceiptDifference(
        kind: kind, path: path, stored: stored, rebuilt: rebuilt, isExpected: isExpected))
  }
}

extension KeyNotAvailableOffline {
  /// Whether a key of an object is on the list; of dates all three.
  fileprivate static func contains(_ key: String, in object: Object) -> Bool {
    VerifyReceiptResponse.keysNotAvailableOffline.contains { entry in
      entry.object == object
        && (entry.key == key
          || entry.key.hasSuffix("_date") && [entry.key + "_ms", entry.key + "_pst"].contains(key))
    }
  }
}
