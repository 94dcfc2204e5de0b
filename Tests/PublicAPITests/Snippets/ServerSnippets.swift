import AppStoreReceipt
// "On a server" and "What a receipt cannot say".

import Foundation
import TestSupport
import Testing

@Suite struct ServerSnippets {
  /// The test authority's in place of Apple's.
  typealias AppleSignatureVerifier = TestVerifier
  typealias RememberingVerifier = TestVerifier

  struct ReceiptService: Sendable {
    /// Why a receipt grants nothing.
    enum Refusal: Error {
      /// 400: not a receipt. The error says what it is instead, or where it is broken.
      case unreadable(ReceiptError)
      /// 403: not genuine, or for another app.
      case invalid(ReceiptValidationError)
    }

    let verifier = RememberingVerifier()

    func validate(_ base64: String, now: Date) throws(Refusal) -> ValidatedReceipt {
      let receipt: AppReceipt
      do { receipt = try AppReceipt(base64: base64) } catch { throw .unreadable(error) }
      do {
        return try receipt.validate(
          bundleIdentifier: "com.example.app", devices: .notChecked, now: now, verifier: verifier)
      } catch { throw .invalid(error) }
    }
  }

  private let service = ReceiptService()
  private let bytes: [UInt8]
  private let now: Date

  init() throws {
    bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    now = try #require(ReceiptDate("2025-05-01T00:00:00Z")).date
  }

  @Test func `A genuine receipt tells what is owned`() throws {
    let body = Data(bytes).base64EncodedString()
    let purchases = try service.validate(body, now: now).purchaseHistory()
    let products = purchases.owned(at: now).map(\.productIdentifier)
    let askAppleWith = purchases.serverAPILookup.identifier
    #expect(products == ["com.example.app.pro.monthly"])
    #expect(askAppleWith == "730001900000912")

    var asked: [String?] = []
    func lookUp(_ identifier: String?) { asked.append(identifier) }
    let created = try #require(purchases.creationDate).date
    // Old, young, and from the future.
    for now in [now, created.addingTimeInterval(60), created.addingTimeInterval(-60)] {
      switch purchases.age(at: now) {
      case .old(let milliseconds) where milliseconds <= 86_400_000: break
      default: lookUp(purchases.serverAPILookup.identifier)
      }
    }
    #expect(asked == [askAppleWith, askAppleWith])
  }

  /// Stands for the table of original transactions, with its unique index.
  private final class Database {
    struct OtherAccount: Error {}
    private var accounts: [String: Int] = [:]

    func bind(_ identifier: String, to account: Int) throws {
      guard accounts[identifier, default: account] == account else { throw OtherAccount() }
      accounts[identifier] = account
    }
  }

  @Test func `An original transaction belongs to one account`() throws {
    let body = Data(bytes).base64EncodedString()
    let purchases = try service.validate(body, now: now).purchaseHistory()
    let database = Database()
    func store(_ account: Int) throws {
      for original in purchases.originalTransactions {
        try database.bind(original.identifier, to: account)  // throws if another account has it
      }
    }
    try store(1)
    try store(1)
    #expect(!purchases.originalTransactions.isEmpty)
    #expect(throws: Database.OtherAccount.self) { try store(2) }
  }

  @Test func `Forged receipts and other texts are refused`() throws {
    var forged = bytes
    let product = try #require(forged.firstRange(of: Array("pro.monthly".utf8)))
    forged[product.lowerBound] = UInt8(ascii: "P")
    for (text, expected) in [
      (Data(forged).base64EncodedString(), "signatureMismatch"), ("eyJhbGciOi.e30.", "JWS"),
    ] {
      let refusal = #expect(throws: ReceiptService.Refusal.self) {
        try service.validate(text, now: now)
      }
      switch refusal {
      case .invalid(let error): #expect(error.reason.name == expected)
      case .unreadable(let error): #expect(error.code == .jsonWebSignature)
      case nil: break
      }
    }
  }

  @Test func `A report tells each check`() throws {
    let receipt = try AppReceipt(bytes)
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.other", devices: .notChecked, now: now)
    let report = receipt.report(expectations, verifier: AppleSignatureVerifier())
    for entry in report.entries { print(entry) }
    #expect(report.failures.map(\.check) == [.bundleIdentifier])
  }

  @Test func `A service validates one receipt after another`() throws {
    let receipt = try AppReceipt(bytes)
    let service = ReceiptService()
    for _ in 0..<2 {
      #expect(try service.validate(Data(bytes).base64EncodedString(), now: now).receipt == receipt)
    }
  }
}
