import Foundation
import ReceiptParsing
import ReceiptTrust
import TestSupport
import Testing
import TransactionReceipts

/// No byte of what is signed, of the signature or of the certificate can change without anybody noticing, and nothing
/// traps.
@Suite struct TransactionMutationTests {
  /// A receipt written anew from its two parts.
  private func rewritten(_ info: [UInt8], _ signature: [UInt8]) -> [UInt8] {
    let (info, signature) = (
      Data(info).base64EncodedString(), Data(signature).base64EncodedString()
    )
    return Array("{\"signature\"=\"\(signature)\";\"purchase-info\"=\"\(info)\";}".utf8)
  }

  @Test(arguments: ["P01-v2", "P02-v3", "P03-v3-today"])
  func `No single-bit change of what is signed is accepted`(id: String) throws {
    let entry = try TransactionForgeries.entry(id)
    let receipt = try TransactionReceipt(entry.bytes)
    let (info, signature) = (receipt.purchaseInfo.bytes, try receipt.signature().bytes)
    func isAccepted(_ info: [UInt8], _ signature: [UInt8]) -> Bool {
      TransactionForgeries.failure(rewritten(info, signature), entry.expectations, entry.verifier)
        == nil
    }
    #expect(isAccepted(info, signature))
    func flips(_ bytes: [UInt8]) -> [(Int, Int)] {
      bytes.indices.flatMap { offset in (0..<8).map { (offset, $0) } }
        .thinnedInDebug(by: 29 * 8 + 1)
    }
    for (offset, bit) in flips(info) {
      var changed = info
      changed[offset] ^= 1 << bit
      if isAccepted(changed, signature) { Issue.record("purchase, byte \(offset), bit \(bit)") }
    }
    for (offset, bit) in flips(signature) {
      var changed = signature
      changed[offset] ^= 1 << bit
      if isAccepted(info, changed) { Issue.record("signature, byte \(offset), bit \(bit)") }
    }
    // Bytes that end early or late.
    for count in stride(from: 0, to: signature.count, by: 31) {
      #expect(!isAccepted(info, Array(signature[..<count])))
    }
    #expect(!isAccepted(info, signature + [0]) && !isAccepted(info + [0x20], signature))
  }

  /// The text outside the values of the two keys is not signed; inside them no character can change to one that
  /// means other bytes.
  @Test(arguments: ["P01-v2", "P02-v3", "P08-odd-list"])
  func `Every prefix is refused, and no random change is accepted with another meaning`(
    id: String
  ) throws {
    let entry = try TransactionForgeries.entry(id)
    let genuine = try TransactionReceipt(entry.bytes)
    for count in entry.bytes.indices {
      let failure = TransactionForgeries.failure(
        Array(entry.bytes[..<count]), entry.expectations, entry.verifier)
      #expect(failure == (count == 0 ? "structure.empty" : "structure.truncated"), "\(count)")
    }
    var generator = SeededGenerator(seed: 20_171_223)
    for round in (0..<5000).thinnedInDebug(by: 33) {
      var bytes = entry.bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.remove(at: offset)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: offset)
        case 2: bytes[offset] = bytes.randomElement(using: &generator) ?? 0
        default: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
      }
      guard TransactionForgeries.failure(bytes, entry.expectations, entry.verifier) == nil else {
        continue
      }
      let receipt = try TransactionReceipt(bytes)
      let signature = try receipt.signature()
      #expect(signature == (try genuine.signature()), "round \(round)")
      #expect(receipt.purchaseInfo == genuine.purchaseInfo, "round \(round)")
    }
  }

  /// The purchase is changed as a list, so that more than the syntax is reached.
  @Test func `Purchases with random changes are read or refused with a place inside`() throws {
    let entry = try TransactionForgeries.entry("P05-subscription")
    let genuine = try TransactionReceipt(entry.bytes)
    let signature = try genuine.signature().bytes
    var generator = SeededGenerator(seed: 20_150_517)
    for round in 0..<2000 {
      var info = genuine.purchaseInfo.bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        info[Int.random(in: info.indices, using: &generator)] = UInt8.random(
          in: 0...127, using: &generator)
      }
      do throws(TransactionReceiptError) {
        let receipt = try TransactionReceipt(rewritten(info, signature))
        let found = receipt.purchaseInfo
        _ = (found.purchaseDate?.utcText, found.originalPurchaseDate, found.expiration)
        _ = (found.isCancelled, found.quantity, found.itemIdentifier, found.isTrialPeriod)
        _ = (found.uniqueVendorIdentifier, receipt.provenEnvironment)
        for problem in found.problems {
          #expect(info.indices.contains(problem.offset) && !problem.description.isEmpty)
        }
      } catch {
        #expect(0...info.count ~= error.offset && !error.description.isEmpty, "round \(round)")
      }
    }
  }
}
