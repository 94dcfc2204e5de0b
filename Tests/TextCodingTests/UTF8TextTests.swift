import TestSupport
import Testing
import TextCoding

@Suite struct UTF8TextTests {
  @Test func `Texts are the same if their bytes are`() {
    let composed = UTF8Text("\u{E9}")
    let decomposed = UTF8Text("e\u{301}")
    #expect(composed.text == decomposed.text && composed != decomposed)
    #expect(decomposed < composed && Set([composed, decomposed]).count == 2)
    #expect(UTF8Text("ab") == UTF8Text("a" + "b"))
  }

  @Test func `Texts that differ have different hashes`() {
    let texts = ["", "a", "b", "ab", "ba", "\u{E9}", "e\u{301}"].map { UTF8Text($0) }
    #expect(Set(texts.map(\.hashValue)).count == texts.count)
  }

  @Test func `A pair of surrogates is a character, and nothing else is`() {
    for value: UInt32 in [0x10000, 0x1F600, 0x10FFFF] {
      let units = Array(String(Unicode.Scalar(value).map(Character.init) ?? "?").utf16).map(
        UInt32.init)
      #expect(Unicode.Scalar(highSurrogate: units[0], low: units[1])?.value == value)
    }
    for (high, low) in [(0xD7FF, 0xDC00), (0xDC00, 0xDC00), (0xD800, 0xDBFF), (0xD800, 0xE000)] {
      #expect(Unicode.Scalar(highSurrogate: UInt32(high), low: UInt32(low)) == nil)
    }
  }

  @Test func `Bytes are well-formed UTF-8 or not`() {
    for (hexadecimal, isWellFormed) in [
      ("", true), ("41E282AC", true), ("C080", false), ("E2", false),
    ] {
      #expect(bytes(hexadecimal).withRawSpan { $0.isWellFormedUTF8() } == isWellFormed)
    }
  }
}
