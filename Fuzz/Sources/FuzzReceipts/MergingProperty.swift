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
    checkCalls(one, other, isOneOrigin: isOneApp && isOneEnvironment)
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
    // What one receipt says of a purchase may be less than what both say.
    PurchasesProperty.requireEquality(merged.purchases.prefix(6), parts.prefix(12))
    let entries = one.purchases + other.purchases
    for purchase in merged.purchases {
      let candidates = entries.filter {
        $0.product == Array(purchase.productIdentifier.utf8)
          && $0.transaction == Array(purchase.transactionIdentifier.utf8)
          && $0.start == Int(purchase.purchaseDate.millisecondsSince1970)
      }
      let verdicts = Set(candidates.map { $0.isCancelled(among: entries, isXcode: isXcode) })
      require(
        verdicts.contains(purchase.isCancelled), "cancelled: \(purchase.isCancelled), \(verdicts)")
    }
    for date in [0, NaiveCalendar.days(2025, 6, 1) * 86_400_000]
      + entries.compactMap(\.start).prefix(3)
    {
      let granting = entries.filter { $0.grants(at: date, among: entries, isXcode: isXcode) }
      let owned = merged.owned(at: ReceiptDate(millisecondsSince1970: Int64(date)))
      for product in owned.map({ Array($0.productIdentifier.utf8) }) {
        require(granting.contains { $0.product == product }, "owned \(product) at \(date)")
      }
    }
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

  /// One call for both if they share a transaction of the App Store's.
  private static func checkCalls(_ one: Side, _ other: Side, isOneOrigin: Bool) {
    let histories = [one, other].map { $0.validated.purchaseHistory() }
    let identifiers = histories.map { history in
      Set(
        history.purchases.flatMap {
          [$0.transactionIdentifier, $0.originalTransactionIdentifier].compactMap { $0 }
        }.filter { isOfAppStore($0) }.map { Array($0.utf8) })
    }
    let asked = histories.filter { $0.environment != .xcode }.compactMap { history in
      history.purchases.last { isOfAppStore($0.transactionIdentifier) }
    }
    let isOne =
      isOneOrigin && asked.count == 2 && !identifiers[0].isDisjoint(with: identifiers[1])
    let isAsked = histories.map { history in
      history.environment != .xcode
        && history.purchases.contains { isOfAppStore($0.transactionIdentifier) }
    }
    let numbers = [0, 1].filter { isAsked[$0] }
    let answer = ServerAPICalls(for: histories)
    let calls = answer.calls
    require(
      calls.map(\.histories) == (isOne ? [[0, 1]] : numbers.map { [$0] }),
      "\(calls.count) calls")
    require(
      answer.unavailable.map(\.history) == [0, 1].filter { !isAsked[$0] },
      "who cannot be asked about")
    for call in calls {
      let history = histories[call.histories[0]]
      require(
        call.bundleIdentifier == history.bundleIdentifier
          && call.environment == history.environment, "the app of a call")
    }
    let again = ServerAPICalls(for: histories + histories.prefix(1)).calls
    require(
      again.map(\.histories) == (isOne ? [[0, 1, 2]] : numbers.map { $0 == 0 ? [0, 2] : [1] }),
      "with the first once more")
    guard isOne, let call = calls.first else { return }
    // Whichever comes last.
    for third in histories {
      let latest = ServerAPICalls(for: histories + [third]).calls.first?.transactionIdentifier
      require(latest == call.transactionIdentifier, "the latest of three")
    }
    let digits = asked.map { NaiveVersion.digits($0.transactionIdentifier) ?? [] }
    let isLater =
      asked[0].purchaseDate == asked[1].purchaseDate
      ? NaiveVersion.isLess(digits[0], digits[1])
      : asked[0].purchaseDate < asked[1].purchaseDate
    let latest = asked[isLater ? 1 : 0].transactionIdentifier
    require(
      digits[0] == digits[1] || call.transactionIdentifier == latest, "the latest of both")
  }

  private static func isOfAppStore(_ identifier: String) -> Bool {
    NaiveVersion.digits(identifier).map { $0.count >= 10 } == true
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
    let purchases: [NaivePurchase]
    let creation: Int?
    let bundle: [UInt8]?
    let environment: [UInt8]?

    /// `nil` unless it is a valid receipt.
    init?(_ attributes: [UInt8]) {
      let (bytes, payload) = Message.signed(attributes)
      guard let receipt = Answer(bytes).receipt, let environment = receipt.environment,
        let naive = NaiveAttribute.list(bytes, payload, levels: 32 - 7)
      else { return nil }
      let expectations = ReceiptExpectations(
        bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked,
        now: ReceiptDate(millisecondsSince1970: 0), environments: [environment])
      guard let validated = try? receipt.validate(expectations, verifier: TrustingVerifier())
      else { return nil }
      self.validated = validated
      purchases = naive.filter { $0.type == 17 }.map {
        NaivePurchase(NaiveScope(bytes: bytes, attributes: $0.inApp))
      }
      let own = NaiveScope(bytes: bytes, attributes: naive.filter { $0.type != 17 })
      creation = own.date(12).value
      bundle = own.text(2).value.map { Array($0) }
      self.environment = own.text(0).value.map { Array($0) }
    }
  }
}
