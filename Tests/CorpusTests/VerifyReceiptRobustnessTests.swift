import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// Real answers, cut off and spoiled.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct VerifyReceiptRobustnessTests {
  /// How many bytes to skip, so that the work for one file is limited; none in an exhaustive run.
  private func step(_ count: Int) -> Int {
    Mutations.isExhaustive ? max(1, count / 2000) : max(1, count * count / 100_000)
  }

  @Test(arguments: VerifyReceiptAnswer.all)
  func `A prefix is truncated`(answer: VerifyReceiptAnswer) throws {
    let bytes = try answer.bytes()
    let end = (bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0)
    for count in stride(from: 0, through: end, by: step(bytes.count)) {
      do {
        _ = try VerifyReceiptResponse(json: bytes[..<count])
        Issue.record("\(count) bytes were read")
      } catch {
        #expect(error.code == .truncated && error.offset == count, "\(count)")
      }
    }
  }

  @Test(arguments: VerifyReceiptAnswer.all)
  func `A spoiled answer is refused with a place, or read and kept`(
    answer: VerifyReceiptAnswer
  ) throws {
    var bytes = try answer.bytes()
    let seed: UInt64 = 0xC0FFEE
    for change in Mutations.oneValue(of: bytes, every: step(bytes.count), seed: seed) {
      let original = change.apply(to: &bytes)
      defer { bytes[change.offset] = original }
      do throws(JSONError) {
        let response = try VerifyReceiptResponse(json: bytes)
        let again = try VerifyReceiptResponse(json: response.json())
        #expect(again == response, "\(change), seed \(seed)")
      } catch {
        let hasPlace = error.offset != nil || !error.path.elements.isEmpty
        #expect(hasPlace, "\(change), seed \(seed): \(error)")
      }
    }
  }
}
