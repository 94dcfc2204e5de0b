import Foundation
import ReceiptTesting
import TestSupport
import Testing

@testable import receipt

@Suite struct VerifyCommandTests {
  private func path(_ name: String) -> String {
    Fixtures.root.appending(path: "Tests/Fixtures/Receipts/\(name).p7").path()
  }

  private var root: String {
    Fixtures.root.appending(path: "Tests/Fixtures/authority/root.cer").path()
  }

  /// The check and the result of each line.
  private func results(_ outcome: Tool.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).prefix(2).joined(separator: " ")
    }
  }

  @Test func `What is asked for is checked, the rest is shown as skipped`() {
    let outcome = Tool.run([
      "verify", path("ios-sha256-subscriptions"), "--root", root, "--bundle-id", "com.example.app",
      "--device", "02:00:5e:10:20:30", "--device", "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57",
      "--environment", "Production", "--at", "2026-01-01T00:00:00Z",
    ])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      results(outcome) == [
        "passed structure", "passed signature", "passed bundleIdentifier", "skipped appVersion",
        "passed device", "passed expiration", "passed environment", "The device", "Valid, 1",
      ])
    #expect(outcome.output.contains("The device is 5f1c0e2a-7b3d-4c68-9a41-0d2e8b6f3c57."))
  }

  @Test func `A value may have an equals sign`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "a=b.cer").path()
    try FileManager.default.copyItem(atPath: root, toPath: copy)
    for options in [["--root", copy], ["--root=\(copy)"]] {
      let outcome = Tool.run(
        ["verify"] + options + ["--bundle-id=com.example.app", path("ios-sha256-subscriptions")])
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
    }
  }

  @Test func `A failed check is status 1, on standard output`() {
    let outcome = Tool.run(["verify", path("ios-sha256-subscriptions")])
    #expect(outcome.status == 1 && outcome.errors.isEmpty)
    #expect(results(outcome)[1] == "failed signature")
  }

  @Test func `Something that is no receipt is status 1 as well`() {
    let outcome = Tool.run(["verify", root])
    #expect(outcome.status == 1 && outcome.errors.isEmpty)
    #expect(results(outcome)[0] == "failed structure")
    #expect(outcome.output.contains("this is a certificate, not a receipt"))
  }

  @Test func `What the whole input is has no place`() throws {
    let json = try JSONValue(parsing: Tool.run(["verify", "--json", root]).output)
    let check = try #require(json["checks"]?.elements.first)
    #expect(check["code"]?.string == "certificate" && check["offset"] == nil)
  }

  @Test func `What is not a receipt is not valid, and the advice is to refresh`() throws {
    let json = try JSONValue(parsing: Tool.run(["verify", "--json", root]).output)
    #expect(json["valid"] == .boolean(false))
    #expect(json["recommendedAction"] == .string("refresh"))
    #expect(Tool.run(["verify", root]).output.hasSuffix("Recommended action: refresh.\n"))
  }

  @Test func `The clock decides about expiry only`() {
    func status(_ date: String) -> Int32 {
      Tool.run(["verify", path("vpp"), "--root", root, "--at", date]).status
    }
    #expect(status("2027-01-31T23:59:58Z") == 0)
    #expect(status("2027-01-31T23:59:59Z") == 1)
    #expect(status("2015-01-01T00:00:00Z") == 0)  // before every certificate
  }

  @Test func `A receipt of Xcode needs permission`() {
    let certificate = Fixtures.root.appending(path: "Tests/Fixtures/authority/storekit-test.cer")
    let arguments = ["verify", path("xcode-ber"), "--xcode-certificate", certificate.path()]
    #expect(Tool.run(arguments).status == 1)
    #expect(Tool.run(arguments + ["--allow-xcode"]).status == 0)
  }

  @Test func `A root accepts no receipt of Xcode, and a certificate for Xcode is no root`() {
    let forgeries = Fixtures.root.appending(path: "Tests/Fixtures/Forgeries")
    let authority = Fixtures.root.appending(path: "Tests/Fixtures/authority/storekit-test.cer")
    let asRoot = ["verify", path("xcode-ber"), "--root", authority.path(), "--allow-xcode"]
    #expect(Tool.run(asRoot).status == 1)
    let name = "Z65-xcode-certificate-as-root"
    let certificate = forgeries.appending(path: "\(name).cer").path()
    let forgery = forgeries.appending(path: "\(name).p7").path()
    let options = ["--xcode-certificate", certificate, "--allow-xcode"]
    #expect(Tool.run(["verify", forgery] + options).status == 1)
    let refused = Tool.run(["verify", forgery, "--root", certificate])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("not a certificate authority"))
    #expect(refused.errors.contains("--xcode-certificate"))
  }

  @Test func `A root may be PEM, and has to be a certificate`() throws {
    let der = try Fixtures.certificate("root")
    let pem =
      "-----BEGIN CERTIFICATE-----\n"
      + Data(der).base64EncodedString(options: .lineLength64Characters)
      + "\n-----END CERTIFICATE-----\n"
    let file = FileManager.default.temporaryDirectory
      .appending(path: "receipt-root-\(UUID().uuidString).pem")
    try Data(pem.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let receipt = path("macos-sha256-no-purchases")
    #expect(Tool.run(["verify", receipt, "--root", file.path()]).status == 0)
    #expect(Tool.run(["verify", receipt, "--root", receipt]).status == 2)

    // All certificates of the file count, in any order; anything else in it is an error.
    let developer = try Fixtures.certificate("receipt-signing-sha256")
    func status(_ text: String) throws -> Int32 {
      try Data(text.utf8).write(to: file)
      return Tool.run(["verify", receipt, "--root", file.path()]).status
    }
    #expect(try status("a comment\n" + pem + pem) == 0)
    let other =
      "-----BEGIN CERTIFICATE-----\n" + Data(developer).base64EncodedString()
      + "\n-----END CERTIFICATE-----\n"
    #expect(try status(pem + other) == 2)
    let base64 = Data(der).base64EncodedString()
    for wrong in [
      pem.replacing(base64.prefix(4), with: base64.prefix(2) + "*" + base64.dropFirst(2).prefix(2)),
      pem.replacing("CERTIFICATE", with: "PKCS7"), pem + "-----BEGIN CERTIFICATE-----\n",
      "no certificate",
    ] {
      #expect(try status(wrong) == 2)
    }
  }

  @Test func `A receipt is valid only for an app and an environment`() throws {
    let arguments = ["verify", path("ios-sha256-subscriptions"), "--root", root]
    let app = ["--bundle-id", "com.example.app"]
    let place = ["--environment", "Production"]
    for options in [[], app, place] {
      let outcome = Tool.run(arguments + options)
      #expect(outcome.status == 0 && outcome.output.contains("Undetermined"))
      #expect(!outcome.output.contains("proceed"))
      let json = Tool.run(arguments + options + ["--json"]).output
      #expect(json.contains(#""valid": null"#) && json.contains(#""reason": "no expectation for"#))
      #expect(json.contains(#""recommendedAction": null"#))
    }
    let outcome = Tool.run(arguments + app + place + ["--json"])
    #expect(outcome.status == 0 && outcome.output.contains(#""valid": true"#))
    // What fails is not valid, whatever is missing.
    let failed = Tool.run(["verify", path("ios-sha256-subscriptions"), "--json"])
    #expect(failed.status == 1 && failed.output.contains(#""valid": false"#))
  }

  /// To Unicode both are the same.
  @Test func `Of several bundle identifiers the receipt's own is found by its bytes`() throws {
    let bytes = ReceiptBuilder(bundleIdentifier: "caf\u{E9}", appVersion: "1")
      .bytes(signedBy: TestAuthority())
    let apps = ["cafe\u{301}", "caf\u{E9}"]
    for (given, result) in [(apps, "passed"), (apps.reversed(), "passed"), ([apps[0]], "failed")] {
      let outcome = try withFile(bytes) { file in
        Tool.run(["verify", file] + given.flatMap { ["--bundle-id", $0] } + ["--json"])
      }
      let checks = try JSONValue(parsing: outcome.output)["checks"]?.elements ?? []
      let own = checks.filter { $0["check"] == .string("bundleIdentifier") }
      #expect(own.map { $0["result"] } == [.string(result)])
    }
  }

  @Test func `Mistakes are answered with what would be right`() {
    let receipt = path("ios-sha256-subscriptions")
    for (arguments, text) in [
      (["show", ""], "a file name is empty"),
      (["verify", "--environment", "sandbox", receipt], "did you mean 'ProductionSandbox'?"),
      (["verify", "--at", "2020-07-22", receipt], "2020-07-22T00:00:00Z"),
    ] {
      let outcome = Tool.run(arguments)
      #expect(outcome.status == 2 && outcome.errors.contains(text), "\(arguments)")
    }
  }

  @Test func `JSON has every field that the text has`() throws {
    let file = path("every-field")
    let json = try JSONValue(parsing: Tool.run(["show", "--json", file]).output)
    let fields = [
      ("Environment", "environment"), ("Bundle identifier", "bundleIdentifier"),
      ("App version", "appVersion"), ("Original app version", "originalAppVersion"),
      ("Created", "creationDate"), ("First purchased", "originalPurchaseDate"),
      ("Expires", "expirationDate"), ("Preordered", "preorderDate"),
      ("Organization", "organizationName"), ("App identifier", "appItemIdentifier"),
      ("Download identifier", "downloadIdentifier"),
      ("Version identifier", "versionExternalIdentifier"), ("Age rating", "ageRating"),
      ("Opaque value", "opaqueValue"), ("SHA-1 hash", "sha1Hash"),
    ]
    let lines = fields.map { label, key in
      let value = json[key]?.string ?? json[key]?.integer.map { "\($0)" } ?? "none"
      return label.padding(toLength: 22, withPad: " ", startingAt: 0) + value
    }
    let text = Tool.run(["show", file]).output.split(separator: "\n\n")
    #expect(text[1].split(separator: "\n").map(String.init) == lines)
  }

  @Test func `JSON has every check with its result`() throws {
    struct Report: Decodable {
      struct Check: Decodable {
        let check: String
        let result: String
        let code: String?
      }
      let valid: Bool
      let checks: [Check]
      let recommendedAction: String
    }
    let outcome = Tool.run(["verify", "--json", path("macos-sha1-no-purchases")])
    #expect(outcome.status == 1)
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(!report.valid)
    #expect(report.checks.count == 7)
    #expect(report.checks[1].code == "untrustedRoot")
    #expect(report.recommendedAction == "refuse")
  }

  @Test func `JSON has the place of what failed, its sentence, and the device`() throws {
    let failed = try JSONValue(
      parsing: Tool.run(["verify", "--json", path("xcode-ber"), "--root", root]).output)
    let check = failed["checks"]?.elements.first { $0["check"] == .string("signature") }
    #expect(check?["offset"] == .integer(439) && check?["message"]?.string?.isEmpty == false)
    let valid = try JSONValue(
      parsing: Tool.run([
        "verify", "--json", path("ios-sha256-subscriptions"), "--root", root, "--device",
        "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57",
      ]).output)
    #expect(valid["matchedDevice"] == .string("5f1c0e2a-7b3d-4c68-9a41-0d2e8b6f3c57"))
  }
}
