// What a user writes, without @testable: that it compiles is most of the test.

import AppStoreReceipt
import AppStoreReceiptFoundation
import CMSParsing
import DERParsing
import Foundation
import Testing

/// The example of `DERDecodable`: a SEQUENCE of one's own.
private struct Point: DERDecodable {
  static var identifier: DERIdentifier { .sequence }
  let x: Int
  let y: Int
  let name: DERCharacterString?

  init(contents: inout DERReader) throws(DERError) {
    x = try contents.read()
    y = try contents.read()
    name = try contents.readStringIfPresent(.utf8, tagged: .contextSpecific(primitive: 0))
  }
}

@Suite struct PublicAPITests {
  @Test func `A SEQUENCE of one's own`() throws {
    let point = try Point(derEncoded: [0x30, 0x06, 0x02, 0x01, 0x05, 0x02, 0x01, 0x07])
    #expect(point.x == 5 && point.y == 7 && point.name == nil)
  }
}
