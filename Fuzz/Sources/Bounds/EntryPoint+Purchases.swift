import AppStoreReceipt
import VerifyReceipt

extension EntryPoint {
  private static func history(
    _ name: String, memory: Double = 24, kinds: Set<Shape.Kind> = [.receipt],
    ordinary: Shape = .ordinaryReceipt,
    _ prepare: @escaping @Sendable (Subject) -> (() -> Void)?
  ) -> EntryPoint {
    EntryPoint(
      name: name, kinds: kinds, ordinary: ordinary, reading: "AppReceipt", memory: memory,
      growth: 3, time: 32, prepare: prepare)
  }

  private static func question(
    _ name: String, memory: Double = 24, ask: @escaping @Sendable (PurchaseHistory) -> Void
  ) -> EntryPoint {
    history("PurchaseHistory: \(name)", memory: memory) { subject in
      subject.history.map { history in { ask(history) } }
    }
  }

  static let purchases: [EntryPoint] = [
    history("ValidatedReceipt") { subject in
      subject.validated.map { validated in
        {
          use(validated.description.utf8.count)
          use(validated.originalVersion(comparedTo: validated.receipt.originalAppVersion ?? "1"))
        }
      }
    },
    history("ValidatedReceipt: == and hash", memory: 2) { subject in
      guard let one = subject.validated, let other = Subject(subject.bytes).validated else {
        return nil
      }
      return {
        use(one == other)
        hash(one)
      }
    },
    history("PurchaseHistory") { subject in
      subject.validated.map { validated in { use(validated.purchaseHistory()) } }
    },
    history("UnverifiedPurchaseHistory") { subject in
      subject.receipt.map { receipt in { use(receipt.unverifiedPurchaseHistory()) } }
    },
    history("PurchaseHistory: ==") { subject in
      guard let one = subject.history, let other = Subject(subject.bytes).history else {
        return nil
      }
      return { use(one == other) }
    },
    history(
      "PurchaseHistory: merging", memory: 24, kinds: [.receipt, .receipts],
      ordinary: .ordinaryHistories
    ) { subject in
      let receipts = subject.receipts
      guard !receipts.isEmpty else { return nil }
      return { use(try? PurchaseHistory(merging: receipts)) }
    },
    history(
      "ServerAPICalls", memory: 16, kinds: [.receipt, .receipts], ordinary: .ordinaryHistories
    ) { subject in
      let histories = subject.receipts.map { $0.purchaseHistory() }
      guard !histories.isEmpty else { return nil }
      return {
        let calls = ServerAPICalls(for: histories)
        use(calls.calls.count)
        use(calls.unavailable.count)
      }
    },
    question("purchases, transactions") { history in
      use(history.purchases.map(\.description).count)
      use(history.transactions.count)
      use(history.originalTransactions.count)
      use(history.unreadable.count)
    },
    // The coders are Foundation's, and every purchase is written with its encoding and its fields.
    question("Codable", memory: 64) { history in
      let entitlements = history.entitlements
      guard let data = try? JSONEncoder().encode(entitlements) else { return }
      use((try? JSONDecoder().decode([ProductEntitlement].self, from: data))?.count ?? 0)
    },
    question("entitlements") { use($0.entitlements.count) },
    question("owned") { use($0.owned(at: Subject.now).count) },
    question("one product") { history in
      let product = history.purchases.first?.productIdentifier ?? ""
      use(history.entitlement(of: product))
      use(history.state(of: product, at: Subject.now))
      use(history.consumableCount(of: product, at: Subject.now))
      use(history.purchases(ofType: .autoRenewableSubscription).count)
    },
    question("many products") { history in
      // The caller names products: what no set of strings can hash in linear time is none.
      let names = history.purchases.lazy.map(\.productIdentifier)
      let products = Set(names.filter { $0.utf8.allSatisfy { $0 < 0x80 } })
      use(history.intervals(ofAny: products).count)
      use(history.introductoryOfferEligibility(in: products))
    },
    question("the receipt") { history in
      use(history.age(at: Subject.now))
      use(history.mayLackOldTransactions)
      use(history.serverAPILookup)
      use(history.bundleIdentifier)
      use(history.creationDate)
      use(history.environment)
    },
    question("states of entitlements") { history in
      for entitlement in history.entitlements {
        use(entitlement.state(at: Subject.now))
        for interval in entitlement.intervals {
          use(interval.contains(Subject.now))
          use(interval.end)
          use(interval.purchases.count)
        }
        hash(entitlement)
        use(entitlement == entitlement)
      }
    },
    question("== and hash of answers") { history in
      for purchase in history.purchases {
        use(purchase.isCancelled)
        use(purchase.origin)
        hash(purchase)
        use(purchase == purchase)
      }
      hash(history.originalTransactions)
      let lookup = history.serverAPILookup
      use(lookup.identifier)
      hash(lookup)
    },
    EntryPoint(
      name: "PurchaseHistory: owned, renewals", kinds: [.answer], ordinary: .ordinaryAnswer,
      reading: "VerifyReceiptResponse", memory: 8, growth: 2
    ) { subject in
      guard let receipt = subject.answered else { return nil }
      let history = receipt.unverifiedPurchaseHistory()
      let renewals = subject.answer?.pendingRenewalInfo?.compactMap { RenewalInformation($0) } ?? []
      return {
        use(history.owned(at: Subject.now, renewals: renewals).count)
        use(history.state(of: "com.example.app", at: Subject.now, renewals: renewals))
      }
    },
  ]
}
