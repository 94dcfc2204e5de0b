import ReceiptParsing
import ReceiptPurchases
import TestSupport
import Testing

@Suite struct IdentifierTests {
  private typealias Sample = SamplePurchase

  /// A subscription with a change of product, and another purchase, in no order.
  private let mixed: [SamplePurchase] = [
    .period(3, "2024-03-01", "2024-04-01", of: 1, product: "basic"),
    .purchase(5, "2024-01-15", type: 0, product: "badge"),
    .period(1, "2024-01-01", "2024-02-01"), .period(2, "2024-02-01", "2024-03-01", of: 1),
  ]

  @Test func `Transactions come once each, by purchase date`() throws {
    let history = try SampleHistory(mixed + [mixed[0]]).history()
    #expect(
      history.transactions.map(\.transactionIdentifier) == [1, 5, 2, 3].map(Sample.identifier))
    #expect(history.transactions.map(\.productIdentifier) == ["pro", "badge", "pro", "basic"])
    #expect(history.transactions.first?.purchaseDate == date("2024-01-01"))
  }

  @Test func `Transactions of one date come by the number of their identifier`() throws {
    // As text, the longer one would come first.
    var (long, short) = (
      Sample.purchase(1, "2024-01-01", type: 0), Sample.purchase(2, "2024-01-01", type: 0)
    )
    long.transaction = "10000000000000000"
    short.transaction = "9000000000000000"
    let history = try SampleHistory([long, short]).history()
    #expect(history.transactions.map(\.transactionIdentifier) == [short, long].map(\.transaction))
  }

  @Test func `Identifiers of 19 digits and more are numbers, too`() throws {
    let identifiers = [
      "9999999999999999998", "9999999999999999999", "99999999999999999990", "99999999999999999991",
      "099999999999999999992",
    ]
    let samples = identifiers.reversed().map { identifier in
      var sample = Sample.purchase(1, "2024-01-01", type: 0)
      sample.transaction = identifier
      return sample
    }
    let history = try SampleHistory(samples).history()
    #expect(history.transactions.map(\.transactionIdentifier) == identifiers)
  }

  @Test func `Original transactions come with all that stems from them`() throws {
    let originals = try SampleHistory(mixed).history().originalTransactions
    #expect(originals.map(\.identifier) == [1, 5].map(Sample.identifier))
    #expect(
      originals[0].purchases.map(\.transactionIdentifier) == [1, 2, 3].map(Sample.identifier))
    #expect(originals[0].latest.productIdentifier == "basic")
    #expect(originals[1].latest.transactionIdentifier == Sample.identifier(5))
  }

  @Test func `The latest transaction may be a cancelled one`() throws {
    let originals = try SampleHistory([
      .period(2, "2024-02-01", "2024-03-01", of: 1, cancelled: "2024-02-02"),
      .period(1, "2024-01-01", "2024-02-01"),
    ]).history().originalTransactions
    #expect(originals.first?.latest.isCancelled == true)
  }

  @Test func `An original transaction that is not in the receipt is named all the same`() throws {
    let history = try SampleHistory([.period(9, "2024-01-01", "2024-02-01", of: 1)]).history()
    #expect(history.originalTransactions.map(\.identifier) == [Sample.identifier(1)])
  }

  @Test func `A purchase that names no original is its own`() throws {
    let unreadable = SamplePurchase.purchase(2, "2024-02-01", type: 0)
      .replacing(1705, with: DER.integer(1))
    let history = try SampleHistory([
      SamplePurchase.purchase(1, "2024-01-01", type: 0).replacing(1705, with: nil), unreadable,
    ]).history()
    #expect(history.originalTransactions.map(\.identifier) == [1, 2].map(Sample.identifier))
  }

  @Test func `Xcode's purchases have no original transaction`() throws {
    let history = try SampleHistory(
      [.xcode("2024-01-01", "2024-02-01"), .xcode("2024-02-01", product: "badge")],
      environment: "Xcode"
    ).history()
    #expect(history.originalTransactions.isEmpty)
    #expect(history.transactions.count == 1)
    #expect(history.purchases.count == 2)
  }

  @Test func `Apple is asked with the latest transaction, whatever the order of the payload`()
    throws
  {
    for purchases in permutations(mixed) {
      let lookup = try SampleHistory(purchases).history().serverAPILookup
      #expect(lookup.identifier == Sample.identifier(3))
    }
  }

  @Test func `Of transactions of one date Apple is asked with the greatest number`() throws {
    var purchases = (0..<3).map { Sample.purchase($0, "2024-01-01", type: 0, product: "p\($0)") }
    purchases[0].transaction = "9999999999999"
    purchases[1].transaction = "10000000000000"
    purchases[2].transaction = "9999999999998"
    for purchases in permutations(purchases) {
      let lookup = try SampleHistory(purchases).history().serverAPILookup
      #expect(lookup.identifier == "10000000000000")
    }
  }

  @Test func `A cancelled transaction is as good to ask with`() throws {
    let lookup = try SampleHistory([
      .period(1, "2024-01-01", "2024-02-01"),
      .period(2, "2024-02-01", "2024-03-01", of: 1, cancelled: "2024-02-02"),
    ]).history().serverAPILookup
    #expect(lookup.identifier == Sample.identifier(2))
  }

  /// Identifiers that the App Store does not give.
  @Test(arguments: [
    "0", "1", "57", "999999999", "0000000000000000", "0000000000057", "", "-1000000000000000",
    "1000000000000x00", "10000000000000.0", "１０００００００００００００", " 1000000000000000",
  ])
  func `An identifier that is none of the App Store is never asked with`(identifier: String)
    throws
  {
    var purchase = Sample.period(1, "2024-01-01", "2024-02-01")
    purchase.transaction = identifier
    let history = try SampleHistory([purchase]).history()
    // An empty identifier is a missing one.
    #expect(
      history.serverAPILookup
        == .unavailable(identifier.isEmpty ? .noPurchase : .notFromAppStore))
    #expect(history.serverAPILookup.identifier == nil)

    let beside = Sample.period(2, "2023-01-01", "2023-02-01")
    #expect(
      try SampleHistory([purchase, beside]).history().serverAPILookup.identifier
        == beside.transaction)
  }

  @Test func `The shortest identifier that is asked with has ten digits`() throws {
    var purchase = Sample.period(1, "2024-01-01", "2024-02-01")
    purchase.transaction = "1000000000"
    #expect(
      try SampleHistory([purchase]).history().serverAPILookup.identifier == "1000000000")
  }

  @Test func `Xcode's transactions are never asked with, however long their number`() throws {
    let history = try SampleHistory(
      [.xcode("2024-01-01", "2024-02-01", transaction: Sample.identifier(1))],
      environment: "Xcode"
    ).history()
    #expect(history.serverAPILookup == .unavailable(.xcode))
  }

  @Test func `Without purchases there is nothing to ask with`() throws {
    #expect(try SampleHistory([]).history().serverAPILookup == .unavailable(.noPurchase))
  }

  /// What attributes 1703, 1705 and 1707 say about how a transaction came about.
  @Test(
    arguments: [
      (3, 1, 1, .purchase), (3, 2, 1, .renewalOrRestore), (0, 1, 1, .purchase),
      (0, 2, 1, .restore), (2, 1, 1, .purchase), (2, 2, 1, .restore), (4, 2, 1, .restore),
      (1, 1, 1, .purchase), (1, 2, 1, .undetermined), (9, 1, 1, .purchase),
      (9, 2, 1, .undetermined), (nil, 1, 1, .purchase), (nil, 2, 1, .undetermined),
    ] as [(Int64?, Int, Int, TransactionOrigin)])
  func `A purchase is its own original`(
    type: Int64?, number: Int, original: Int, expected: TransactionOrigin
  ) throws {
    let purchase = Sample.purchase(number, "2024-01-01", type: type, of: original)
    #expect(try SampleHistory([purchase]).history().purchases.first?.origin == expected)
  }

  @Test func `Without an original nothing is known about the origin`() throws {
    let history = try SampleHistory([.xcode("2024-01-01", "2024-02-01")], environment: "Xcode")
      .history()
    #expect(history.purchases.first?.origin == .undetermined)
  }

  @Test func `Purchases are listed by kind`() throws {
    let history = try SampleHistory([
      .purchase(1, "2024-01-01", type: 0, product: "kept"),
      .purchase(2, "2024-01-01", type: 1, product: "used"),
      .purchase(3, "2024-01-01", type: 2, product: "season"),
      .period(4, "2024-01-01", "2024-02-01"),
      .purchase(5, "2024-01-01", type: 4, product: "news"),
    ]).history()
    func products(_ type: ProductType) -> [String] {
      history.purchases(ofType: type).map(\.productIdentifier)
    }
    #expect(products(.nonConsumable) == ["kept"])
    #expect(products(.consumable) == ["used"])
    #expect(products(.nonRenewingSubscription) == ["season"])
    #expect(products(.autoRenewableSubscription) == ["pro"])
    #expect(products(.freeSubscription) == ["news"])
    #expect(products(.other(5)) == [])
  }
}
