import ReceiptInspection
import ReceiptParsing
import TestSupport
import Testing

@Suite struct AnatomySearchTests {
  /// Where all nodes begin that a condition is true of, and all that are found by a text.
  private func compare(
    _ bytes: [UInt8], _ text: String, _ isWanted: (AnatomyNode) -> Bool
  ) throws {
    let anatomy = try Anatomy(bytes)
    var expected: [Int] = []
    _ = anatomy.forEachNode { if isWanted($0) { expected.append($0.offset) } }
    var found: [Int] = []
    while let next = anatomy.offset(ofPartNamed: text, after: found.last ?? -1) {
      found.append(next)
    }
    #expect(found == expected && !found.isEmpty, "\(text)")
  }

  @Test(arguments: ["ios-sha256-subscriptions", "xcode-ber", "unknown-attributes"])
  func `Every part is found by its name, in the order of the bytes`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    try compare(bytes, "bundle identifier (2)") { $0.name == "bundle identifier (2)" }
    try compare(bytes, "SERIAL") { $0.name?.contains("erial") == true }
    try compare(bytes, "(rsaEncryption)") { $0.value == "1.2.840.113549.1.1.1 (rsaEncryption)" }
  }

  @Test func `What is not there is not found, nor is nothing`() throws {
    let anatomy = try Anatomy(Fixtures.receipt("ios-sha256-subscriptions"))
    for text in ["not in it", "", String(repeating: "signature", count: 100)] {
      #expect(anatomy.offset(ofPartNamed: text, after: -1) == nil)
    }
    #expect(anatomy.offset(ofPartNamed: "signature", after: anatomy.bytes.count) == nil)
    #expect(anatomy.offset(ofPartNamed: "signature", after: .max) == nil)
  }

  @Test func `A fault hides only what is in it`() throws {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    let whole = try Anatomy(bytes).offset(ofPartNamed: "bundle identifier", after: -1)
    let half = try Anatomy(Array(bytes.prefix(bytes.count / 2)))
    #expect(half.offset(ofPartNamed: "bundle identifier", after: -1) == whole)
  }

  @Test func `The signer's certificate is the one that it names`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"))
    let message = MessageSummary(receipt)
    let signer = try #require(message.signer)
    let certificate = try #require(signer.certificate)
    #expect(message.certificates[certificate].subject.contains("Receipt Signing"))
    let anatomy = try Anatomy(receipt.containerBytes)
    let places = message.certificates.map(\.offset)
    #expect(anatomy.offset(ofPartNamed: "signerInfo", after: signer.offset - 1) == signer.offset)
    for place in places {
      #expect(anatomy.offset(ofPartNamed: "certificate", after: place - 1) == place)
    }
  }

  @Test func `The signer's certificate has both that issuer and that serial number`() throws {
    let name = [
      ("2.5.4.6", "US"), ("2.5.4.10", "Example Test Authority"),
      ("2.5.4.11", "Example Certification Authority"), ("2.5.4.3", "Example Test Root CA"),
    ].flatMap { DER.set(DER.sequence(DER.oid($0), DER.printable($1))) }
    var sample = SampleReceipt()
    sample.certificates = DER.element(
      0xA0,
      of: [try Fixtures.certificate("root"), try Fixtures.certificate("developer-relations-sha1")])
    for (issuer, certificate) in [(name, 1), ([], nil)] as [([UInt8], Int?)] {
      sample.signers = SampleReceipt.signer(issuer: issuer, serialNumber: 0x01C0_FFEE_5EED_0001)
      let signer = try #require(MessageSummary(try AppReceipt(sample.bytes)).signer)
      #expect(signer.certificate == certificate)
    }
  }

  @Test func `In BER signer and certificate are where the file has them`() throws {
    let bytes = try Fixtures.receipt("xcode-ber")
    let (message, anatomy) = (MessageSummary(try AppReceipt(bytes)), try Anatomy(bytes))
    let signer = try #require(message.signer).offset
    #expect(anatomy.offset(ofPartNamed: "signerInfo", after: signer - 1) == signer)
    let place = try #require(message.certificates.first).offset
    #expect(anatomy.offset(ofPartNamed: "certificate", after: place - 1) == place)
  }

  @Test func `The parts of a certificate have the names of RFC 5280`() throws {
    var (names, values): ([String], [String: String]) = ([], [:])
    _ = try Anatomy(Fixtures.certificate("root")).forEachNode { node in
      guard let name = node.name else { return }
      if node.level <= 2 { names.append(name) }
      values[name] = node.value
    }
    #expect(
      names == [
        "certificate", "tbsCertificate", "version", "serialNumber", "signature", "issuer",
        "validity", "subject", "subjectPublicKeyInfo", "extensions", "signatureAlgorithm",
        "algorithm", "parameters", "signatureValue",
      ])
    #expect(values["notBefore"] == "060425200000Z" && values["notAfter"] == "350209200000Z")
    #expect(values["publicExponent"] == "65537")
  }

  @Test func `Parts that say one thing have it as their summary`() throws {
    var summaries: [String: String] = [:]
    _ = try Anatomy(Fixtures.receipt("every-field")).forEachNode { node in
      if let name = node.name, let summary = node.summary { summaries[name] = summary }
    }
    #expect(summaries["bundle identifier (2)"] == "\"com.example.app.überall\"")
    #expect(summaries["in app receipt (17)"] == "\"com.example.app.family.yearly\"")
    #expect(summaries["signatureAlgorithm"] == "1.2.840.113549.1.1.1 (rsaEncryption)")
    #expect(summaries["subject"]?.hasSuffix("CN=Example Test Root CA\"") == true)
  }
}
