import DERParsing
import TestSupport
import Testing
import TextCoding

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
      let number = withExactlySized(bytes) { Int64(integerOctets: $0) }
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
}
