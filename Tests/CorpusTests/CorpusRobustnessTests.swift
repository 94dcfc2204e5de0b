import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// Real receipts, cut and spoilt: a typed error or a whole answer, never a trap.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct CorpusRobustnessTests {
  private func refusal(_ bytes: RawSpan) -> ReceiptError? {
    do throws(ReceiptError) {
      _ = try AppReceipt(bytes)
      return nil
    } catch {
      return error
    }
  }

  /// Each prefix goes through the streaming reader, or for BER through the owned one; a part of them through
  /// both, which costs a copy.
  @Test(arguments: CorpusReceipt.all)
  func `Every proper prefix is truncated at its end`(file: CorpusReceipt) throws {
    let bytes = try file.bytes()
    withExactlySized(bytes) { span in
      for count in (1..<bytes.count).thinnedInDebug(by: 5) {
        let prefix = span.extracting(0..<count)
        if !file.isBER {
          do throws(ReceiptError) {
            _ = try ReceiptContainer(prefix)
            Issue.record("prefix of \(count) is read")
          } catch {
            if error.code != .truncated || error.offset != count {
              Issue.record("prefix of \(count): \(error)")
            }
          }
        }
        if file.isBER || count < 300 || count % 199 == 0 || Mutations.isExhaustive {
          let error = refusal(prefix)
          if error?.code != .truncated || error?.offset != count {
            Issue.record("prefix of \(count): \(error.map(\.description) ?? "read")")
          }
        }
      }
    }
  }

  /// Ten receipts of different kinds and sizes.
  static let ten: [CorpusReceipt] = {
    let all = CorpusReceipt.all
    return stride(from: 0, to: all.count, by: max(all.count / 10, 1)).prefix(10).map { all[$0] }
  }()

  private func check(_ bytes: [UInt8], _ change: Mutations.Change) {
    do throws(ReceiptError) {
      let receipt = try AppReceipt(bytes)
      var count = receipt.attributes.count + receipt.problems.count
      _ = (receipt.bundleIdentifier, receipt.creationDate?.utcText, receipt.expiration)
      for purchase in receipt.inAppReceipts.prefix(20) {
        _ = (purchase.isCancelled, purchase.expiration, purchase.productIdentifier)
        count += purchase.attributes.count
      }
      if count == 0 { Issue.record("\(change): an empty receipt") }
    } catch {
      if !(0...bytes.count ~= error.offset) { Issue.record("\(change): \(error)") }
    }
  }

  @Test(arguments: ten)
  func `Single bytes changed`(file: CorpusReceipt) throws {
    var bytes = try file.bytes()
    let step = Mutations.isExhaustive ? 1 : max(bytes.count / 100, 1)
    let first = Mutations.isExhaustive ? 0..<400 : 0..<40
    let changes =
      Mutations.everyValue(of: bytes, at: first, otherwise: 2, seed: 3)
      + Mutations.oneValue(of: bytes, every: step, seed: 4)
    for change in changes {
      let byte = change.apply(to: &bytes)
      check(bytes, change)
      bytes[change.offset] = byte
    }
  }
}
