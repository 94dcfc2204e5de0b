import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust

/// Receipts that just keep each rule, made by `Fuzz/signed_seeds.py`.
@Suite struct GenuineReceiptsTests {
  private let receipts: [AppReceipt]
  private let verifier: AppleSignatureVerifier

  init() throws {
    let file = Fixtures.root.appending(path: "Tests/Fixtures/genuine.hex")
    receipts = try String(decoding: Fixtures.bytes(of: file), as: UTF8.self)
      .split(separator: "\n").map { try AppReceipt(bytes(String($0))) }
    verifier = AppleSignatureVerifier(
      anchors: [try TrustAnchor(certificate: Fixtures.certificate("root"))])
  }

  @Test func `What just keeps the rules is genuine`() {
    #expect(receipts.count > 10)
    for (index, receipt) in receipts.enumerated() {
      #expect(throws: Never.self, "receipt \(index)") {
        try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
          try verifier.verify(material)
        }
      }
    }
  }

  @Test func `A path is remembered for as long as each of its certificates is valid`() throws {
    var ambiguous = 0
    for receipt in receipts {
      let validity = try receipt.certificateEncodings().prefix(2)
        .map { try Certificate(derEncoded: Array($0)).seconds }
      let (start, end) = (
        validity.map(\.lowerBound).max() ?? 0, validity.map(\.upperBound).min() ?? 0
      )
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        guard let path = try verifier.verify(material, VerifiedPaths()) else {
          ambiguous += 1
          return
        }
        let expected = [(start - 1, false), (start, true), (end, true), (end + 1, false)]
        for (seconds, isValid) in expected {
          #expect(path.leads(material, at: seconds) == isValid)
        }
      }
    }
    // One has a second issuer, so its path is looked for each time.
    #expect(ambiguous == 1)
  }
}
