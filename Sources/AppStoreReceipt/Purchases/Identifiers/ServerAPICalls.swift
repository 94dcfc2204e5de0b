/// The calls of the App Store Server API that get the histories behind a set of receipts, as few as the receipts prove
/// enough.
///
/// One call for each customer would do, because the API gives a customer's whole history for any of their
/// transactions. But a receipt does not say whose it is: only receipts of the same app and environment that share a
/// transaction or an original transaction are known to be of one customer, and share a call here. Two receipts of one
/// customer that share nothing get a call each.
public struct ServerAPICalls: Hashable, Sendable {
  /// One call.
  public struct Call: Hashable, Sendable {
    /// The transaction to ask with, by the rule of ``PurchaseQuestions/serverAPILookup`` over all histories that
    /// share the call.
    public let transaction: Purchase
    /// The app, for which the token of the call has to be made.
    public let bundleIdentifier: String?
    /// Which of Apple's servers to ask.
    public let environment: ReceiptEnvironment?
    /// The places of the histories that it is for, ascending.
    public let histories: [Int]
  }

  /// A history about which Apple cannot be asked.
  public struct Unavailable: Hashable, Sendable {
    /// Its place.
    public let history: Int
    /// Why.
    public let reason: ServerAPILookup.Reason
  }

  /// The calls, in the order of the first history of each.
  public let calls: [Call]

  /// The histories without a call, by place.
  public let unavailable: [Unavailable]

  /// The calls for histories, validated or not.
  ///
  /// - Complexity: O(n log n) for n purchases in all.
  public init(for histories: some Sequence<some PurchaseQuestions>) {
    let histories = Array(histories)
    var customers = DisjointSets(count: histories.count)
    var owners: [Key: Int] = [:]
    var unavailable: [Unavailable] = []
    var best: [(place: Int, transaction: Purchase)] = []
    for (place, history) in histories.enumerated() {
      switch history.serverAPILookup {
      case .unavailable(let reason):
        unavailable.append(Unavailable(history: place, reason: reason))
      case .transaction(let transaction):
        best.append((place, transaction))
        for identifier in history.storeIdentifiers {
          let key = Key(history, identifier)
          if let owner = owners[key] { customers.join(owner, place) } else { owners[key] = place }
        }
      }
    }
    var members: [Int: Int] = [:]
    var groups: [[(place: Int, transaction: Purchase)]] = []
    for entry in best {
      let customer = customers.representative(of: entry.place)
      if let group = members[customer] {
        groups[group].append(entry)
      } else {
        members[customer] = groups.count
        groups.append([entry])
      }
    }
    self.unavailable = unavailable
    calls = groups.compactMap { group in
      guard let first = group.first,
        let latest = group.max(by: { $0.transaction.isAskedBefore($1.transaction) })
      else { return nil }
      return Call(
        transaction: latest.transaction, bundleIdentifier: histories[first.place].bundleIdentifier,
        environment: histories[first.place].environment, histories: group.map { $0.place })
    }
  }

  /// Identifiers mean something within one app and one environment.
  private struct Key: Hashable {
    let bundle: UTF8Text
    let environment: UTF8Text
    let identifier: UTF8Text

    init(_ history: some PurchaseQuestions, _ identifier: String) {
      bundle = UTF8Text(history.bundleIdentifier ?? "")
      environment = UTF8Text(history.environment?.rawValue ?? "")
      self.identifier = UTF8Text(identifier)
    }
  }
}

extension PurchaseQuestions {
  /// All identifiers that the App Store may have given.
  fileprivate var storeIdentifiers: [String] {
    purchases.flatMap { purchase in
      [purchase.transactionIdentifier, purchase.originalTransactionIdentifier].compactMap { $0 }
    }.filter { TransactionNumber($0).isOfAppStore }
  }
}

extension Purchase {
  fileprivate func isAskedBefore(_ other: Purchase) -> Bool {
    purchaseDate == other.purchaseDate
      ? transactionNumber < other.transactionNumber : purchaseDate < other.purchaseDate
  }
}

/// Which things belong together (union–find with halved paths).
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) {
    parents = Array(0..<count)
  }

  mutating func representative(of item: Int) -> Int {
    var item = item
    while parents[item] != item {
      parents[item] = parents[parents[item]]
      item = parents[item]
    }
    return item
  }

  /// The lower representative stays, so that a later one never needs to be looked at first.
  mutating func join(_ first: Int, _ second: Int) {
    let roots = (representative(of: first), representative(of: second))
    parents[max(roots.0, roots.1)] = min(roots.0, roots.1)
  }
}
