import DERParsing
import TestSupport
import Testing

@Suite struct BERTranscoderRefusalTests {
  static let refused: [Vector<[UInt8]>] = [
    .init("§8.6.4 constructed BIT STRING", "2304 03020041", fails: .constructedBitString),
    .init("§8.6.4 indefinite BIT STRING", "2380 03020041 0000", fails: .constructedBitString),
    .init("§8.6.4 empty, constructed", "2300", fails: .constructedBitString),
    .init("§8.6.4 inside", "3080 2304 03020041 0000", fails: .constructedBitString, at: 2),
    .init(
      "§8.6.4 BIT STRING as a chunk", "2403 030100", fails: .unexpectedIdentifier, at: 2,
      expected: .octetString, actual: .bitString),
    .init(
      "§8.7.3.2 INTEGER as a chunk", "2480 020105 0000", fails: .unexpectedIdentifier, at: 2,
      expected: .octetString, actual: .integer),
    .init(
      "§8.7.3.2 second chunk", "2406 0401AB 020105", fails: .unexpectedIdentifier, at: 5,
      expected: .octetString, actual: .integer),
    .init(
      "§8.7.3.2 tagged chunk", "2403 8001AB", fails: .unexpectedIdentifier, at: 2,
      expected: .octetString, actual: .contextSpecific(primitive: 0)),
    .init(
      "§8.7.3.2 SEQUENCE as a chunk", "2402 3000", fails: .unexpectedIdentifier, at: 2,
      expected: .octetString, actual: .sequence),
    .init(
      "§8.7.3.2 in a chunk of chunks", "2480 2480 0500 0000 0000", fails: .unexpectedIdentifier,
      at: 4, expected: .octetString, actual: .null),
    .init(
      "§8.23.6 chunk of the string's own type", "3603 160141", fails: .unexpectedIdentifier, at: 2,
      expected: .octetString, actual: .ia5String),
    .init(
      "§8.7.3.2 UTF8String as a chunk", "2403 0C0141", fails: .unexpectedIdentifier, at: 2,
      expected: .octetString, actual: .utf8String),

    .init("§8.1.5 missing", "3080", fails: .truncated, at: 2),
    .init("§8.1.5 missing after an element", "3080 020105", fails: .truncated, at: 5),
    .init("§8.1.5 one byte of two", "3080 020105 00", fails: .truncated, at: 6),
    .init("§8.1.5 the outer ones missing", "3080 3080 0000", fails: .truncated, at: 6),
    .init("§8.1.5 missing in a string", "2480 0401AB", fails: .truncated, at: 5),
    .init(
      "§8.1.5 missing inside a definite length", "3005 3080 020105", fails: .exceedsEnclosing, at: 2
    ),
    .init(
      "§8.1.5 behind the definite length", "3005 3080 020105 0000", fails: .exceedsEnclosing, at: 2),
    .init(
      "§8.1.5 across the end of the definite length", "3006 3080 020105 0000",
      fails: .exceedsEnclosing, at: 2),
    .init(
      "§8.1.5 two open inside a definite length", "3006 3080 3080 0000 0000",
      fails: .exceedsEnclosing, at: 2),
    .init("§8.1.5 only a byte left", "3003 3080 05", fails: .exceedsEnclosing, at: 2),
    .init("§8.1.5 inside a definite length", "3002 0000", fails: .endOfContents, at: 2),
    .init("§8.1.5 after an element", "3005 020105 0000", fails: .endOfContents, at: 5),
    .init("§8.1.5 inside a definite string", "2402 0000", fails: .endOfContents, at: 2),
    .init(
      "§8.1.5 inside a definite one inside", "3080 3002 0000 0000", fails: .endOfContents, at: 4),
    .init("§8.1.5 alone", "0000", fails: .endOfContents),
    .init("§8.1.5 with contents", "3080 000105 0000", fails: .endOfContents, at: 2),
    .init("§8.1.5 constructed", "3080 2000 0000", fails: .endOfContents, at: 2),
    .init("§8.1.5 in long form", "3080 008100 0000", fails: .endOfContents, at: 2),
    .init("§8.1.5 in indefinite form", "3080 00800000 0000", fails: .endOfContents, at: 2),
    .init("§8.1.5 twice", "3080 0000 0000", fails: .trailingContents, at: 4),
    .init("§8.1.1 behind a definite one", "3000 0000", fails: .trailingContents, at: 2),
    .init("§8.1.1 two elements", "0500 0500", fails: .trailingContents, at: 2),

    .init("§8.1.3.2 a primitive, indefinite", "0480 0401AB 0000", fails: .indefinitePrimitive),
    .init("§8.1.3.2 a inside", "3080 0480 0000 0000", fails: .indefinitePrimitive, at: 2),
    .init("§8.1.3.2 a as a chunk", "2480 0480 0000 0000", fails: .indefinitePrimitive, at: 2),
    .init("§8.1.3.5 c FF", filled("04FF", 127), fails: .reservedLength),
    .init("§8.1.3.5 c FF, constructed", "30FF", fails: .reservedLength),
    .init("§8.1.2.4.2 c leading zero", "3080 1F801F00 0000", fails: .nonMinimalTagNumber, at: 2),
    .init("§8.1.2.4 high form of 30", "1F1E00", fails: .nonMinimalTagNumber),
    .init("§8.1.2.4 2²⁹", "BF8280808000 00", fails: .tagNumberTooLarge),

    .init("§8.1.3.5 past the input", "0402AB", fails: .truncated, at: 3),
    .init("§8.1.3.5 2³²", "0485 0100000000 41", fails: .truncated, at: 8),
    .init("§8.1.3.5 2⁶³", "0488 8000000000000000 41", fails: .truncated, at: 11),
    .init("§8.1.3.5 2⁶⁴ − 1", "0488 FFFFFFFFFFFFFFFF 41", fails: .truncated, at: 11),
    .init("§8.1.3.5 2⁶⁴", "0489 010000000000000000 41", fails: .truncated, at: 12),
    .init("§8.1.3.5 2⁶⁴ + 1, constructed", "3089 010000000000000001 41", fails: .truncated, at: 12),
    .init("§8.1.3.5 in an indefinite one", "3080 0485 0100000000", fails: .truncated, at: 9),
    .init("§8.1.3 past the one around it", "3003 0402AB CD", fails: .exceedsEnclosing, at: 2),
    .init(
      "§8.1.3 past a definite one in an indefinite one", "3080 3003 0402AB CD 0000",
      fails: .exceedsEnclosing, at: 4),
    .init(
      "§8.1.3 2⁶⁴ − 1 past the one around it", "300A 0488 FFFFFFFFFFFFFFFF",
      fails: .exceedsEnclosing, at: 2),
    .init(
      "§8.1.3 2⁶⁴ past the one around it", "300B 0489 010000000000000000",
      fails: .exceedsEnclosing, at: 2),
    .init("§8.1.3 nothing", "", fails: .truncated, at: 0),
  ]

  @Test(arguments: refused)
  func `What is no BER, or not converted, is refused`(vector: Vector<[UInt8]>) {
    #expect(transcoded(vector.input).map(\.bytes) == vector.expected)
  }

  /// Headers that do not fit the element around them, although the input goes on.
  static let cut: [Vector<[UInt8]>] = [
    .init("§8.1.3 without a length", "3001 04 80 0000", fails: .exceedsEnclosing, at: 2),
    .init("§8.1.3 before FF", "3001 04 FF", fails: .exceedsEnclosing, at: 2),
    .init("§8.1.3 before an indefinite length", "3001 30 80 0000", fails: .exceedsEnclosing, at: 2),
    .init("§8.1.3 without length octets", "3002 0482 0001AB", fails: .exceedsEnclosing, at: 2),
    .init("§8.1.3 within length octets", "3003 048200 01AB", fails: .exceedsEnclosing, at: 2),
    .init("§8.1.3 within length octets at the end", "3003 048200", fails: .exceedsEnclosing, at: 2),
    .init("§8.1.3 without a tag number", "3001 1F 8000", fails: .exceedsEnclosing, at: 2),
    .init("§8.1.3 without a tag number at the end", "3001 1F", fails: .exceedsEnclosing, at: 2),
    .init("§8.1.3 before a small tag number", "3001 BF 1E00", fails: .exceedsEnclosing, at: 2),
    .init("§8.1.3 within a tag number", "3002 BF81 7F00", fails: .exceedsEnclosing, at: 2),
    .init(
      "§8.1.3 in an indefinite one", "3003 3080 04 80 0000", fails: .exceedsEnclosing, at: 2),
    .init(
      "§8.1.3 of a chunk", "2401 04 80", fails: .exceedsEnclosing, at: 2),
  ]

  @Test(arguments: cut)
  func `A header does not go on behind the element around it`(vector: Vector<[UInt8]>) {
    #expect(transcoded(vector.input).map(\.bytes) == vector.expected)
  }

  /// Both judge headers by the same rules, except those that one of them is there for.
  @Test(arguments: refused + cut)
  func `The strict reader refuses it, too, for the same reason`(vector: Vector<[UInt8]>) {
    let strict = strictWalk(vector.input)
    guard case .failure(let error) = vector.expected else { return }
    switch (strict, error.code) {
    case (.success, .constructedBitString), (.success, .unexpectedIdentifier): break
    case (.failure(let strict), _)
    where strict.code == .indefiniteLength || strict.code == .nonMinimalLength:
      break
    default: #expect(strict == .failure(error))
    }
  }
}
