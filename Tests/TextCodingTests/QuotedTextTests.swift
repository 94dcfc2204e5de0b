import Testing
import TextCoding

/// What of a text of an input is shown as it is.
@Suite struct QuotedTextTests {
  /// What a terminal may show as nothing, or use to reorder what it shows, by the properties that Unicode gives it.
  private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: return true
    default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
    }
  }

  @Test func `Every character that can't be seen is escaped, and no other`() {
    var wrong: [String] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), !["\"", "\\", "\n", "\r", "\t"].contains(scalar)
      else { continue }
      // Nothing has been assigned above that is not hidden.
      let isAssigned =
        scalar.properties.age != nil || scalar.properties.isNoncharacterCodePoint
        || scalar.properties.isDefaultIgnorableCodePoint
      guard isAssigned else { continue }
      let number = String(value, radix: 16, uppercase: true)
      let expected = isHidden(scalar) ? "\"\\u{\(number)}\"" : "\"\(Character(scalar))\""
      if !String(scalar).quoted().utf8.elementsEqual(expected.utf8) { wrong.append(number) }
    }
    #expect(wrong == [])
  }

  @Test func `Quotation marks, backslashes and lines have escapes of their own`() {
    #expect("a\"b\\c\nd\re\tf".quoted() == #""a\"b\\c\nd\re\tf""#)
  }

  @Test func `Characters are counted up to the limit`() {
    #expect("abc".quoted(limit: 3) == "\"abc\"" && "abcd".quoted(limit: 3) == "\"abc\"…")
    #expect("\u{0}\u{0}".quoted(limit: 1) == "\"\\u{0}\"…" && "".quoted(limit: 0) == "\"\"")
  }

  @Test func `A name is letters, digits, dots, lines and hyphens, up to the limit`() {
    for byte in UInt8.min..<0x80 {
      let text = "a" + String(UnicodeScalar(byte)) + "b"
      let isName = text.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
      #expect(text.quotedUnlessName() == (isName ? text : text.quoted()), "\(byte)")
    }
    #expect("é".quotedUnlessName() == "\"é\"" && "".quotedUnlessName() == "\"\"")
    #expect("abc".quotedUnlessName(limit: 3) == "abc")
    #expect("abcd".quotedUnlessName(limit: 3) == "\"abc\"…")
  }
}
