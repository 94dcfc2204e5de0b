import Foundation
import ReceiptInspection
import ReceiptParsing
import TestSupport
import Testing

@testable import receipt

// What it says of where a receipt is from, and who can have made it.

extension DoctorCommandTests {
  @Test func `A transaction receipt is examined too`() throws {
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/P02-v3.plist")
    let bytes = try Fixtures.bytes(of: file)
    for input in [bytes, Array(Data(bytes).base64EncodedData())] {
      let findings = try findings(try doctor(input, "--json").output)
      #expect(words(findings, "note").first == "transactionReceipt")
      #expect(words(findings, "problem") == ["issuerMissing"])
    }
    let cut = try doctor(Array(bytes.prefix(200)), "--json")
    #expect(words(try findings(cut.output), "problem") == ["truncated 200"])
  }

  @Test func `An expired subscription is not a problem of its receipt`() throws {
    let expired = try Fixtures.bytes(
      of: Fixtures.root.appending(path: "Tests/Fixtures/Transactions/P11-expired.plist"))
    #expect(
      words(try findings(try doctor(expired, "--json").output), "problem") == ["issuerMissing"])
  }

  @Test(arguments: [("P02-v3", "api.storekit"), ("P04-sandbox", "api.storekit-sandbox")])
  func `A transaction is looked up where it was made`(name: String, host: String) throws {
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/\(name).plist")
    let output = try doctor(Fixtures.bytes(of: file)).output
    #expect(output.contains("GET https://\(host).itunes.apple.com/inApps/v2/history/"))
  }

  @Test func `A root is one in any form`() throws {
    let root = try Fixtures.bytes(
      of: Fixtures.root.appending(path: "Tests/Fixtures/authority/root.cer"))
    let base64 = Data(root).base64EncodedString(options: [.lineLength64Characters])
    let pem = "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
    for bytes in [root, Array(base64.utf8), Array(pem.utf8)] {
      #expect(try doctor(bytes).output.contains("receipt verify RECEIPT --root FILE"))
    }
  }

  @Test func `Of a genuine receipt of Xcode's it says who can make one`() throws {
    let certificate = Fixtures.root.appending(path: "Tests/Fixtures/authority/storekit-test.cer")
    let outcome = Tool.run([
      "doctor", path("xcode-ber"), "--allow-xcode", "--xcode-certificate", certificate.path,
      "--json",
    ])
    let findings = try findings(outcome.output)
    #expect(words(findings, "fine").contains("genuine"))
    #expect(words(findings, "note").contains("xcode"))
  }

  @Test func `A transaction is only from the App Store if something signed says so`() throws {
    func notes(_ text: String) throws -> [String] {
      words(try findings(try doctor(Array(text.utf8), "--json").output), "note")
    }
    func text(_ name: String) throws -> String {
      let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/\(name).plist")
      return String(decoding: try Fixtures.bytes(of: file), as: UTF8.self)
    }
    #expect(try !notes(text("P02-v3")).contains("sandbox"))
    let sandbox = try text("P04-sandbox")
    #expect(try notes(sandbox).contains("sandbox"))
    // What isn't signed can be removed.
    let cleaned = sandbox.split(separator: "\n").filter { !$0.contains("environment") }
      .joined(separator: "\n")
    #expect(cleaned != sandbox)
    #expect(try notes(cleaned).contains("sandbox"))
  }
}
