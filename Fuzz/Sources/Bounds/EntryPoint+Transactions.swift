import AppStoreReceipt
import FuzzSupport
import ReceiptTesting

extension EntryPoint {
  private static func transaction(
    _ name: String, isBase64: Bool = false, memory: Double = 32,
    kinds: Set<Shape.Kind> = [.transaction],
    _ prepare: @escaping @Sendable (Subject) -> (() -> Void)?
  ) -> EntryPoint {
    EntryPoint(
      name: name, kinds: kinds, ordinary: .ordinaryTransaction,
      reading: name == "TransactionReceipt" ? nil : "TransactionReceipt",
      isBase64: isBase64, memory: memory, growth: 3, prepare: prepare)
  }

  private static let readable: Set<Shape.Kind> = [.transaction, .base64, .json, .foreign, .receipt]

  /// By default nothing of more than 64 KiB or 256 keys is looked at. The shortest entry has four bytes; what is
  /// kept of it has 40, and some that were reserved.
  static let transactions: [EntryPoint] = [
    transaction("TransactionReceipt", kinds: readable) { subject in
      {
        do throws(TransactionReceiptError) {
          use(try TransactionReceipt(subject.bytes, limits: Subject.transactionLimits))
        } catch {
          use(error.description)
          hash(error)
        }
      }
    },
    transaction("TransactionReceipt, Base64", isBase64: true, kinds: readable) {
      subject in
      let text = subject.base64Text
      return { use(try? TransactionReceipt(base64: text, limits: Subject.transactionLimits)) }
    },
    transaction("TransactionReceipt: every field") { subject in
      subject.transaction.map { receipt in
        {
          use(receipt.environment)
          use(receipt.provenEnvironment)
          fields(receipt.purchaseInfo)
        }
      }
    },
    transaction("TransactionReceipt: signature") { subject in
      subject.transaction.map { receipt in
        {
          use(try? receipt.signature())
          use(try? receipt.signatureMaterial().signedBytes)
        }
      }
    },
    transaction("TransactionReceipt: report and validate") { subject in
      subject.transaction.map { receipt in
        {
          let verifier = AppleTransactionVerifier(anchors: [Genuine.authority.anchor])
          let report = receipt.report(Subject.transactionExpectations, verifier: verifier)
          use(report.failures.map(\.description))
          hash(report)
          use(
            try? receipt.validate(Subject.transactionExpectations, verifier: TrustingVerifier()))
        }
      }
    },
    transaction("TransactionReceipt: == and hash") { subject in
      guard let one = subject.transaction,
        let other = try? TransactionReceipt(subject.bytes, limits: Subject.transactionLimits)
      else { return nil }
      return {
        use(one == other)
        hash(one)
        use(one.purchaseInfo == other.purchaseInfo)
        hash(one.purchaseInfo)
        use(one.entries == other.entries)
        hash(one.entries)
      }
    },
  ]

  private static func fields(_ purchase: PurchaseInfo) {
    use(purchase.appItemIdentifier)
    use(purchase.appVersion)
    use(purchase.bundleIdentifier)
    use(purchase.cancellation)
    use(purchase.expiration)
    use(purchase.isCancelled)
    use(purchase.isInIntroOfferPeriod)
    use(purchase.isTrialPeriod)
    use(purchase.itemIdentifier)
    use(purchase.originalPurchaseDate)
    use(purchase.originalTransactionIdentifier)
    use(purchase.problems.map(\.description))
    use(purchase.productIdentifier)
    use(purchase.purchaseDate)
    use(purchase.quantity)
    use(purchase.transactionIdentifier)
    use(purchase.uniqueIdentifier)
    use(purchase.uniqueVendorIdentifier)
    use(purchase.versionExternalIdentifier)
    use(purchase.webOrderLineItemIdentifier)
    use(purchase["pod"])
  }
}
