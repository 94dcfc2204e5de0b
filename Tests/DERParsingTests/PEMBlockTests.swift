import DERParsing
import Foundation
import TestSupport
import Testing

@Suite struct PEMBlockTests {
  private static func block(_ lines: String..., label: String = "X") -> String {
    (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----"]).joined(separator: "\n")
      + "\n"
  }

  /// RFC 7468 §3, figure 1, and the bytes of the one block.
  private static let accepted: [(name: String, text: String, bytes: String)] = [
    ("three bytes", block("MAMC"), "300302"), ("two bytes", block("MAM="), "3003"),
    ("one byte", block("MA=="), "30"), ("none", block(), ""),
    ("every value", block("Abz019+/", "aQ=="), "01BCF4D7DFBF69"),
    ("a short line first", block("M", "AMCAQ=="), "30030201"),
    ("padding on a line of its own", block("MA", "=", "="), "30"),
    ("white space at ends of lines", block("MAMC \t"), "300302"),
    ("empty lines at the beginning", block("", " ", "MAMC"), "300302"),
    (
      "text around it", "Subject: CN=a\n" + block("MAMC") + "-----\nend -----END X-----\n", "300302"
    ),
    ("CR and LF", "-----BEGIN X-----\r\nMAMC\r\n-----END X-----\r\n", "300302"),
    ("CR", "-----BEGIN X-----\rMA\rMC\r-----END X-----\r", "300302"),
    ("no line end behind it", "-----BEGIN X-----\nMAMC\n-----END X-----", "300302"),
    ("white space behind boundaries", "-----BEGIN X----- \nMAMC\n-----END X-----\t\n", "300302"),
  ]

  @Test func `A label may be empty`() throws {
    let block = try PEMBlock(Array(Self.block("MAMC", label: "").utf8), label: "")
    #expect(block.label.isEmpty && block.bytes == bytes("300302"))
  }

  @Test(arguments: accepted)
  func `A block is decoded`(name: String, text: String, expected: String) throws {
    let text = Array(text.utf8)
    let block = try PEMBlock(text, label: "X")
    #expect(block.label == "X" && block.bytes == bytes(expected))
    #expect(text[block.offset...].starts(with: "-----BEGIN X-----".utf8))
    #expect(try PEMBlock.all(in: text) == [block])
  }

  private static let refused: [(name: String, text: String, code: PEMError.Code, offset: Int)] = [
    ("no text", "", .blockMissing, 0), ("other text", "MAMC\n", .blockMissing, 5),
    ("another label", block("MAMC", label: "Y"), .blockMissing, 39),
    ("in the middle of a line", " " + block("MAMC"), .blockMissing, 40),
    ("four hyphens", "-----BEGIN X----\nMAMC\n-----END X-----", .invalidBoundary, 0),
    ("text behind BEGIN", "-----BEGIN X----- a\n-----END X-----", .invalidBoundary, 0),
    ("text behind END", "-----BEGIN X-----\nMAMC\n-----END X-----a", .invalidBoundary, 23),
    ("two spaces in a label", block(label: "X  Y"), .invalidBoundary, 0),
    ("a hyphen ends a label", block(label: "X-"), .invalidBoundary, 0),
    ("a hyphen begins a label", block(label: "-X"), .invalidBoundary, 0),
    ("a space begins a label", block(label: " X"), .invalidBoundary, 0),
    ("a control in a label", block(label: "X\u{7}"), .invalidBoundary, 0),
    ("not ASCII in a label", block(label: "Ü"), .invalidBoundary, 0),
    ("no END", "-----BEGIN X-----\nMAMC\n", .endMissing, 23),
    ("BEGIN before END", "-----BEGIN X-----\nMAMC\n" + block("MAMC"), .endMissing, 23),
    ("END of another", "-----BEGIN X-----\nMAMC\n-----END Y-----", .labelsDiffer, 23),
    (
      "END of another, of a block that is skipped",
      "-----BEGIN Y-----\nMAMC\n-----END Z-----\n" + block("MAMC"), .labelsDiffer, 23
    ),
    (
      "BEGIN before END, of a block that is skipped",
      "-----BEGIN Y-----\nMAMC\n-----BEGIN Y-----\nMAMC\n-----END Y-----\n" + block("MAMC"),
      .endMissing, 23
    ),
    ("a header", block("Proc-Type: 4,ENCRYPTED", "", "MAMC"), .unexpectedHeader, 18),
    ("a space inside", block("MA MC"), .invalidCharacter, 20),
    ("an empty line inside", block("MAMC", "", "MAMC"), .invalidCharacter, 23),
    ("an empty line behind it", block("MAMC", ""), .invalidCharacter, 23),
    ("the URL-safe alphabet", block("MA-_"), .invalidCharacter, 20),
    ("beyond ASCII", block("MAMÉ"), .invalidCharacter, 21),
    ("one character", block("M"), .invalidLength, 20),
    ("no padding", block("MA"), .invalidLength, 21),
    ("too little padding", block("MA="), .invalidLength, 22),
    ("too much padding", block("MAM=="), .invalidLength, 22),
    ("padding behind a group", block("MAMC="), .invalidLength, 22),
    ("padding of nothing", block("===="), .invalidLength, 18),
    ("padding too early", block("M==="), .invalidLength, 19),
    ("more behind padding", block("MA==", "MAMC"), .invalidLength, 23),
    ("unused bits of two bytes", block("MAN="), .nonZeroUnusedBits, 23),
    ("unused bits of one byte", block("MB=="), .nonZeroUnusedBits, 23),
  ]

  @Test(arguments: refused)
  func `What is not figure 1 is refused`(
    name: String, text: String, code: PEMError.Code, offset: Int
  ) {
    let error = #expect(throws: PEMError.self) { try PEMBlock(Array(text.utf8), label: "X") }
    #expect(error?.code == code && error?.offset == offset, "\(error?.description ?? "")")
  }

  @Test func `Several blocks are found in their order, and one by its label`() throws {
    let text =
      "key:\n" + Self.block("MAMC", label: "PRIVATE KEY") + "\n" + Self.block("MA==") + "bye"
    let blocks = try PEMBlock.all(in: Array(text.utf8))
    #expect(blocks.map(\.label) == ["PRIVATE KEY", "X"] && blocks.map(\.offset) == [5, 65])
    #expect(try PEMBlock(Array(text.utf8), label: "X").bytes == [0x30])
    #expect(try PEMBlock.all(in: Array("no block".utf8)).isEmpty)
    #expect(blocks[0].description == "PRIVATE KEY, 3 bytes")
  }

  /// Of a block with another label, such as an encrypted key, only the boundaries matter.
  @Test func `A block that is not wanted is not decoded`() throws {
    let text = Self.block("DEK-Info: A", "", "?", label: "RSA PRIVATE KEY") + Self.block("MA==")
    #expect(try PEMBlock(Array(text.utf8), label: "X").bytes == [0x30])
    let error = #expect(throws: PEMError.self) { try PEMBlock.all(in: Array(text.utf8)) }
    #expect(error?.code == .unexpectedHeader)
  }

  @Test func `The limit is of the text`() throws {
    let text = Array(Self.block("MA==").utf8)
    #expect(try PEMBlock.all(in: text, limits: DERLimits(maximumInputBytes: text.count)).count == 1)
    let error = #expect(throws: PEMError.self) {
      try PEMBlock.all(in: text, limits: DERLimits(maximumInputBytes: text.count - 1))
    }
    #expect(error?.code == .inputTooLarge)
    #expect(error?.description == "PEM text too large at byte 0")
    let byLabel = #expect(throws: PEMError.self) {
      try PEMBlock(text, label: "X", limits: DERLimits(maximumInputBytes: text.count - 1))
    }
    #expect(byLabel?.code == .inputTooLarge)
  }

  /// What the authority of the fixtures wrote with OpenSSL.
  @Test func `Keys of the fixtures are read`() throws {
    let text = try Fixtures.bytes(
      of: Fixtures.root.appending(path: "Tests/Fixtures/authority/root.pem"))
    let key = try PEMBlock.all(in: text)
    #expect(key.count == 1 && key[0].label == "PRIVATE KEY")
    let version = try key[0].bytes.withDERReader { (reader) throws(DERError) in
      var fields = try reader.readConstructed(.sequence)
      return try fields.read(as: Int.self)
    }
    #expect(version == 0)
  }
}
