import Testing

@testable import ReceiptRedaction

@Suite struct UncheckedElementTests {
  /// Indefinite lengths, one inside the other.
  private func nested(_ levels: Int) -> [UInt8] {
    (1...levels).flatMap { _ in [0x30, 0x80] as [UInt8] } + [UInt8](repeating: 0, count: 2 * levels)
  }

  @Test(arguments: 1...5)
  func `As many levels are read as there may be, and no more`(levels: Int) throws {
    let bytes = nested(levels)
    let element = try #require(UncheckedElement(bytes, in: bytes.indices, depth: levels))
    #expect(element.contents == 2..<bytes.count - 2)
    #expect(element.end == bytes.count && !element.isCut)
    #expect(UncheckedElement(bytes, in: bytes.indices, depth: levels - 1) == nil)
  }

  private func read(_ bytes: [UInt8], anyType: Bool = false) -> UncheckedElement? {
    UncheckedElement(bytes, in: bytes.indices, depth: 8, anyType: anyType)
  }

  @Test func `Only identifiers that receipts and certificates have are known`() {
    let known: Set<UInt8> = [
      0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0A, 0x0C, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x1E,
      0x24, 0x30, 0x31, 0x80, 0x81, 0x82, 0x83, 0xA0, 0xA1, 0xA2, 0xA3,
    ]
    for identifier in UInt8.min...UInt8.max {
      let bytes = [identifier, 0x01, 0x00]
      #expect((read(bytes) != nil) == known.contains(identifier), "\(identifier)")
      #expect((read(bytes, anyType: true) != nil) == (identifier != 0), "\(identifier)")
    }
  }

  @Test(
    arguments: [
      ([0x1F, 0x01, 2, 7, 7], 3..<5), ([0x1F, 0x7F, 2, 7, 7], 3..<5),
      ([0xBF, 0x81, 0x00, 2, 5, 0], 4..<6), ([0x1F, 0x81, 0x80, 0x00, 1, 7], 5..<6),
      ([0x1F, 0xFF, 0xFF, 0x7F, 1, 7], 5..<6), ([0x1F, 0x8F, 0xFF, 0xFF, 0xFF, 0x7F, 0], 7..<7),
    ] as [([UInt8], Range<Int>)])
  func `A high tag number ends with its first byte below 80`(
    bytes: [UInt8], contents: Range<Int>
  ) throws {
    let element = try #require(read(bytes, anyType: true))
    #expect(element.identifier == bytes[0] && element.contents == contents)
    #expect(element.end == bytes.count && !element.isCut)
  }

  @Test(
    arguments: [
      [0x1F], [0x1F, 0x81], [0x1F, 0x81, 0x00], [0x02], [],
      [0x1F, 0x8F, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0],
    ] as [[UInt8]])
  func `An identifier without a length is no element`(bytes: [UInt8]) {
    #expect(read(bytes, anyType: true) == nil)
  }

  /// Definite lengths: bytes, contents, where they should end.
  @Test(
    arguments: [
      ([0x04, 0x00], 2..<2, 2), ([0x04, 0x01, 7], 2..<3, 3), ([0x04, 0x01, 7, 8], 2..<3, 3),
      ([0x04, 0x02, 7], 2..<3, 4), ([0x04, 0x7F], 2..<2, 129), ([0x04, 0x81, 0x01, 7], 3..<4, 4),
      ([0x04, 0x82, 0x00, 0x01, 7], 4..<5, 5), ([0x04, 0x82, 0x01, 0x02, 7], 4..<5, 262),
      ([0x04, 0x84, 0, 0, 0, 1, 7], 6..<7, 7), ([0x04, 0x84, 0, 1, 0, 0, 7], 6..<7, 65_542),
      ([0x04, 0x84, 0x7F, 0xFF, 0xFF, 0xFF], 6..<6, 2_147_483_653),
    ] as [([UInt8], Range<Int>, Int)])
  func `A length of up to four bytes`(
    bytes: [UInt8], contents: Range<Int>, announcedEnd: Int
  ) throws {
    let element = try #require(read(bytes))
    #expect(element.contents == contents && element.end == contents.upperBound)
    #expect(element.announcedEnd == announcedEnd)
    #expect(element.isCut == (announcedEnd > bytes.count))
  }

  @Test(
    arguments: [
      [0x04, 0x81], [0x04, 0x82, 0x01], [0x04, 0x84, 0, 0, 0], [0x04, 0x85, 0, 0, 0, 0, 1, 7],
      [0x04, 0xFF, 7],
    ] as [[UInt8]])
  func `A length that is cut, or longer than four bytes, is none`(bytes: [UInt8]) {
    #expect(read(bytes + [UInt8](repeating: 7, count: bytes[1] > 0x84 ? 200 : 0)) == nil)
  }

  @Test func `An indefinite length ends at its mark, or with the bytes`() throws {
    let inner: [UInt8] = [0x02, 0x01, 0x07]
    let whole = try #require(read([0x30, 0x80] + inner + [0, 0, 9]))
    #expect(whole.contents == 2..<5 && whole.end == 7 && !whole.isCut && whole.announcedEnd == nil)
    for rest in [[], [0]] as [[UInt8]] {
      let cut = try #require(read([0x30, 0x80] + inner + rest))
      #expect(cut.contents == 2..<5 && cut.end == 5 && cut.isCut && cut.announcedEnd == nil)
    }
    for start in [[0x30, 0x80], [0x30, 0x80, 0x30, 0x80]] as [[UInt8]] {
      let cut = try #require(read(start + inner.dropLast()))
      #expect(cut.contents == 2..<start.count + 2 && cut.end == start.count + 2 && cut.isCut)
    }
    // Inside one that isn't cut nothing is.
    let inWhole: [UInt8] = [0x30, 0x04, 0x30, 0x80, 0x02, 0x01]
    #expect(try #require(read(inWhole + [0x07])).elements(inWhole + [0x07]) == nil)
    // Other bytes instead of the mark, and primitive ones.
    #expect(read([0x30, 0x80] + inner + [0, 9]) == nil)
    #expect(read([0x04, 0x80] + inner + [0, 0]) == nil)
    #expect(read([0x05, 0x80] + inner + [0, 0]) == nil)
  }

  @Test func `Contents are elements up to their end, the last of which is cut only if this one is`()
    throws
  {
    let whole: [UInt8] = [0x30, 0x06, 0x02, 0x01, 7, 0x04, 0x01, 7]
    for (bytes, ends) in [
      (whole, [5, 8]), (Array(whole.dropLast()), [5, 7]), (Array(whole.dropLast(2)), nil),
      ([0x30, 0x05] + whole[2..<7], nil), ([0x30, 0x03, 0x02, 0x01, 7, 0x04], [5]),
      ([0x30, 0x04, 0x02, 0x01, 7, 0x04], nil), ([0x30, 0x00], []),
    ] as [([UInt8], [Int]?)] {
      let element = try #require(read(bytes))
      #expect(element.elements(bytes)?.map(\.end) == ends, "\(bytes)")
    }
  }

  /// Digits are SETs and SEQUENCEs of 48 and more bytes.
  @Test(
    arguments: [
      ([0x30, 0x10, 0x30, 0x0E, 5, 0], 1), ([0x30, 0x10, 0x30, 0x0F, 5, 0], nil),
      ([0x30, 0x10, 0x05, 0x00, 0x31, 0x30], nil), ([0x30, 0x10, 0x30, 0x84, 0, 0, 0, 1], 1),
      ([0x30, 0x10, 0x30, 0x84, 0x31, 0x32, 0x33, 0x34], nil),
    ] as [([UInt8], Int?)])
  func `What is cut should end before what it is in`(bytes: [UInt8], count: Int?) throws {
    let element = try #require(read(bytes))
    #expect(element.isCut && element.elements(bytes).map { Array($0).count } == count)
  }

  @Test func `A cut OCTET STRING holds elements only if the first ends where it should`() throws {
    for (bytes, count) in [
      ([0x04, 0x04, 0x30, 0x02, 5, 0], 1), ([0x04, 0x04, 0x05, 0, 5, 0], 2),
      ([0x04, 0x04, 0x30, 0x02, 5], 1), ([0x04, 0x05, 0x30, 0x03, 5, 0], 1),
      ([0x04, 0x05, 0x30, 0x02, 5, 0], nil), ([0x04, 0x05, 0x30, 0x04, 5, 0], nil),
      ([0x04, 0x05, 0x41, 0x03, 5, 0], nil), ([0x04, 0x00], 0),
    ] as [([UInt8], Int?)] {
      let element = try #require(read(bytes))
      #expect(element.nestedElements(bytes).map { Array($0).count } == count, "\(bytes)")
    }
  }
}
