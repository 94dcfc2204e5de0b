import Foundation
import ReceiptParsing
import TestSupport
import Testing

/// Receipts that were cut anywhere, put together of two, or repeated: nothing reads beyond the end, no verdict is better
/// than that of a whole receipt, and nothing that identifies somebody is left when they are redacted.
@Suite struct CutReceiptsEverywhereTests {
  private static let ours: [CutReceipt] = Fixtures.names.compactMap { name in
    (try? Fixtures.receipt(name)).flatMap { CutReceipt(name, $0) }
  }

  private static let real: [CutReceipt] =
    Corpus.files(in: "receipts/files", withExtensions: ["p7"]).compactMap { file in
      (try? Fixtures.bytes(of: file)).flatMap { CutReceipt(file.lastPathComponent, $0) }
    }

  private static var all: [CutReceipt] { ours + real }

  /// About so many numbers of a range; in an exhaustive run fifty times as many, or all of what is looked at closely.
  private static func some(_ count: Int, of range: Range<Int>, from first: Int) -> [Int] {
    let thorough = count > 3 ? 10_000 : 50 * max(count, 1)
    let wanted = Mutations.isExhaustive ? thorough : count
    let step = max(1, range.count / max(wanted, 1))
    return Array(stride(from: range.lowerBound + first % step, to: range.upperBound, by: step))
  }

  /// Cut bytes are no receipt for anybody.
  private static func checkRefused(_ bytes: [UInt8], _ place: String, _ sample: CutReceipt) {
    let (codes, isRead) = Verdicts.readings(bytes)
    if isRead { Issue.record("\(sample.name), \(place): read") }
    if let other = codes.first(where: { ![.truncated, .empty].contains($0) }) {
      Issue.record("\(sample.name), \(place): \(other)")
    }
  }

  @Test func `A prefix is truncated for every reader, and its redaction shows nothing`() {
    for (number, sample) in Self.all.enumerated().thinnedInDebug(by: 4) {
      let bytes = sample.bytes
      let count = number < Self.ours.count ? 24 : 3
      let ends = sample.parts.flatMap { [$0.contents.lowerBound, $0.contents.upperBound - 1] }
      let cuts = Self.some(count, of: 0..<bytes.count, from: number * 131)
      for cut in Set(cuts + (count > 3 ? ends : [])).sorted() {
        let prefix = Array(bytes[..<cut])
        Self.checkRefused(prefix, "cut at \(cut)", sample)
        if Verdicts.leaks(prefix, sample.secrets, seed: cut) {
          Issue.record("\(sample.name), cut at \(cut): something is left")
        }
      }
      let cut = cuts[cuts.count / 2]
      #expect(Verdicts.status(Array(bytes[..<cut])) == 21002, "\(sample.name), cut at \(cut)")
    }
  }

  /// Lengths fit, but the end of a part is not there.
  @Test func `Without the end of its signature, a certificate or its payload no receipt is valid`()
  {
    for (number, sample) in Self.all.enumerated().thinnedInDebug(by: 6, from: 1) {
      // Nothing needs the last certificate if it is the root's: the verifier has that.
      let root = (try? AppReceipt(sample.bytes).certificateEncodings())?.last?.count
      for part in sample.parts where !part.contents.isEmpty {
        let contents = Array(sample.bytes[part.contents])
        let drops = Self.some(
          number < Self.ours.count ? 1 : 0, of: 1..<contents.count + 1, from: number * 7)
        for drop in Set(drops + [1]) {
          let cut = sample.replacing(part, with: contents.dropLast(drop))
          if Verdicts.isValid(cut), part.role != .certificates || drop != root {
            Issue.record("\(sample.name), \(drop) bytes less of \(part.role): valid")
          }
          if Verdicts.leaks(cut, sample.secrets, seed: drop) {
            Issue.record("\(sample.name), \(drop) bytes less of \(part.role): something is left")
          }
        }
      }
    }
  }

  /// Only what one signer has signed is valid: the payload of one receipt with the signature of the same.
  @Test func `A receipt made of two is valid for nobody`() {
    for (number, sample) in Self.all.enumerated().thinnedInDebug(by: 4, from: 2) {
      let other = Self.all[(number + 1) % Self.all.count]
      guard sample.bytes != other.bytes else { continue }
      for role in [CutReceipt.Part.Role.payload, .signers, .signature] {
        guard let part = sample.parts.first(where: { $0.role == role }),
          let otherPart = other.parts.first(where: { $0.role == role })
        else { continue }
        let spliced = sample.replacing(part, withElement: Array(other.bytes[otherPart.element]))
        if spliced != sample.bytes, spliced != other.bytes, Verdicts.isValid(spliced) {
          Issue.record("\(sample.name) with \(role) of \(other.name): valid")
        }
        if Verdicts.leaks(spliced, sample.secrets.union(other.secrets), seed: number) {
          Issue.record("\(sample.name) with \(role) of \(other.name): something is left")
        }
      }
      let shorter = min(sample.bytes.count, other.bytes.count)
      for cut in Self.some(2, of: 1..<shorter, from: number * 53) {
        let spliced = Array(sample.bytes[..<cut] + other.bytes[cut...])
        let isOne = spliced == sample.bytes || spliced == other.bytes
        if !isOne, Verdicts.isValid(spliced) {
          Issue.record("\(sample.name), from \(cut) on \(other.name): valid")
        }
        if Verdicts.leaks(spliced, sample.secrets.union(other.secrets), seed: cut) {
          Issue.record("\(sample.name), from \(cut) on \(other.name): something is left")
        }
      }
    }
  }

  @Test func `What is repeated is not valid because of that`() {
    for (number, sample) in Self.all.enumerated() {
      let twice = sample.bytes + sample.bytes
      #expect(!Verdicts.isValid(twice), "\(sample.name) twice")
      if number < Self.ours.count {
        // As at Apple, what follows the receipt doesn't count.
        let (status, alone) = (Verdicts.status(twice), Verdicts.status(sample.bytes))
        #expect(status == alone, "\(sample.name) twice: \(status ?? -1)")
      }
      if Verdicts.leaks(twice, sample.secrets, seed: number) {
        Issue.record("\(sample.name) twice: something is left")
      }
      for role in [CutReceipt.Part.Role.payload, .certificates, .signers] {
        guard let part = sample.parts.first(where: { $0.role == role }) else { continue }
        let contents = Array(sample.bytes[part.contents])
        let isValid = Verdicts.isValid(sample.replacing(part, with: contents + contents))
        // The same certificates once more are no others.
        #expect(
          !isValid || role == .certificates && sample.isValid, "\(sample.name), \(role) twice")
      }
    }
  }

  /// The tests above would pass if nothing was valid, or nothing was secret.
  @Test func `Whole receipts are valid, and say what identifies somebody`() {
    #expect(Self.ours.count(where: \.isValid) > 10)
    #expect(Self.all.allSatisfy { !$0.secrets.isEmpty && $0.parts.count >= 3 })
    for sample in Self.ours where sample.isValid {
      let status = Verdicts.status(sample.bytes)
      #expect(status == 0 || status == 21002, "\(sample.name): \(status ?? -1)")
      for part in sample.parts {
        let same = sample.replacing(part, with: Array(sample.bytes[part.contents]))
        #expect(same == sample.bytes, "\(sample.name): \(part.role)")
      }
    }
  }
}
