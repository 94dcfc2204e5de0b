import Foundation
import ReceiptInspection
import ReceiptParsing
import TestSupport
import Testing

@testable import receipt

@Suite struct DoctorCommandTests {
  static let root = ["--root", rootPath, "--at", "2025-05-01T00:00:00Z"]

  /// The findings as the command gives them.
  func findings(_ output: String) throws -> [JSONValue] {
    try #require(JSONValue(parsing: output)["findings"]).elements
  }

  func words(_ findings: [JSONValue], _ level: String) -> [String] {
    findings.filter { $0["level"]?.string == level }.map { finding in
      (finding["code"]?.string ?? "") + (finding["offset"]?.integer.map { " \($0)" } ?? "")
    }
  }

  func doctor(_ bytes: [UInt8], _ options: String...) throws -> Tool.Outcome {
    try withFile(bytes) { Tool.run(["doctor", $0] + Self.root + options) }
  }

  @Test(arguments: WrongInput.wrapped + WrongInput.foreign + WrongInput.documents)
  func `Each wrong input is named, with what to do`(row: WrongInput) throws {
    let outcome = try doctor(row.bytes, "--json")
    let findings = try findings(outcome.output)
    #expect(outcome.status == 1 && outcome.errors.isEmpty)
    #expect(words(findings, "problem") == row.problems)
    #expect(
      findings.allSatisfy { $0["level"]?.string != "problem" || $0["next"]?.string != nil }
        || row.problems.last == "tooManyWrappings")
    #expect(findings.contains { $0["code"]?.string == "genuine" } == row.holdsReceipt)
    #expect(try JSONValue(parsing: outcome.output)["healthy"] == .boolean(false))
  }

  @Test(arguments: [("2025-05-01T00:00:00Z", false), ("9999-01-01T00:00:00Z", true)])
  func `That a certificate has expired since is a note`(date: String, isNote: Bool) throws {
    let outcome = try doctor(WrongInput.receipt, "--json", "--at", date)
    let notes = words(try findings(outcome.output), "note")
    #expect(notes.contains("certificateExpired") == isNote)
  }

  @Test func `Of two receipts in JSON the first is examined`() throws {
    let texts = try ["ios-sha256-subscriptions", "vpp"].map {
      Data(try Fixtures.receipt($0)).base64EncodedString()
    }
    for pair in [texts, texts.reversed()] {
      let json = "{\"a\":{\"b\":\"\(pair[0])\"},\"c\":\"\(pair[1])\"}"
      #expect(try doctor(Array(json.utf8), "--repaired").output == pair[0] + "\n")
    }
  }

  @Test(arguments: [
    ("[@]", ".[0]"), ("[[0,@]]", ".[0][1]"), (#"{"a b":[@]}"#, #"."a b"[0]"#),
    (#"[{"a":{"b":@}}]"#, ".[0].a.b"), (#"{"":@}"#, #"."""#), (#"{"a1":{"1a":@}}"#, #".a1."1a""#),
    (#"{"a'\u001b\"\\":@}"#, #"."a\u0027\u001b\"\\""#),
    (#"{"'\u0301'":@}"#, #"."\u0027\#u{301}\u0027""#),
  ])
  func `The path of a receipt in JSON is one for jq`(json: String, path: String) throws {
    let text = Data(try Fixtures.receipt("vpp")).base64EncodedString()
    let output = try doctor(Array(json.replacing("@", with: "\"\(text)\"").utf8)).output
    #expect(output.contains("in \(path); to extract it: jq -r '\(path)' FILE"))
  }

  @Test func `For Xcode nobody is told to trust a root`() throws {
    let team = Fixtures.root.appending(
      path: "Tests/Fixtures/Forgeries/Z65-xcode-certificate-as-root.cer")
    for bytes in [
      try Fixtures.receipt("xcode-ber"), try Fixtures.certificate("storekit-test"),
      try Fixtures.bytes(of: team),
    ] {
      let output = try doctor(bytes).output
      #expect(!output.contains("--root") && output.contains("--xcode-certificate"))
    }
    #expect(try doctor(Fixtures.certificate("root")).output.contains("--root"))
  }

  @Test(arguments: WrongInput.wrapped)
  func `What is inside is printed as Base64 on request`(row: WrongInput) throws {
    let outcome = try doctor(row.bytes, "--repaired")
    #expect(outcome.output == WrongInput.text + "\n" && outcome.status == 1)
  }

  /// Only the doctor takes wrappings off; those that read stay strict.
  @Test(arguments: WrongInput.wrapped)
  func `The other commands refuse them and name the doctor`(row: WrongInput) throws {
    try withFile(row.bytes) { path in
      let outcome = Tool.run(["show", path])
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.hasSuffix("\nRun 'receipt doctor \(path)' for advice.\n"))
    }
  }

  @Test func `Nothing to repair is an error`() throws {
    let outcome = try doctor(Array("hello".utf8), "--repaired")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors == "receipt: no receipt found\n")
  }

  @Test(arguments: [WrongInput.receipt, Array(WrongInput.text.utf8)])
  func `A genuine receipt is healthy`(bytes: [UInt8]) throws {
    let outcome = try doctor(bytes, "--json", "--bundle-id", "com.example.app")
    #expect(outcome.status == 0)
    let findings = try findings(outcome.output)
    #expect(words(findings, "problem").isEmpty)
    #expect(
      words(findings, "fine") == [
        "receipt", "genuine", "bundleIdentifier", "purchases", "serverAPI",
      ])
    #expect(words(findings, "note").first == "notChecked")
    #expect(try JSONValue(parsing: outcome.output)["healthy"] == .boolean(true))
  }

  @Test func `Text is for people, with what to do under each finding`() throws {
    let outcome = try withFile(Array(WrongInput.text.utf8) + [0x2C]) { path in
      let outcome = Tool.run(["doctor", path] + Self.root)
      #expect(
        outcome.output.hasSuffix(
          "\n1 problem.\n'receipt doctor --repaired \(path)' prints the unwrapped receipt in Base64.\n"
        ))
      return outcome
    }
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines[0]
        == "problem  base64InvalidCharacter        the Base64 contains invalid characters, "
        + "at byte \(WrongInput.text.utf8.count)")
    #expect(lines[1].hasPrefix("         → "))
    #expect(
      lines[2].hasPrefix("fine     receipt                       this is an App Store receipt: "))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let options: [String]
    let words: [String]
    var testDescription: String { "\(name) \(options.joined(separator: " "))" }
  }

  /// Everything but `receipt` and `genuine`, which the command says of each.
  @Test(arguments: [
    Case(
      name: "ios-sha256-subscriptions", options: ["--bundle-id", "a"],
      words: ["bundleIdentifier.differs"]),
    Case(
      name: "ios-sha256-subscriptions", options: ["--version", "0"], words: ["appVersion.differs"]),
    Case(
      name: "ios-sha256-subscriptions",
      options: ["--device", "00000000-0000-0000-0000-000000000000"], words: ["device.otherDevice"]),
    Case(
      name: "ios-sha256-subscriptions", options: ["--environment", "Xcode"],
      words: ["environment.differs"]),
    Case(name: "vpp", options: ["--at", "2030-01-01T00:00:00Z"], words: ["expiration.expired"]),
    Case(name: "macos-sha256-no-purchases", options: [], words: []),
    Case(name: "xcode-ber", options: [], words: ["untrustedRoot 439"]),
  ])
  func `A receipt that is not what was expected is told apart`(row: Case) throws {
    let outcome = Tool.run(["doctor", path(row.name), "--json"] + Self.root + row.options)
    #expect(words(try findings(outcome.output), "problem") == row.words)
    #expect(outcome.status == (row.words.isEmpty ? 0 : 1))
  }

  @Test(arguments: [
    ("sandbox-ios", "sandbox"), ("macos-sha256-no-purchases", "noPurchases"),
    ("xcode-ber", "serverAPI"), ("date-forms", "unreadableField"),
  ])
  func `What is good to know is a note`(name: String, word: String) throws {
    let outcome = Tool.run(["doctor", path(name), "--json"] + Self.root)
    let notes = words(try findings(outcome.output), "note")
    #expect(notes.contains { $0.split(separator: " ").first == word[...] }, "\(notes)")
  }

  @Test func `Without the test authority's root nothing is genuine`() throws {
    let outcome = Tool.run(["doctor", path("vpp"), "--json"])
    #expect(outcome.status == 1)
    let findings = try findings(outcome.output)
    #expect(words(findings, "problem").first?.hasPrefix("untrustedRoot ") == true)
    #expect(findings.contains { $0["message"]?.string?.contains("Example Test Root CA") == true })
  }

  @Test func `A receipt that was altered is told from one that is cut off`() throws {
    var bytes = WrongInput.receipt
    bytes[bytes.offset(of: Array("com.example.app.pro".utf8))] ^= 1
    let outcome = try doctor(bytes, "--json")
    let words = words(try findings(outcome.output), "problem")
    #expect(words.count == 1 && words[0].hasPrefix("signatureMismatch "))
  }

  @Test func `Line feeds that became two bytes are found`() throws {
    let bytes = WrongInput.receipt.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    try #require(bytes.count > WrongInput.receipt.count)
    let outcome = try doctor(bytes, "--json")
    let words = words(try findings(outcome.output), "problem")
    #expect(words.count == 1 && words[0].hasPrefix("lineBreaks "))
  }

  @Test func `A length that looks like a header is behind none`() throws {
    let receipt =
      bytes(
        "3082303206092a864886f70d010702a08230233082301f020101310f300d0609"
          + "608648016503040201050030822fd806092a864886f70d010701a0822fc90482"
          + "2fc531822fc130822fbd02016302010104822fb3")
      + Array(repeating: 0xAB, count: 12208)
      + bytes(
        "0e0e0e312d302b02010130053000020101300d06096086480165030402010500"
          + "300d06092a864886f70d01010105000401ff")
    try #require(receipt.starts(with: [0x30, 0x82, 0x30, 0x32]))
    let outcome = try doctor(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + receipt, "--repaired")
    #expect(outcome.output == Data(receipt).base64EncodedString() + "\n")
  }

  @Test func `Line feeds at the end only are no trailing bytes`() throws {
    let receipt = bytes(
      "307f06092a864886f70d010702a0723070020101310f300d0609608648016503"
        + "0402010500301e06092a864886f70d010701a011040f310d300b020163020101"
        + "04030e0e0e313a303802010130053000020101300d0609608648016503040201"
        + "0500300d06092a864886f70d0101010500040e0a0a0a0a0a0a0a0a0a0a0a0a0a"
        + "0a")
    let outcome = try doctor(
      receipt.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, "--repaired")
    #expect(outcome.output == Data(receipt).base64EncodedString() + "\n")
  }

  /// With plus signs for them, it would be the beginning of a receipt of 16 MB.
  @Test func `Spaces that never were plus signs are taken out`() throws {
    let bytes = WrongInput.receipt
    try #require(bytes[1] == 0x82)
    let text = Data([0x30, 0x84, 0, 0] + bytes.dropFirst(2)).base64EncodedString()
    // Four more make whole groups.
    let spaced = text.replacing("A", with: "A ", maxReplacements: 4)
    let outcome = try doctor(Array(spaced.utf8))
    #expect(outcome.output.contains("the Base64 contains spaces, at byte 4\n"))
    #expect(outcome.output.contains("this is an App Store receipt"))
  }

  @Test(arguments: [
    (255, "VARCHAR(255)"), (4000, "VARCHAR2(4000)"), (4096, "terminal"),
    (4100, "the whole request"),
  ])
  func `Where it is cut off tells what cut it`(count: Int, hint: String) throws {
    let outcome = try doctor(Array(WrongInput.text.utf8.prefix(count)))
    #expect(outcome.output.contains(hint), "\(outcome.output)")
    // 255 characters are 63 groups and 18 bits.
    let bytes = count == 255 ? 191 : count / 4 * 3
    #expect(outcome.output.contains("truncated at byte \(bytes) of \(WrongInput.receipt.count)"))
  }

  @Test func `Text on the command line is examined as it stands`() throws {
    let outcome = Tool.run(["doctor", "1000000637840752"])
    #expect(outcome.status == 1 && outcome.output.hasPrefix("problem  transactionIdentifier"))
    #expect(Tool.run(["doctor", "MK5TTTVWJH"]).output.hasPrefix("problem  orderIdentifier"))
    #expect(Tool.run(["doctor", WrongInput.text] + Self.root).status == 0)
    for name in ["receipt.p7", "/no/such/file", "./MIIB", "receipt.base64"] {
      let outcome = Tool.run(["doctor", name])
      #expect(outcome.status == 2 && outcome.errors.hasPrefix("receipt: cannot read \(name): "))
    }
  }

  @Test func `Damage of every kind ends in findings, never in a crash`() throws {
    var generator = SeededGenerator(seed: 20_251_121)
    let options = try VerificationOptions(
      Arguments(["--root", rootPath], of: DoctorCommand.manual)
    ).expected
    for row in WrongInput.wrapped.shuffled(using: &generator).prefix(24) {
      for _ in 0..<6 {
        var bytes = row.bytes
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.removeSubrange(start...)
        case 1: bytes[start] = UInt8.random(in: 0...255, using: &generator)
        default: bytes.removeSubrange(start..<min(start + 5, bytes.count))
        }
        #expect(!Diagnosis(bytes, options).findings.isEmpty)
      }
    }
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let diagnosis = Diagnosis(bytes, options)
      #expect(diagnosis.findings.contains { $0.level == .problem })
    }
  }
}
