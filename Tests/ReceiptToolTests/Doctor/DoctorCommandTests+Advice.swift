import Foundation
import TestSupport
import Testing

// What it advises, and what it says besides.

extension DoctorCommandTests {
  @Test(arguments: [
    ("A02-no-signers", "noSigner", "It was made by hand"),
    ("B13-leaf-expired-at-creation", "certificateExpired", "Apple signs only with valid"),
    ("B14-leaf-not-yet-valid", "certificateNotYetValid", "Apple signs only with valid"),
    ("B17-creation-date-empty", "creationDateUnreadable", "Every App Store receipt has one"),
    ("B23-rsa-1024-leaf", "keyNotUsable", "Receipts from before 2013"),
    ("D04-wrong-messagedigest", "messageDigestDiffers", "Do not trust it. If you have another"),
    ("D07-contenttype-mismatch", "contentTypeDiffers", "Do not trust it. If you have another"),
  ])
  func `A refused signature has advice of its own`(
    name: String, code: String, next: String
  ) throws {
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Forgeries/\(name).p7")
    let findings = try findings(try doctor(Fixtures.bytes(of: file), "--json").output)
    let finding = try #require(findings.first { $0["code"]?.string == code })
    #expect(finding["next"]?.string?.hasPrefix(next) == true)
  }

  @Test(arguments: [
    (100, nil), (101, "1 more unreadable field"), (102, "2 more unreadable fields"),
  ])
  func `A hundred unreadable fields have a note, the rest are counted`(count: Int, rest: String?)
    throws
  {
    let purchases = (1...count).map { number in
      SampleReceipt.purchase(
        SampleReceipt.attribute(1701, DER.utf8("no number")),
        SampleReceipt.attribute(1702, DER.utf8("p")),
        SampleReceipt.attribute(1703, DER.utf8("\(number)")),
        SampleReceipt.attribute(1704, DER.ia5("2025-01-01T00:00:00Z")))
    }
    let findings = try findings(try doctor(SampleReceipt(of: purchases).bytes, "--json").output)
    #expect(findings.count { $0["code"]?.string == "unreadableField" } == 100)
    let last = findings.first { $0["code"]?.string == "unreadableFields" }
    #expect(last?["message"]?.string == rest)
  }

  @Test(arguments: [
    ("ios-sha256-subscriptions", "api.storekit"), ("sandbox-ios", "api.storekit-sandbox"),
  ])
  func `The purchases of a receipt are looked up where it was made`(
    name: String, host: String
  ) throws {
    let output = try doctor(Fixtures.receipt(name)).output
    #expect(output.contains("GET https://\(host).itunes.apple.com/inApps/v2/history/"))
  }

  @Test func `What was checked, what was not, and what is odd is said`() throws {
    let vpp = try findings(try doctor(Fixtures.receipt("vpp"), "--json").output)
    #expect(words(vpp, "fine").contains("expiration"))
    #expect(
      try doctor(WrongInput.receipt).output
        .contains("→ Options: --bundle-id, --version, --device, --environment\n"))
    let mars = SampleReceipt(SampleReceipt.attribute(0, DER.utf8("Mars")))
    #expect(try doctor(mars.bytes).output.contains("unknown environment Mars"))
    #expect(try doctor(SampleReceipt().bytes).output.contains("the environment is missing"))
    let odd = SampleReceipt(SampleReceipt.purchase(SampleReceipt.attribute(1702, DER.utf8("p"))))
    let notes = words(try findings(try doctor(odd.bytes, "--json").output), "note")
    #expect(notes.contains("withheldPurchases"))
  }

  @Test func `Purchases that share a number grant all the same`() throws {
    let purchases = ["coins", "levels"].map {
      SampleReceipt.purchase(
        SampleReceipt.attribute(1702, DER.utf8($0)), SampleReceipt.attribute(1703, DER.utf8("0")),
        SampleReceipt.attribute(1704, DER.ia5("2025-01-01T00:00:00Z")))
    }
    let sample = SampleReceipt(of: purchases)
    let notes = words(try findings(try doctor(sample.bytes, "--json").output), "note")
    #expect(!notes.contains("withheldPurchases"))
  }

  @Test func `What a transaction receipt fails has the name of the check`() throws {
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/P02-v3.plist")
    let outcome = try doctor(Fixtures.bytes(of: file), "--json", "--bundle-id", "a")
    let problems = words(try findings(outcome.output), "problem")
    #expect(problems.contains("bundleIdentifier.differs"))
  }

  @Test func `In JSON a transaction receipt is found, and a receipt before a JWS`() throws {
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/P02-v3.plist")
    let text = Data(try Fixtures.bytes(of: file)).base64EncodedString()
    let outcome = try doctor(Array(#"{"receipt-data":"\#(text)"}"#.utf8), "--json")
    #expect(
      words(try findings(outcome.output), "problem") == ["verifyReceiptRequest", "issuerMissing"])
    let jws = "eyJ" + String(repeating: "a", count: 80)
    let both = try doctor(Array(#"["\#(jws)","\#(WrongInput.text)"]"#.utf8), "--repaired")
    #expect(both.output == WrongInput.text + "\n")
  }

  @Test func `What is wrong with a message has advice of its own`() throws {
    let own = SampleReceipt.attribute(2, DER.utf8("a"))
    var (other, detached) = (SampleReceipt(own), SampleReceipt(own))
    (other.eContentType, detached.eContent) = ("1.2.3", [])
    for (sample, advice) in [
      (SampleReceipt(own, own), "Apple's receipts have it once."),
      (SampleReceipt([0x30, 0x7F]), "The bytes were changed in transit."),
      (other, "It is a signed message whose content is not a receipt."),
      (detached, "Pass the message with its content."),
    ] {
      let problem = try findings(try doctor(sample.bytes, "--json").output).first
      #expect(problem?["next"]?.string?.hasPrefix(advice) == true)
    }
  }

  @Test func `A JWS is quoted as not verified, and a status has its meaning`() throws {
    let payload = #"{"transactionId":"7","productId":"p","bundleId":"b","environment":"Sandbox"}"#
    let jws = [#"{"alg":"ES256"}"#, payload, "abc"]
      .map { part in WrongInput.base64(part).filter { $0 != "=" } }.joined(separator: ".")
    #expect(
      try doctor(Array(jws.utf8)).output.contains(
        " (not verified: environment Sandbox, bundleId b, productId p, transactionId 7), not an App"
      ))
    let answer = try doctor(Array(#"{"status":21002}"#.utf8)).output
    #expect(answer.contains("without a receipt: status 21002, "))
  }
}
