public import ReceiptParsing
import TextCoding

/// The calls of the App Store Server API that get the histories of a set of receipts: as few as the receipts prove
/// sufficient.
///
/// One call for each customer would do, because the API gives a customer's whole history for any of their
/// transactions. But a receipt does not say whose it is: only receipts of the same app and environment that share a
/// transaction or an original transaction are known to be of one customer, and share a call here. Two receipts of one
/// customer that share nothing get a call each.
///
/// Add validated histories: a receipt that nobody signed can list transactions of several customers, whose receipts then
/// share one call, perhaps with a made-up transaction.
///
/// Histories are added one after another. Only their identifiers are kept, so a table of stored receipts can be
/// processed one by one.
public struct ServerAPICalls: Sendable {
  /// One call.
  public struct Call: Hashable, Sendable {
    /// The transaction to ask with, by the rule of ``Purchases/serverAPILookup`` over all histories that share the
    /// call.
    public fileprivate(set) var transactionIdentifier: String
    /// The app, for the token of the call.
    public let bundleIdentifier: String?
    /// The environment, for the server to ask.
    public let environment: ReceiptEnvironment?
    /// The numbers of its histories, ascending.
    public fileprivate(set) var histories: [Int]

    /// When the transaction took place.
    fileprivate var date: ReceiptDate
  }

  /// A history that Apple can't be asked about.
  public struct Unavailable: Hashable, Sendable {
    /// Its number.
    public let history: Int
    /// Why.
    public let reason: ServerAPILookup.Reason
  }

  /// The histories without a call, in their order.
  public private(set) var unavailable: [Unavailable] = []

  private var customers = DisjointSets()
  private var owners: [Key: Int] = [:]
  /// What each history alone would be asked about with.
  private var candidates: [Call] = []

  /// No histories.
  public init() {}

  /// The calls for histories.
  ///
  /// - Complexity: O(n log n) for n purchases in all.
  public init<Source>(for histories: some Sequence<Purchases<Source>>) {
    for history in histories { add(history) }
  }

  /// Adds a history. The first has the number 0.
  ///
  /// - Complexity: O(n) for n purchases.
  public mutating func add<Source>(_ history: Purchases<Source>) {
    let number = customers.add()
    switch history.serverAPILookup {
    case .unavailable(let reason):
      unavailable.append(Unavailable(history: number, reason: reason))
    case .transaction(let transaction):
      candidates.append(
        Call(
          transactionIdentifier: transaction.transactionIdentifier,
          bundleIdentifier: history.bundleIdentifier, environment: history.environment,
          histories: [number], date: transaction.purchaseDate))
      for identifier in history.storeIdentifiers {
        let key = Key(history, identifier)
        if let owner = owners[key] {
          customers.join(owner, number)
        } else {
          owners[key] = number
        }
      }
    }
  }

  /// The calls, in the order of the first history of each.
  ///
  /// - Complexity: O(n) for n histories.
  public var calls: [Call] {
    var customers = customers
    var places: [Int: Int] = [:]
    var calls: [Call] = []
    for candidate in candidates {
      let customer = customers.representative(of: candidate.histories[0])
      if let place = places[customer] {
        calls[place].merge(candidate)
      } else {
        places[customer] = calls.count
        calls.append(candidate)
      }
    }
    return calls
  }

  /// Identifiers mean something within one app and one environment.
  private struct Key: Hashable {
    let bundle: UTF8Text
    let environment: UTF8Text
    let identifier: UTF8Text

    init<Source>(_ history: Purchases<Source>, _ identifier: String) {
      bundle = UTF8Text(history.bundleIdentifier ?? "")
      environment = UTF8Text(history.environment?.rawValue ?? "")
      self.identifier = UTF8Text(identifier)
    }
  }
}

extension ServerAPICalls.Call {
  /// Adds a later history of the same customer.
  fileprivate mutating func merge(_ other: Self) {
    histories += other.histories
    let isEarlier =
      date == other.date
      ? TransactionNumber(transactionIdentifier) < TransactionNumber(other.transactionIdentifier)
      : date < other.date
    if isEarlier { (transactionIdentifier, date) = (other.transactionIdentifier, other.date) }
  }
}

extension Purchases {
  /// All identifiers that the App Store may have given.
  fileprivate var storeIdentifiers: [String] {
    purchases.flatMap { purchase in
      [purchase.transactionIdentifier, purchase.originalTransactionIdentifier].compactMap { $0 }
    }.filter { TransactionNumber($0).isOfAppStore }
  }
}

/// Which things belong together (union–find with halved paths).
private struct DisjointSets {
  private var parents: [Int] = []

  /// Adds a thing that belongs to no other, and gives its number.
  mutating func add() -> Int {
    parents.append(parents.count)
    return parents.count - 1
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
