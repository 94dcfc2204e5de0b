import TestSupport
import Testing

@testable import DERParsing

@Suite struct DERElementTests {
  /// SEQUENCE { SET OF { 5, 6 } }
  private let numbers = bytes("3008 3106 020105 020106")

  /// Where the SET stands.
  private func place(_ limits: DERLimits = .default) throws -> DERElements<Int> {
    let result = outcome(of: numbers, limits: limits) { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence)
      return try contents.readSetOf(of: Int.self)
    }
    return try result.get()
  }

  @Test func `A place knows its element, its contents and where it begins`() throws {
    let place = try place()
    #expect(place.offset == 2)
    #expect(place.encodingRange == 2..<10)
    #expect(place.contentsRange == 4..<10)
    #expect(!place.isEmpty)
    #expect(MemoryLayout<DERElements<Int>>.size == 16)
    #expect(try place == self.place())
  }

  @Test func `Its elements are read where it was made`() throws {
    let place = try place()
    var values: [Int] = []
    try withExactlySized(numbers) { (bytes) throws(DERError) in
      try place.forEach(in: bytes) { (value) throws(DERError) in values.append(value) }
    }
    #expect(values == [5, 6])
  }

  @Test func `It goes on with the levels that were left`() throws {
    let place = try place(DERLimits(maximumDepth: 3))
    try withExactlySized(numbers) { (bytes) throws(DERError) in
      var reader = place.reader(in: bytes)
      #expect(reader.remainingDepth == 1)
      #expect(reader.elementOffset == 2)
      let element = try reader.readElement(.integer)
      #expect(try reader.contents(of: element).remainingDepth == 0)
    }
  }

  @Test func `Other bytes are an error, not a trap`() throws {
    let place = try place()
    let zeros = [UInt8](repeating: 0, count: numbers.count)
    #expect(throws: DERError(.endOfContents, at: 4)) {
      try withExactlySized(zeros) { (bytes) throws(DERError) in
        try place.forEach(in: bytes) { (_) throws(DERError) in }
      }
    }
  }

  @Test func `What is left of contents is read as elements, too`() throws {
    let result = outcome(of: bytes("3106 020106 020105")) { (reader) throws(DERError) in
      var set = try reader.readConstructed(.set)
      _ = try set.readElement()
      return try set.readElements(of: Int.self).contentsRange
    }
    #expect(result == .success(5..<8))
  }
}
