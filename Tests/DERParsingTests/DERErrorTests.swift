import DERParsing
import Testing

@Suite struct DERErrorTests {
  @Test func `An error has at most 32 octets`() {
    #expect(MemoryLayout<DERError>.size <= 32)
  }

  @Test func `The description names rule, identifiers and octet`() {
    let error = DERError(.unexpectedIdentifier, at: 412, expected: .sequence, actual: .set)
    #expect(
      error.description == "unexpected identifier, expected SEQUENCE, found SET at octet 412")
  }
}
