import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation
import TestSupport
import Testing

/// What is said about the purchases of real receipts, against what an independent decoder reads in them.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct PurchasesTests {
  /// A purchase as the independent decoder reads it.
  private struct Expected {
    let product: String
    let transaction: String
    let original: String?
    let start: Int64
    let end: Int64?
    let isCancelled: Bool
    let type: Int64?
    let hadOffer: Bool

    init(_ json: JSONValue) throws {
      func text(_ key: String) -> String? {
        if case .string(let text) = json[key] { text } else { nil }
      }
      func integer(_ key: String) -> Int64? {
        if case .integer(let number) = json[key] { number } else { nil }
      }
      product = try #require(text("productIdentifier"))
      transaction = try #require(text("transactionIdentifier"))
      original = text("originalTransactionIdentifier")
      start = try #require(integer("purchaseDateEpoch")) * 1000
      end = integer("expiresDateEpoch").map { $0 * 1000 }
      isCancelled = integer("cancellationDateEpoch") != nil
      type = integer("productType")
      hadOffer =
        json["isTrialPeriod"] == .boolean(true) || json["isInIntroOfferPeriod"] == .boolean(true)
    }

    /// Whether it grants its product, by the words of the rules.
    func grants(at instant: Int64) -> Bool {
      guard !isCancelled, start <= instant, type != 1 else { return false }
      return end.map { instant < $0 } ?? (type == 0 || type == 4)
    }
  }

  private func read(_ file: CorpusReceipt) throws -> (UnverifiedPurchaseHistory, [Expected]) {
    let expected = try file.expected()["inApp"]?.elements.map { try Expected($0) } ?? []
    return (try AppReceipt(file.bytes()).unverifiedPurchaseHistory(), expected)
  }

  @Test(arguments: CorpusReceipt.all)
  func `Identifiers are complete, unique and in order`(file: CorpusReceipt) throws {
    let (history, expected) = try read(file)
    #expect(history.purchases.count == expected.count)
    #expect(history.unreadable.isEmpty)
    let identifiers = history.transactions.map(\.transactionIdentifier)
    #expect(Set(identifiers) == Set(expected.map(\.transaction)))
    #expect(Set(identifiers).count == identifiers.count)
    let originals = history.originalTransactions
    #expect(Set(originals.map(\.identifier)) == Set(expected.compactMap(\.original)))
    #expect(
      originals.flatMap(\.purchases).count == expected.filter { $0.original != nil }.count)
    for original in originals {
      #expect(original.latest.purchaseDate == original.purchases.map(\.purchaseDate).max())
    }
    let dates = history.purchases.map(\.purchaseDate)
    #expect(dates == dates.sorted())
  }

  @Test(arguments: CorpusReceipt.all)
  func `Apple is asked with the latest transaction`(file: CorpusReceipt) throws {
    let (history, expected) = try read(file)
    let latest = expected.map(\.start).max()
    let candidates = expected.filter { $0.start == latest }.compactMap { Int64($0.transaction) }
    let isXcode = history.environment == .xcode
    #expect(
      history.serverAPILookup.identifier == (isXcode ? nil : candidates.max().map(String.init)))
  }

  @Test(arguments: CorpusReceipt.all)
  func `Intervals are disjoint, and owned is what one of the purchases says`(
    file: CorpusReceipt
  ) throws {
    let (history, expected) = try read(file)
    let instants = Set(
      expected.flatMap { [$0.start, $0.end ?? $0.start] }.flatMap { [$0 - 1, $0] })
    let entitlements = history.entitlements
    #expect(entitlements.map(\.productIdentifier) == Set(expected.map(\.product)).sorted())
    for entitlement in entitlements {
      for (first, second) in zip(entitlement.intervals, entitlement.intervals.dropFirst()) {
        #expect(first.end.map { $0 < second.start } == true)
      }
      let stems = entitlement.intervals.map(\.purchases.count).reduce(0, +)
      let ofProduct = expected.filter { $0.product == entitlement.productIdentifier }
      #expect(
        stems + entitlement.cancelled.count + entitlement.withoutPeriod.count == ofProduct.count)
      for instant in instants {
        let isOwned = ofProduct.contains { $0.grants(at: instant) }
        let state = entitlement.state(at: ReceiptDate(millisecondsSince1970: instant))
        if state.grantsAccess != isOwned {
          Issue.record("\(entitlement.productIdentifier) \(state)")
        }
      }
    }
  }

  @Test(arguments: CorpusReceipt.all)
  func `An offer is used up when any period had one`(file: CorpusReceipt) throws {
    let (history, expected) = try read(file)
    for products in [Set(expected.map(\.product))] + expected.map({ [$0.product] }) {
      guard !products.isEmpty else { continue }
      let used = expected.filter { products.contains($0.product) && $0.hadOffer }
      switch history.introductoryOfferEligibility(in: products) {
      case .eligible: #expect(used.isEmpty)
      case .used(let purchases): #expect(purchases.count == used.count && !used.isEmpty)
      case .unclear: Issue.record("unclear")
      }
    }
  }

  @Test(arguments: CorpusReceipt.all)
  func `A purchase is its own original`(file: CorpusReceipt) throws {
    let (history, expected) = try read(file)
    let own = Set(expected.filter { $0.transaction == $0.original }.map(\.transaction))
    let purchased = history.purchases.filter { $0.origin == .purchase }
    #expect(Set(purchased.map(\.transactionIdentifier)) == own)
  }

  /// Accepts every signature: what is tested here comes after it.
  private struct AcceptingVerifier: ReceiptSignatureVerifier {
    func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {}
  }

  @Test func `Receipts of one app merge in every order to all their transactions`() throws {
    var groups: [String: [ValidatedReceipt]] = [:]
    for file in CorpusReceipt.all {
      let receipt = try AppReceipt(file.bytes())
      guard let bundle = receipt.bundleIdentifier, let environment = receipt.environment else {
        continue
      }
      var expectations = ReceiptExpectations(
        bundleIdentifier: bundle, devices: .notChecked, now: ReceiptDate(millisecondsSince1970: 0))
      expectations.environments = .notChecked
      groups["\(environment) \(bundle)", default: []].append(
        try receipt.validate(expectations, verifier: AcceptingVerifier()))
    }
    let several = groups.values.filter { $0.count > 1 }
    #expect(several.count > 3)
    for receipts in several {
      let merged = try PurchaseHistory(merging: receipts)
      #expect(try PurchaseHistory(merging: receipts.reversed()) == merged)
      let identifiers = receipts.flatMap {
        $0.purchaseHistory().transactions.map(\.transactionIdentifier)
      }
      #expect(Set(merged.transactions.map(\.transactionIdentifier)) == Set(identifiers))
      #expect(merged.creationDate == receipts.compactMap(\.receipt.creationDate).max())
    }
  }

  @Test func `A set of receipts takes no more calls than receipts, and none twice`() throws {
    let histories = try CorpusReceipt.all.map {
      try AppReceipt($0.bytes()).unverifiedPurchaseHistory()
    }
    let calls = ServerAPICalls(for: histories)
    let places = calls.calls.flatMap(\.histories) + calls.unavailable.map(\.history)
    #expect(places.sorted() == Array(histories.indices))
    #expect(calls.calls.count < places.count - calls.unavailable.count)
    for unavailable in calls.unavailable {
      let history = histories[unavailable.history]
      #expect(
        unavailable.reason == (history.environment == .xcode ? .xcode : .noPurchase))
    }
  }
}
