import DERParsing
import TestSupport
import Testing

/// Inputs that are made to overflow, to recurse, or to cost more than they weigh.
@Suite struct AdversarialShapesTests {
  /// What each reader makes of an input: the number of elements or the length of the output, or an error.
  struct Shape: Sendable, CustomTestStringConvertible {
    let name: String
    let input: [UInt8]
    let strict: Result<Int, DERError>
    let transcoded: Result<Int, DERError>

    var testDescription: String { name }
  }

  private static let size = 1 << 16

  private static func repeated(_ hexadecimal: String, _ count: Int) -> [UInt8] {
    Array(repeatElement(bytes(hexadecimal), count: count).joined())
  }

  private static func fails<Value>(
    _ code: DERError.Code, _ offset: Int
  ) -> Result<Value, DERError> { .failure(DERError(code, at: offset)) }

  private static func nested(_ depth: Int, _ tag: UInt8, around contents: [UInt8]) -> [UInt8] {
    var input = contents
    for _ in 0..<depth { input = element(tag, input) }
    return input
  }

  /// Where the 33rd of so many nested elements begins.
  private static func tooDeep(_ input: [UInt8]) -> Int {
    var element = BERElement(input)
    for _ in 0..<32 { element = element.children[0] }
    return element.offset
  }

  static let wide: [Shape] = [
    Shape(
      name: "NULLs beside each other", input: element(0x30, repeated("0500", size / 2)),
      strict: .success(size / 2 + 1), transcoded: .success(size + 5)),
    Shape(
      name: "empty SEQUENCEs beside each other", input: element(0x30, repeated("3000", size / 2)),
      strict: .success(size / 2 + 1), transcoded: .success(size + 5)),
    Shape(
      name: "chunks of one byte", input: repeated("2480", 1) + repeated("040141", size) + [0, 0],
      strict: fails(.indefiniteLength, 0), transcoded: fails(.tooManyRewrites, 2 + 3 * 8192)),
    Shape(
      name: "chunks of one byte, as many as allowed",
      input: repeated("2480", 1) + repeated("040141", 8191) + [0, 0],
      strict: fails(.indefiniteLength, 0), transcoded: .success(8191 + 4)),
    Shape(
      name: "empty chunks", input: repeated("2480", 1) + repeated("0400", size) + [0, 0],
      strict: fails(.indefiniteLength, 0), transcoded: fails(.tooManyRewrites, 2 + 2 * 8192)),
    Shape(
      name: "end-of-contents without end", input: [0x30, 0x80] + repeated("0000", size),
      strict: fails(.indefiniteLength, 0), transcoded: fails(.trailingContents, 4)),
    Shape(
      name: "mixed forms beside each other",
      input: [0x30, 0x80] + repeated("3080 2480 040141 0000 0000", size / 11) + [0, 0],
      strict: fails(.indefiniteLength, 0), transcoded: fails(.tooManyRewrites, 2 + 11 * 2730)),
  ]

  static let deep: [Shape] = [
    Shape(
      name: "indefinite lengths that stay open", input: repeated("3080", size / 2),
      strict: fails(.indefiniteLength, 0), transcoded: fails(.nestedTooDeeply, 64)),
    Shape(
      name: "indefinite lengths that are closed",
      input: repeated("3080", size / 4) + repeated("0000", size / 4),
      strict: fails(.indefiniteLength, 0), transcoded: fails(.nestedTooDeeply, 64)),
    Shape(
      name: "strings in strings", input: repeated("2480", size / 4) + repeated("0000", size / 4),
      strict: fails(.indefiniteLength, 0), transcoded: fails(.nestedTooDeeply, 64)),
    Shape(
      name: "definite lengths, 1,000 levels", input: nested(1000, 0x30, around: [5, 0]),
      strict: fails(.nestedTooDeeply, tooDeep(nested(1000, 0x30, around: [5, 0]))),
      transcoded: fails(.nestedTooDeeply, tooDeep(nested(1000, 0x30, around: [5, 0])))),
    Shape(
      name: "a large chunk under 31 strings, indefinite",
      input: repeated("2480", 31) + filled("0482FFFF", 65_535) + repeated("0000", 31),
      strict: fails(.indefiniteLength, 0), transcoded: .success(65_535 + 4)),
    Shape(
      name: "large chunks at 31 levels, each length around the next one",
      input: (0..<31).reduce(filled("048180", 128)) { inner, _ in
        element(0x24, inner + filled("048180", 128) + [0x04, 0x00])
      },
      strict: .success(31 * 3 + 1), transcoded: .success(32 * 128 + 4)),
    Shape(
      name: "chunks of one byte under 31 strings",
      input: repeated("2480", 31) + repeated("040141", 8192 - 31) + repeated("0000", 31),
      strict: fails(.indefiniteLength, 0), transcoded: .success(8192 - 31 + 4)),
  ]

  static let lengths: [Shape] = [
    Shape(
      name: "claims 2 GiB", input: filled("04847FFFFFFF", 64),
      strict: fails(.truncated, 70), transcoded: fails(.truncated, 70)),
    Shape(
      name: "claims the largest Int", input: filled("04887FFFFFFFFFFFFFFF", 64),
      strict: fails(.truncated, 74), transcoded: fails(.truncated, 74)),
    Shape(
      name: "claims 2⁶⁴ − 1", input: filled("0488FFFFFFFFFFFFFFFF", 64),
      strict: fails(.truncated, 74), transcoded: fails(.truncated, 74)),
    Shape(
      name: "claims 2⁶⁴ − 1, constructed", input: filled("3088FFFFFFFFFFFFFFFF", 64),
      strict: fails(.truncated, 74), transcoded: fails(.truncated, 74)),
    Shape(
      name: "claims 126 bytes of length", input: filled("04FE", 200),
      strict: fails(.truncated, 202), transcoded: fails(.truncated, 202)),
    Shape(
      name: "a tag number without end",
      input: [0x1F] + [UInt8](repeating: 0xFF, count: size) + [0x7F, 0x00],
      strict: fails(.tagNumberTooLarge, 0), transcoded: fails(.tagNumberTooLarge, 0)),
    Shape(
      name: "a tag number of zeros", input: [0x1F] + [UInt8](repeating: 0x80, count: size),
      strict: fails(.nonMinimalTagNumber, 0), transcoded: fails(.nonMinimalTagNumber, 0)),
    Shape(
      name: "inner lengths past the outer ones", input: bytes("3006 3005 3004 3003"),
      strict: fails(.exceedsEnclosing, 2), transcoded: fails(.exceedsEnclosing, 2)),
  ]

  @Test(arguments: wide + deep + lengths)
  func `A shape is read or refused with a reason`(shape: Shape) {
    let limits = DERLimits.default
    #expect(strictWalk(shape.input, limits: limits) == shape.strict)
    let transcoding = transcoded(shape.input, limits: limits)
    #expect(transcoding.map(\.bytes.count) == shape.transcoded)
    if case .success(let transcoding) = transcoding {
      #expect(transcoding.bytes == BERElement(shape.input).der(shape.input))
    }
  }

  @Test func `Huge values are refused or given as a range`() {
    let arc = element(0x06, [0x2A] + [UInt8](repeating: 0x81, count: Self.size) + [0x01])
    let arcs = element(0x06, [UInt8](repeating: 0x01, count: Self.size))
    for input in [arc, arcs] {
      let result = outcome(of: input) { (reader) throws(DERError) in
        try reader.read(as: DERObjectIdentifier.self)
      }
      #expect(result == .failure(DERError(.objectIdentifierTooLong, at: 0)))
    }
    let number = element(0x02, [0x7F] + [UInt8](repeating: 0xFF, count: Self.size))
    let integer = outcome(of: number) { (reader) throws(DERError) in
      try reader.read(as: DERInteger.self).contentsRange
    }
    #expect(integer == .success(5..<Self.size + 6))
    let narrow = outcome(of: number) { (reader) throws(DERError) in try reader.read(as: Int.self) }
    #expect(narrow == .failure(DERError(.integerOutOfRange, at: 0)))
    let bits = element(0x03, [0x00] + [UInt8](repeating: 0xFF, count: Self.size))
    let list = outcome(of: bits) { (reader) throws(DERError) in
      try reader.read(as: DERNamedBitList.self)
    }
    #expect(list == .failure(DERError(.integerOutOfRange, at: 0)))
    let digits = Array("19700101000000.".utf8) + [UInt8](repeating: 0x31, count: Self.size) + [0x5A]
    let time = outcome(of: element(0x18, digits)) { (reader) throws(DERError) in
      try reader.readGeneralizedTime().nanoseconds
    }
    #expect(time == .success(111_111_111))
  }
}
