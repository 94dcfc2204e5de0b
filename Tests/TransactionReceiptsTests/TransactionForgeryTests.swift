import DERParsing
import Foundation
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TestSupport
import Testing
import TransactionReceipts

/// Every transaction receipt of the forgery suite, judged as its manifest says.
@Suite struct TransactionForgeryTests {
  private let entries: [TransactionForgeries.Entry]

  init() throws {
    entries = try TransactionForgeries.entries()
  }

  @Test func `Every forgery is refused for its reason`() {
    let forgeries = entries.filter { $0.error != nil }
    #expect(forgeries.count >= 90)
    for entry in forgeries {
      let failure = entry.failure
      #expect(failure == entry.error, "\(entry.id): \(failure ?? "validated"). \(entry.reason)")
    }
  }

  @Test func `Every genuine receipt is accepted, in Base64 too`() throws {
    let genuine = entries.filter { $0.error == nil }
    #expect(genuine.count >= 13)
    for entry in genuine {
      #expect(entry.failure == nil, "\(entry.id): \(entry.failure ?? ""). \(entry.reason)")
      let base64 = Array(Data(entry.bytes).base64EncodedData())
      #expect(
        TransactionForgeries.failure(base64, entry.expectations, entry.verifier) == nil,
        "\(entry.id)")
    }
  }

  @Test func `Nothing is accepted under Apple's root, nor without one`() throws {
    for entry in entries where entry.error == nil {
      for anchors in [[TrustAnchor.appleRootCA], []] {
        let verifier = AppleTransactionVerifier(anchors: anchors, issuers: entry.verifier.issuers)
        let failure = TransactionForgeries.failure(entry.bytes, entry.expectations, verifier)
        #expect(failure == "signature.untrustedRoot", "\(entry.id)")
      }
      let verifier = AppleTransactionVerifier(anchors: entry.verifier.anchors)
      let failure = TransactionForgeries.failure(entry.bytes, entry.expectations, verifier)
      #expect(failure == "signature.issuerMissing", "\(entry.id)")
    }
  }

  @Test func `What was left out is said`() throws {
    let entry = try TransactionForgeries.entry("P01-v2")
    let receipt = try TransactionReceipt(entry.bytes)
    let all = try receipt.validate(entry.expectations, verifier: entry.verifier)
    #expect(all.skippedChecks.isEmpty && all.environment == .production)
    #expect(all.receipt == receipt && all.purchaseInfo.productIdentifier == "com.example.app.pro")
    let few = try receipt.validate(
      ReceiptExpectations(
        bundleIdentifier: "com.example.app", devices: .notChecked, now: .notChecked,
        acceptsCancelled: true), verifier: entry.verifier)
    #expect(few.skippedChecks == [.appVersion, .device, .cancellation, .expiration])
  }

  @Test func `By default a transaction of the sandbox is refused`() throws {
    let entry = try TransactionForgeries.entry("P04-sandbox")
    let receipt = try TransactionReceipt(entry.bytes)
    let error = #expect(throws: TransactionValidationError.self) {
      try receipt.validate(
        ReceiptExpectations(
          bundleIdentifier: "com.example.app", devices: .notChecked, now: .notChecked),
        verifier: entry.verifier)
    }
    #expect(error?.check == .environment && error?.reason == .environment(.productionSandbox))
  }

  @Test(
    arguments: [
      ("E10-cancelled", ReceiptDate("2013-04-01T00:00:00Z"), " at 2013-04-01T00:00:00Z"),
      ("E11-cancelled-unreadable", nil, ""),
    ] as [(String, ReceiptDate?, String)])
  func `A cancelled purchase says when, if that can be read`(
    name: String, date: ReceiptDate?, when: String
  ) throws {
    let entry = try TransactionForgeries.entry(name)
    let receipt = try TransactionReceipt(entry.bytes)
    let error = #expect(throws: TransactionValidationError.self) {
      try receipt.validate(entry.expectations, verifier: entry.verifier)
    }
    #expect(error?.reason == .cancelled(date))
    #expect(error?.description == "cancellation: the purchase was cancelled" + when)
  }

  @Test func `A report goes on after a failure, and its first failure is validation's`() throws {
    for entry in entries {
      let receipt: TransactionReceipt
      do throws(TransactionReceiptError) { receipt = try TransactionReceipt(entry.bytes) } catch {
        continue
      }
      let report = receipt.report(entry.expectations, verifier: entry.verifier)
      #expect(report.entries.map(\.check) == ReceiptCheck.allCases.filter { $0 != .structure })
      #expect(report.failures.isEmpty == (entry.error == nil), "\(entry.id)")
      do throws(TransactionValidationError) {
        let validated = try receipt.validate(entry.expectations, verifier: entry.verifier)
        let skipped = report.entries.filter { $0.result == .skipped }.map(\.check)
        #expect(skipped == validated.skippedChecks, "\(entry.id)")
      } catch {
        #expect(report.failures.first == error, "\(entry.id)")
      }
    }
    let genuine = try TransactionForgeries.entry("P05-subscription")
    var strict = genuine.expectations
    strict.now = .required(ReceiptDate(millisecondsSince1970: .max))
    let expired = try TransactionReceipt(genuine.bytes).report(strict, verifier: genuine.verifier)
    #expect(expired.failures.map(\.check) == [.expiration] && expired.recommendedAction == .refresh)

    let entry = try TransactionForgeries.entry("S01-purchase-changed")
    var expectations = entry.expectations
    expectations.devices = .required([])
    let report = try TransactionReceipt(entry.bytes).report(expectations, verifier: entry.verifier)
    #expect(report.failures.map(\.check) == [.signature, .device])
    #expect(report.recommendedAction == .refuse)
  }

  @Test func `Without a device to compare with nothing is said about the receipt`() throws {
    let entry = try TransactionForgeries.entry("P01-v2")
    let receipt = try TransactionReceipt(entry.bytes)
    var expectations = entry.expectations
    expectations.devices = .required([])
    let error = #expect(throws: TransactionValidationError.self) {
      try receipt.validate(expectations, verifier: entry.verifier)
    }
    #expect(error?.check == .device && error?.reason == .noDevice)
    #expect(error?.recommendedAction == .retryLater)
  }

  @Test func `What is wrong with an issuer has no place in the receipt`() throws {
    let forgeries = entries.filter { $0.id.hasPrefix("I08-") }
    #expect(forgeries.count == 7)
    for entry in forgeries {
      let receipt = try TransactionReceipt(entry.bytes)
      do throws(TransactionValidationError) {
        _ = try receipt.validate(entry.expectations, verifier: entry.verifier)
        Issue.record("\(entry.id) is validated")
      } catch {
        guard case .signature(let reason) = error.reason else { throw error }
        #expect(reason.offset == nil, "\(entry.id): \(reason)")
      }
    }
  }

  @Test func `Errors are sentences, and offsets lie in the signature`() throws {
    for entry in entries {
      let receipt: TransactionReceipt
      do throws(TransactionReceiptError) { receipt = try TransactionReceipt(entry.bytes) } catch {
        continue
      }
      do throws(TransactionValidationError) {
        _ = try receipt.validate(entry.expectations, verifier: entry.verifier)
      } catch {
        #expect(!error.description.isEmpty)
        guard case .signature(let error) = error.reason else { continue }
        let count = try receipt.signature().bytes.count
        #expect(error.offset.map { $0 <= count } != false, "\(entry.id): \(error)")
        if error.code == .signatureMismatch {
          #expect(try error.offset == receipt.signature().signature.startIndex)
        }
      }
    }
  }

  @Test func `Issuers of other names do not matter, those of one name are bounded`() throws {
    let entry = try TransactionForgeries.entry("P01-v2")
    let folder = TransactionForgeries.folder
    func issuer(_ name: String) throws -> IssuerCertificate {
      try IssuerCertificate(certificate: Fixtures.bytes(of: folder.appending(path: name)))
    }
    let store = try issuer("store.cer")
    let other = try issuer("../authority/developer-relations-sha1.cer")
    func failure(_ issuers: [IssuerCertificate]) -> String? {
      let verifier = AppleTransactionVerifier(anchors: entry.verifier.anchors, issuers: issuers)
      return TransactionForgeries.failure(entry.bytes, entry.expectations, verifier)
    }
    #expect(failure(Array(repeating: other, count: 40) + [store]) == nil)
    #expect(failure(Array(repeating: store, count: 15)) == nil)
    #expect(failure(Array(repeating: store, count: 16)) == "signature.tooManyCertificates")
  }

  @Test func `An issuer has to be a certificate`() throws {
    var bytes = try Fixtures.bytes(of: TransactionForgeries.folder.appending(path: "store.cer"))
    #expect(try IssuerCertificate(certificate: bytes).encoding == bytes)
    bytes.append(0)
    for (bytes, code) in [(bytes, DERError.Code.trailingContents), ([], .truncated)] {
      let error = #expect(throws: DERError.self) { try IssuerCertificate(certificate: bytes) }
      #expect(error?.code == code)
    }
  }
}
