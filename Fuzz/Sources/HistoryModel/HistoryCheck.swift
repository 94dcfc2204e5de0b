import FuzzReceipts
import FuzzSupport
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation
import VerifyReceipt

/// Asks the library and the model the same questions about one world.
struct HistoryCheck {
  let world: World
  let model: TickModel
  let history: PurchaseHistory
  private let validated: [ValidatedReceipt]

  init(_ world: World, _ random: inout Choices) {
    self.world = world
    let encoding = EntryEncoding.shared(clock: world.clock, isXcode: world.isXcode)
    model = TickModel(world)
    validated = world.receipts.map { Self.validated(encoding.container($0), world) }
    var given = validated + (random.choose(4) == 0 ? [validated[0]] : [])
    given.shuffle(using: &random)
    do throws(PurchaseMergeError) {
      history =
        given.count == 1
        ? given[0].purchaseHistory(catalog: Self.catalog(world))
        : try PurchaseHistory(merging: given, catalog: Self.catalog(world))
    } catch {
      fatalError("VIOLATED: receipts of one app are merged: \(error)")
    }
  }

  func run(_ random: inout Choices) {
    checkPurchases()
    checkIntervals()
    for _ in 0..<3 {
      checkStates(at: random.choose(4) == 0 ? 28 + random.choose(10) : random.choose(11), &random)
    }
    checkOffers()
    checkOriginals()
    for (receipt, validated) in zip(world.receipts, validated) { checkAnswer(receipt, validated) }
  }

  private static func validated(_ bytes: [UInt8], _ world: World) -> ValidatedReceipt {
    do {
      return try AppReceipt(bytes).validate(
        ReceiptExpectations(
          bundleIdentifier: "app", devices: .notChecked, now: world.clock.date(0),
          environments: [world.isXcode ? .xcode : .production]), verifier: TrustingVerifier())
    } catch {
      fatalError("VIOLATED: not validated: \(error), \(bytes.hexadecimal)")
    }
  }

  private static func catalog(_ world: World) -> ProductCatalog {
    let kinds: [ProductType] = [
      .nonConsumable, .consumable, .nonRenewingSubscription, .autoRenewableSubscription,
    ]
    var catalog = ProductCatalog()
    for (product, name) in EntryEncoding.products.enumerated() {
      if let kind = world.catalog.kinds[product] { catalog.setType(kinds[kind], of: name) }
      if let months = world.catalog.months[product] {
        catalog.setNonRenewingLength(.months(Int64(months)), of: name)
      }
      if let ticks = world.catalog.ticks[product] {
        let isDays = world.clock.unit == 86_400_000 && ticks % 2 == 0
        catalog.setNonRenewingLength(
          isDays ? .days(Int64(ticks)) : .milliseconds(Int64(ticks * world.clock.unit)), of: name)
      }
    }
    return catalog
  }

  func date(_ tick: Int) -> ReceiptDate { world.clock.date(tick) }
  func date(_ tick: Int?) -> ReceiptDate? { tick.map { world.clock.date($0) } }
  func name(_ transaction: Int) -> String {
    EntryEncoding.transaction(transaction, isXcode: world.isXcode)
  }

  /// Each transaction once, in order, with what cancels it.
  private func checkPurchases() {
    require(
      history.purchases.count == model.bought.count, "\(model.bought.count) purchases, \(world)")
    require(Set(history.unreadable).count == model.withheld.count, "withheld, \(world)")
    for (purchase, bought) in zip(history.purchases, model.bought) {
      require(
        purchase.productIdentifier == EntryEncoding.products[bought.product]
          && purchase.transactionIdentifier == bought.entry.transaction.value.map(name)
          && purchase.purchaseDate == date(bought.start), "\(purchase), not \(bought), \(world)")
      require(
        purchase.isCancelled == bought.isCancelled
          && purchase.cancellation.value == date(bought.cancellation.value),
        "\(purchase) cancelled: \(bought.cancellation), \(world)")
      require(purchase.term == term(bought.term), "\(purchase.term), not \(bought.term), \(world)")
    }
  }

  private func term(_ term: TickModel.Term) -> PurchaseTerm {
    switch term {
    case .until(let tick): .until(date(tick))
    case .forever: .unlimited
    case .consumed: .undetermined(.consumable)
    case .nonRenewing: .undetermined(.nonRenewing)
    case .endMissing: .undetermined(.missingExpiration)
    case .endUnreadable: .undetermined(.unreadableExpiration)
    case .kindUnknown: .undetermined(.unknownType)
    }
  }

  private func checkStates(at now: Int, _ random: inout Choices) {
    let leeway = random.choose(2) == 0 ? 0 : random.choose(4)
    let renewals = world.renewals(at: now, &random)
    let information = renewals.map {
      RenewalInformation(
        originalTransactionIdentifier: name($0.original),
        productIdentifier: $0.product.map { EntryEncoding.products[$0] },
        gracePeriodExpiresDate: date($0.graceEnd), isInBillingRetryPeriod: $0.isRetried)
    }
    let milliseconds = Int64(leeway * world.clock.unit)
    var owned: [String] = []
    for product in 0..<3 {
      let name = EntryEncoding.products[product]
      let expected = state(
        model.state(of: [product], at: now, leeway: leeway, renewals: renewals))
      let found = history.state(
        of: name, at: date(now), leewayMilliseconds: milliseconds, renewals: information)
      require(
        found == expected,
        "\(name) at \(now), leeway \(leeway): \(found), not \(expected), \(renewals), \(world)")
      if Self.grants(expected) { owned.append(name) }
      let consumables = model.consumables(of: product, at: now)
      let counted = history.consumableCount(of: name, at: date(now))
      require(
        counted.quantity == consumables.count
          && counted.uncounted == purchases(consumables.unclear),
        "\(consumables) of \(name), \(world)")
    }
    let found = history.owned(
      at: date(now), leewayMilliseconds: milliseconds, renewals: information)
    require(found.map(\.productIdentifier) == owned, "owned: \(owned), \(world)")
    for products in [[0, 1], [0, 1, 2]] as [Set<Int>] {
      let expected = state(
        model.state(of: products, at: now, leeway: leeway, renewals: renewals))
      let found = history.state(
        ofAny: products.map { EntryEncoding.products[$0] }, at: date(now),
        leewayMilliseconds: milliseconds, renewals: information)
      require(
        found == expected,
        "\(products) at \(now), leeway \(leeway): \(found), not \(expected), \(renewals), \(world)")
      if products.count == 3 {
        require(Self.grants(found) == !owned.isEmpty, "one of all: \(found), \(world)")
      }
    }
  }

  /// What is paid for, or served although it isn't.
  private static func grants(_ state: EntitlementState) -> Bool {
    let isServed =
      switch state {
      case .active, .inGracePeriod: true
      default: false
      }
    require(state.grantsAccess == isServed, "grants access: \(state)")
    return isServed
  }

  private func state(_ state: TickModel.State) -> EntitlementState {
    switch state {
    case .active(let end): .active(until: date(end))
    case .grace(let end): .inGracePeriod(until: date(end))
    case .retry(let end): .inBillingRetry(since: date(end))
    case .expired(let end): .expired(at: date(end))
    case .cancelled(let tick): .cancelled(at: date(tick))
    case .notYet(let start): .notYetBegun(from: date(start))
    case .unclear(let term?):
      if case .undetermined(let reason) = self.term(term) {
        .undetermined(reason)
      } else {
        .noPurchase
      }
    case .unclear(nil): .undetermined(.unreadable)
    case .never: .noPurchase
    }
  }

  /// The subscriptions and purchases behind transactions, in the order in which they began.
  private func checkOriginals() {
    var expected: [(original: Int, transactions: [String])] = []
    for bought in model.bought {
      guard let number = bought.entry.transaction.value,
        let original = bought.entry.original.value ?? (world.isXcode ? nil : number)
      else { continue }
      if let place = expected.firstIndex(where: { $0.original == original }) {
        expected[place].transactions.append(name(number))
      } else {
        expected.append((original, [name(number)]))
      }
    }
    let found = history.originalTransactions
    require(
      found.map(\.identifier) == expected.map { name($0.original) }
        && found.map { $0.purchases.map(\.transactionIdentifier) } == expected.map(\.transactions),
      "originals: \(found), \(world)")
  }

  /// What verifyReceipt would say: what is whole and readable, cancelled as it says itself or as an entry that is left
  /// out takes it back.
  private func checkAnswer(_ receipt: ReceiptOfEntries, _ validated: ValidatedReceipt) {
    let answered = VerifyReceiptResponse(validated, requestDate: date(0)).receipt?.inApp ?? []
    func isComplete(_ entry: Entry) -> Bool {
      entry.isWhole && ![entry.end, entry.cancellation, entry.kind].contains(.nonsense)
    }
    let omitted = receipt.entries.filter { !isComplete($0) && $0.cancellation != .nothing }
    var rest = answered[...]
    for entry in receipt.entries where isComplete(entry) {
      // Of a kind that it does not say, what ends renews.
      let renews =
        entry.kind == .value(3) || entry.kind == .nothing && entry.end != .nothing
      let verdict =
        entry.cancellation != .nothing
        ? entry.cancellation
        : TickModel.earliest(
          omitted.filter { model.takesBack($0, entry, renews: renews) }.map(\.cancellation))
      let isNext =
        rest.first.map {
          $0.transactionIdentifier == entry.transaction.value.map(name)
            && $0.productIdentifier == entry.product.value.map { EntryEncoding.products[$0] }
            && $0.purchaseDate?.receiptDate == date(entry.start.value)
            && $0.expiresDate?.receiptDate == date(entry.end.value)
        } ?? false
      // What may be cancelled is left out.
      guard verdict != .nonsense else { continue }
      require(
        isNext && date(verdict.value) == rest.first?.cancellationDate?.receiptDate,
        "\(entry) in \(answered), \(world)")
      rest.removeFirst()
    }
    require(rest.isEmpty, "nothing else: \(rest), \(world)")
  }
}
