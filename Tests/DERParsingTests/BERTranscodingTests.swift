import DERParsing
import TestSupport
import Testing

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
