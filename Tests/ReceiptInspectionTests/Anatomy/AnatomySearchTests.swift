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
}
