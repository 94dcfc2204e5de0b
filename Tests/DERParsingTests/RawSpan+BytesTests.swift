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
