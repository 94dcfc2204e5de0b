import DERParsing
import TestSupport
import Testing

@Suite struct DERDecodableTests {
  /// `Point ::= SEQUENCE { x INTEGER, y INTEGER, name [0] IMPLICIT UTF8String OPTIONAL }`
  struct Point: DERDecodable, Equatable {
    static var identifier: DERIdentifier { .sequence }
    let x: Int
    let y: Int
    let name: String?

    init(contents: inout DERReader) throws(DERError) {
      x = try contents.read()
      y = try contents.read()
      name = try contents.readStringIfPresent(.utf8, tagged: .contextSpecific(primitive: 0))?
        .text(in: contents.bytes)
    }

    init(_ x: Int, _ y: Int, _ name: String?) { (self.x, self.y, self.name) = (x, y, name) }
  }

  static let vectors: [Vector<Point>] = [
    .init("§8.9 optional absent", "3006 020105 020107", Point(5, 7, nil)),
    .init("§8.9 optional present", "3009 020105 020107 800141", Point(5, 7, "A")),
    .init(
      "§8.9 a component missing", "3003 020105", fails: .missingElement, at: 5, expected: .integer),
    .init("§8.9 nothing", "3000", fails: .missingElement, at: 2, expected: .integer),
    .init("§8.9 one too many", "3008 020105 020107 0500", fails: .trailingContents, at: 8),
    .init(
      "§8.9 the optional one twice", "300C 020105 020107 800141 800142", fails: .trailingContents,
      at: 11),
    .init("§8.9 a byte too many", "3007 020105 020107 00", fails: .endOfContents, at: 8),
    .init(
      "§8.9 out of order", "3009 020105 800141 020107", fails: .unexpectedIdentifier, at: 5,
      expected: .integer, actual: .contextSpecific(primitive: 0)),
    .init("§8.1.3 past the end", "3006 020105 020207", fails: .exceedsEnclosing, at: 5),
  ]

  @Test(arguments: vectors)
  func `A type is its schema`(vector: Vector<Point>) {
    vector.check { (reader) throws(DERError) in try reader.read() }
  }

  @Test(arguments: vectors)
  func `All entry points give the same`(vector: Vector<Point>) {
    let array = Result<Point, DERError> { () throws(DERError) in
      try Point(derEncoded: vector.input)
    }
    #expect(array == vector.expected)
    let span = Result<Point, DERError> { () throws(DERError) in
      try withExactlySized(vector.input) { (bytes) throws(DERError) in
        try Point(derEncoded: bytes)
      }
    }
    #expect(span == vector.expected)
    let closure = Result<Point, DERError> { () throws(DERError) in
      try vector.input.withDERReader { (reader) throws(DERError) in try reader.read() }
    }
    #expect(closure == vector.expected)
  }

  @Test func `All entry points refuse what is left over`() {
    let input = bytes("3006 020105 020107 0500")
    #expect(throws: DERError(.trailingContents, at: 8)) { try Point(derEncoded: input) }
    #expect(throws: DERError(.trailingContents, at: 8)) {
      try withExactlySized(input) { (bytes) throws(DERError) in try Point(derEncoded: bytes) }
    }
    #expect(throws: DERError(.trailingContents, at: 8)) {
      try input.withDERReader { (reader) throws(DERError) in try reader.read() as Point }
    }
  }

  @Test func `All entry points keep to the limits`() {
    let input = bytes("3006 020105 020107")
    let small = DERLimits(maximumInputBytes: 7)
    let shallow = DERLimits(maximumDepth: 1)
    #expect(throws: DERError(.inputTooLarge, at: 0)) {
      try Point(derEncoded: input, limits: small)
    }
    #expect(throws: DERError(.nestedTooDeeply, at: 2)) {
      try Point(derEncoded: input, limits: shallow)
    }
    #expect(throws: DERError(.inputTooLarge, at: 0)) {
      try withExactlySized(input) { (bytes) throws(DERError) in
        try Point(derEncoded: bytes, limits: small)
      }
    }
    #expect(throws: DERError(.nestedTooDeeply, at: 2)) {
      try withExactlySized(input) { (bytes) throws(DERError) in
        try Point(derEncoded: bytes, limits: shallow)
      }
    }
    #expect(throws: DERError(.inputTooLarge, at: 0)) {
      try input.withDERReader(limits: small) { (reader) throws(DERError) in
        try reader.read() as Point
      }
    }
  }
}
