import CMSParsing
import DERParsing
import Foundation
import TestSupport
import Testing

@testable import ReceiptTrust
import TextCoding

/// Chromium's cases of keys, algorithms and signatures that do or do not fit, as far as they are RSA.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct SignedDataSuiteTests {
  private struct Case: Decodable {
    let id: String
    let expect: String
    let spki: String
    let algorithm: String
    let data: String
    let signatureBitstring: String
  }

  @Test func `RSA cases have their verdicts; everything else is refused`() throws {
    let file = try #require(Corpus.folder)
      .appending(path: "suites/x509/chromium_verify_signed_data.jsonl")
    var rsaCount = 0
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let entry = try decoder.decode(Case.self, from: Data(line.utf8))
      // RSASSA-PSS, ECDSA and ML-DSA are not accepted, right or wrong.
      let isSupported = entry.id.hasPrefix("rsa") && !entry.id.hasPrefix("rsa-pss")
      if entry.id.hasPrefix("rsa") { rsaCount += 1 }
      #expect(
        Self.verifies(entry) == (isSupported && entry.expect == "ok"), "\(entry.id)")
    }
    #expect(rsaCount >= 14)
  }

  private static func verifies(_ entry: Case) -> Bool {
    let key = bytes(entry.spki)
    let (data, signature) = (bytes(entry.data), bytes(entry.signatureBitstring))
    do {
      let algorithm = try AlgorithmIdentifier(derEncoded: bytes(entry.algorithm))
      let bits = try DERBitString(derEncoded: signature)
      return try key.withRawSpan { key in
        let info = try SubjectPublicKeyInfo(derEncoded: key)
        let publicKey = try RSAPublicKey(info, in: key, minimumBits: 1024)
        guard bits.unusedBits == 0, algorithm.hasNoParameters,
          let digest = data.withRawSpan({
            ApplePolicy.digest(signatureAlgorithm: algorithm.algorithm, of: $0)
          })
        else { return false }
        try signature.withRawSpan {
          try publicKey.verify(signature: $0.extracting(bits.bytesRange), of: digest)
        }
        return true
      }
    } catch {
      return false
    }
  }
}
