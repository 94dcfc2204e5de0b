import AppStoreReceipt
import Foundation
import FuzzSupport
import ReceiptRedaction
import VerifyReceipt

extension EntryPoint {
  private static func receipt(
    _ name: String, memory: Double = 2, memoryOfBER: Double? = nil,
    kinds: Set<Shape.Kind> = [.receipt], growth: Double = 1.5,
    _ prepare: @escaping @Sendable (Subject) -> (() -> Void)?
  ) -> EntryPoint {
    EntryPoint(
      name: name, kinds: kinds, ordinary: .ordinaryReceipt, reading: "AppReceipt", memory: memory,
      memoryOfBER: memoryOfBER, growth: growth, prepare: prepare)
  }

  /// What everything is read with that may be a receipt.
  private static let readable: Set<Shape.Kind> = [
    .encoding, .message, .receipt, .certificate, .base64, .transaction, .json, .foreign,
  ]

  /// Ways to read a receipt.
  static let messages: [EntryPoint] = [
    receipt("ReceiptContainer", kinds: [.encoding, .message, .receipt]) { subject in
      { subject.bytes.withBytes { stream($0) } }
    },
    receipt("AppReceipt", memory: 4, memoryOfBER: 4, kinds: readable) { subject in
      { ask(try? AppReceipt(subject.bytes)) }
    },
    EntryPoint(
      name: "AppReceipt, Base64", kinds: readable, ordinary: .ordinaryReceipt, isBase64: true,
      memory: 4
    ) { subject in
      let text = subject.base64
      return { ask(try? AppReceipt(text)) }
    },
    EntryPoint(
      name: "AppReceipt, text", kinds: readable, ordinary: .ordinaryReceipt, isBase64: true,
      memory: 5
    ) { subject in
      let text = subject.base64Text
      return { ask(try? AppReceipt(base64: text)) }
    },
    receipt("AppReceipt, span", memory: 5, memoryOfBER: 5) { subject in
      { subject.bytes.withBytes { ask(try? AppReceipt($0)) } }
    },
    receipt("AppReceipt, file", memory: 6, memoryOfBER: 6) { subject in
      let file = FileManager.default.temporaryDirectory.appending(
        path: "bounds-\(ProcessInfo.processInfo.processIdentifier)")
      guard (try? subject.data.write(to: file)) != nil else { return nil }
      return { ask(try? AppReceipt(contentsOf: file)) }
    },
    // What is none says what it is.
    receipt("ReceiptError: description", memory: 4, memoryOfBER: 5, kinds: readable) { subject in
      {
        do throws(ReceiptError) {
          use(try AppReceipt(subject.bytes, spacesArePlusSigns: true))
        } catch {
          use(error.description)
          hash(error)
        }
      }
    },
  ]

  /// What is asked of a receipt that was read.
  static let receipts: [EntryPoint] = [
    receipt("AppReceipt: every field", memory: 4) { subject in
      subject.receipt.map { receipt in { fields(receipt) } }
    },
    receipt("AppReceipt: problems", memory: 16) { subject in
      subject.receipt.map { receipt in
        {
          use(receipt.problems.map(\.description))
          for purchase in receipt.inAppReceipts { use(purchase.problems.map(\.description)) }
        }
      }
    },
    receipt("AppReceipt: attributes", memory: 8) { subject in
      subject.receipt.map { receipt in
        {
          hash(receipt.attributes)
          for purchase in receipt.inAppReceipts { hash(purchase.attributes) }
        }
      }
    },
    receipt("AppReceipt: purchases", memory: 4) { subject in
      subject.receipt.map { receipt in
        {
          for purchase in receipt.inAppReceipts { fields(purchase) }
        }
      }
    },
    receipt("AppReceipt: container", memory: 2) { subject in
      subject.receipt.map { receipt in
        {
          use(receipt.containerBytes.count)
          use(receipt.contentBytes.count)
          use(receipt.containerData)
          receipt.withContainerBytes { use($0.byteCount) }
        }
      }
    },
    receipt("AppReceipt: offsets") { subject in
      subject.receipt.map { receipt in
        let count = receipt.containerBytes.count
        return {
          for offset in stride(from: 0, to: count, by: 16) {
            use(receipt.inputOffset(ofContainerByte: offset))
          }
        }
      }
    },
    receipt("AppReceipt: certificateEncodings", memory: 16) { subject in
      subject.receipt.map { receipt in { use(try? receipt.certificateEncodings()) } }
    },
    receipt("AppReceipt: forEachCertificate", memory: 1) { subject in
      subject.receipt.map { receipt in { use(try? receipt.forEachCertificate { use($0) }) } }
    },
    receipt("AppReceipt: == and hash") { subject in
      guard let one = subject.receipt, let other = try? AppReceipt(subject.bytes) else {
        return nil
      }
      // The signature stands at the end: the receipt can still be read.
      let another = try? AppReceipt(subject.lastChanged)
      return {
        use(one == other)
        use(one == another)
        hash(one)
      }
    },
    receipt("InAppReceipt: == and hash", memory: 12) { subject in
      guard let one = subject.receipt, let other = try? AppReceipt(subject.bytes) else {
        return nil
      }
      return {
        use(zip(one.inAppReceipts, other.inAppReceipts).allSatisfy { $0 == $1 })
        use(Set(one.inAppReceipts).count)
      }
    },
    receipt("ReceiptRedaction", memory: 32, kinds: readable, growth: 4) { subject in
      {
        var generator = SystemRandomNumberGenerator()
        use(try? ReceiptRedaction(subject.bytes, using: &generator))
      }
    },
  ]

  /// Reads what is read only when it is asked for.
  private static func ask(_ receipt: AppReceipt?) {
    guard let receipt else { return }
    use(receipt.inAppReceipts.count { $0.isCancelled })
    use(receipt.problems.count)
  }

  private static func stream(_ bytes: RawSpan) {
    do throws(ReceiptError) {
      let container = try ReceiptContainer(bytes)
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        use(attribute.string())
        use(attribute.date())
        use(attribute.integer())
        guard attribute.type == .inAppReceipt else { continue }
        var inApp = try attribute.inAppAttributes()
        while let attribute = try inApp.next() {
          use(attribute.string())
          use(attribute.date())
          use(attribute.integer())
          use(attribute.boolean())
          use(attribute.utf8()?.byteCount)
          use(attribute.isText("com.example.app"))
        }
      }
    } catch {}
  }

  private static func fields(_ receipt: AppReceipt) {
    use(receipt.description)
    use(receipt.ageRating)
    use(receipt.appItemIdentifier)
    use(receipt.appVersion)
    use(receipt.bundleIdentifier)
    use(receipt.bundleIdentifierBytes)
    use(receipt.creationDate)
    use(receipt.developerIdentifier)
    use(receipt.downloadIdentifier)
    use(receipt.environment)
    use(receipt.expiration)
    use(receipt.expirationDate)
    use(receipt.form)
    use(receipt.issuingSoftware)
    use(receipt.opaqueValue)
    use(receipt.organizationName)
    use(receipt.originalAppVersion)
    use(receipt.originalPurchaseDate)
    use(receipt.platform)
    use(receipt.preorderDate)
    use(receipt.refreshedReceiptDate)
    use(receipt.sha1Hash)
    use(receipt.signedData)
    use(receipt.systemVersion)
    use(receipt.versionExternalIdentifier)
    for type in Int32(0)..<32 {
      let type = ReceiptAttributeType(rawValue: type)
      use(receipt.date(type))
      use(receipt.integer(type))
      use(receipt.bytes(type))
      use(receipt.string(type))
    }
  }

  private static func fields(_ purchase: InAppReceipt) {
    use(purchase.description)
    use(purchase.cancellation)
    use(purchase.cancellationReason)
    use(purchase.expiration)
    use(purchase.isCancelled)
    use(purchase.isInIntroOfferPeriod)
    use(purchase.isTrialPeriod)
    use(purchase.originalPurchaseDate)
    use(purchase.originalTransactionIdentifier)
    use(purchase.possibleOwnershipType)
    use(purchase.productIdentifier)
    use(purchase.productItemIdentifier)
    use(purchase.productType)
    use(purchase.promotionalOfferIdentifier)
    use(purchase.purchaseDate)
    use(purchase.quantity)
    use(purchase.transactionIdentifier)
    use(purchase.webOrderLineItemIdentifier)
  }
}
