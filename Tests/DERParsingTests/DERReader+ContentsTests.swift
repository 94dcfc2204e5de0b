import DERParsing
import TestSupport
import Testing

@Suite struct DERReaderContentsTests {
  @Test func `What is left can be taken unread`() {
    let result = outcome(of: bytes("3004 020105FF")) { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence)
      _ = try contents.readElement()
      return [contents.readRemaining(), contents.readRemaining()]
    }
    #expect(result == .success([5..<6, 6..<6]))
  }

  @Test func `Contents are taken byte by byte, and not beyond their end`() {
    let result = outcome(of: bytes("0402 AABB CC")) { (reader) throws(DERError) in
      var contents = try reader.contents(of: reader.readElement())
      let first = try contents.readContentsByte()
      let second = try contents.readContentsByte()
      #expect([first, second] == [0xAA, 0xBB])
      return try contents.readContentsByte()
    }
    #expect(result == .failure(DERError(.missingElement, at: 0)))
  }

  @Test func `Outside an element the input is truncated`() {
    let result = outcome(of: [0xAA]) { (reader) throws(DERError) in
      _ = try reader.readContentsByte()
      return try reader.readContentsByte()
    }
    #expect(result == .failure(DERError(.truncated, at: 1)))
  }
}
