import DERParsing
import TestSupport
import Testing

@Suite struct DERReaderElementTests {
  /// Where the element's contents begin and end.
  static let lengths: [Vector<Range<Int>>] = [
    .init("§8.1.3.4 length 0", "0400", 2..<2),
    .init("§8.1.3.4 length 1", "040141", 2..<3),
    .init("§8.1.3.4 length 127, the longest short form", filled("047F", 127), 2..<129),
    .init("§8.1.3.5 length 128, the shortest long form", filled("048180", 128), 3..<131),
    .init("§8.1.3.5 length 255", filled("0481FF", 255), 3..<258),
    .init("§8.1.3.5 length 256", filled("04820100", 256), 4..<260),
    .init("§8.1.3.5 length 65535", filled("0482FFFF", 65_535), 4..<65_539),
    .init("§8.1.3.5 length 65536", filled("0483010000", 65_536), 5..<65_541),
    .init("§8.1.3.5 after a high tag number", filled("9F8100 8180", 128), 5..<133),
    .init("§8.1.3.5 a high tag number like a length", filled("1F818041 81F0", 240), 6..<246),
    .init("§8.1.5 end-of-contents with a long form", filled("008180", 128), fails: .endOfContents),
    .init("§8.1.5 constructed, with a long form", filled("20820100", 256), fails: .endOfContents),

    .init("§10.1 long form of 0", "048100", fails: .nonMinimalLength),
    .init("§10.1 long form of 1", "04810141", fails: .nonMinimalLength),
    .init("§10.1 long form of 127", filled("04817F", 127), fails: .nonMinimalLength),
    .init("§10.1 leading zero of 128", filled("04820080", 128), fails: .nonMinimalLength),
    .init("§10.1 leading zero of 255", filled("048200FF", 255), fails: .nonMinimalLength),
    .init("§10.1 leading zero of 256", filled("0483000100", 256), fails: .nonMinimalLength),
    .init("§10.1 eight bytes of 1", "0488000000000000000141", fails: .nonMinimalLength),
    .init("§10.1 nine bytes of 1", "048900000000000000000141", fails: .nonMinimalLength),
    .init("§10.1 constructed, long form of 0", "308100", fails: .nonMinimalLength),
    .init("§8.1.3.2 b, §10.1 indefinite", "30800000", fails: .indefiniteLength),
    .init("§8.1.3.2 a primitive, indefinite", "04800000", fails: .indefinitePrimitive),
    .init("§8.1.3.2 a primitive, high tag", "9F1F800000", fails: .indefinitePrimitive),
    .init("§8.1.3.5 c reserved FF", filled("04FF", 127), fails: .reservedLength),
    .init("§8.1.3.5 c reserved FF, constructed", "30FF", fails: .reservedLength),

    .init("§8.1.3 one byte too few", "040241", fails: .truncated, at: 3),
    .init("§8.1.3 long form, one byte too few", filled("048180", 127), fails: .truncated, at: 130),
    .init("§8.1.3.5 without its length octets", "0482", fails: .truncated, at: 2),
    .init("§8.1.3.5 with one of two length octets", "048201", fails: .truncated, at: 3),
    .init("§8.1.3.5 claims 2³¹ − 1", "04847FFFFFFF41", fails: .truncated, at: 7),
    .init("§8.1.3.5 claims 2³¹", "04848000000041", fails: .truncated, at: 7),
    .init("§8.1.3.5 claims 2³² − 1", "0484FFFFFFFF41", fails: .truncated, at: 7),
    .init("§8.1.3.5 claims 2⁶³ − 1", "04887FFFFFFFFFFFFFFF41", fails: .truncated, at: 11),
    .init("§8.1.3.5 claims 2⁶³", "0488800000000000000041", fails: .truncated, at: 11),
    .init("§8.1.3.5 claims 2⁶⁴ − 1", "0488FFFFFFFFFFFFFFFF41", fails: .truncated, at: 11),
    .init("§8.1.3.5 claims 2⁶⁴", "048901000000000000000041", fails: .truncated, at: 12),
    .init("§8.1.3.5 claims 2⁶⁴ + 1", "048901000000000000000141", fails: .truncated, at: 12),
    .init("§8.1.3.5 126 length octets", filled("04FE", 126), fails: .truncated, at: 128),
  ]

  @Test(arguments: lengths)
  func `Length octets say where the contents end`(vector: Vector<Range<Int>>) {
    vector.check { (reader) throws(DERError) in
      let element = try reader.readElement()
      #expect(element.offset == 0)
      #expect(element.encodingRange == 0..<element.contentsRange.upperBound)
      #expect(element.endOffset == reader.offset)
      return element.contentsRange
    }
  }

  /// The same, once more inside SEQUENCEs: what ran past the input now runs past the one around it.
  @Test(arguments: lengths, 1...3)
  func `Rules hold at every depth, with offsets of the whole input`(
    vector: Vector<Range<Int>>, depth: Int
  ) throws {
    var input = vector.input
    for _ in 0..<depth { input = element(0x30, input) }
    let shift = input.count - vector.input.count
    let result = outcome(of: input + bytes("0500 0500")) { (reader) throws(DERError) in
      let element = try readAtDepth(depth, &reader)
      _ = reader.readRemaining()
      return element.contentsRange
    }
    switch vector.expected {
    case .success(let contents):
      #expect(result == .success(contents.lowerBound + shift..<contents.upperBound + shift))
    case .failure(let error) where error.code == .truncated:
      #expect(result == .failure(DERError(.exceedsEnclosing, at: shift)))
    case .failure(let error):
      #expect(result == .failure(error.moved(to: shift)))
    }
  }

  private func readAtDepth(
    _ depth: Int, _ reader: inout DERReader
  ) throws(DERError) -> DERElement {
    guard depth > 0 else { return try reader.readElement() }
    var contents = try reader.readConstructed(.sequence)
    let element = try readAtDepth(depth - 1, &contents)
    try contents.finish()
    return element
  }

  static let expectations: [Vector<Int>] = [
    .init("§8.1.1 the expected one", "020105", 2),
    .init("§8.1.1 the expected one, long form", filled("028180", 128), 3),
    .init(
      "§8.1.2.3 another number", "030100", fails: .unexpectedIdentifier, expected: .integer,
      actual: .bitString),
    .init(
      "§8.1.2.5 the constructed form", "22 03 020105", fails: .unexpectedIdentifier,
      expected: .integer, actual: .integer.togglingConstructed),
    .init(
      "§8.1.2.2 another class", "820105", fails: .unexpectedIdentifier, expected: .integer,
      actual: .contextSpecific(primitive: 2)),
    .init(
      "§8.1.2.4 a high tag number", "9F1F00", fails: .unexpectedIdentifier, expected: .integer,
      actual: .contextSpecific(primitive: 31)),
    .init(
      "§8.1.2 another one with a wrong length", "048100", fails: .unexpectedIdentifier,
      expected: .integer, actual: .octetString),
    .init(
      "§8.1.2 another one, truncated", "04", fails: .unexpectedIdentifier, expected: .integer,
      actual: .octetString),
    .init("§8.1.5 end-of-contents", "0000", fails: .endOfContents),
    .init("§8.1.2 nothing", "", fails: .truncated),
  ]

  @Test(arguments: expectations)
  func `An expected identifier has to be there`(vector: Vector<Int>) {
    vector.check { (reader) throws(DERError) in try reader.readElement(.integer).contentsOffset }
  }

  @Test func `Where contents end, an element is missing`() {
    let any = outcome(of: bytes("3000")) { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence)
      return try contents.readElement()
    }
    #expect(any == .failure(DERError(.missingElement, at: 2)))
    let integer = outcome(of: bytes("3003 020105")) { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence)
      _ = try contents.readElement(.integer)
      return try contents.readElement(.objectIdentifier)
    }
    #expect(integer == .failure(DERError(.missingElement, at: 5, expected: .objectIdentifier)))
  }

  @Test func `An optional element is read when it is there and consumes nothing otherwise`() throws
  {
    let input = bytes("02 01 05 9F1F 00")
    let result = outcome(of: input) { (reader) throws(DERError) in
      #expect(try reader.readElementIfPresent(.boolean) == nil)
      #expect(reader.offset == 0)
      #expect(try reader.readElementIfPresent(.integer)?.encodingRange == 0..<3)
      #expect(try reader.readElementIfPresent(.integer) == nil)
      #expect(reader.offset == 3)
      #expect(
        try reader.readElementIfPresent(.contextSpecific(primitive: 31))?.encodingRange == 3..<6)
      #expect(reader.remaining.isEmpty)
      #expect(try reader.readElementIfPresent(.integer) == nil)
      #expect(try reader.peekIdentifier() == nil)
    }
    #expect(throws: Never.self) { try result.get() }
  }

  @Test func `A wrong identifier is an error also where an element is optional`() {
    let result = outcome(of: bytes("3002 0000")) { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence)
      return try contents.readElementIfPresent(.integer)
    }
    #expect(result == .failure(DERError(.endOfContents, at: 2)))
  }

  /// §8.20: the reader has no type for it, and does not need one to step over it.
  @Test func `A RELATIVE-OID is stepped over like any element`() {
    let vector = Vector("§8.20 RELATIVE-OID", "0D04C27B0302", 2..<6)
    vector.check { (reader) throws(DERError) in try reader.readElement().contentsRange }
  }
}

@Suite struct DERReaderContentsTests {
  @Test func `What is left can be taken unread`() {
    let result = outcome(of: bytes("3004 020105FF")) { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence)
      _ = try contents.readElement()
      return [contents.readRemaining(), contents.readRemaining()]
    }
    #expect(result == .success([5..<6, 6..<6]))
  }

  @Test func `Contents are taken byte by byte, and not beyond their end`() {
    let result = outcome(of: bytes("0402 AABB CC")) { (reader) throws(DERError) in
      var contents = try reader.contents(of: reader.readElement())
      let first = try contents.readContentsByte()
      let second = try contents.readContentsByte()
      #expect([first, second] == [0xAA, 0xBB])
      return try contents.readContentsByte()
    }
    #expect(result == .failure(DERError(.missingElement, at: 0)))
  }

  @Test func `Outside an element the input is truncated`() {
    let result = outcome(of: [0xAA]) { (reader) throws(DERError) in
      _ = try reader.readContentsByte()
      return try reader.readContentsByte()
    }
    #expect(result == .failure(DERError(.truncated, at: 1)))
  }
}
