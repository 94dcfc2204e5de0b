import DERParsing
import TestSupport
import Testing

@Suite struct DERReaderDecodableTests {
  static let field: DERField = "outer field"
  static let tag = DERIdentifier.contextSpecific(primitive: 0)
  static let wrapper = DERIdentifier.contextSpecific(constructed: 0)

  /// `[0] IMPLICIT INTEGER`.
  static let implicit: [Vector<Int>] = [
    .init("§8.14.3 [0] IMPLICIT INTEGER", "800105", 5),
    .init(
      "§8.14.3 EXPLICIT instead", "A003020105", fails: .unexpectedIdentifier, expected: tag,
      actual: wrapper),
    .init(
      "§8.14.3 constructed instead", "A00105", fails: .unexpectedIdentifier, expected: tag,
      actual: wrapper),
    .init(
      "§8.14.3 untagged instead", "020105", fails: .unexpectedIdentifier, expected: tag,
      actual: .integer),
    .init(
      "§8.14.3 another number", "810105", fails: .unexpectedIdentifier, expected: tag,
      actual: .contextSpecific(primitive: 1)),
    .init("§8.3.1 the rules of its type hold", "8000", fails: .emptyInteger),
    .init("§8.3.2 the rules of its type hold", "80020005", fails: .nonMinimalInteger),
  ]

  @Test(arguments: implicit)
  func `An IMPLICIT tag replaces the identifier and keeps the form`(vector: Vector<Int>) {
    vector.check { (reader) throws(DERError) in try reader.read(tagged: Self.tag) }
  }

  @Test(arguments: implicit)
  func `An optional IMPLICIT value is read alike`(vector: Vector<Int>) {
    let result = outcome(of: vector.input) { (reader) throws(DERError) in
      let value: Int? = try reader.readIfPresent(Self.field, tagged: Self.tag)
      if value == nil {
        #expect(reader.offset == 0)
        _ = reader.readRemaining()
      }
      return value
    }
    switch vector.expected {
    case .success(let value): #expect(result == .success(value))
    case .failure(let error) where error.code == .unexpectedIdentifier:
      #expect(result == .success(nil))
    case .failure(let error):
      #expect(result == .failure(DERError(error.code, at: error.offset, field: Self.field)))
    }
  }

  /// `[0] EXPLICIT INTEGER`.
  static let explicit: [Vector<Int>] = [
    .init("§8.14.3 [0] EXPLICIT INTEGER", "A003020105", 5),
    .init(
      "§8.14.3 IMPLICIT instead", "800105", fails: .unexpectedIdentifier, expected: wrapper,
      actual: tag),
    .init(
      "§8.14.3 untagged instead", "020105", fails: .unexpectedIdentifier, expected: wrapper,
      actual: .integer),
    .init(
      "§8.14.3 primitive instead", "8003020105", fails: .unexpectedIdentifier, expected: wrapper,
      actual: tag),
    .init("§8.14.3 nothing inside", "A000", fails: .missingElement, at: 2, expected: .integer),
    .init("§8.14.3 two values inside", "A006020105020106", fails: .trailingContents, at: 5),
    .init("§8.14.3 a byte too many inside", "A00402010500", fails: .trailingContents, at: 5),
    .init(
      "§8.14.3 another type inside", "A0020500", fails: .unexpectedIdentifier, at: 2,
      expected: .integer, actual: .null),
    .init(
      "§8.14.3 IMPLICIT contents inside", "A00105", fails: .unexpectedIdentifier, at: 2,
      expected: .integer, actual: .null),
    .init("§8.1.3 the value runs past the tag", "A003020205", fails: .exceedsEnclosing, at: 2),
    .init("§10.1 indefinite", "A0800201050000", fails: .indefiniteLength),
  ]

  @Test(arguments: explicit)
  func `An EXPLICIT tag is constructed and holds exactly one value`(vector: Vector<Int>) {
    vector.check { (reader) throws(DERError) in try reader.readExplicit(tagNumber: 0) }
  }

  @Test(arguments: explicit)
  func `An optional EXPLICIT value is read alike`(vector: Vector<Int>) {
    let result = outcome(of: vector.input) { (reader) throws(DERError) in
      let value: Int? = try reader.readExplicitIfPresent(Self.field, tagNumber: 0)
      if value == nil { _ = reader.readRemaining() }
      return value
    }
    switch vector.expected {
    case .success(let value): #expect(result == .success(value))
    case .failure(let error) where error.offset == 0 && error.code == .unexpectedIdentifier:
      #expect(result == .success(nil))
    case .failure(let error):
      let named = DERError(
        error.code, at: error.offset, expected: error.expected, actual: error.actual,
        field: Self.field)
      #expect(result == .failure(named))
    }
  }

  static let versions: [Vector<Int>] = [
    .init("§11.5 another value", "3003020102", 2), .init("§11.5 absent", "3000", 1),
    .init("§11.5 the default, encoded", "3003020101", fails: .encodedDefault, at: 2),
    .init("§11.5 another type", "30020500", fails: .trailingContents, at: 2),
    .init("§8.3.2 the rules of its type hold", "300402020001", fails: .nonMinimalInteger, at: 2),
  ]

  @Test(arguments: versions)
  func `A default value is not encoded`(vector: Vector<Int>) {
    vector.check { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence)
      let version = try contents.read(default: 1)
      try contents.finish()
      return version
    }
  }

  @Test(arguments: versions)
  func `Where the schema accepts it, an encoded default is read`(vector: Vector<Int>) {
    let accepted =
      vector.expected == .failure(DERError(.encodedDefault, at: 2))
      ? Vector(vector.name, vector.input, 1) : vector
    accepted.check { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence)
      let version = try contents.read(default: 1, acceptsEncodedDefault: true)
      try contents.finish()
      return version
    }
  }

  @Test func `A default may be tagged and named`() {
    for (hexadecimal, expected) in [
      ("8001FF", .success(true)), ("", .success(false)),
      ("800100", .failure(DERError(.encodedDefault, at: 0, field: Self.field))),
      ("800101", .failure(DERError(.invalidBoolean, at: 0, field: Self.field))),
    ] as [(String, Result<Bool, DERError>)] {
      let result = outcome(of: bytes(hexadecimal)) { (reader) throws(DERError) in
        try reader.read(Self.field, default: false, tagged: Self.tag)
      }
      #expect(result == expected)
    }
  }

  static let sets: [Vector<Int>] = [
    .init("§10.3 in order", "3105 020105 0400", 5),
    .init(
      "§10.3 in another order", "3105 0400 020105", fails: .unexpectedIdentifier, at: 2,
      expected: .integer, actual: .octetString),
    .init(
      "§8.11.2 one missing", "3103 020105", fails: .missingElement, at: 5, expected: .octetString),
  ]

  /// A schema reads the components of a SET in the order of their tags.
  @Test(arguments: sets)
  func `The components of a SET stand in the order of their tags`(vector: Vector<Int>) {
    vector.check { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.set)
      let number: Int = try contents.read()
      _ = try contents.read(as: DEROctetString.self)
      try contents.finish()
      return number
    }
  }

  /// §8.9, §8.10: constructed, and its components in the order of the definition.
  @Test(arguments: [
    ("§8.9.1 primitive SEQUENCE", "1003020105", DERIdentifier.sequence.togglingConstructed),
    ("§8.9 SET", "3103020105", .set),
    ("§8.14 [16]", "B003020105", .contextSpecific(constructed: 16)),
  ])
  func `A SEQUENCE has the constructed bit`(
    name: String, hexadecimal: String, actual: DERIdentifier
  ) {
    Vector<Int>(
      name, hexadecimal, fails: .unexpectedIdentifier, expected: .sequence, actual: actual
    )
    .check { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence)
      return try contents.read()
    }
  }
}

@Suite struct DERReaderSetOfTests {
  static let integers: [(sorted: Bool, vector: Vector<Range<Int>>)] = [
    (true, .init("§11.6 empty", "3100", 2..<2)),
    (true, .init("§11.6 one", "3103 020105", 2..<5)),
    (true, .init("§11.6 ascending", "3109 020101 020102 020103", 2..<11)),
    (true, .init("§11.6 equal ones", "3106 020101 020101", 2..<8)),
    (true, .init("§11.6 by encoding, not by value", "3106 020101 0201FF", 2..<8)),
    (true, .init("§11.6 the shorter length first", "3107 02017F 02020080", 2..<9)),
    (true, .init("§11.6 descending", "3106 020102 020101", fails: .unsortedSet, at: 5)),
    (true, .init("§11.6 last one", "3109 020101 020103 020102", fails: .unsortedSet, at: 8)),
    (true, .init("§11.6 longer first", "3107 02020080 02017F", fails: .unsortedSet, at: 6)),
    (false, .init("§11.6 descending, not demanded", "3106 020102 020101", 2..<8)),
    (
      false,
      .init(
        "§8.12 another type", "3105 020105 0500", fails: .unexpectedIdentifier, at: 5,
        expected: .integer, actual: .null)
    ),
    (false, .init("§8.3 the rules of the type", "3105 020105 0200", fails: .emptyInteger, at: 5)),
    (false, .init("§8.1.3 past the set", "3105 020105 0201", fails: .exceedsEnclosing, at: 5)),
    (false, .init("§8.1.3 one byte left", "3104 020105 02", fails: .exceedsEnclosing, at: 5)),
    (
      false,
      .init(
        "§8.12 SEQUENCE OF", "3003 020105", fails: .unexpectedIdentifier, expected: .set,
        actual: .sequence)
    ),
    (
      false,
      .init(
        "§8.12.1 primitive", "1103 020105", fails: .unexpectedIdentifier, expected: .set,
        actual: .set.togglingConstructed)
    ),
  ]

  @Test(arguments: integers)
  func `A SET OF is ascending where that is demanded`(sorted: Bool, vector: Vector<Range<Int>>) {
    vector.check { (reader) throws(DERError) in
      try reader.readSetOf(of: DERInteger.self, sorted: sorted).contentsRange
    }
  }

  /// An element of any contents, so that only the bytes matter.
  struct Bytes: DERDecodable {
    static var identifier: DERIdentifier { .octetString }
    init(contents: inout DERReader) { _ = contents.readRemaining() }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `Sorted is what the standard library sorts`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 2...5, using: &generator)
      let elements = (0..<count).map { _ in
        element(
          0x04,
          (0..<Int.random(in: 0...2, using: &generator)).map { _ in
            UInt8.random(in: 0...1, using: &generator)
          })
      }
      let ascending = zip(elements, elements.dropFirst()).allSatisfy {
        !$1.lexicographicallyPrecedes($0)
      }
      let result = outcome(of: element(0x31, elements.flatMap(\.self))) {
        (reader) throws(DERError) in
        try reader.readSetOf(of: Bytes.self, sorted: true).contentsRange
      }
      let code: DERError.Code? = if case .failure(let error) = result { error.code } else { nil }
      #expect(code == (ascending ? nil : .unsortedSet), "seed \(seed): \(elements)")
    }
  }

  @Test func `Elements are values of other tags, too`() {
    let tag = DERIdentifier.contextSpecific(constructed: 0)
    Vector("§8.14.3 [0] IMPLICIT SET OF", "A003 020105", 2..<5)
      .check { (reader) throws(DERError) in
        try reader.readSetOf(of: Int.self, tagged: tag).contentsRange
      }
    Vector("§8.10 SEQUENCE OF", "3006 020105 020104", 2..<8)
      .check { (reader) throws(DERError) in
        try reader.readSetOf(of: Int.self, tagged: .sequence).contentsRange
      }
  }

  @Test func `Field and depth reach the elements`() {
    let field: DERField = "outer field"
    let named = outcome(of: bytes("3102 0200")) { (reader) throws(DERError) in
      try reader.readSetOf(field, of: Int.self).contentsRange
    }
    #expect(named == .failure(DERError(.emptyInteger, at: 2, field: field)))
    let unsorted = outcome(of: bytes("3106 020102 020101")) { (reader) throws(DERError) in
      try reader.readSetOf(field, of: Int.self, sorted: true).contentsRange
    }
    #expect(unsorted == .failure(DERError(.unsortedSet, at: 5, field: field)))
    let deep = outcome(of: bytes("3103 020105"), limits: DERLimits(maximumDepth: 1)) {
      (reader) throws(DERError) in try reader.readSetOf(of: Int.self).contentsRange
    }
    #expect(deep == .failure(DERError(.nestedTooDeeply, at: 2)))
  }
}
