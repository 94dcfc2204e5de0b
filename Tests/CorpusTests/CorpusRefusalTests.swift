import Foundation
import ReceiptParsing
import TestSupport
import Testing

/// Real inputs that are no receipts, each with the code that names what it is.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct CorpusRefusalTests {
  private func refusal(_ bytes: [UInt8]) -> ReceiptError? {
    do throws(ReceiptError) {
      _ = try AppReceipt(bytes)
      return nil
    } catch {
      return error
    }
  }

  private static func files(_ folder: String) -> [URL] {
    Corpus.files(in: "receipts/" + folder, withExtensions: ["p7", "plist", "txt"])
  }

  @Test(arguments: files("malformed"))
  func `Truncated receipts are truncated, text is no receipt`(file: URL) throws {
    let bytes = try Fixtures.bytes(of: file)
    let error = refusal(bytes)
    if file.pathExtension == "txt" {
      #expect(error?.code == .notAReceipt)
    } else {
      #expect(error?.code == .truncated && error?.offset == bytes.count)
    }
  }

  @Test(arguments: files("related"))
  func `An App Attest receipt is named`(file: URL) throws {
    let bytes = try Fixtures.bytes(of: file)
    #expect(refusal(bytes)?.code == .appAttestReceipt)
    #expect(refusal(Array(Data(bytes).base64EncodedData()))?.code == .appAttestReceipt)
  }

  @Test(arguments: files("legacy"))
  func `A transaction receipt of iOS 6 is named, in Base64 too`(file: URL) throws {
    let bytes = try Fixtures.bytes(of: file)
    #expect(refusal(bytes)?.code == .transactionReceipt)
    #expect(refusal(Array(Data(bytes).base64EncodedData()))?.code == .transactionReceipt)
  }

  @Test func `There are files of each kind`() {
    #expect(Self.files("malformed").count >= 5)
    #expect(Self.files("related").count >= 1)
    #expect(Self.files("legacy").count >= 4)
  }

  @Test(arguments: Corpus.files(in: "receipts/certs", withExtensions: ["cer"]))
  func `Apple's certificates are certificates`(file: URL) throws {
    #expect(refusal(try Fixtures.bytes(of: file))?.code == .certificate)
  }

  @Test(arguments: Corpus.files(in: "receipts/json", withExtensions: ["json"]))
  func `Answers of verifyReceipt are JSON`(file: URL) throws {
    #expect(refusal(try Fixtures.bytes(of: file))?.code == .jsonObject)
  }
}
