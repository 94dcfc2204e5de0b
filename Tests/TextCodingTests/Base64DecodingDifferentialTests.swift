import Foundation
import ProcessorInstructions
import TestSupport
import Testing
import TextCoding

/// Many characters at once against one after the other: ``NaiveBase64``, which has no fast path, has to say the same of
/// every text, errors and their places included. So do the portable way and each with instructions of the processor;
/// without them, those are the portable one again.
@Suite struct Base64DecodingDifferentialTests {
  private static let ways: [@Sendable (RawSpan, inout OutputSpan<UInt8>) -> Int?] = [
    { _, _ in nil }, ProcessorInstructions.shuffleBase64, ProcessorInstructions.permuteBase64,
  ]

  /// What the decoder says.
  private func decoded(
    _ text: [UInt8], _ policy: Base64Policy, spacesArePlusSigns: Bool,
    _ way: Base64Groups.Instructions
  ) -> NaiveBase64.Answer {
    withExactlySized(text) { bytes in
      do throws(Base64Error) {
        return .bytes(
          try Base64Decoding(
            bytes, policy: policy, spacesArePlusSigns: spacesArePlusSigns, instructions: way
          ).bytes)
      } catch {
        return .error(error.code, error.offset)
      }
    }
  }

  private func isSame(_ text: [UInt8]) -> Bool {
    let rules: [(Base64Policy, Bool)] = [
      (.tolerant, false), (.tolerant, true), (.verifyReceipt, false), (.pem, false),
    ]
    return rules.allSatisfy { policy, spacesArePlusSigns in
      let expected = NaiveBase64.decode(text, policy, spacesArePlusSigns: spacesArePlusSigns)
      return Self.ways.allSatisfy { way in
        decoded(text, policy, spacesArePlusSigns: spacesArePlusSigns, way) == expected
      }
    }
  }

  /// All characters of the alphabet, shuffled, so that each stands in any lane.
  private static func text(_ byteCount: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return Array(Data(bytes).base64EncodedString().utf8)
  }

  @Test func `Every length up to 200 bytes`() {
    for count in 0...200 {
      let text = Self.text(count, seed: UInt64(count))
      #expect(isSame(text), "\(count) bytes")
      #expect(isSame(Array(text.prefix { $0 != UInt8(ascii: "=") })), "\(count) bytes, no padding")
    }
  }

  @Test func `Every byte in every place of the first 40 characters`() {
    let text = Self.text(36, seed: 36)
    for index in 0..<40 {
      for byte in (UInt8.min...UInt8.max).thinnedInDebug(by: 7, from: index) {
        var changed = text
        changed[index] = byte
        if !isSame(changed) { Issue.record("byte \(byte) at \(index)") }
      }
    }
  }

  @Test func `Spaces at the end, behind a line break or a space anywhere`() {
    for count in 0...9 {
      for spaces in 0...5 {
        for index in 0...count + spaces {
          for whiteSpace: UInt8 in [0x0A, 0x0D, 0x20] {
            var text = Array(repeating: UInt8(ascii: "A"), count: count)
            text += Array(repeating: UInt8(ascii: " "), count: spaces)
            text.insert(whiteSpace, at: index)
            if !isSame(text) { Issue.record("\(count), \(spaces) spaces, before \(index)") }
          }
        }
      }
    }
  }

  @Test func `A line break, or something else, put in at every place`() {
    let text = Self.text(100, seed: 100)
    for byte: UInt8 in [0x09, 0x0A, 0x0D, 0x20, 0x25, 0x3D, 0x2D, 0x5F, 0x00, 0xFF] {
      for index in (0...text.count).thinnedInDebug(by: 5, from: Int(byte)) {
        var longer = text
        longer.insert(byte, at: index)
        if !isSame(longer) { Issue.record("byte \(byte) before \(index)") }
        longer.insert(byte, at: index)
        if !isSame(longer) { Issue.record("byte \(byte) twice before \(index)") }
      }
    }
  }

  @Test(arguments: [1, 3, 4, 16, 17, 64, 76])
  func `Lines of any length`(width: Int) {
    for lineBreak: [UInt8] in [[0x0A], [0x0D, 0x0A]] {
      let text = Self.text(333, seed: UInt64(width))
      let lines = text.enumerated().flatMap { index, character in
        index % width == width - 1 ? [character] + lineBreak : [character]
      }
      #expect(isSame(lines))
      #expect(isSame(lineBreak + lines + lineBreak))
    }
  }

  @Test func `Random changes of random texts`() {
    let seed: UInt64 = 4648
    var generator = SeededGenerator(seed: seed)
    let usual = Array("+/-_= %\n\r\tAZaz09".utf8)
    for round in (0..<4000).thinnedInDebug(by: 8) {
      var text = Self.text(Int.random(in: 0...90, using: &generator), seed: UInt64(round))
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !text.isEmpty {
        let index = text.indices.randomElement(using: &generator) ?? 0
        let byte =
          Bool.random(using: &generator)
          ? usual.randomElement(using: &generator) ?? 0
          : UInt8.random(in: 0...255, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: text[index] = byte
        case 1: text.insert(byte, at: index)
        default: text.remove(at: index)
        }
      }
      if !isSame(text) {
        Issue.record("\(String(decoding: text, as: UTF8.self)), seed \(seed), round \(round)")
      }
    }
  }
}

/// Base64 by each policy, one character after the other.
private enum NaiveBase64 {
  enum Answer: Equatable {
    case bytes([UInt8])
    case error(Base64Error.Code, Int)
  }

  static func decode(_ text: [UInt8], _ policy: Base64Policy, spacesArePlusSigns: Bool) -> Answer {
    let isTolerant = policy == .tolerant
    let isSpace = { (byte: UInt8) in isTolerant && (byte == 0x20 || 0x09...0x0D ~= byte) }
    let start = text.firstIndex { !isSpace($0) } ?? text.count
    var end = (text.lastIndex { !isSpace($0) } ?? start - 1) + 1
    if isTolerant, spacesArePlusSigns, end > start, text[end - 1] != UInt8(ascii: "=") {
      // As long as the last group is short of plus signs.
      while end < text.count, text[end] == 0x20,
        text[start..<end].count(where: { !(0x09...0x0D ~= $0) }) % 4 != 0
      { end += 1 }
    }
    let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let urlSafe = isTolerant ? standard.dropLast(2) + Array("-_".utf8) : []
    var bits: [Bool] = []
    var characters = 0
    var padding = 0
    for index in start..<max(start, end) {
      var character = text[index]
      switch character {
      case 0x20 where policy == .pem: continue
      case 0x09, 0x0A, 0x0D:
        guard policy != .verifyReceipt else { return .error(.invalidCharacter, index) }
        continue
      case UInt8(ascii: "="):
        padding += 1
        guard policy != .pem || characters % 4 >= 2 && characters % 4 + padding <= 4 else {
          return .error(.invalidLength, index)
        }
        continue
      case 0x20:
        guard spacesArePlusSigns else { return .error(.space, index) }
        character = UInt8(ascii: "+")
      case UInt8(ascii: "%"): return .error(.percentSign, index)
      case UInt8(ascii: "\\"): return .error(.backslash, index)
      default: break
      }
      guard let value = standard.firstIndex(of: character) ?? urlSafe.firstIndex(of: character)
      else { return .error(.invalidCharacter, index) }
      guard padding == 0 else { return .error(.invalidLength, index) }
      characters += 1
      bits += (0..<6).reversed().map { value >> $0 & 1 == 1 }
    }
    let needed = (4 - characters % 4) % 4
    let unused = bits.count % 8
    guard padding == needed || isTolerant && padding == 0, needed < 3 else {
      return .error(.invalidLength, max(start, end))
    }
    guard policy == .verifyReceipt || !bits.suffix(unused).contains(true) else {
      return .error(.nonZeroUnusedBits, max(start, end))
    }
    return .bytes(
      stride(from: 0, to: bits.count - unused, by: 8).map { start in
        bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
      })
  }
}
