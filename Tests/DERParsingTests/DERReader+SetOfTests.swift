import DERParsing
import TestSupport
import Testing

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
        actual: .set.withOtherForm)
    ),
  ]

  @Test(arguments: integers)
  func `A SET OF is ascending where that is demanded`(sorted: Bool, vector: Vector<Range<Int>>) {
    vector.check { (reader) throws(DERError) in
      try reader.readSetOf(of: DERInteger.self, sorted: sorted).contents
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
        (reader) throws(DERError) in try reader.readSetOf(of: Bytes.self, sorted: true).contents
      }
      let code: DERError.Code? = if case .failure(let error) = result { error.code } else { nil }
      #expect(code == (ascending ? nil : .unsortedSet), "seed \(seed): \(elements)")
    }
  }

  @Test func `Elements are values of other tags, too`() {
    let tag = DERIdentifier.contextSpecific(constructed: 0)
    Vector("§8.14.3 [0] IMPLICIT SET OF", "A003 020105", 2..<5)
      .check { (reader) throws(DERError) in try reader.readSetOf(of: Int.self, tagged: tag).contents
      }
    Vector("§8.10 SEQUENCE OF", "3006 020105 020104", 2..<8)
      .check { (reader) throws(DERError) in
        try reader.readSetOf(of: Int.self, tagged: .sequence).contents
      }
  }

  @Test func `Field and depth reach the elements`() {
    let field: DERField = "outer field"
    let named = outcome(of: bytes("3102 0200")) { (reader) throws(DERError) in
      try reader.readSetOf(field, of: Int.self).contents
    }
    #expect(named == .failure(DERError(.emptyInteger, at: 2, field: field)))
    let unsorted = outcome(of: bytes("3106 020102 020101")) { (reader) throws(DERError) in
      try reader.readSetOf(field, of: Int.self, sorted: true).contents
    }
    #expect(unsorted == .failure(DERError(.unsortedSet, at: 5, field: field)))
    let deep = outcome(of: bytes("3103 020105"), limits: DERLimits(depth: 1)) {
      (reader) throws(DERError) in try reader.readSetOf(of: Int.self).contents
    }
    #expect(deep == .failure(DERError(.nestedTooDeeply, at: 2)))
  }
}
