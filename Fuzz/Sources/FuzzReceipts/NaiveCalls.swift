import FuzzSupport
import ReceiptParsing
import ReceiptPurchases

/// Which calls of the App Store Server API ask about several histories: one for all that are connected by an identifier.
enum NaiveCalls {
  static func check(_ histories: [PurchaseHistory]) {
    let asked = histories.indices.filter { latest([histories[$0]]) != nil }
    var groups: [[Int]] = []
    for number in asked {
      let isJoined: ([Int]) -> Bool = { $0.contains { areOne(histories[$0], histories[number]) } }
      let joined = groups.filter(isJoined).flatMap(\.self)
      groups = groups.filter { !isJoined($0) } + [(joined + [number]).sorted()]
    }
    groups.sort { $0[0] < $1[0] }
    let answer = ServerAPICalls(for: histories)
    require(answer.calls.map(\.histories) == groups, "calls for \(groups)")
    let others = histories.indices.filter { !asked.contains($0) }
    require(answer.unavailable.map(\.history) == others, "who cannot be asked about: \(others)")
    let reasons = others.map { reason(histories[$0]) }
    require(answer.unavailable.map(\.reason) == reasons, "why: \(reasons)")
    for (call, group) in zip(answer.calls, groups) {
      // Of two that are one number, either.
      let number = latest(group.map { histories[$0] }).flatMap { NaiveVersion.digits($0) }
      require(
        NaiveVersion.digits(call.transactionIdentifier) == number,
        "\(call.transactionIdentifier) for \(group)")
    }
  }

  /// Xcode's are asked about nowhere; others have no purchases, or no transaction of the store's.
  private static func reason(_ history: PurchaseHistory) -> ServerAPILookup.Reason {
    if history.environment == .xcode { return .xcode }
    return history.purchases.isEmpty ? .noPurchase : .notFromAppStore
  }

  private static func isOfAppStore(_ identifier: String) -> Bool {
    NaiveVersion.digits(identifier).map { $0.count >= 10 } == true
  }

  /// By date, then by number.
  private static func latest(_ histories: [PurchaseHistory]) -> String? {
    latest(histories.filter { $0.environment != .xcode }.flatMap(\.purchases))?
      .transactionIdentifier
  }

  /// The latest of the store's by date and number, in whatever order they are; of the same, the last.
  static func latest(_ purchases: [Purchase]) -> Purchase? {
    var latest: Purchase?
    for purchase in purchases where isOfAppStore(purchase.transactionIdentifier) {
      if latest.map({ isEarlier(purchase, $0) }) != true { latest = purchase }
    }
    return latest
  }

  private static func isEarlier(_ first: Purchase, _ second: Purchase) -> Bool {
    let numbers = [first, second].map { NaiveVersion.digits($0.transactionIdentifier) ?? [] }
    return first.purchaseDate == second.purchaseDate
      ? NaiveVersion.isLess(numbers[0], numbers[1]) : first.purchaseDate < second.purchaseDate
  }

  /// Of one app and environment, with a transaction of the store's in both.
  private static func areOne(_ first: PurchaseHistory, _ second: PurchaseHistory) -> Bool {
    first.bundleIdentifier.map { Array($0.utf8) } == second.bundleIdentifier.map { Array($0.utf8) }
      && first.environment == second.environment
      && !identifiers(first).isDisjoint(with: identifiers(second))
  }

  private static func identifiers(_ history: PurchaseHistory) -> Set<[UInt8]> {
    Set(
      history.purchases.flatMap {
        [$0.transactionIdentifier, $0.originalTransactionIdentifier].compactMap { $0 }
      }.filter { isOfAppStore($0) }.map { Array($0.utf8) })
  }
}
