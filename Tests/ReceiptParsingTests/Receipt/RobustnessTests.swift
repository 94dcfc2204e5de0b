import CMSParsing
import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// Nothing traps, whatever the bytes: a typed error, or a receipt of which everything can be asked.
@Suite struct RobustnessTests {
  @Test(arguments: Fixtures.names)
  func `Every proper prefix is truncated at its end`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    let step = bytes.count > 20_000 ? 97 : 1
    for count in stride(from: 0, to: bytes.count, by: step) {
      let error = refusal(Array(bytes[..<count]))
      if count == 0 {
        #expect(error?.code == .empty)
      } else if error?.code != .truncated || error?.offset != count {
        Issue.record("prefix of \(count): \(error.map(\.description) ?? "read")")
      }
    }
  }

  @Test(arguments: ["vpp", "xcode-ber"])
  func `Every proper prefix in exactly sized memory, streamed`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    for count in bytes.indices {
      let error = streamingError(Array(bytes[..<count]))
      // Streaming reads DER only.
      if name == "vpp", error?.offset != count { Issue.record("prefix of \(count)") }
      if error == nil { Issue.record("prefix of \(count) is read") }
    }
  }

  private func streamingError(_ bytes: [UInt8]) -> ReceiptError? {
    do throws(ReceiptError) {
      try withExactlySized(bytes) { (bytes) throws(ReceiptError) in
        let container = try ReceiptContainer(bytes)
        var attributes = container.attributes
        while let attribute = try attributes.next() {
          _ = (attribute.version, attribute.offset, attribute.value.byteCount)
          guard attribute.type == .inAppReceipt else { continue }
          var inApp = try attribute.inAppAttributes()
          while let attribute = try inApp.next() {
            _ = (attribute.type, attribute.version, attribute.value.byteCount)
          }
        }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Reads, and asks everything that can be asked.
  private func check(_ bytes: [UInt8], _ change: Mutations.Change) {
    do throws(ReceiptError) {
      touch(try AppReceipt(bytes), change)
    } catch {
      let isInside = 0...bytes.count ~= error.offset
      if !isInside || error.description.isEmpty { Issue.record("\(change): \(error)") }
    }
  }

  private func touch(_ receipt: AppReceipt, _ change: Mutations.Change) {
    _ = (receipt.environment, receipt.bundleIdentifier, receipt.appVersion, receipt.ageRating)
    _ = (receipt.originalAppVersion, receipt.organizationName)
    _ = (receipt.creationDate?.utcText, receipt.originalPurchaseDate, receipt.expiration)
    _ = (receipt.refreshedReceiptDate, receipt.preorderDate?.text)
    _ = (receipt.appItemIdentifier, receipt.downloadIdentifier, receipt.versionExternalIdentifier)
    _ = (receipt.issuingSoftware, receipt.developerIdentifier, receipt.systemVersion)
    _ = (receipt.platform, receipt.sha1Hash, receipt.opaqueValue)
    _ = (receipt.contentBytes.count, try? receipt.certificateEncodings().count)
    for purchase in receipt.inAppReceipts {
      _ = (purchase.quantity, purchase.productType, purchase.productItemIdentifier)
      _ = (purchase.productIdentifier, purchase.promotionalOfferIdentifier)
      _ = (purchase.transactionIdentifier, purchase.originalTransactionIdentifier)
      _ = (purchase.purchaseDate?.utcText, purchase.originalPurchaseDate, purchase.expiresDate)
      _ = (purchase.isCancelled, purchase.cancellationReason, purchase.cancellationDate)
      _ = (purchase.webOrderLineItemIdentifier, purchase.possibleOwnershipType)
      _ = (purchase.isTrialPeriod, purchase.isInIntroOfferPeriod, purchase.hashValue)
      checkOrder(purchase.attributes, change)
    }
    checkOrder(receipt.attributes, change)
    for problem in receipt.problems where problem.description.isEmpty {
      Issue.record("\(change): a problem without words")
    }
  }

  private func checkOrder(_ attributes: [OwnedAttribute], _ change: Mutations.Change) {
    for (first, second) in zip(attributes, attributes.dropFirst())
    where first.offset >= second.offset || first.type < 0 || first.version < 0 {
      Issue.record("\(change): \(first.offset), \(second.offset)")
    }
  }

  @Test(arguments: ["vpp", "xcode-ber-chunks"], 0..<4)
  func `Many other values at the first 200 bytes, or all of them`(
    name: String, quarter: Int
  ) throws {
    var bytes = try Fixtures.receipt(name)
    let changes = Mutations.everyValue(
      of: bytes, at: quarter * 50..<(quarter + 1) * 50, otherwise: 24, seed: UInt64(quarter))
    for change in changes {
      let byte = change.apply(to: &bytes)
      check(bytes, change)
      bytes[change.offset] = byte
    }
  }

  /// Each byte up to the end of the payload, each third of the longer ones, and each seventh of
  /// certificates and signature, which are hardly looked at.
  @Test(arguments: Fixtures.names.filter { $0 != "many-purchases" })
  func `One other value at each byte`(name: String) throws {
    var bytes = try Fixtures.receipt(name)
    let receipt = try AppReceipt(bytes)
    let content = receipt.signedData.encapContentInfo.eContent?.endOffset ?? 0
    let end = receipt.inputOffset(ofContainerByte: content)
    let changes = Mutations.oneValue(of: bytes, seed: 1)
    let step = bytes.count < 5000 ? 1 : 3
    for change in changes.thinnedInDebug(by: 5)
    where change.offset % (change.offset < end ? step : 7) == 0 {
      let byte = change.apply(to: &bytes)
      check(bytes, change)
      bytes[change.offset] = byte
    }
  }

  @Test func `One other value here and there in a large receipt`() throws {
    var bytes = try Fixtures.receipt("many-purchases")
    for change in Mutations.oneValue(of: bytes, every: 1997, seed: 2) {
      let byte = change.apply(to: &bytes)
      check(bytes, change)
      bytes[change.offset] = byte
    }
  }
}
