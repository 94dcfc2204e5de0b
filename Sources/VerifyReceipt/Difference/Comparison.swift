import ReceiptJSON
import ReceiptParsing
import TextCoding

/// Compares the objects of an answer with those rebuilt from a receipt.
struct Comparison {
  private(set) var differences: [VerifyReceiptDifference] = []

  private let rebuilt: ResponseReceipt?

  /// The creation date of the answer's receipt, if the other receipt is a newer one of the same app purchase.
  private var olderCreation: VerifyReceiptDate?

  init(with receipt: AppReceipt) {
    rebuilt = VerifyReceiptResponse(unverified: receipt).receipt
  }

  /// - Parameter allowsNewer: whether the receipt may be newer than the answer's.
  mutating func compareReceipt(_ stored: ResponseReceipt?, allowsNewer: Bool = false) {
    let path = JSONPath([.key("receipt")])
    compare(
      stored, rebuilt, at: path, of: .receipt,
      ignoring: { $0 == "in_app" || DateKeys.request.contains($0) })
    if allowsNewer, let stored, let rebuilt { expectNewer(stored, rebuilt) }
    let purchases = path.appending(.key("in_app"))
    if let storedPurchases = stored?.inApp {
      compare(storedPurchases, at: purchases)
    } else {
      add(.missingInAnswer, purchases, nil, rebuilt?.inApp?.tree)
    }
  }

  mutating func compareLatest(_ stored: [ResponsePurchase]) {
    compare(stored, at: JSONPath([.key("latest_receipt_info")]), isLatest: true)
  }

  /// Marks what a newer receipt of the same app purchase changes.
  private mutating func expectNewer(_ stored: ResponseReceipt, _ rebuilt: ResponseReceipt) {
    guard let creation = stored.receiptCreationDate, let later = rebuilt.receiptCreationDate,
      creation.wholeSeconds < later.wholeSeconds,
      !differences.contains(where: { $0.keyOfDifferentReceipts != nil })
    else { return }
    olderCreation = creation
    for index in differences.indices where differences[index].kind == .value {
      guard case .key(let key) = differences[index].path.elements.last else { continue }
      let isCreation = DateKeys.receiptCreation.contains(key)
      guard isCreation || Self.keysOfNewerReceipts.contains(key) else { continue }
      if isCreation { differences[index].kind = .newerReceipt }
      differences[index].isExpected = true
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

  /// - Parameter isLatest: whether to compare only purchases of the answer and keys that both have, in any order.
  private mutating func compare(
    _ stored: [ResponsePurchase], at path: JSONPath, isLatest: Bool = false
  ) {
    let rebuilt = self.rebuilt?.inApp ?? []
    let matching = PurchaseMatching(stored, rebuilt)
    for (index, purchase) in stored.enumerated() {
      let path = path.appending(.index(index))
      if let match = matching.matches[index] {
        compare(
          purchase, rebuilt[match], at: path, of: .purchase, ignoringMissing: isLatest)
      } else {
        add(.missingInReceipt, path, purchase.tree, nil)
      }
    }
    if isLatest { return }
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

  private static func transactions(_ purchases: [ResponsePurchase]) -> JSON {
    .array(purchases.map { .string($0.transactionIdentifier ?? "") })
  }

  /// Compares two objects by member, in the order of the first.
  ///
  /// - Parameter ignoringMissing: whether to compare only keys that both have.
  private mutating func compare<Object: Model>(
    _ stored: Object?, _ rebuilt: Object?, at path: JSONPath,
    of part: ReceiptPart, ignoringMissing: Bool = false,
    ignoring isIgnored: (String) -> Bool = { _ in false }
  ) {
    var (storedIndex, rebuiltIndex) = (Self.index(stored), Self.index(rebuilt))
    for member in storedIndex.object.members where !isIgnored(member.key) {
      guard let other = rebuiltIndex.value(of: member.key) else {
        if ignoringMissing { continue }
        add(
          .missingInReceipt, path.appending(.key(member.key)), member.value, nil,
          isExpected: part.lacks(member.key))
        continue
      }
      guard member.value != other else { continue }
      let isFraction = Self.differInFraction(member, other)
      add(
        isFraction ? .fraction : .value, path.appending(.key(member.key)), member.value, other,
        isExpected: isFraction)
    }
    guard !ignoringMissing else { return }
    for member in rebuiltIndex.object.members
    where storedIndex.place(of: member.key) == nil && !isIgnored(member.key) {
      add(
        .missingInAnswer, path.appending(.key(member.key)), nil, member.value,
        isExpected: isLaterCancellation(member.key))
    }
  }

  private static func index(_ model: (some Model)?) -> JSON.Object.Index {
    guard case .object(let object)? = model?.tree else { return JSON.Object.Index(JSON.Object()) }
    return JSON.Object.Index(object)
  }

  /// Whether the key belongs to a cancellation that may be later than the answer's receipt.
  private func isLaterCancellation(_ key: String) -> Bool {
    olderCreation != nil
      && (DateKeys.cancellation.contains(key) || key == "cancellation_reason")
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

/// An object of an answer that is made from a receipt, which lacks what happened after it was signed, and what Apple
/// never writes into receipts. <doc:MovingOffVerifyReceipt> says where else to get it.
enum ReceiptPart {
  /// `receipt`.
  case receipt
  /// An element of `receipt.in_app` or `latest_receipt_info`.
  case purchase

  /// Whether no receipt provides the key.
  func lacks(_ key: String) -> Bool {
    switch self {
    case .receipt: DateKeys.preorder.contains(key)  // attribute 32 is not proven
    case .purchase: Self.keysOfLaterPurchases.contains { $0.hasBytes(of: key) }
    }
  }

  private static let keysOfLaterPurchases = [
    "is_upgraded",
    "in_app_ownership_type",  // attribute 1722 is not proven
    "offer_code_ref_name",
    "subscription_group_identifier",
    "app_account_token",
  ]
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
