import DERParsing
import Testing

@Suite struct DERErrorTests {
  @Test func `An error has at most 32 bytes`() {
    #expect(MemoryLayout<DERError>.size <= 32)
  }

  @Test func `The description names rule, identifiers and byte`() {
    let error = DERError(.unexpectedIdentifier, at: 412, expected: .sequence, actual: .set)
    #expect(
      error.description == "unexpected identifier, expected SEQUENCE, found SET, at byte 412")
    #expect(
      DERError(.missingElement, at: 2, expected: .integer).description
        == "missing element, expected INTEGER, at byte 2")
    #expect(DERError(.truncated, at: 0).description == "input is truncated at byte 0")
    #expect(
      DERError(.truncated, at: 9, field: "Entry.name").description
        == "Entry.name: input is truncated at byte 9")
  }

  @Test func `A field is its name, wherever the literal stands`() {
    let first: DERField = "Entry.name"
    let others: [DERField] = ["Entry.name", "Entry.names", "Entry.nam", "x", "Größe", .unnamed]
    #expect(others.map { $0 == first } == [true, false, false, false, false, false])
    #expect(others.map { $0.hashValue == first.hashValue }.prefix(2) == [true, false])
    #expect(
      others.map(\.name) == ["Entry.name", "Entry.names", "Entry.nam", "x", "Größe", nil])
    #expect(MemoryLayout<DERField>.size == MemoryLayout<Int>.size)
  }

  static let codes: [DERError.Code] = [
    .truncated, .exceedsEnclosing, .missingElement, .trailingContents, .unexpectedIdentifier,
    .endOfContents, .nonMinimalTagNumber, .tagNumberTooLarge, .reservedLength, .nonMinimalLength,
    .indefiniteLength, .indefinitePrimitive, .invalidBoolean, .emptyInteger, .nonMinimalInteger,
    .integerOutOfRange, .invalidUnusedBits, .nonZeroUnusedBits, .trailingZeroBits,
    .constructedBitString, .invalidNull, .emptyObjectIdentifier, .nonMinimalSubidentifier,
    .truncatedSubidentifier, .objectIdentifierTooLong, .invalidCharacter, .invalidStringLength,
    .invalidTime, .unsortedSet, .encodedDefault, .nestedTooDeeply, .inputTooLarge,
    .tooManyRewrites,
  ]

  @Test func `Every code is another rule and says so`() {
    #expect(Set(Self.codes).count == Self.codes.count)
    #expect(Set(Self.codes.map(\.description)).count == Self.codes.count)
    for code in Self.codes {
      #expect(!code.description.isEmpty && !code.description.hasSuffix("."))
    }
  }

  @Test func `Two errors are equal when everything is`() {
    let field: DERField = "outer field"
    let error = DERError(
      .unexpectedIdentifier, at: 7, expected: .integer, actual: .null, field: field)
    #expect(error.code == .unexpectedIdentifier)
    #expect(error.offset == 7)
    #expect(error.expected == .integer)
    #expect(error.actual == .null)
    #expect(error.field == field)
    let others = [
      DERError(.missingElement, at: 7, expected: .integer, actual: .null, field: field),
      DERError(.unexpectedIdentifier, at: 8, expected: .integer, actual: .null, field: field),
      DERError(.unexpectedIdentifier, at: 7, expected: .set, actual: .null, field: field),
      DERError(.unexpectedIdentifier, at: 7, actual: .null, field: field),
      DERError(.unexpectedIdentifier, at: 7, expected: .integer, actual: .set, field: field),
      DERError(.unexpectedIdentifier, at: 7, expected: .integer, field: field),
      DERError(.unexpectedIdentifier, at: 7, expected: .integer, actual: .null),
    ]
    for other in others { #expect(other != error) }
    #expect(Set(others + [error]).count == 8)
  }

  @Test func `A moved error differs in its place only`() {
    let error = DERError(
      .unexpectedIdentifier, at: 7, expected: .integer, actual: .null,
      field: "outer field")
    let moved = error.moved(to: 900)
    #expect(moved.offset == 900)
    #expect(moved.moved(to: 7) == error)
  }

  @Test func `Without a field it is unnamed`() {
    #expect(DERError(.truncated, at: 0).field == .unnamed)
    #expect(DERField.unnamed.name == nil)
    #expect(DERError(.truncated, at: 0).expected == nil)
    #expect(DERError(.truncated, at: 0).actual == nil)
  }
}
