import DERParsing
import TestSupport
import Testing

@Suite struct DEROctetStringTests {
  static let vectors: [Vector<Range<Int>>] = [
    .init("§8.7.2 empty", "0400", 2..<2),
    .init("§8.7.2 one byte", "0401FF", 2..<3),
    .init("§8.7.2 end-of-contents are bytes like others", "04020000", 2..<4),
    .init("§8.7.2 128 bytes", filled("048180", 128), 3..<131),
    .init(
      "§10.2 constructed", "24060401AB0401CD", fails: .unexpectedIdentifier,
      expected: .octetString, actual: .octetString.withOtherForm),
    .init(
      "§10.2 constructed, indefinite", "24800401AB0000", fails: .unexpectedIdentifier,
      expected: .octetString, actual: .octetString.withOtherForm),
    .init(
      "§8.7 BIT STRING", "030100", fails: .unexpectedIdentifier, expected: .octetString,
      actual: .bitString),
  ]

  @Test(arguments: vectors)
  func `An OCTET STRING is its contents octets`(vector: Vector<Range<Int>>) {
    vector.check { (reader) throws(DERError) in try reader.read(as: DEROctetString.self).bytes }
  }
}
