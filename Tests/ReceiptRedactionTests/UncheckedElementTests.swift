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
}
