import Foundation
import ProcessorInstructions
import TestSupport
import Testing
import TextCoding

/// Base64 with instructions of the processor, each way by its name: the groups that it decodes are those of a text in
/// the alphabets, it decodes as many as it says, and it touches nothing else.
@Suite struct Base64InstructionsTests {
  @Test(.enabled(if: ProcessorInstructions.haveByteShuffle, "no SSSE3, and no arm64"))
  func `Sixteen characters at a time`() {
    checkAll(Way(leavesCharacters: 15, room: 15, ProcessorInstructions.shuffleBase64))
  }

  @Test(.enabled(if: ProcessorInstructions.haveBytePermutation, "no AVX-512 VBMI"))
  func `Sixty-four characters at a time, and the rest`() {
    checkAll(Way(leavesCharacters: 3, room: 2, ProcessorInstructions.permuteBase64))
  }

  @Test(.enabled(if: ProcessorInstructions.haveByteShuffle, "no SSSE3, and no arm64"))
  func `The better way is taken`() {
    let way = Way(leavesCharacters: 15, room: 15, ProcessorInstructions.decodeBase64)
    everyRoom(way)
    randomTexts(way)
  }

  @Test func `No text at all is no character`() {
    let ways = [ProcessorInstructions.shuffleBase64, ProcessorInstructions.permuteBase64]
    for way in ways {
      var bytes: [UInt8] = []
      bytes.append(addingCapacity: 64) { #expect((way(RawSpan(), &$0) ?? 0) == 0) }
      #expect(bytes.isEmpty)
    }
  }

  private func checkAll(_ way: Way) {
    everyByteInEveryPlace(way)
    everyLengthAndAlignment(way)
    everyRoom(way)
    randomTexts(way)
  }

  private func everyByteInEveryPlace(_ way: Way) {
    var text = Text(count: 160, seed: 160)
    for place in 0..<150 {
      let character = text.characters[place]
      for byte in UInt8.min...UInt8.max {
        text.characters[place] = byte
        way.check(text, room: 120, "\(byte) at \(place)")
      }
      text.characters[place] = character
    }
  }

  private func everyLengthAndAlignment(_ way: Way) {
    let text = Text(count: 2_000, seed: 2_000)
    let guarded = GuardedMemory(capacity: 2_000)
    for count in 0...2_000 {
      let prefix = Text(characters: Array(text.characters.prefix(count)))
      let bytes = prefix.bytes
      for alignment in 0..<64 {
        way.check(
          prefix, bytes, room: bytes.count, alignment: alignment, "\(count) at \(alignment)")
      }
      guarded.withBytes(prefix.characters, at: .after) { characters in
        way.check(characters, bytes, room: bytes.count, "\(count) before a page")
      }
    }
  }

  private func everyRoom(_ way: Way) {
    let text = Text(count: 400, seed: 400)
    for room in 0...400 {
      way.check(text, room: room, "room for \(room)")
    }
  }

  private func randomTexts(_ way: Way) {
    let seed: UInt64 = 6_263
    var generator = SeededGenerator(seed: seed)
    for round in 0..<3_000 {
      var text = Text(count: .random(in: 0...300, using: &generator), seed: UInt64(round))
      if let place = text.characters.indices.randomElement(using: &generator) {
        text.characters[place] = .random(in: 0...255, using: &generator)
      }
      let room = Int.random(in: 0...240, using: &generator)
      way.check(text, room: room, "seed \(seed), round \(round)")
    }
  }
}

/// A text, most of it in the alphabets.
private struct Text {
  var characters: [UInt8]

  /// Both alphabets, shuffled.
  init(count: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    characters = (0..<count).map { _ in Self.alphabet.randomElement(using: &generator) ?? 0 }
  }

  init(characters: [UInt8]) { self.characters = characters }

  /// What the whole groups at the start stand for.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var bits = 0
    for (index, character) in characters.enumerated() {
      guard let sextet = Self.sextets[Int(character)] else { break }
      bits = bits << 6 | sextet
      guard index % 4 == 3 else { continue }
      bytes += [UInt8(bits >> 16), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
      bits = 0
    }
    return bytes
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_".utf8)

  private static let sextets: [Int?] = (0...255).map { byte in
    alphabet.firstIndex(of: byte).map { $0 < 64 ? $0 : $0 - 2 }
  }
}

/// One way to decode, and what it may leave.
private struct Way {
  private let leavesCharacters: Int
  private let leavesRoom: Int
  private let decode: Base64Groups.Instructions

  init(
    leavesCharacters: Int, room: Int, _ decode: @escaping Base64Groups.Instructions
  ) {
    self.leavesCharacters = leavesCharacters
    leavesRoom = room
    self.decode = decode
  }

  /// Decodes a text at that alignment, which ends where its memory does.
  func check(
    _ text: Text, _ known: [UInt8]? = nil, room: Int, alignment: Int = 1,
    _ name: @autoclosure () -> String
  ) {
    let count = text.characters.count
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: alignment + count, alignment: 64)
    defer { unsafe memory.deallocate() }
    let place = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[alignment...])
    unsafe place.copyBytes(from: text.characters)
    check(unsafe place.bytes, known ?? text.bytes, room: room, name())
  }

  /// Decodes a text into exactly that room. What is written behind it changes the marks there, or is seen by
  /// AddressSanitizer if there are none.
  func check(_ text: RawSpan, _ expected: [UInt8], room: Int, _ name: @autoclosure () -> String) {
    let marks = [UInt8](repeating: 0xA5, count: text.byteCount % 2 == 0 ? 64 : 0)
    let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room + marks.count)
    defer { unsafe output.deallocate() }
    let behind = unsafe UnsafeMutableBufferPointer(rebasing: output[room...])
    _ = unsafe behind.update(fromContentsOf: marks)
    let place = unsafe UnsafeMutableBufferPointer(rebasing: output[..<room])
    var bytes = unsafe OutputSpan(buffer: place, initializedCount: 0)
    let answer = decode(text, &bytes)
    let written = unsafe bytes.finalize(for: place)
    guard let read = answer, read % 4 == 0, written == read / 4 * 3,
      written <= min(room, expected.count),
      unsafe Self.begins(place, with: expected, written)
    else {
      Issue.record("\(name()): something else")
      return
    }
    guard unsafe Self.begins(behind, with: marks, marks.count) else {
      Issue.record("\(name()): written behind the end")
      return
    }
    let rest = text.byteCount - read
    if written < expected.count, rest > leavesCharacters, room - written > leavesRoom {
      Issue.record("\(name()): stops at \(read) of \(text.byteCount), room for \(room)")
    }
  }

  private static func begins(
    _ memory: UnsafeMutableBufferPointer<UInt8>, with bytes: [UInt8], _ count: Int
  ) -> Bool {
    guard count > 0, let start = memory.baseAddress else { return count == 0 }
    return unsafe memcmp(start, bytes, count) == 0
  }
}
