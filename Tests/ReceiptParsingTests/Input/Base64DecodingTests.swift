import DERParsing
import Foundation
import ReceiptParsing
import TestSupport
import Testing

/// Base64 in which receipts travel, RFC 4648.
@Suite struct Base64DecodingTests {
  /// A container whose Base64 ends with no, one or two padding characters.
  private static func container(padding: Int) -> [UInt8] {
    for count in 1...3 {
      let bytes = SampleReceipt(
        SampleReceipt.attribute(4, Array(repeating: 0xFF, count: count))
      ).bytes
      if (3 - bytes.count % 3) % 3 == padding { return bytes }
    }
    preconditionFailure("one of three lengths in a row has that padding")
  }

  private static func text(padding: Int) -> String {
    Data(container(padding: padding)).base64EncodedString()
  }

  @Test(arguments: [0, 1, 2])
  func `Padding is as it should be, or left out`(padding: Int) throws {
    let text = Self.text(padding: padding)
    #expect(text.hasSuffix(String(repeating: "=", count: padding)))
    let bytes = Self.container(padding: padding)
    #expect(try AppReceipt(base64: text).containerBytes == bytes)
    let bare = text.replacingOccurrences(of: "=", with: "")
    #expect(try AppReceipt(base64: bare).containerBytes == bytes)
  }

  struct Broken: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let complaint: Complaint

    init(
      _ name: String, padding: Int, _ code: ReceiptError.Code, at offset: (Int) -> Int,
      _ change: (String) -> String
    ) {
      testDescription = name
      text = change(Base64DecodingTests.text(padding: padding))
      complaint = Complaint(code, at: offset(text.utf8.count))
    }
  }

  /// The last character before the padding with a bit that has to be zero.
  private static func withBitLeftOver(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let bare = text.replacingOccurrences(of: "=", with: "")
    let next = bare.last.flatMap { alphabet.firstIndex(of: $0) }.map { alphabet[$0 + 1] } ?? "?"
    return bare.dropLast() + String(next) + text.dropFirst(bare.count)
  }

  @Test(arguments: [
    Broken("one character left over", padding: 0, .base64InvalidLength, at: { $0 }) { $0 + "A" },
    Broken("a group of padding alone", padding: 0, .base64InvalidLength, at: { $0 }) {
      $0 + "===="
    },
    Broken("one padding character too many", padding: 0, .base64InvalidLength, at: { $0 }) {
      $0 + "="
    },
    Broken("two where one belongs", padding: 1, .base64InvalidLength, at: { $0 }) { $0 + "=" },
    Broken("one where two belong", padding: 2, .base64InvalidLength, at: { $0 }) {
      String($0.dropLast())
    },
    Broken("three where two belong", padding: 2, .base64InvalidLength, at: { $0 }) { $0 + "=" },
    Broken("characters after the padding", padding: 1, .base64InvalidLength, at: { $0 - 4 }) {
      $0 + "AAAA"
    },
    Broken("padding inside", padding: 0, .base64InvalidLength, at: { _ in 9 }) {
      $0.prefix(8) + "=" + $0.dropFirst(8)
    },
    Broken(
      "bits left over before one padding character, §3.5", padding: 1, .base64InvalidLength,
      at: { $0 }
    ) {
      withBitLeftOver($0)
    },
    Broken("bits left over before two", padding: 2, .base64InvalidLength, at: { $0 }) {
      withBitLeftOver($0)
    },
    Broken("bits left over, no padding", padding: 2, .base64InvalidLength, at: { $0 }) {
      withBitLeftOver($0).replacingOccurrences(of: "=", with: "")
    },
    Broken("a character of no alphabet", padding: 0, .base64InvalidCharacter, at: { _ in 8 }) {
      $0.prefix(8) + "!" + $0.dropFirst(9)
    },
    Broken("a byte beyond ASCII", padding: 0, .base64InvalidCharacter, at: { _ in 8 }) {
      $0.prefix(8) + "é" + $0.dropFirst(9)
    },
    Broken("NUL at the end", padding: 0, .base64InvalidCharacter, at: { $0 - 1 }) { $0 + "\0" },
    Broken("quotation mark at the end", padding: 0, .base64InvalidCharacter, at: { $0 - 1 }) {
      $0 + "\""
    },
    Broken("percent-encoded plus", padding: 0, .percentEncoded, at: { _ in 8 }) {
      $0.prefix(8) + "%2B" + $0.dropFirst(9)
    },
    Broken("percent-encoded padding", padding: 1, .percentEncoded, at: { $0 - 3 }) {
      $0.replacingOccurrences(of: "=", with: "%3D")
    },
    Broken("a space for a plus sign", padding: 0, .base64WithSpaces, at: { _ in 8 }) {
      $0.prefix(8) + " " + $0.dropFirst(9)
    },
  ])
  func `Base64 that is broken is refused where it is`(row: Broken) {
    #expect(Complaint(refusal(Array(row.text.utf8))) == row.complaint)
  }

  @Test func `Spaces are read as plus signs only on request`() throws {
    // FB EF BE encodes to plus signs alone.
    let bytes = SampleReceipt(
      SampleReceipt.attribute(4, Array(repeating: 0xFB, count: 2) + [0xEF, 0xBE, 0xFB, 0xEF, 0xBE])
    ).bytes
    let text = Data(bytes).base64EncodedString()
    try #require(text.contains("+"))
    let spoilt = text.replacingOccurrences(of: "+", with: " ")
    #expect(refusal(Array(spoilt.utf8))?.code == .base64WithSpaces)
    #expect(
      refusal(Array(spoilt.utf8))?.offset == Array(spoilt.utf8).firstIndex(of: 0x20))
    #expect(try AppReceipt(base64: spoilt, spacesArePlusSigns: true).containerBytes == bytes)
    #expect(try AppReceipt(Array(spoilt.utf8), spacesArePlusSigns: true).containerBytes == bytes)
  }

  @Test(arguments: ["", "\n", " \r\n"])
  func `A plus sign at the end is repaired, too`(end: String) throws {
    // The last sextet is 62, and nothing is padded.
    let inner = SampleReceipt(SampleReceipt.attribute(4, [1, 2, 3]))
    let bytes = try #require(
      (0..<3).lazy.map { count in
        var sample = inner
        sample.signers = SampleReceipt.signer(
          signature: Array(repeating: 0x55, count: 20 + count) + [0xBE])
        return sample.bytes
      }.first { $0.count % 3 == 0 })
    let text = Data(bytes).base64EncodedString()
    try #require(text.last == "+")
    let spoilt = text.replacingOccurrences(of: "+", with: " ") + end
    #expect(try AppReceipt(base64: spoilt, spacesArePlusSigns: true).containerBytes == bytes)
  }

  @Test func `Repairing does not reach behind the padding`() {
    let text = Self.text(padding: 1) + " A"
    #expect(
      Complaint(refusal(Array(text.utf8), spacesArePlusSigns: true))
        == Complaint(.base64InvalidLength, at: text.utf8.count - 2))
  }

  @Test(arguments: 0...255)
  func `Each byte inside Base64 is of the alphabet, white space, or refused`(byte: Int) {
    // The first bytes of an attribute's value, 36 sextets in, may have any bits.
    var text = Array(
      Data(SampleReceipt(SampleReceipt.attribute(4, Array(repeating: 0, count: 30))).bytes)
        .base64EncodedString().utf8)
    let place = 140
    text[place] = UInt8(byte)
    let code = refusal(text)?.code
    switch UInt8(byte) {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "/"), UInt8(ascii: "_"):
      #expect(code != .base64InvalidCharacter && code != .base64InvalidLength)
    case 0x09, 0x0A, 0x0D: #expect(code != .base64InvalidCharacter)
    case UInt8(ascii: "="): #expect(code == .base64InvalidLength)
    case 0x20: #expect(code == .base64WithSpaces)
    case UInt8(ascii: "%"): #expect(code == .percentEncoded)
    case UInt8(ascii: "\\"): #expect(code == .jsonEscapes)
    default: #expect(code == .base64InvalidCharacter)
    }
  }
}
