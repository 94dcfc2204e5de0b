import ReceiptJSON
import ReceiptParsing
import TextCoding

/// Compares the objects of an answer with those rebuilt from a receipt.
struct Comparison {
  private(set) var differences: [VerifyReceiptDifference] = []

  /// The creation date of the answer's receipt, if the other receipt is a newer one of the same app purchase.
  private var olderCreation: VerifyReceiptDate?

  /// - Parameter allowsNewer: whether the receipt may be newer than the answer's.
  mutating func compare(
    _ stored: ResponseReceipt?, _ rebuilt: ResponseReceipt?, allowsNewer: Bool
  ) {
    let path = JSONPath([.key("receipt")])
    compare(
      stored?.tree, rebuilt?.tree, at: path, unavailable: .receipt,
      ignoring: { $0 == "in_app" || DateKeys.request.contains($0) })
    if allowsNewer, let stored, let rebuilt { expectNewer(stored, rebuilt) }
    let purchases = path.appending(.key("in_app"))
    guard let storedPurchases = stored?.inApp else {
      add(.missingInAnswer, purchases, nil, rebuilt?.inApp?.tree)
      return
    }
    compare(storedPurchases, rebuilt?.inApp ?? [], at: purchases)
  }

  /// Marks what a newer receipt of the same app purchase changes.
  private mutating func expectNewer(_ stored: ResponseReceipt, _ rebuilt: ResponseReceipt) {
    guard let creation = stored.receiptCreationDate, let later = rebuilt.receiptCreationDate,
      creation.wholeSeconds < later.wholeSeconds,
      !differences.contains(where: { $0.keyOfDifferentReceipts != nil })
    else { return }
    olderCreation = creation
    differences = differences.map { difference in
      guard difference.kind == .value, case .key(let key) = difference.path.elements.last else {
        return difference
      }
      if DateKeys.receiptCreation.contains(key) {
        return difference.expected(as: .newerReceipt)
      }
      return Self.keysOfNewerReceipts.contains(key) ? difference.expected() : difference
    }
  }

  /// The keys of `receipt` that change when the app is updated or reinstalled.
  private static let keysOfNewerReceipts = [
    "application_version", "version_external_identifier", "download_id",
  ]

  /// Whether a purchase missing in the answer was made after the answer's receipt.
  private func isLater(_ purchase: ResponsePurchase) -> Bool {
    guard let olderCreation, let date = purchase.purchaseDate else { return false }
    return date.wholeSeconds > olderCreation.wholeSeconds
  }

  private mutating func compare(
    _ stored: [ResponsePurchase], _ rebuilt: [ResponsePurchase], at path: JSONPath
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
      add(
        .missingInAnswer, path, nil, rebuilt[index].tree, isExpected: isLater(rebuilt[index]))
    }
    let order = matching.matches.compactMap { $0 }
    if order != order.sorted() {
      add(
        .order, path, Self.transactions(order.map { rebuilt[$0] }),
        Self.transactions(order.sorted().map { rebuilt[$0] }))
    }
  }

  mutating func compareLatest(_ stored: [ResponsePurchase], _ rebuilt: [ResponsePurchase]) {
    let path = JSONPath([.key("latest_receipt_info")])
    let matching = PurchaseMatching(stored, rebuilt)
    for (index, purchase) in stored.enumerated() {
      let path = path.appending(.index(index))
      guard let match = matching.matches[index] else {
        add(.missingInReceipt, path, purchase.tree, nil)
        continue
      }
      compare(
        purchase.tree, rebuilt[match].tree, at: path, unavailable: .purchase,
        ignoringMissing: true)
    }
  }

  private static func transactions(_ purchases: [ResponsePurchase]) -> JSON {
    .array(purchases.map { .string($0.transactionIdentifier ?? "") })
  }

  /// Compares two objects by member, in the order of the first.
  ///
  /// - Parameter ignoringMissing: whether to compare only keys that both have.
  private mutating func compare(
    _ stored: JSON?, _ rebuilt: JSON?, at path: JSONPath,
    unavailable object: KeyNotAvailableOffline.Object, ignoringMissing: Bool = false,
    ignoring isIgnored: (String) -> Bool = { _ in false }
  ) {
    var storedMembers = MemberIndex(Self.members(stored))
    var rebuiltMembers = MemberIndex(Self.members(rebuilt))
    for member in storedMembers.members where !isIgnored(member.key) {
      guard let other = rebuiltMembers.value(of: member.key) else {
        if ignoringMissing { continue }
        add(
          .missingInReceipt, path.appending(.key(member.key)), member.value, nil,
          isExpected: KeyNotAvailableOffline.contains(member.key, in: object))
        continue
      }
      guard member.value != other else { continue }
      let isFraction = Self.differInFraction(member, other)
      add(
        isFraction ? .fraction : .value, path.appending(.key(member.key)), member.value, other,
        isExpected: isFraction)
    }
    guard !ignoringMissing else { return }
    for member in rebuiltMembers.members
    where storedMembers.place(of: member.key) == nil && !isIgnored(member.key) {
      add(
        .missingInAnswer, path.appending(.key(member.key)), nil, member.value,
        isExpected: object == .purchase && isLaterCancellation(member.key))
    }
  }

  /// Whether the key belongs to a cancellation that may be later than the answer's receipt.
  private func isLaterCancellation(_ key: String) -> Bool {
    olderCreation != nil
      && (DateKeys.cancellation.contains(key) || key == "cancellation_reason")
  }

  private static func members(_ value: JSON?) -> JSON.Object {
    if case .object(let object) = value { object } else { JSON.Object() }
  }

  /// Whether these are milliseconds within one second; the receipt has whole seconds.
  private static func differInFraction(
    _ member: JSON.Object.Member, _ other: JSON
  ) -> Bool {
    guard member.key.hasSuffix("_ms"), case .string(let first) = member.value,
      case .string(let second) = other, let stored = Int64(canonical: first),
      let rebuilt = Int64(canonical: second)
    else { return false }
    // Receipts have years 0–9999, so a value that wraps isn't near.
    return rebuilt % 1000 == 0 && 1..<1000 ~= stored &- rebuilt
  }

  private mutating func add(
    _ kind: VerifyReceiptDifference.Kind, _ path: JSONPath,
    _ stored: JSON?, _ rebuilt: JSON?, isExpected: Bool = false
  ) {
    differences.append(
      VerifyReceiptDifference(
        kind: kind, path: path, stored: stored, rebuilt: rebuilt, isExpected: isExpected))
  }
}

extension KeyNotAvailableOffline {
  /// Whether a key of an object is listed; for dates, any of the three.
  fileprivate static func contains(_ key: String, in object: Object) -> Bool {
    keys[object]?.contains(UTF8Text(key)) ?? false
  }

  private static let keys: [Object: Set<UTF8Text>] = {
    var keys: [Object: Set<UTF8Text>] = [:]
    for entry in VerifyReceiptResponse.keysNotAvailableOffline {
      let isDate = entry.key.hasSuffix("_date")
      for suffix in isDate ? ["", "_ms", "_pst"] : [""] {
        keys[entry.object, default: []].insert(UTF8Text(entry.key + suffix))
      }
    }
    return keys
  }()
}

/// Matches the purchases of an answer with those of a receipt by transaction. Several with the same transaction, as in
/// Xcode's receipts, are matched in order.
struct PurchaseMatching {
  /// For each purchase of the answer, its index in the receipt.
  let matches: [Int?]
  /// The purchases of the receipt that the answer lacks.
  let unmatched: [Int]

  /// - Complexity: O(n).
  init(_ stored: [ResponsePurchase], _ rebuilt: [ResponsePurchase]) {
    // The indexes of each transaction, first one last, where it can be removed in constant time.
    var places: [UTF8Text?: [Int]] = [:]
    for (index, purchase) in rebuilt.enumerated().reversed() {
      places[Self.key(purchase), default: []].append(index)
    }
    matches = stored.map { places[Self.key($0)]?.popLast() }
    unmatched = places.values.flatMap { $0 }.sorted()
  }

  private static func key(_ purchase: ResponsePurchase) -> UTF8Text? {
    purchase.transactionIdentifier.map { UTF8Text($0) }
  }
}
