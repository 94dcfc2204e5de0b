import TestSupport
import Testing

@testable import ReceiptRedaction

@Suite struct RandomContentsTests {
  /// What comes in the place of others, often enough to see every byte.
  private func replacements(
    of original: [UInt8], _ kind: RedactionPlaces.Kind = .integer, count: Int = 5_000
  ) -> [[UInt8]] {
    var generator = SeededGenerator(seed: 1)
    var random = RandomBytes()
    let contents = RandomContents(like: original, kind)
    return (0..<count).map { _ in
      original.indices.map { random.next(in: contents.choices(at: $0), using: &generator) }
    }
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

  @Test(
    arguments: [
      ([0x12, 0x34], 1...0x7E), ([0x80, 0x00], 0x81...0xFE), ([0x01, 0xFF, 0xFF], 1...0x7E),
      ([0xFE, 0x12, 0x34], 0x81...0xFE), ([0xFF], 0x81...0xFE),
    ] as [([UInt8], ClosedRange<UInt8>)])
  func `Of a number of several bytes only the sign stays`(
    original: [UInt8], expected: ClosedRange<UInt8>
  ) {
    let found = replacements(of: original)
    #expect(Set(found.map { $0[0] }) == Set(expected))
    for index in original.indices.dropFirst() {
      #expect(Set(found.map { $0[index] }) == Set(0...0xFF), "byte \(index)")
    }
  }

  @Test(arguments: [(0, 0...0xFF), (1, 2...2), (7, 0x80...0x80)] as [(UInt8, ClosedRange<UInt8>)])
  func `Of bits in use any may be set, and the last is if others follow`(
    unused: UInt8, expected: ClosedRange<UInt8>
  ) {
    let found = replacements(of: [0x12, 0x80], .bits(unused: unused))
    #expect(Set(found.map { $0[0] }) == Set(0...0xFF))
    #expect(Set(found.map { $0[1] }) == Set(expected))
  }

  @Test func `Text that is neither UTF-8 nor ASCII begins with any byte that says so`() {
    let found = replacements(of: [0xFF, 0x41], .invalidText, count: 500)
    #expect(Set(found.map { $0[0] }) == Set(0xF8...0xFF))
    #expect(Set(found.map { $0[1] }) == Set(UInt8(ascii: "a")...UInt8(ascii: "z")))
  }

  @Test func `A byte becomes any byte, in a number from the third on`() {
    for (kind, index) in [(RedactionPlaces.Kind.bytes, 0), (.integer, 2)] {
      let found = replacements(of: [1, 1, 1], kind).map { $0[index] }
      #expect(Set(found) == Set(0...255))
    }
  }

  @Test(
    arguments: [
      ("7", 0x31...0x39), ("x", 0x61...0x7A), ("0", 0x30...0x39), ("07", 0x30...0x30),
      ("0.1", 0x30...0x39), (".1", 0x2E...0x2E), (".", 0x61...0x7A),
    ] as [(String, ClosedRange<UInt8>)])
  func `A character becomes another of its kind`(text: String, expected: ClosedRange<UInt8>) {
    let found = replacements(of: Array(text.utf8), .text, count: 1_000).map { $0[0] }
    #expect(Set(found) == Set(expected))
  }

  @Test func `Each digit of a version becomes any that leaves it as long`() {
    let found = replacements(of: Array("13.207.0".utf8), .text, count: 2_000)
    let expected: [ClosedRange<UInt8>] = [
      0x31...0x39, 0x30...0x39, 0x2E...0x2E, 0x31...0x39, 0x30...0x39, 0x30...0x39, 0x2E...0x2E,
      0x30...0x39,
    ]
    for (index, range) in expected.enumerated() {
      #expect(Set(found.map { $0[index] }) == Set(range), "\(index)")
    }
  }
}
