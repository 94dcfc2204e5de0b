import DERParsing
import TestSupport
import Testing
import TextCoding

@Suite struct BERTranscoderTests {
  /// An input and the bytes that it has to become.
  typealias Row = (name: String, input: [UInt8], output: [UInt8])

  private static func row(_ name: String, _ input: String, _ output: String) -> Row {
    (name, bytes(input), bytes(output))
  }

  private static func identity(_ name: String, _ input: String) -> Row {
    row(name, input, input)
  }

  static let unchanged: [Row] = [
    identity("§8.8 NULL", "0500"), identity("§8.9 empty SEQUENCE", "3000"),
    identity("§8.9 SEQUENCE", "3006 020105 0401AB"),
    identity("§8.1.2.4 high tag", "BF8100 03 020105"),
    ("§8.1.3.5 length 128", filled("048180", 128), filled("048180", 128)),
    identity("§8.7.2 what is inside a primitive element", "0406 3080 04810000"),
    identity("§8.2.2 BOOLEAN 01", "010101"), identity("§11.5 encoded DEFAULT", "3003 010100"),
    identity("§11.6 unsorted SET OF", "3106 020102 020101"),
    identity("§8.3.2 non-minimal INTEGER", "02020001"),
    identity("§8.2.1 constructed BOOLEAN", "2103 010100"),
    identity("§8.14.3 constructed string under an IMPLICIT tag", "A006 0401AB 0401CD"),
    identity("§11.8 constructed UTCTime", "3703 040130"),
    identity("§8.18 CHARACTER STRING, a SEQUENCE", "3D03 020105"),
    identity("§8.1.2.2 APPLICATION 4", "6403 020105"), identity("§8.6.2 BIT STRING", "03020780"),
  ]

  static let lengths: [Row] = [
    row("§8.1.3.6 empty", "3080 0000", "3000"),
    row("§8.1.3.6 one element", "3080 020105 0000", "3003 020105"),
    row("§8.1.3.6 nested", "3080 3180 A080 0000 0000 0000", "3004 3102 A000"),
    row("§8.1.3.6 inside a definite length", "3007 3080 020105 0000", "3005 3003 020105"),
    row("§8.1.3.6 around a definite length", "3080 3003 020105 0000", "3005 3003 020105"),
    row("§8.1.3.6 two beside each other", "3080 3080 0000 3180 0000 0000", "3004 3000 3100"),
    row(
      "§8.1.3.6 between unchanged ones", "300B 0500 3080 020105 0000 0500",
      "3009 0500 3003 020105 0500"),
    row("§8.1.3.6 high tag", "7F1F80 020105 0000", "7F1F03 020105"),
    row("§8.1.3.6 largest tag", "BF81FFFFFF7F 80 0000", "BF81FFFFFF7F 00"),
    row("§8.1.3.6 IMPLICIT tag", "A080 0401AB 0401CD 0000", "A006 0401AB 0401CD"),
    row("§8.1.3.6 zeros inside a primitive", "3080 04020000 0000", "3004 04020000"),
    (
      "§8.1.3.6 128 contents octets", filled("3080 047E", 126) + [0, 0], filled("308180 047E", 126)
    ),
    row("§8.1.3.5 81 of 1", "048101AB", "0401AB"), row("§8.1.3.5 81 of 0", "058100", "0500"),
    row("§8.1.3.5 88 of 1", "04880000000000000001AB", "0401AB"),
    row("§8.1.3.5 89 of 1", "0489000000000000000001AB", "0401AB"),
    (
      "§8.1.3.5 126 length octets", [0x04, 0xFE] + [UInt8](repeating: 0, count: 125) + [1, 0xAB],
      [4, 1, 0xAB]
    ),
    row("§8.1.3.5 of a constructed one", "308103 020105", "3003 020105"),
    row("§8.1.3.5 inside a definite length", "3004 048101AB", "3003 0401AB"),
    row("§8.1.3.5 all of them", "3084 0000000A A18103 020105 0281 0105", "3008 A103 020105 020105"),
    row("§8.1.3.5 high tag", "9F1F8101AB", "9F1F01AB"),
    ("§8.1.3.5 leading zero of 128", filled("04820080", 128), filled("048180", 128)),
    (
      "§10.1 the outer length gets shorter with the inner one", filled("308180 04817D", 125),
      filled("307F 047D", 125)
    ),
    row("§8.1.3.5 non-minimal in indefinite", "3080 04820001AB 0000", "3003 0401AB"),
  ]

  static let strings: [Row] = [
    row("§8.7.3 two chunks", "2406 0401AB 0401CD", "0402 ABCD"),
    row("§8.7.3 one chunk, indefinite", "2480 0401AB 0000", "0401 AB"),
    row("§8.7.3 no chunk", "2400", "0400"), row("§8.7.3 no chunk, indefinite", "2480 0000", "0400"),
    row("§8.7.3 an empty chunk", "2402 0400", "0400"),
    row("§8.7.3 empty chunks between others", "240A 0400 0401AB 0400 0401CD", "0402 ABCD"),
    row("§8.7.3 an empty chunk last", "2480 0401AB 0400 0000", "0401 AB"),
    row("§8.7.3.2 chunks in a chunk", "2408 2406 0401AB 0401CD", "0402 ABCD"),
    row("§8.7.3.2 deep, indefinite", "2480 2480 2480 0401AB 0000 0000 0401CD 0000", "0402 ABCD"),
    row("§8.7.3.2 empty inside", "2404 2402 2400", "0400"),
    row("§8.7.3.2 mixed forms", "2480 2405 0401AB 2400 0402CDEF 0000", "0403 ABCDEF"),
    row("§8.1.3.5 non-minimal chunk", "2404 048101AB", "0401 AB"),
    row("§8.1.3.5 non-minimal around chunks", "248103 0401AB", "0401 AB"),
    row("§8.7.3 chunk of zeros", "2480 04020000 0000", "0402 0000"),
    row("§8.7.3 beside others", "3080 0500 2403 0401AB 0500 0000", "3007 0500 0401AB 0500"),
    row("§8.7.3 two beside each other", "3006 2480 0000 2400", "3004 0400 0400"),
    row("§8.7.3 inside EXPLICIT", "A080 2480 0401AB 0000 0000", "A003 0401AB"),
    (
      "§8.7.3 128 bytes", filled("2480 0440", 64) + filled("0440", 64) + [0, 0],
      filled("048180", 128)
    ),
    row("§8.23.6 example, definite", "3A09 04034A6F6E 04026573", "1A05 4A6F6E6573"),
    row("§8.23.6 example, indefinite", "3A80 04034A6F6E 04026573 0000", "1A05 4A6F6E6573"),
    row("§8.23.6 nested", "3680 2403 040141 040142 0000", "1602 4142"),
  ]

  @Test(arguments: unchanged + lengths + strings)
  func `BER becomes DER`(row: Row) {
    let result = transcoded(row.input)
    #expect(result.map(\.bytes) == .success(row.output), "\(row.name)")
    guard case .success(let transcoding) = result else { return }
    checkTranscoding(row.input, transcoding, "\(row.name)")
  }

  @Test(arguments: unchanged + lengths + strings)
  func `Every prefix is truncated, every byte more is left over`(row: Row) {
    for count in row.input.indices {
      let result = transcoded(Array(row.input.prefix(count)))
      #expect(result == .failure(DERError(.truncated, at: count)), "\(row.name)")
    }
    for byte: UInt8 in [0x00, 0x05, 0x80, 0xFF] {
      let result = transcoded(row.input + [byte])
      #expect(result == .failure(DERError(.trailingContents, at: row.input.count)), "\(row.name)")
    }
  }

  @Test(arguments: unchanged)
  func `What is DER in its structure is unchanged`(row: Row) throws {
    let transcoding = try transcoded(row.input).get()
    #expect(transcoding.isUnchanged(0..<row.input.count), "\(row.name)")
    for offset in 0...row.input.count { #expect(transcoding.inputOffset(of: offset) == offset) }
  }

  @Test(arguments: lengths + strings)
  func `Strict reading refuses what has to be converted`(row: Row) {
    let result = strictWalk(row.input)
    guard case .failure(let error) = result else {
      // A constructed string is an element like others until a type is expected.
      #expect(Self.strings.contains { $0.name == row.name }, "\(row.name)")
      return
    }
    #expect([.indefiniteLength, .nonMinimalLength].contains(error.code), "\(row.name)")
  }

  @Test(arguments: [4, 12, 18, 19, 20, 21, 22, 25, 26, 27, 28, 30] as [UInt8])
  func `Every string type is converted`(tagNumber: UInt8) throws {
    let chunks = bytes("0401 41 2480 0402 4243 0000 0400 0401 44")
    let output = [tagNumber] + bytes("04 41424344")
    for input in [element(0x20 | tagNumber, chunks), [0x20 | tagNumber, 0x80] + chunks + [0, 0]] {
      let transcoding = try transcoded(input).get()
      #expect(transcoding.bytes == output)
      checkTranscoding(input, transcoding)
    }
  }
}

@Suite struct BERTranscodingTests {
  /// An input, and where each byte of the output stood in it; the header that is made anew has the place
  /// of its element.
  static let places: [(name: String, input: String, places: [Int])] = [
    ("unchanged", "3003 020105", [0, 1, 2, 3, 4]),
    ("§8.1.3.6 indefinite", "3080 020105 0000", [0, 1, 2, 3, 4]),
    ("§8.1.3.5 long form", "30820003 020105", [0, 1, 4, 5, 6]),
    ("§8.7.3 chunks", "2480 0401AB 0402CDEF 0000", [0, 1, 4, 7, 8]),
    ("§8.7.3 chunks of chunks", "2480 2480 0401AB 0000 0401CD 0000", [0, 1, 6, 11]),
    ("§8.1.5 after an indefinite one", "3080 3080 0500 0000 0500 0000", [0, 1, 2, 3, 4, 5, 8, 9]),
    ("§8.1.3.5 between", "3008 0500 048101AB 0500", [0, 1, 2, 3, 4, 5, 7, 8, 9]),
  ]

  @Test(arguments: places)
  func `Every byte is found in the input`(name: String, input: String, places: [Int]) throws {
    let transcoding = try transcoded(bytes(input)).get()
    #expect(transcoding.bytes.indices.map { transcoding.inputOffset(of: $0) } == places, "\(name)")
  }

  @Test func `The end is the place after the last byte that was copied`() throws {
    for (input, end) in [
      ("0500", 2), ("3080 020105 0000", 5), ("2480 0401AB 0000", 5), ("3003 020105", 5),
    ] {
      let transcoding = try transcoded(bytes(input)).get()
      #expect(transcoding.inputOffset(of: transcoding.bytes.count) == end, "\(input)")
    }
  }

  /// Elements that are unchanged, and those that are not, by their place in the output.
  @Test func `Only what stood in the input just like that is unchanged`() throws {
    let input = bytes("3080 3003020105 048101AB 3000 2400 0500 0500 3080 0000 0000")
    let transcoding = try transcoded(input).get()
    #expect(transcoding.bytes == bytes("3012 3003020105 0401AB 3000 0400 0500 0500 3000"))
    for (range, isUnchanged) in [
      (0..<20, false), (2..<7, true), (4..<7, true), (7..<10, false), (10..<12, true),
      (12..<14, false), (14..<16, true), (16..<18, true), (14..<18, true), (18..<20, false),
      (2..<10, false), (7..<12, false), (10..<14, false), (12..<16, false), (16..<20, false),
      (2..<12, false), (10..<16, false),
    ] {
      #expect(transcoding.isUnchanged(range) == isUnchanged, "\(range)")
    }
    #expect(transcoding.isUnchanged(7..<7))
  }

  @Test func `A string of one chunk is not unchanged, although its bytes stood together`() throws {
    let transcoding = try transcoded(bytes("3080 2480 0401AB 0000 0000")).get()
    #expect(transcoding.bytes == bytes("3003 0401AB"))
    #expect(transcoding.inputOffset(of: 2) == 2)
    #expect(transcoding.inputOffset(of: 4) == 6)
    #expect(!transcoding.isUnchanged(2..<5))
    #expect(!transcoding.isUnchanged(0..<5))
  }
}
