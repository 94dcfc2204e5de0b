import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// Real answers, cut off and spoiled.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct VerifyReceiptRobustnessTests {
  /// How many octets to skip, so that the work for one file is limited; none in an exhaustive run.
  private func step(_ count: Int) -> Int {
    Mutations.isExhaustive ? max(1, count / 2000) : max(1, count * count / 100_000)
  }

  @Test(arguments: VerifyReceiptAnswer.all)
  func `A prefix is truncated`(answer: VerifyReceiptAnswer) throws {
    let octets = try answer.octets()
    let end = (octets.lastIndex(of: UInt8(ascii: "}")) ?? 0)
    for count in stride(from: 0, through: end, by: step(octets.count)) {
      do {
        _ = try VerifyReceiptResponse(json: octets[..<count])
        Issue.record("\(count) octets were read")
      } catch {
        #expect(error.code == .truncated && error.offset == count, "\(count)")
      }
    }
  }

  @Test(arguments: VerifyReceiptAnswer.all)
  func `A spoiled answer is refused with a place, or read and kept`(
    answer: VerifyReceiptAnswer
  ) throws {
    var octets = try answer.octets()
    let seed: UInt64 = 0xC0FFEE
    for change in Mutations.oneValue(of: octets, every: step(octets.count), seed: seed) {
      let original = change.apply(to: &octets)
      defer { octets[change.offset] = original }
      do throws(VerifyReceiptError) {
        let response = try VerifyReceiptResponse(json: octets)
        let again = try VerifyReceiptResponse(json: response.json())
        #expect(again == response, "\(change), seed \(seed)")
      } catch {
        let hasPlace = error.offset != nil || !error.path.elements.isEmpty
        #expect(hasPlace, "\(change), seed \(seed): \(error)")
      }
    }
  }
}
