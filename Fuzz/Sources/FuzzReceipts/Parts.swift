import CMSParsing
import DERParsing
import FuzzSupport

/// Finds the parts of a message by their order and their tags alone (RFC 5652 §3, §5.1, §5.2), and compares
/// them with those that were read.
struct Parts {
  /// `nil` if one of them lies elsewhere.
  init?(_ contentInfo: ContentInfo, _ bytes: [UInt8]) {
    guard let whole = Self.elements(bytes, 0..<bytes.count), whole.count == 1,
      whole[0].tag == 0x30, let members = Self.elements(bytes, whole[0].contents),
      1...2 ~= members.count, members[0].tag == 0x06,
      NaiveValue.isObjectIdentifier(bytes[members[0].contents])
    else { return nil }
    guard let signedData = contentInfo.signedData else { return }
    guard members.count == 2, members[1].tag == 0xA0,
      let message = Self.elements(bytes, members[1].contents), message.count == 1,
      message[0].tag == 0x30, var fields = Self.elements(bytes, message[0].contents),
      fields.count >= 4
    else { return nil }
    let version = fields.removeFirst()
    let algorithms = fields.removeFirst()
    let content = fields.removeFirst()
    let signers = fields.removeLast()
    guard version.tag == 0x02, algorithms.tag == 0x31, content.tag == 0x30, signers.tag == 0x31,
      bytes[version.contents].count <= 4,
      algorithms.contents == signedData.digestAlgorithms.contents,
      signers.contents == signedData.signerInfos.contents,
      fields.map(\.tag) == fields.map(\.tag).sorted(), Set(fields.map(\.tag)).count == fields.count,
      fields.allSatisfy({ $0.tag == 0xA0 || $0.tag == 0xA1 }),
      fields.first(where: { $0.tag == 0xA0 })?.contents == signedData.certificates?.contents,
      fields.first(where: { $0.tag == 0xA1 })?.contents == signedData.crls?.contents,
      let encapsulated = Self.elements(bytes, content.contents), 1...2 ~= encapsulated.count
    else { return nil }
    let value = encapsulated.dropFirst().first.flatMap { Self.elements(bytes, $0.contents) }
    guard value?.first?.contents == signedData.encapContentInfo.eContent?.contents,
      value?.count ?? 1 == 1, signedData.encapContentInfo.offset == content.offset
    else { return nil }
  }

  private struct Element {
    let tag: UInt8
    let offset: Int
    let contents: Range<Int>
  }

  /// The DER elements that a range consists of.
  private static func elements(_ bytes: [UInt8], _ range: Range<Int>) -> [Element]? {
    var elements: [Element] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let header = NaiveHeader(der: bytes, at: offset, end: range.upperBound),
        let length = header.length
      else { return nil }
      let contents = header.contents..<header.contents + length
      // A high tag number is none of those that are compared.
      elements.append(Element(tag: header.tag ?? 0, offset: offset, contents: contents))
      offset = contents.upperBound
    }
    return elements
  }
}
