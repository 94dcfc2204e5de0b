import DERParsing
import ReceiptHashing
import TestSupport
import Testing
import TransactionReceipts

/// The certificates of Apple's that are built in. That Apple's root has signed them is for `AppleIntermediatesTests`.
@Suite struct TransactionIssuerTests {
  @Test func `Fingerprints and names are Apple's`() throws {
    let fingerprints = [
      "447ad65484610f20fdc33804c8597a1e208fbe4ef9c5653485cc7d3df730c016",
      "64b302913f11ca1b6806093b76cade7f7b123be0c04924fda87f5f4e8647f051",
      "ce057691d730f89ca25e916f7335f4c8a15713dcd273a658c024023f8eb809c2",
      "53fd008278e5a595fe1e908ae9c5e5675f26243264a5a6438c023e3ce2870760",
      "0f570d7502373a2102e2106faaa8fa4844944a07ee676198484f4d6ce15bea47",
      "29901badea37c9f300ce9869956beeb001d7e71bffb2e2d9533e132a4e87e6bd",
    ]
    #expect(IssuerCertificate.apple.map { SHA256.hash($0.encoding).hexadecimal } == fingerprints)
  }
}
