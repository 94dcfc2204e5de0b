import TestSupport
import Testing

@testable import ReceiptRedaction

@Suite struct RandomContentsTests {
  /// What comes in the place of an INTEGER, often enough to see every byte.
  private func replacements(of original: [UInt8]) -> [[UInt8]] {
    var generator = SeededGenerator(seed: 1)
    return (0..<5_000).map { _ in RandomContents.integer(like: original, using: &generator) }
  }

  @Test(arguments: [([5], 1...0x7E), ([0x85], 0x81...0xFE)] as [([UInt8], ClosedRange<UInt8>)])
  func `A number of one byte becomes any of its sign, but 0`(
    original: [UInt8], expected: ClosedRange<UInt8>
  ) {
    let found = replacements(of: original)
    #expect(found.allSatisfy { $0.count == 1 })
    #expect(Set(found.map { $0[0] }) == Set(expected))
  }

  @Test(
    arguments: [
      ([0x00, 0xC8], 0x80...0xFF), ([0x00, 0x48], 0...0x7F), ([0xFF, 0x10], 0...0x7F),
      ([0xFF, 0x90], 0x80...0xFF),
    ] as [([UInt8], ClosedRange<UInt8>)])
  func `A first byte stays as superfluous as it is`(
    original: [UInt8], expected: ClosedRange<UInt8>
  ) {
    let found = replacements(of: original)
    #expect(found.allSatisfy { $0.count == 2 && $0[0] == original[0] })
    #expect(Set(found.map { $0[1] }) == Set(expected))
  }

  @Test func `Text that is neither UTF-8 nor ASCII begins with any byte that says so`() {
    var generator = SeededGenerator(seed: 1)
    let found = (0..<500).map { _ in
      RandomContents.invalidText(like: [0xFF, 0x41], using: &generator)
    }
    #expect(Set(found.map { $0[0] }) == Set(0xF8...0xFF))
  }

  @Test func `A byte becomes any byte, in a number from the third on`() {
    var generator = SeededGenerator(seed: 1)
    for (kind, index) in [(RedactionPlaces.Kind.bytes, 0), (.integer, 2)] {
      let found = (0..<5_000).map { _ in
        var bytes: [UInt8] = [1, 1, 1]
        #expect(RandomContents.change(&bytes, at: index, kind, using: &generator))
        return bytes[index]
      }
      #expect(Set(found) == Set(0...255))
    }
    var bytes: [UInt8] = [1, 1, 1]
    #expect(!RandomContents.change(&bytes, at: 1, .integer, using: &generator))
  }

  @Test(arguments: [("7", 0x31...0x39), ("x", 0x61...0x7A)] as [(String, ClosedRange<UInt8>)])
  func `A character becomes another of its kind`(text: String, expected: ClosedRange<UInt8>) {
    var generator = SeededGenerator(seed: 1)
    var found: Set<UInt8> = []
    for _ in 0..<1_000 {
      var bytes = Array(text.utf8)
      #expect(RandomContents.change(&bytes, at: 0, .text, using: &generator))
      found.insert(bytes[0])
    }
    #expect(found == Set(expected))
  }
}
