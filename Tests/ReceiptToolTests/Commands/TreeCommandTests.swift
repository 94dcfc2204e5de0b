import Foundation
import TestSupport
import Testing

@testable import receipt

@Suite struct TreeCommandTests {
  private func tree(_ bytes: [UInt8]) throws -> Tool.Outcome {
    try withFile(bytes) { Tool.run(["tree", $0]) }
  }

  @Test func `A receipt opens down to the values of its attributes`() {
    let outcome = Tool.run(["tree", path("vpp")])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines[0] == "      0  contentInfo SEQUENCE")
    #expect(
      lines[1] == "      4    contentType OBJECT IDENTIFIER 1.2.840.113549.1.7.2 (signedData)")
    #expect(lines[2] == "     15    content [0] constructed")
    #expect(lines.contains("     23        version INTEGER 1"))
    #expect(lines.contains { $0.hasSuffix(" bundle identifier (2) SEQUENCE") })
    #expect(lines.contains { $0.hasSuffix(" basicConstraints SEQUENCE") })
    #expect(lines.contains { $0.hasSuffix("UTF8String \"com.example.app\"") })
    #expect(lines.contains { $0.hasSuffix("IA5String \"2027-01-31T23:59:59Z\"") })
    #expect(lines.contains { $0.hasSuffix("OCTET STRING, holds") })
    #expect(lines.contains { $0.hasSuffix("(Apple receipt-signing marker)") })
    #expect(!outcome.output.contains("BER"))
  }

  // In a string of several chunks, attributes are cut by them.
  @Test(arguments: Fixtures.names.filter { $0 != "xcode-ber-chunks" })
  func `Every attribute of a fixture has a line at its offset`(name: String) throws {
    let lines = Tool.run(["tree", path(name)]).output.split(separator: "\n")
    let offsets = Set(
      lines.filter { $0.hasSuffix(" SEQUENCE") }.compactMap { line in
        line.split(separator: " ").first.flatMap { Int($0) }
      })
    #expect(try ExpectedReceipt(name).attributes.allSatisfy { offsets.contains($0.offset) })
  }

  @Test func `The chunks of a string are shown one after the other`() {
    let lines = Tool.run(["tree", path("xcode-ber-chunks")]).output.split(separator: "\n")
    #expect(lines.count { $0.contains(" chunk OCTET STRING 3") } >= 1)
    #expect(lines.count { $0.contains(" chunk OCTET STRING ") } > 2)
  }

  @Test func `The first chunk of a string may consist of chunks`() throws {
    var sample = SampleReceipt(SampleReceipt.attribute(2, DER.utf8("com.example.app")))
    let half = sample.contents.count / 2
    let (first, second) = (Array(sample.contents[..<half]), Array(sample.contents[half...]))
    sample.eContent = DER.indefinite(
      0xA0,
      DER.indefinite(
        0x24, DER.indefinite(0x24, DER.octetString(first)) + DER.octetString(second)))
    let outcome = try tree(sample.bytes)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("signerInfos"))
    #expect(outcome.output.split(separator: "\n").count { $0.contains(" chunk ") } == 3)
  }

  @Test func `BER is shown as it is`() {
    let lines = Tool.run(["tree", path("xcode-ber")]).output.split(separator: "\n")
    #expect(lines[0] == "      0  contentInfo SEQUENCE")
    #expect(
      lines[1] == "      2    contentType OBJECT IDENTIFIER 1.2.840.113549.1.7.2 (signedData)")
    #expect(lines[2] == "     13    content [0] constructed")
    #expect(lines.contains { $0.hasSuffix(" signed content constructed OCTET STRING") })
    #expect(lines.contains { $0.hasSuffix(" chunk OCTET STRING, holds") })
    #expect(lines.last?.hasSuffix("  end-of-contents") == true)
  }

  struct Line: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let text: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Line(bytes: DER.boolean(true), text: "BOOLEAN TRUE"),
    Line(bytes: DER.boolean(false), text: "BOOLEAN FALSE"),
    Line(bytes: DER.integer(-5), text: "INTEGER -5"),
    Line(bytes: DER.element(0x0A, [3]), text: "ENUMERATED 3"),
    Line(
      bytes: DER.element(0x02, Array(repeating: 0x5A, count: 9)),
      text: "INTEGER 5a5a5a5a5a5a5a5a5a"),
    Line(bytes: DER.null, text: "NULL"),
    Line(bytes: DER.oid("1.2.3"), text: "OBJECT IDENTIFIER 1.2.3"),
    Line(bytes: [6, 1, 0x80], text: "OBJECT IDENTIFIER 80"),
    Line(bytes: DER.utcTime("200401175235Z"), text: "UTCTime 200401175235Z"),
    Line(bytes: DER.utf8("a\"\\\u{1B}é"), text: "UTF8String \"a\\\"\\\\\\u{1B}é\""),
    Line(bytes: DER.element(0x0C, [0xFF]), text: "UTF8String ff"),
    Line(bytes: DER.element(0x1E, [0x67, 0x71]), text: "BMPString \"東\""),
    Line(bytes: DER.octetString([1, 2, 3]), text: "OCTET STRING 010203"),
    Line(bytes: DER.octetString([]), text: "OCTET STRING"),
    Line(bytes: DER.bitString([0x80], unusedBits: 7), text: "BIT STRING 0780"),
    Line(bytes: DER.primitive(1, [0x61]), text: "[1] primitive 61"),
    Line(bytes: DER.element(0x41, [0x61]), text: "[APPLICATION 1] primitive 61"),
    Line(
      bytes: DER.octetString(Array(repeating: 0xFF, count: 33)),
      text: "OCTET STRING " + String(repeating: "f", count: 64) + "… (33 bytes)"),
  ])
  func `Each kind of value has a form of its own`(row: Line) throws {
    #expect(
      try tree(DER.sequence(row.bytes)).output == "      0  SEQUENCE\n      2    \(row.text)\n")
    // Other elements than a SEQUENCE are no receipt, but have a structure.
    #expect(try tree(row.bytes).output == "      0  \(row.text)\n")
  }

  @Test func `Strings that hold an encoding are opened`() throws {
    let inner = DER.sequence(DER.integer(1))
    #expect(
      try tree(DER.octetString(inner)).output
        == "      0  OCTET STRING, holds\n      2    SEQUENCE\n      4      INTEGER 1\n")
    #expect(
      try tree(DER.bitString(inner)).output
        == "      0  BIT STRING, holds\n      3    SEQUENCE\n      5      INTEGER 1\n")
    #expect(try tree(DER.octetString(inner + [0])).output == "      0  OCTET STRING 300302010100\n")
  }

  @Test func `A certificate by itself is shown, in Base64 too`() throws {
    let bytes = try Fixtures.certificate("root")
    let text = try tree(bytes).output
    #expect(
      text.contains("PrintableString \"Example Test Root CA\"")
        || text.contains("UTF8String \"Example Test Root CA\""))
    #expect(try tree(Array(Data(bytes).base64EncodedData())).output == text)
  }

  @Test
  func
    `A broken structure is shown as far as it can be read, and then the bytes around the error`()
    throws
  {
    let outcome = try tree(DER.sequence(DER.integer(1), [0x04, 0x05, 0x61]))
    #expect(outcome.status == 1 && outcome.output == "      0  SEQUENCE\n      2    INTEGER 1\n")
    #expect(
      outcome.errors == """
        receipt: element runs past the end of its container at byte 5
        00000000  30 06 02 01 01 04 05 61                          0......a
                                 ^^ byte 5

        """)
  }

  @Test func `Bytes that are left over stand behind what could be read`() throws {
    let outcome = try tree(DER.integer(1) + [0x30, 0x05])
    #expect(outcome.status == 1 && outcome.output == "      0  INTEGER 1\n      3  SEQUENCE\n")
    #expect(outcome.errors.hasPrefix("receipt: input is truncated at byte 5\n"))
  }

  @Test func `The tree keeps to the limits of the command line`() throws {
    let count = try Fixtures.receipt("vpp").count
    let refused = Tool.run(["tree", "--max-bytes", String(count - 1), path("vpp")])
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("; --max-bytes N allows more"))
    #expect(Tool.run(["tree", "--max-bytes", String(count), path("vpp")]).status == 0)
  }

  @Test func `More levels than the limit end in a fault at the first of them`() throws {
    let bytes = (0..<32).reduce([UInt8]()) { inner, _ in DER.sequence(inner) }
    #expect(try tree(bytes).status == 0)
    let outcome = try tree(DER.sequence(bytes))
    #expect(outcome.status == 1 && outcome.output.split(separator: "\n").count == 33)
    #expect(outcome.errors.hasPrefix("receipt: nested too deeply at byte 64\n"))
  }
}
