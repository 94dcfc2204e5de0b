// "Reading your own SEQUENCE", and the first pages of DERParsing, CMSParsing and AppStoreReceiptFoundation.

import AppStoreReceipt
import CMSParsing
import Foundation
import TestSupport
import Testing

struct Entry: DERDecodable {
  static var identifier: DERIdentifier { .sequence }

  let version: Int
  let name: DERCharacterString
  let key: DERObjectIdentifier
  let values: [Int]
  let note: DERCharacterString?

  init(contents: inout DERReader) throws(DERError) {
    version = try contents.read(default: 0)
    name = try contents.readString(.utf8, "Entry.name")
    key = try contents.read()

    var set = try contents.readConstructed(.set)
    var values: [Int] = []
    while !set.isAtEnd { values.append(try set.read()) }
    self.values = values

    note = try contents.readStringIfPresent(.ia5, tagged: .contextSpecific(primitive: 0))
    _ = try contents.readElementIfPresent(.contextSpecific(constructed: 1))  // not needed here
  }
}

@Suite struct ReadingSnippets {
  /// An entry "a" with the key 1.2.840 and the values 1 and 2, and with a parent.
  private let bytes: [UInt8] = [
    0x30, 0x14, 0x0C, 0x01, 0x61, 0x06, 0x03, 0x2A, 0x86, 0x48, 0x31, 0x06, 0x02, 0x01, 0x01, 0x02,
    0x01, 0x02, 0xA1, 0x02, 0x30, 0x00,
  ]

  @Test func `A SEQUENCE is read field by field`() throws {
    let entry = try Entry(derEncoded: bytes)
    #expect(entry.version == 0 && entry.values == [1, 2] && entry.note == nil)
    #expect(entry.key.description == "1.2.840")

    let name = try bytes.withDERReader { (reader) throws(DERError) in
      let entry: Entry = try reader.read()
      return entry.name.text(in: reader.bytes)
    }
    #expect(name == "a")
  }

  @Test func `An error names the field`() {
    var wrong = bytes
    wrong[2] = 0x16
    let error = #expect(throws: DERError.self) { try Entry(derEncoded: wrong) }
    #expect(error?.field == "Entry.name" && error?.offset == 2)
  }

  @Test func `BER is rewritten first`() throws {
    // The same with an indefinite length.
    let bytes = [0x30, 0x80] + bytes.dropFirst(2) + [0x00, 0x00]
    let transcoding = try BERTranscoder.transcode(bytes)
    let entry = try Entry(derEncoded: transcoding.bytes)
    #expect(entry.values == [1, 2] && transcoding.bytes == self.bytes)
  }

  @Test func `Certificates of a message`() throws {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    var names: [String] = []
    func print(_ name: String) { names.append(name) }
    try bytes.withDERReader { (reader) throws(DERError) in
      let message: ContentInfo = try reader.read()
      let input = reader.bytes
      try message.signedData?.certificates?.forEach(in: input) { (certificate) throws(DERError) in
        print(try certificate.tbsCertificate.subject.text(in: input))
      }
    }
    #expect(names.count == 3 && names.contains { $0.contains("Example Test Authority") })
  }

  @Test func `Files and dates of Foundation`() throws {
    let url = Fixtures.root.appending(path: "Examples/Receipts/ios.p7")
    let receipt = try AppReceipt(contentsOf: url)  // a file's URL
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: ReceiptDate(Date()))
    let made = receipt.creationDate?.date  // Foundation's Date
    #expect(made.map { $0 < Date() } == true)
    #expect(expectations.devices == .notChecked)
  }
}
