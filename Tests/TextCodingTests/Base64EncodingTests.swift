import Foundation
import TestSupport
import Testing
import TextCoding

@Suite struct Base64EncodingTests {
  @Test(arguments: 0...70)
  func `Bytes are encoded as Foundation encodes them, and decoded to the same`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let text = Data(bytes).base64EncodedString()
    #expect(String(decoding: bytes.base64Characters(), as: UTF8.self) == text)
    #expect([UInt8](base64: text.utf8) == bytes)
    let urlSafe = text.replacing("+", with: "-").replacing("/", with: "_")
    #expect(String(decoding: bytes.base64Characters(isURLSafe: true), as: UTF8.self) == urlSafe)
    #expect([UInt8](base64: Array(urlSafe.utf8)) == bytes)
  }

  @Test(arguments: ["A", "AB=C", "?AAA", "AAB"])
  func `What is no Base64 has no bytes`(text: String) {
    #expect([UInt8](base64: text.utf8) == nil)
  }
}
