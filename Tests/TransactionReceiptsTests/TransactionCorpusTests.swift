import Foundation
import ReceiptHashing
import ReceiptValidation
import TestSupport
import Testing
import TransactionReceipts

@testable import ReceiptTrust

/// Real transaction receipts: Apple has signed them, and one changed byte shows.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct TransactionCorpusTests {
  private static let files = Corpus.files(in: "receipts/legacy", withExtensions: ["plist"])

  /// How the signature fails; `nil` when it is Apple's.
  private func failure(_ bytes: [UInt8]) -> String? {
    do throws(TransactionReceiptError) {
      let receipt = try TransactionReceipt(bytes)
      let expectations = ReceiptExpectations(
        bundleIdentifier: receipt.purchaseInfo.bundleIdentifier ?? "", devices: .notChecked,
        now: .notChecked, environments: .productionAndSandbox)
      return TransactionForgeries.failure(bytes, expectations, AppleTransactionVerifier())
    } catch {
      return error.description
    }
  }

  @Test(arguments: files)
  func `The signature is Apple's`(file: URL) throws {
    let bytes = try Fixtures.bytes(of: file)
    #expect(failure(bytes) == nil)
    #expect(failure(Array(Data(bytes).base64EncodedData())) == nil)
  }

  @Test func `Both versions are there`() throws {
    let versions = try Self.files.map {
      try TransactionReceipt(Fixtures.bytes(of: $0)).signature().version
    }
    #expect(versions.count >= 4 && Set(versions) == [2, 3])
  }

  @Test(arguments: files)
  func `One byte changed is refused, wherever it is`(file: URL) throws {
    let receipt = try TransactionReceipt(Fixtures.bytes(of: file))
    let (info, signature) = (receipt.purchaseInfo.bytes, try receipt.signature().bytes)
    func isAccepted(_ info: [UInt8], _ signature: [UInt8]) -> Bool {
      let text =
        "{signature='\(Data(signature).base64EncodedString())';"
        + "purchase-info='\(Data(info).base64EncodedString())';}"
      return failure(Array(text.utf8)) == nil
    }
    #expect(isAccepted(info, signature))
    let step = DebugThinning.step(37)
    for offset in stride(from: 0, to: info.count, by: step) {
      var changed = info
      changed[offset] ^= 0x01
      if isAccepted(changed, signature) { Issue.record("purchase, byte \(offset)") }
    }
    for offset in stride(from: 0, to: signature.count, by: step) {
      var changed = signature
      changed[offset] ^= 0x01
      if isAccepted(info, changed) { Issue.record("signature, byte \(offset)") }
    }
  }

  /// The fingerprints, and that the constants are the files, byte by byte.
  @Test func `The issuers are Apple's certificates`() throws {
    let names = [
      "AppleiTunesStoreCA-2009", "AppleWWDRCA-2008", "AppleWWDRCA-2013", "AppleWWDRCA-G5",
      "AppleWWDRCA-G7", "AppleWWDRCA-G8",
    ]
    let folder = try #require(Corpus.folder).appending(path: "receipts/certs")
    #expect(IssuerCertificate.apple.count == names.count)
    for (issuer, name) in zip(IssuerCertificate.apple, names) {
      #expect(issuer.encoding == (try Fixtures.bytes(of: folder.appending(path: "\(name).cer"))))
    }
  }
}
