import TestSupport
import Testing
import TextCoding

@Suite struct RawSpanBytesTests {
  @Test(arguments: ["", "00", "FF", "0123456789ABCDEF", "E282AC"])
  func `Bytes come out as they are`(hexadecimal: String) {
    let input = bytes(hexadecimal)
    withExactlySized(input) { (bytes) in
      #expect(bytes.array == input)
      #expect(
        bytes.hexadecimal == hexadecimal.lowercased() && input.hexadecimal == bytes.hexadecimal)
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

  @Test func `All bytes or not all`() {
    withExactlySized([2, 4, 6]) { (bytes) in
      #expect(bytes.allBytes { $0 % 2 == 0 } == true)
      #expect(bytes.allBytes { $0 < 6 } == false)
      #expect(bytes.allBytes { $0 > 2 } == false)
    }
    withExactlySized([]) { (bytes) in #expect(bytes.allBytes { _ in false } == true) }
  }

  @Test(arguments: 0...40)
  func `ASCII is recognized wherever something else is`(count: Int) {
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
