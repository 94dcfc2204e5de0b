import ReceiptParsing

/// What somebody gave for a receipt, by what the documentation of the error codes says.
enum NaiveForeign {
  /// How each begins, a character for each byte.
  private static let beginnings: [(ReceiptError.Code, String)] = [
    (.jsonWebSignature, "eyJ"), (.pem, "-----BEGIN"), (.jsonString, "\""), (.jsonObject, "["),
    (.printedDescription, "{length"), (.printedDescription, "{ length"),
    (.printedDescription, "Optional("), (.formField, "receipt-data="), (.dataURL, "data:"),
    (.byteOrderMark, "\u{EF}\u{BB}\u{BF}"), (.utf16, "\u{FF}\u{FE}"), (.utf16, "\u{FE}\u{FF}"),
    (.archive, "PK\u{3}\u{4}"), (.archive, "\u{1F}\u{8B}"),
  ]

  /// `nil` for a text that only a closer look can tell.
  static func code(_ text: [UInt8]) -> ReceiptError.Code? {
    let scalars = text.map { Unicode.Scalar($0) }
    for (code, beginning) in beginnings where scalars.starts(with: beginning.unicodeScalars) {
      return code
    }
    if isList(text) { return .transactionReceipt }
    if text.first == 0x7B { return .jsonObject }
    if text.count <= 20, Int(String(decoding: text.suffix(18), as: UTF8.self)) != nil,
      text.allSatisfy({ 0x30...0x39 ~= $0 })
    {
      return .transactionIdentifier
    }
    let two = text.prefix(2).sorted()
    if two.count == 2, two[0] == 0, 0x20...0x7E ~= two[1] { return .utf16 }
    if isHexadecimal(text.prefix(24)) { return .hexadecimal }
    if text.first == 0x3C { return .markup }
    return text.starts(with: "TU".utf8) ? nil : .notAReceipt
  }

  /// With a brace or a comment first, behind white space, and then an equals sign in the brace, before any colon.
  private static func isList(_ text: [UInt8]) -> Bool {
    let text = text.drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
    guard let brace = text.firstIndex(of: 0x7B),
      brace == text.startIndex || [[0x2F, 0x2F], [0x2F, 0x2A]].contains(Array(text.prefix(2)))
    else { return false }
    return text[brace...].first { $0 == 0x3D || $0 == 0x3A } == 0x3D
  }

  /// Digits in pairs, with spaces, colons and brackets, behind `0x`, `\x` or `<`.
  private static func isHexadecimal(_ text: ArraySlice<UInt8>) -> Bool {
    var count = 0
    for (place, character) in text.enumerated() {
      if Character(Unicode.Scalar(character)).isHexDigit {
        count += 1
        continue
      }
      let places: [Character: ClosedRange<Int>] = [
        " ": 0...23, ":": 0...23, ">": 0...23, "<": 0...0, "\\": 0...0, "x": 1...1,
      ]
      guard places[Character(Unicode.Scalar(character))]?.contains(place) == true else {
        return false
      }
    }
    return count >= 8
  }
}
