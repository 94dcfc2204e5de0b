import ReceiptParsing
import ReceiptPurchases
import TestSupport
import Testing

@Suite struct ServerAPICallsTests {
  private func histories(_ samples: [SampleHistory]) throws -> [PurchaseHistory] {
    try samples.map { try $0.history() }
  }

  @Test func `Receipts that share nothing get a call each`() throws {
    let calls = ServerAPICalls(
      for: try histories([
        SampleHistory([.period(1, "2024-01-01", "2024-02-01")]),
        SampleHistory([.period(2, "2024-01-01", "2024-02-01")]),
      ]))
    #expect(calls.calls.map(\.histories) == [[0], [1]])
    #expect(calls.unavailable.isEmpty)
  }

  @Test func `Receipts that share an original transaction share a call, with the latest of all`()
    throws
  {
    let calls = ServerAPICalls(
      for: try histories([
        SampleHistory([.period(3, "2024-03-01", "2024-04-01", of: 1)]),
        SampleHistory([.period(9, "2024-01-01", "2024-02-01")]),
        SampleHistory([.period(2, "2024-02-01", "2024-03-01", of: 1)]),
      ]))
    #expect(calls.calls.map(\.histories) == [[0, 2], [1]])
    #expect(calls.calls.first?.transactionIdentifier == SamplePurchase.identifier(3))
    #expect(calls.calls.first?.bundleIdentifier == "com.example.app")
    #expect(calls.calls.first?.environment == .production)
  }

  @Test func `Of two transactions of one date, the one with the longer number is asked for`() throws
  {
    var (long, short) = (
      SamplePurchase.purchase(1, "2024-01-01", type: 0, of: 7),
      SamplePurchase.purchase(2, "2024-01-01", type: 0, of: 7)
    )
    long.transaction = "10000000000000000"
    short.transaction = "9000000000000000"
    for samples in [[long, short], [short, long]] {
      let calls = ServerAPICalls(for: try histories(samples.map { SampleHistory([$0]) })).calls
      #expect(calls.map(\.transactionIdentifier) == [long.transaction])
    }
  }

  @Test func `Sharing goes through a chain, in any order`() throws {
    let samples = [
      SampleHistory([.period(1, "2024-01-01", "2024-02-01")]),
      SampleHistory([
        .period(2, "2024-02-01", "2024-03-01", of: 1), .purchase(7, "2024-02-01", type: 0),
      ]),
      SampleHistory([.purchase(8, "2024-05-01", type: 0, of: 7)]),
      SampleHistory([.period(4, "2024-02-01", "2024-03-01")]),
    ]
    for order in permutations(Array(samples.indices)) {
      let calls = ServerAPICalls(for: try histories(order.map { samples[$0] })).calls
      #expect(calls.count == 2)
      let shared = calls.first { $0.histories.count == 3 }
      #expect(shared?.transactionIdentifier == SamplePurchase.identifier(8))
      #expect(calls.map { $0.histories[0] } == calls.map { $0.histories[0] }.sorted())
    }
  }

  @Test func `What joins two chains makes them one, in any order`() throws {
    let samples = [[1], [2], [2, 3], [1, 3]].map { numbers in
      SampleHistory(numbers.map { .purchase($0, "2024-01-01", type: 0) })
    }
    for order in permutations(Array(samples.indices)) {
      let calls = ServerAPICalls(for: try histories(order.map { samples[$0] })).calls
      #expect(calls.map(\.histories) == [[0, 1, 2, 3]], "\(order)")
    }
  }

  @Test func `Equal numbers of another app or environment are another customer's`() throws {
    let purchases: [SamplePurchase] = [.period(1, "2024-01-01", "2024-02-01")]
    var otherApp = SampleHistory(purchases)
    otherApp.bundle = "com.example.other"
    let calls = ServerAPICalls(
      for: try histories([
        SampleHistory(purchases), otherApp,
        SampleHistory(purchases, environment: "ProductionSandbox"),
        SampleHistory(purchases, environment: "ProductionVPP"),
        SampleHistory(purchases, environment: "Elsewhere"),
      ]))
    #expect(calls.calls.map(\.histories) == [[0], [1], [2], [3], [4]])
  }

  @Test func `Receipts that cannot be asked about are listed with the reason`() throws {
    let calls = ServerAPICalls(
      for: try histories([
        SampleHistory([]),
        SampleHistory([.xcode("2024-01-01", "2024-02-01")], environment: "Xcode"),
        SampleHistory([.xcode("2024-01-01", "2024-02-01")]),
        SampleHistory([.period(1, "2024-01-01", "2024-02-01")]),
      ]))
    #expect(calls.unavailable.map(\.history) == [0, 1, 2])
    #expect(calls.unavailable.map(\.reason) == [.noPurchase, .xcode, .notFromAppStore])
    #expect(calls.calls.map(\.histories) == [[3]])
  }

  @Test func `Small numbers do not make two receipts one customer's`() throws {
    func receipt(_ number: Int) -> SampleHistory {
      SampleHistory([
        .period(number, "2024-01-01", "2024-02-01"),
        .xcode("2024-01-01", "2024-02-01", transaction: "57"),
      ])
    }
    let calls = ServerAPICalls(for: try histories([receipt(1), receipt(2)]))
    #expect(calls.calls.count == 2)
  }

  @Test func `Unverified histories can be asked for as well`() throws {
    let history = try SampleHistory([.period(1, "2024-01-01", "2024-02-01")]).receipt()
      .unverifiedPurchaseHistory()
    #expect(ServerAPICalls(for: [history, history]).calls.map(\.histories) == [[0, 1]])
  }
}
