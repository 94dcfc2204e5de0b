import DERParsing
import TestSupport
import Testing

@Suite struct RawSpanOctetsTests {
  @Test(arguments: ["", "00", "FF", "0123456789ABCDEF", "E282AC"])
  func `Octets come out as they are`(hexadecimal: String) {
    let input = octets(hexadecimal)
    withExactlySized(input) { (octets) in
      #expect(octets.array == input)
      #expect(octets.hexadecimal == hexadecimal.lowercased())
      #expect(input.indices.map { octets.octet(at: $0) } == input)
      let isSame = octets.hasSameOctets(as: octets)
      #expect(isSame)
    }
    let inArray = input.withRawSpan { (octets) in octets.array }
    #expect(inArray == input)
  }

  @Test func `Octets differ by number or by any one`() {
    let first: [UInt8] = [1, 2, 3]
    for second in [[], [1, 2], [1, 2, 3, 4], [0, 2, 3], [1, 0, 3], [1, 2, 0]] as [[UInt8]] {
      withExactlySized(first) { (left) in
        withExactlySized(second) { (right) in
          let isSame = left.hasSameOctets(as: right)
          #expect(!isSame)
        }
      }
    }
  }

  @Test func `Decimal digits are a number`() {
    withExactlySized(Array("x0123456789:".utf8)) { (octets) in
      #expect(octets.decimal(1..<1) == 0)
      #expect(octets.decimal(1..<5) == 123)
      #expect(octets.decimal(2..<11) == 123_456_789)
      #expect(octets.decimal(0..<2) == nil)
      #expect(octets.decimal(10..<12) == nil)
    }
  }

  @Test func `All octets or not all`() {
    withExactlySized([2, 4, 6]) { (octets) in
      #expect(octets.allOctets { $0 % 2 == 0 } == true)
      #expect(octets.allOctets { $0 < 6 } == false)
      #expect(octets.allOctets { $0 > 2 } == false)
    }
    withExactlySized([]) { (octets) in #expect(octets.allOctets { _ in false } == true) }
  }
}
