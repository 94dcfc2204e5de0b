import DERParsing
import TestSupport
import Testing
import TextCoding

@Suite struct DERFrameTests {
  /// The first bytes of an element, and how many there are to be.
  private static let announced: [(name: String, start: String, byteCount: Int)] = [
    ("no contents", "0500", 2), ("the longest short form", "047F", 129),
    ("the shortest long form", "048180", 131), ("two length octets", "30820100", 260),
    ("three length octets", "3083010000", 65_541), ("a high tag number", "9F8100 8180", 133),
    ("the highest tag number", "DF81FFFFFF7F 00", 7),
    ("the default limit", "308401FFFFFA", 1 << 25),
  ]

  @Test(arguments: announced)
  func `Length octets announce what is missing`(name: String, start: String, byteCount: Int) throws
  {
    let header = bytes(start)
    let missing = byteCount - header.count
    let expected: DERFrame =
      missing == 0
      ? .complete(byteCount: byteCount) : .incomplete(missingByteCount: missing)
    #expect(try DERFrame(startOf: header) == expected)
    for count in 0..<header.count {
      let frame = try DERFrame(startOf: Array(header.prefix(count)))
      #expect(frame == .incomplete(missingByteCount: count == 0 ? 2 : 1), "\(count) bytes")
    }
    guard byteCount < 1 << 20 else { return }
    let filled = header + [UInt8](repeating: 0, count: missing)
    #expect(try DERFrame(startOf: filled) == .complete(byteCount: byteCount))
    #expect(try DERFrame(startOf: filled + [0x30]) == .complete(byteCount: byteCount))
    if missing > 0 {
      #expect(try DERFrame(startOf: filled.dropLast() + []) == .incomplete(missingByteCount: 1))
    }
  }

  private static let refused: [(name: String, start: String, code: DERError.Code)] = [
    ("end-of-contents", "00", .endOfContents), ("indefinite", "3080", .indefiniteLength),
    ("a primitive, indefinite", "0480", .indefinitePrimitive),
    ("reserved", "30FF", .reservedLength),
    ("a leading zero", "308200", .nonMinimalLength),
    ("long form of 127", "30817F", .nonMinimalLength),
    ("a tag number with a leading zero", "9F80", .nonMinimalTagNumber),
    ("a low tag number in long form", "9F1E", .nonMinimalTagNumber),
    ("a tag number of 2²⁹", "DF8280808000", .tagNumberTooLarge),
    ("one more than the default limit", "308401FFFFFB", .inputTooLarge),
    ("2⁶³ bytes", "30888000000000000000", .inputTooLarge),
    ("2⁶⁴ − 1 bytes", "3088FFFFFFFFFFFFFFFF", .inputTooLarge),
    ("2⁶⁴ bytes, so far", "3089010000000000000000", .inputTooLarge),
    ("126 length octets, the first nine", "30FEFFFFFFFFFFFFFFFFFF", .inputTooLarge),
  ]

  /// At the byte that decides, and not before.
  @Test(arguments: refused)
  func `What nothing can complete is refused at once`(
    name: String, start: String, code: DERError.Code
  ) throws {
    let header = bytes(start)
    #expect(throws: DERError(code, at: 0)) { try DERFrame(startOf: header) }
    for count in 0..<header.count {
      guard case .incomplete = try DERFrame(startOf: Array(header.prefix(count))) else {
        Issue.record("\(count) bytes are complete")
        continue
      }
    }
  }

  @Test func `A limit is for one element, not for what follows it`() throws {
    let limits = DERLimits(maximumInputBytes: 4)
    #expect(
      try DERFrame(startOf: bytes("04020000 04020000"), limits: limits) == .complete(byteCount: 4))
    #expect(throws: DERError(.inputTooLarge, at: 0)) {
      try DERFrame(startOf: bytes("0403"), limits: limits)
    }
    #expect(throws: DERError(.inputTooLarge, at: 0)) {
      try DERFrame(startOf: bytes("0400"), limits: DERLimits(maximumInputBytes: -1))
    }
  }

  /// Complete where an element can be read, incomplete where reading finds the end, else the same error.
  @Test(arguments: 0..<20)
  func `It says what reading says`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      var input = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      // Half of them short enough to be whole.
      if input.count > 1, Bool.random(using: &generator) {
        input[1] = UInt8.random(in: 0...20, using: &generator)
      }
      let read = Result { () throws(DERError) in
        try input.withRawSpan { (bytes) throws(DERError) in
          var reader = try DERReader(bytes)
          return try reader.readElement().endOffset
        }
      }
      let frame = Result { () throws(DERError) in try DERFrame(startOf: input) }
      switch (frame, read) {
      case (.success(.complete(let byteCount)), .success(let end)): #expect(byteCount == end)
      case (.success(.incomplete(let missing)), .failure(let error)):
        #expect(missing > 0 && error.code == .truncated, "\(input.hexadecimal)")
      case (.failure(let error), .failure(let other)):
        #expect(error == other || error.code == .inputTooLarge && other.code == .truncated)
      default: Issue.record("\(input.hexadecimal): \(frame), but \(read)")
      }
    }
  }
}
