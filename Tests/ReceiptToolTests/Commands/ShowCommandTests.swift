import CMSParsing
import Foundation
import ReceiptTesting
import ReceiptInspection
import ReceiptParsing
import ReceiptPurchases
import TestSupport
import Testing

@testable import receipt

@Suite struct ShowCommandTests {
  /// The fixture's answer in the form of the tool: no empty list of purchases.
  private static func expected(_ name: String) throws -> JSONValue {
    var show = try ExpectedReceipt(name).show
    if show["inApp"]?.elements.isEmpty == true { show["inApp"] = nil }
    return show
  }

  @Test(arguments: Fixtures.names)
  func `As JSON it is the fixture's answer, key by key`(name: String) throws {
    let outcome = Tool.run(["show", "--json", path(name)])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    var found = try JSONValue(parsing: outcome.output)
    let expected = try Self.expected(name)
    if name == "date-forms" {
      #expect(
        found["problems"]
          == .array([
            .string("purchase 10, attribute 1708 at byte 4695: not a date"),
            .string("purchase 10, attribute 1712 at byte 4732: not a date"),
            .string("purchase 10, attribute 1704 at byte 4808: not a date"),
          ]))
      found["problems"] = nil
    }
    // The fixtures' answers are in the form of verifyReceipt's, which have no such keys.
    let receipt = try AppReceipt(Fixtures.receipt(name))
    #expect(found["preorderDate"] == receipt.preorderDate.map { .string($0.utcText) })
    #expect(found["organizationName"] == receipt.organizationName.map { .string($0) })
    found["preorderDate"] = nil
    found["organizationName"] = nil
    for key in Set(found.members.keys).union(expected.members.keys) {
      #expect(found[key] == expected[key], "\(key)")
    }
    #expect(outcome.output.hasSuffix("}\n"))
  }

  @Test func `Every attribute whose meaning is certain is a member, and in a sample`() throws {
    let samples = try Fixtures.names.map {
      try JSONValue(parsing: Tool.run(["show", "--json", path($0)]).output)
    }
    let ofReceipts = Set(samples.flatMap(\.members.keys))
    let ofPurchases = Set(
      samples.flatMap { $0["inApp"]?.elements ?? [] }.flatMap(\.members.keys))
    let tables = [(AttributeTable.receipt, ofReceipts), (.purchase, ofPurchases)]
    for (table, members) in tables {
      let certain = table.rows.filter { $0.source != .inferred && $0.kind != .purchase }
      #expect(Set(certain.compactMap(\.name)).subtracting(members) == [])
    }
  }

  @Test func `Bad certificates are listed up to a hundred, and then counted`() throws {
    var sample = SampleReceipt(SampleReceipt.attribute(2, DER.utf8("com.example.app")))
    sample.certificates = DER.constructed(
      0, [UInt8](repeating: 0, count: 10_000).flatMap { _ in DER.sequence() })
    let message = MessageSummary(try AppReceipt(sample.bytes))
    #expect(message.problems.count == 10_000 && message.problems.sentences.count == 101)
    #expect(message.problems.sentences.last == "9900 more problems not listed")
  }

  @Test(arguments: [["show"], ["show", "--json"], ["doctor"], ["doctor", "--json"]])
  func `So are fields that cannot be read`(command: [String]) throws {
    let purchase = SampleReceipt.purchase(SampleReceipt.attribute(1701, DER.utf8("many")))
    let bytes = SampleReceipt(of: Array(repeating: purchase, count: 300)).bytes
    let count = try AppReceipt(bytes).problems.count
    #expect(count >= 300)
    let output = try withFile(bytes) { Tool.run(command + [$0]) }.output
    #expect(output.contains("\(count - 100) more "))
    #expect(output.components(separatedBy: "uantity").count < 210)
  }

  @Test func `The flag may stand after the file`() {
    #expect(
      Tool.run(["show", path("vpp"), "--json"]).output
        == Tool.run(["show", "--json", path("vpp")]).output)
  }

  @Test func `For people it has lines, a table and a warning that nothing is verified`() {
    let outcome = Tool.run(["show", path("ios-sha1-purchases")])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "App Store receipt, DER, 5717 bytes. Not verified.")
    for line in [
      "Environment           Production", "Bundle identifier     com.example.app",
      "App version           412", "Created               2018-10-10T11:12:13Z",
      "App identifier        1209999999", "Purchases (4)", "Certificates (3)",
      "Signer: digest sha1, signature rsaEncryption, no signed attributes",
    ] {
      #expect(lines.contains(Substring(line)), "\(line)")
    }
    let table = lines.drop { $0 != "Purchases (4)" }.dropFirst().prefix(5)
    #expect(table.first?.hasPrefix("  #  Product") == true)
    #expect(
      table.contains { line in
        line.contains("com.example.app.levels") && line.contains("non-consumable")
          && line.contains("310000401234567") && line.hasSuffix("cancelled 2018-03-14T19:02:11Z")
      })
    #expect(table.contains { $0.contains("auto-renewable") && $0.contains("2019-09-20T12:34:56Z") })
    #expect(lines.allSatisfy { $0.last != " " })
  }

  @Test func `The table has the dates of the purchase, and its remarks`() throws {
    func rows(_ name: String) -> [[String]] {
      let lines = Tool.run(["show", path(name)]).output.split(separator: "\n")
      return lines.drop { !$0.hasPrefix("Purchases (") }.dropFirst(2).prefix { $0.hasPrefix("  ") }
        .map { $0.components(separatedBy: "  ").filter { !$0.isEmpty } }
        .map { $0.map { $0.trimmingCharacters(in: .whitespaces) } }
    }
    // Bought first in 2017, it was renewed on the day in the table.
    #expect(
      rows("ios-sha1-purchases").contains([
        "3", "com.example.app.pro.yearly", "auto-renewable", "1", "310000444400056",
        "2018-09-20T12:34:56Z", "2019-09-20T12:34:56Z",
      ]))
    let row = try #require(rows("every-field").first).dropFirst(2)
    #expect(
      row.prefix(5) == [
        "auto-renewable", "3", "810002000000777", "2025-05-01T06:07:08Z", "2026-05-01T06:07:08Z",
      ])
    #expect(row.last?.contains("cancelled 2025-05-20T21:22:23Z") == true)
  }

  @Test func `Signed attributes are told`() throws {
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Forgeries/D04-wrong-messagedigest.p7")
      .path(percentEncoded: false)
    #expect(Tool.run(["show", file]).output.contains(", signed attributes\n"))
    let signer = try JSONValue(parsing: Tool.run(["show", "--json", file]).output)["signer"]
    #expect(signer?["hasSignedAttributes"] == .boolean(true))
  }

  @Test func `Encoding and transport are told`() throws {
    #expect(
      Tool.run(["show", path("xcode-ber")]).output.hasPrefix(
        "App Store receipt, BER (from Xcode), "))
    let base64 = Fixtures.root.appending(path: "Examples/Receipts/xcode.b64").path()
    #expect(
      Tool.run(["show", base64]).output.hasPrefix(
        "App Store receipt, BER (from Xcode) in Base64, "))
  }

  @Test func `What cannot be read is listed`() {
    let output = Tool.run(["show", path("date-forms")]).output
    #expect(output.contains("\nProblems (3)\n"))
    #expect(output.contains("  purchase 10, attribute 1712 at byte 4732: not a date\n"))
    #expect(output.contains("cancelled unreadable"))
  }

  @Test func `No purchases and no certificates`() throws {
    let output = try withFile(SampleReceipt().bytes) { Tool.run(["show", $0]).output }
    #expect(output.contains("\nNo purchases\n"))
    #expect(!output.contains("Certificates ("))
    #expect(output.contains("Signer: digest sha256, signature rsaEncryption"))
  }

  @Test func `Control characters in texts do not reach the terminal`() throws {
    let sample = SampleReceipt(
      SampleReceipt.attribute(3, DER.utf8("1\u{1B}[2J\u{202E}2")),
      SampleReceipt.purchase(SampleReceipt.attribute(1702, DER.utf8("p\u{7}\nq"))))
    let output = try withFile(sample.bytes) { Tool.run(["show", $0]).output }
    #expect(output.contains("App version           1\u{FFFD}[2J\u{FFFD}2\n"))
    #expect(output.contains("p\u{FFFD}\u{FFFD}q"))
    #expect(output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  @Test func `A certificate that cannot be read is a problem, not a failure`() throws {
    var sample = SampleReceipt()
    sample.certificates = DER.constructed(0, DER.sequence(DER.integer(1)))
    let offset = sample.bytes.offset(of: sample.certificates) + 4
    let outcome = try withFile(sample.bytes) { Tool.run(["show", "--json", $0]) }
    #expect(outcome.status == 0)
    #expect(
      try JSONValue(parsing: outcome.output)["problems"]?.elements == [
        .string(
          "certificate 1: Certificate.tbsCertificate: unexpected identifier, expected SEQUENCE, "
            + "found INTEGER, at byte \(offset)")
      ])
  }

  @Test func `In BER, too, its place is that in the file`() throws {
    let authority = TestAuthority()
    var builder = ReceiptBuilder(bundleIdentifier: "app", appVersion: "1")
    builder.encoding = .ber
    var bytes = builder.bytes(signedBy: authority)
    let root = try #require(bytes.firstRange(of: authority.rootCertificate))
    // The version, behind the headers of the certificate and of what is signed.
    let offset = root.lowerBound + 8
    #expect(bytes[offset] == 0xA0)
    bytes[offset] = 0xA7
    let outcome = try withFile(bytes) { Tool.run(["show", "--json", $0]) }
    let problem = try JSONValue(parsing: outcome.output)["problems"]?.elements.first
    guard case .string(let sentence)? = problem else {
      Issue.record("no problem: \(outcome.output)")
      return
    }
    #expect(sentence.hasPrefix("certificate 3: ") && sentence.hasSuffix("at byte \(offset)"))
  }

  @Test func `The answer of verifyReceipt has a status only if it was asked to verify`() throws {
    let file = path("ios-sha256-subscriptions")
    let arguments = ["show", "--format", "verify-receipt", file]
    let unverified = Tool.run(arguments)
    #expect(unverified.status == 0 && unverified.errors == "receipt: Not verified.\n")
    let plain = try JSONValue(parsing: unverified.output)
    #expect(plain["status"] == nil && plain["environment"] == .string("Production"))
    #expect(plain["receipt"]?["in_app"]?.elements.count == 3)

    let verified = Tool.run(
      arguments + ["--root", rootPath, "--bundle-id", "com.example.app"])
    #expect(verified.status == 0)
    let answer = try JSONValue(parsing: verified.output)
    #expect(answer["status"] == .integer(0))
    #expect(answer["receipt"]?["in_app"] == plain["receipt"]?["in_app"])
  }

  @Test func `A receipt that is refused has an answer with nothing but a status`() throws {
    let asked = ["show", "--format", "verify-receipt", "--bundle-id", "com.example.app"]
    for (file, status) in [(path("ios-sha256-subscriptions"), 21003), (rootPath, 21002)] {
      let outcome = Tool.run(asked + [file])
      #expect(outcome.status == 1 && !outcome.errors.isEmpty)
      #expect(
        try JSONValue(parsing: outcome.output) == .object(["status": .integer(Int64(status))]))
    }
  }

  @Test func `A transaction receipt has the answer of its time`() throws {
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/P01-v2.plist")
      .path(percentEncoded: false)
    let arguments = ["show", "--format", "verify-receipt", file]
    let plain = try JSONValue(parsing: Tool.run(arguments).output)
    #expect(plain["status"] == nil && plain["receipt"]?["bid"] == .string("com.example.app"))
    let asked = arguments + ["--bundle-id", "com.example.app", "--at", "2012-01-01T00:00:00Z"]
    let refused = Tool.run(asked)
    #expect(try JSONValue(parsing: refused.output) == .object(["status": .integer(21003)]))
    #expect(refused.status == 1 && refused.errors.hasPrefix("receipt: not valid: "))
  }

  /// An offset is one in the file.
  @Test(arguments: [
    (#"{ "purchase-info" = "e30@"; }"#, "base64InvalidCharacter", 24),
    (#"{ "purchase-info" = "e3s9"; }"#, "unexpectedCharacter", nil),
    (#"{ "purchase" = "e30="; }"#, "purchaseInfoMissing", nil),
  ])
  func `A broken transaction receipt is told from an app's`(
    text: String, code: String, offset: Int?
  ) throws {
    let bytes = Array(text.utf8)
    try withFile(bytes) { file in
      let outcome = Tool.run(["show", "--format", "verify-receipt", file])
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(!outcome.errors.contains("read it with TransactionReceipt"))
      #expect(outcome.errors.hasSuffix("\nRun 'receipt doctor \(file)' for advice.\n"))
      let doctor = try JSONValue(parsing: Tool.run(["doctor", "--json", file]).output)
      let last = doctor["findings"]?.elements.last
      #expect(last?["code"] == .string(code))
      #expect(last?["offset"] == offset.map { .integer(Int64($0)) })
    }
    let line = Array(Data(bytes).base64EncodedString().utf8)
    let answer = try BuiltTool(["batch", "--answer", "verify-receipt"], input: line).output
    let error = try JSONValue(parsing: answer)["error"]
    #expect(error?["code"] == .string(code))
    #expect(error?["offset"] == offset.map { .integer(Int64($0)) })
  }

  @Test func `Options that have no meaning are refused`() {
    for form in [[], ["--json"], ["--format", "json"]] {
      #expect(Tool.run(["show", "--bundle-id", "a", path("vpp")] + form).status == 2)
    }
    #expect(Tool.run(["show", "--format", "xml", path("vpp")]).status == 2)
  }
}
