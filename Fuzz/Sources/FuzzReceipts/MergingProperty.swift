package import FuzzSupport
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation

/// The input is two SETs of attributes, or choices for them, of which receipts are made. Merged, they have each
/// purchase of both once, in whatever order they are given and however often; a cancellation in one of them counts for
/// both; and nothing else is owned than the entries of both grant. Receipts of two apps or environments are not merged.
package enum MergingProperty: FuzzProperty {
  package static let name = "merging"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = ChosenPayload.pair(of: input.copy)
    guard let first = NaiveHeader(der: bytes, at: 0, end: bytes.count), first.tag == 0x31,
      let second = NaiveHeader(der: bytes, at: first.end, end: bytes.count), second.tag == 0x31,
      let one = Side(Array(bytes[first.contents..<first.end])),
      let other = Side(Array(bytes[second.contents..<second.end]))
    else { return }
    let isOneApp = one.bundle == other.bundle
    let isOneEnvironment = one.environment == other.environment
    checkCalls(one, other)
    checkUnknown(one)
    checkNothing()
    do throws(PurchaseMergeError) {
      let merged = try PurchaseHistory(merging: [one.validated, other.validated])
      require(isOneApp && isOneEnvironment, "merged across apps or environments")
      check(merged, one, other)
      for receipts in [
        [other.validated, one.validated], [one.validated, other.validated, one.validated],
      ] {
        require(try PurchaseHistory(merging: receipts) == merged, "in any order, however often")
      }
    } catch {
      let expected: PurchaseMergeError =
        isOneApp ? .otherEnvironment(place: 1) : .otherBundleIdentifier(place: 1)
      require(!(isOneApp && isOneEnvironment) && error == expected, "\(error)")
      require(Sentences.numbers(in: "\(error)") == [1, 0], "which receipts: \(error)")
      Sentences.checkAlert(error)
    }
  }

  private static func check(_ merged: PurchaseHistory, _ one: Side, _ other: Side) {
    let isXcode = merged.environment == .xcode
    let parts =
      one.validated.purchaseHistory().purchases + other.validated.purchaseHistory().purchases
    let keys = Set(parts.map { Key($0, isXcode: isXcode) })
    require(
      merged.purchases.count == keys.count
        && Set(merged.purchases.map { Key($0, isXcode: isXcode) }) == keys,
      "the purchases of both, each once")
    checkKept(merged, one, other)
    checkOwned(merged, one, other)
    // What one receipt says of a purchase may be less than what both say.
    PurchasesProperty.requireEquality(merged.purchases.prefix(6), parts.prefix(12))
  }

  /// A naive history of both, the newer one first, says the same of each purchase and of what is owned. If nothing tells
  /// which is newer, one of the two does.
  private static func checkOwned(_ merged: PurchaseHistory, _ one: Side, _ other: Side) {
    let dates = [one.creation ?? .min, other.creation ?? .min]
    var orders: [(newer: Side, older: Side)] = []
    if dates[0] >= dates[1] { orders.append((one, other)) }
    if dates[1] >= dates[0] { orders.append((other, one)) }
    let faults = orders.map { newer, older in
      fault(
        in: merged,
        against: NaiveHistory(
          newer.purchases + older.purchases, encodings: newer.encodings + older.encodings,
          newer: newer.purchases.count, isXcode: merged.environment == .xcode))
    }
    require(faults.contains(nil), "\(faults)")
  }

  /// What a naive history says otherwise.
  private static func fault(in merged: PurchaseHistory, against naive: NaiveHistory) -> String? {
    guard merged.purchases.count == naive.purchases.count,
      merged.unreadable.count == naive.withheld.count
    else { return "the entries of both, each once" }
    for (purchase, (entry, cancellation)) in zip(
      merged.purchases, zip(naive.purchases, naive.cancellations))
    {
      guard Array(purchase.transactionIdentifier.utf8) == entry.transaction,
        Array(purchase.productIdentifier.utf8) == entry.product,
        Int(purchase.purchaseDate.millisecondsSince1970) == entry.start
      else { return "in the order of both: \(purchase)" }
      guard purchase.isCancelled == (cancellation != .absent),
        purchase.cancellation.value == cancellation.value.map(NaiveHistory.date)
      else { return "cancelled: \(cancellation), not \(purchase)" }
    }
    let edges = naive.purchases.prefix(4).flatMap { [$0.start, $0.end].compactMap(\.self) }
    for instant in Set(edges + [0, NaiveCalendar.days(2025, 6, 1) * 86_400_000]) {
      let products = naive.purchases.indices.filter { naive.period($0)?.contains(instant) == true }
        .map { naive.purchases[$0].product }
      let owned = merged.owned(at: NaiveHistory.date(instant)).map {
        Array($0.productIdentifier.utf8)
      }
      guard Set(owned) == Set(products) else {
        return "owned at \(instant): \(owned), not \(products)"
      }
    }
    return nil
  }

  /// Of two entries for one purchase, that of the newer receipt is kept; what is withheld is that of both, once.
  private static func checkKept(_ merged: PurchaseHistory, _ one: Side, _ other: Side) {
    let isXcode = merged.environment == .xcode
    let histories = [one, other].map { $0.validated.purchaseHistory() }
    let withheld = Set(histories.flatMap(\.unreadable))
    require(
      merged.unreadable.count == withheld.count && Set(merged.unreadable) == withheld,
      "what is withheld, once")
    guard let date = one.creation, let otherDate = other.creation, date != otherDate else { return }
    let newestFirst = date < otherDate ? histories.reversed() : histories
    require(merged.creationDate == newestFirst[0].creationDate, "the newest date")
    for purchase in merged.purchases {
      let key = Key(purchase, isXcode: isXcode)
      let kept = newestFirst.lazy.flatMap(\.purchases).first { Key($0, isXcode: isXcode) == key }
      require(purchase.inAppReceipt == kept?.inAppReceipt, "that of the newer receipt")
    }
  }

  /// What does not say where it comes from is a history alone, and part of none.
  private static func checkUnknown(_ side: Side) {
    let (unknown, known) = (side.unknown, side.validated)
    let alone = try? PurchaseHistory(merging: [unknown])
    require(alone == unknown.purchaseHistory(), "one of unknown origin")
    for (receipts, place) in [([unknown, unknown], 0), ([known, known, unknown], 2)] {
      do throws(PurchaseMergeError) {
        _ = try PurchaseHistory(merging: receipts)
        require(false, "merged with one of unknown origin")
      } catch {
        require(error == .unknownOrigin(place: place), "\(error)")
        require(Sentences.numbers(in: "\(error)") == [place], "which receipt: \(error)")
      }
    }
  }

  private static func checkNothing() {
    do throws(PurchaseMergeError) {
      _ = try PurchaseHistory(merging: [ValidatedReceipt]())
      require(false, "merged nothing")
    } catch {
      require(error == .noReceipt, "\(error), not that there is none")
      Sentences.checkAlert(error)
    }
  }

  /// One call for both if they share a transaction of the App Store's.
  private static func checkCalls(_ one: Side, _ other: Side) {
    let histories = [one, other].map { $0.validated.purchaseHistory() }
    NaiveCalls.check(histories)
    for call in ServerAPICalls(for: histories).calls {
      let history = histories[call.histories[0]]
      require(
        call.bundleIdentifier == history.bundleIdentifier
          && call.environment == history.environment, "the app of a call")
    }
    // Whichever comes last, and each purchase as if it were alone.
    for third in histories { NaiveCalls.check(histories + [third]) }
    NaiveCalls.check((one.parts + other.parts).map { $0.purchaseHistory() })
  }

  /// What makes two entries one purchase.
  private struct Key: Hashable {
    let transaction: [UInt8]
    let product: [UInt8]
    let date: Int64?

    init(_ purchase: Purchase, isXcode: Bool) {
      transaction = Array(purchase.transactionIdentifier.utf8)
      product = Array(purchase.productIdentifier.utf8)
      date = isXcode ? purchase.purchaseDate.millisecondsSince1970 : nil
    }
  }

  /// One of both receipts, and what a naive reader finds in it.
  private struct Side {
    let validated: ValidatedReceipt
    /// The same, but it does not say its environment.
    let unknown: ValidatedReceipt
    let purchases: [NaivePurchase]
    let encodings: [ArraySlice<UInt8>]
    let creation: Int?
    let bundle: [UInt8]?
    let environment: [UInt8]?
    /// The same with one purchase each: the first three, and the last.
    let parts: [ValidatedReceipt]

    /// `nil` unless it is a valid receipt.
    init?(_ attributes: [UInt8]) {
      let (bytes, payload) = Message.signed(attributes)
      guard let receipt = Answer(bytes).receipt, let environment = receipt.environment,
        let naive = NaiveAttribute.list(bytes, payload, levels: 32 - 7)
      else { return nil }
      var expectations = ReceiptExpectations(
        bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked,
        now: ReceiptDate(millisecondsSince1970: 0), environments: [environment])
      func validated(_ receipt: AppReceipt?) -> ValidatedReceipt? {
        try? receipt?.validate(expectations, verifier: TrustingVerifier())
      }
      guard let whole = validated(receipt) else { return nil }
      self.validated = whole
      let entries = naive.filter { $0.type == 17 }
      purchases = entries.map { NaivePurchase(NaiveScope(bytes: bytes, attributes: $0.inApp)) }
      encodings = entries.map { bytes[$0.value] }
      let others = naive.filter { $0.type != 17 }
      parts = (entries.count > 1 ? entries.prefix(3) + entries.dropFirst(3).suffix(1) : [])
        .compactMap { entry in
          let attributes = (others + [entry]).flatMap { bytes[$0.offset..<$0.value.upperBound] }
          return validated(Answer(Message.signed(attributes).bytes).receipt)
        }
      expectations.environments = .notChecked
      let nowhere = naive.filter { $0.type != 0 }
        .flatMap { bytes[$0.offset..<$0.value.upperBound] }
      guard let unknown = validated(Answer(Message.signed(nowhere).bytes).receipt) else {
        require(false, "a receipt without its environment")
        return nil
      }
      self.unknown = unknown
      let own = NaiveScope(bytes: bytes, attributes: others)
      creation = own.date(12).value
      bundle = own.text(2).value.map { Array($0) }
      self.environment = own.text(0).value.map { Array($0) }
    }
  }
}
