import DERParsing
import TestSupport
import Testing

@Suite struct RawSpanBytesTests {
  @Test(arguments: ["", "00", "FF", "0123456789ABCDEF", "E282AC"])
  func `Bytes come out as they are`(hexadecimal: String) {
    let input = bytes(hexadecimal)
    withExactlySized(input) { (bytes) in
      #expect(bytes.array == input)
      #expect(bytes.hexadecimal == hexadecimal.lowercased())
      #expect(input.indices.map { bytes.byte(at: $0) } == input)
      let isSame = bytes.hasSameBytes(as: bytes)
      #expect(isSame)
    }
    let inArray = input.withRawSpan { (bytes) in bytes.array }
    #expect(inArray == input)
  }

  @Test func `Bytes differ by number or by any one`() {
    let first: [UInt8] = [1, 2, 3]
    for second in [[], [1, 2], [1, 2, 3, 4], [0, 2, 3], [1, 0, 3], [1, 2, 0]] as [[UInt8]] {
      withExactlySized(first) { (left) in
        withExactlySized(second) { (right) in
          let isSame = left.hasSameBytes(as: right)
          #expect(!isSame)
        }
      }
    }
  }

  @Test func `Decimal digits are a number`() {
    withExactlySized(Array("x0123456789:".utf8)) { (bytes) in
      #expect(bytes.decimal(1..<1) == 0)
      #expect(bytes.decimal(1..<5) == 123)
      #expect(bytes.decimal(2..<11) == 123_456_789)
      #expect(bytes.decimal(0..<2) == nil)
      #expect(bytes.decimal(10..<12) == nil)
    }
  }

  @Test func `All bytes or not all`() {
    withExactlySized([2, 4, 6]) { (bytes) in
      #expect(bytes.allBytes { $0 % 2 == 0 } == true)
      #expect(bytes.allBytes { $0 < 6 } == false)
      #expect(bytes.allBytes { $0 > 2 } == false)
    }
    withExactlySized([]) { (bytes) in #expect(bytes.allBytes { _ in false } == true) }
  }
}

/// The short forms are a short cut: what they read has to be what the plain path reads, and what they leave
/// alone has to have another form or to be wrong.
@Suite struct RawSpanShortFormsTests {
  /// The number as the plain path reads it.
  private func plain(_ contents: [UInt8]) -> Int64? {
    do throws(DERError) {
      return try Int64(derEncoded: DER.element(0x02, contents))
    } catch {
      return nil
    }
  }

  @Test func `INTEGERs around every border, and random ones`() {
    var generator = SeededGenerator(seed: 8)
    var samples: [[UInt8]] = [[]]
    let borders: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0x81, 0xFE, 0xFF]
    for count in 1...10 {
      for first in borders {
        for second in borders {
          for last in borders {
            samples.append(
              Array(([first, second] + [UInt8](repeating: last, count: 8)).prefix(count)))
          }
        }
      }
      for _ in 0..<200 {
        samples.append((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      }
    }
    for bytes in samples {
      let number = withExactlySized(bytes) { $0.shortInteger }
      if number != plain(bytes) {
        Issue.record("\(bytes.hexadecimal): \(number.map(String.init) ?? "nil")")
      }
    }
  }

  @Test(arguments: [UInt8(0x02), 0x0C, 0x16])
  func `Headers with every identifier octet and every length octet`(identifier: UInt8) {
    for count in [0, 1, 2, 5, 125, 126, 127, 128, 129, 130] {
      for first in UInt8.min...UInt8.max {
        for length in UInt8.min...UInt8.max where first == identifier || length % 16 == first % 16 {
          let bytes = [first, length] + [UInt8](repeating: 0x31, count: count)
          let found = withExactlySized(bytes) { $0.shortContents(identifier)?.byteCount }
          let isShort = first == identifier && length == count && count < 0x80
          if found != (isShort ? count : nil) {
            Issue.record("\(bytes.prefix(2).hexadecimal), \(count): \(found ?? -1)")
          }
        }
      }
    }
    for bytes in [[], [identifier]] {
      #expect(withExactlySized(bytes) { $0.shortContents(identifier)?.byteCount } == nil)
    }
  }

  @Test func `Contents begin after the header`() {
    let text = withExactlySized(DER.utf8("a.b")) { $0.shortContents(0x0C)?.decodedUTF8 }
    #expect(text == "a.b")
  }

  @Test(arguments: 0...40)
  func `ASCII is recognised wherever something else stands`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) & 0x7F }
    #expect(withExactlySized(bytes) { $0.isASCII })
    for offset in bytes.indices {
      for other: UInt8 in [0x80, 0xC3, 0xFF] {
        var changed = bytes
        changed[offset] = other
        if withExactlySized(changed, { $0.isASCII }) { Issue.record("\(other) at \(offset)") }
      }
    }
  }
}
