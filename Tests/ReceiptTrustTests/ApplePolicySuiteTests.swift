import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust
import TextCoding

/// Apple's own cases for its receipt policy, and genuine certificates of Apple's with other purposes.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct ApplePolicySuiteTests {
  private struct Case: Decodable {
    let name: String
    let leaf: String
    let intermediates: [String]
    let anchors: [String]
    let verifyDate: String?
    let expect: String
  }

  @Test func `Apple's policy gives Apple's verdicts`() throws {
    let folder = try #require(Corpus.folder).appending(path: "suites/x509")
    let lines = try String(
      contentsOf: folder.appending(path: "apple_receipt_policy.jsonl"), encoding: .utf8)
    var count = 0
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for line in lines.split(separator: "\n") {
      let entry = try decoder.decode(Case.self, from: Data(line.utf8))
      func certificate(_ name: String) throws -> [UInt8] {
        try Fixtures.bytes(of: folder.appending(path: "apple/\(name)"))
      }
      let bag = try ([entry.leaf] + entry.intermediates).flatMap(certificate)
      let anchors = try entry.anchors.map { try TrustAnchor(certificate: certificate($0)) }
      // A case without a date is about the purpose: any date within the leaf's validity will do.
      let leaf = try Certificate(derEncoded: try certificate(entry.leaf))
      let seconds =
        try entry.verifyDate.map { try #require(ReceiptDate($0)).millisecondsSince1970 / 1000 }
        ?? leaf.tbsCertificate.validity.notBefore.secondsSince1970
      let isAccepted = Self.isAccepted(bag, anchors, seconds)
      #expect(isAccepted == (entry.expect == "accept"), "\(entry.name)")
      count += 1
    }
    #expect(count == 15)
  }

  private static func isAccepted(
    _ bytes: [UInt8], _ anchors: [TrustAnchor], _ seconds: Int64
  ) -> Bool {
    bytes.withRawSpan { bytes in
      do throws(ReceiptSignatureError) {
        let bag = try MessageCertificates(DERReader(bytes, contents: 0..<bytes.byteCount))
        var path = CertificatePath(
          anchors: anchors, minimumKeyBits: 2048, seconds: seconds,
          bytes: bytes)
        try path.verify(bag.certificates[0], bag)
        return true
      } catch {
        return false
      }
    }
  }
}
