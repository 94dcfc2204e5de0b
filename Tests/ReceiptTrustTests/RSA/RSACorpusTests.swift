import Foundation
import ReceiptTrust
import TestSupport
import Testing

/// Wycheproof's and NIST's vectors, read from the folder that RECEIPT_CORPUS names.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct RSACorpusTests {
  private struct Vector: Decodable {
    var src: String
    var id: String
    var sha: String
    var n: String
    var e: String
    var msg: String
    var sig: String
    var result: String
    var flags: [String]?

    var name: String { "\(src) \(id)" }
  }

  /// What came out of a file.
  private struct Count: Equatable {
    var accepted = 0
    var refused = 0
    /// "acceptable" rows, which leave the answer to the verifier's policy.
    var acceptableAccepted = 0
    var acceptableRefused = 0
    /// SHA-224: we have no such hash function, since Apple uses it nowhere.
    var otherHash = 0
    /// Rows, of whatever result, whose modulus is under the usual limit of 2,048 bits.
    var belowUsualLimit = 0
  }

  /// Bytes without leading zeros: the vectors pad exponents to the length of the modulus.
  private func integer(_ hex: String) -> [UInt8] {
    Array(TestSupport.bytes(hex).drop { $0 == 0 })
  }

  /// Whether a signature is accepted. All ways to its power have to be the same.
  private func check(_ vector: Vector, _ digest: MessageDigest) throws -> Bool {
    let key = try makeKey(
      integer(vector.n), integer(vector.e),
      minimumModulusBits: ApplePolicy.lowestKeyBits)
    try checkPower(
      ofSignature: TestSupport.bytes(vector.sig), modulus: integer(vector.n),
      publicExponent: integer(vector.e))
    return key.errorVerifying(TestSupport.bytes(vector.sig), digest) == nil
  }

  private func usualLimitRefuses(_ vector: Vector) -> Bool {
    do throws(RSAError) {
      _ = try makeKey(integer(vector.n), integer(vector.e))
      return false
    } catch {
      #expect(error == .modulusTooShort)
      return true
    }
  }

  /// Runs all rows of a file.
  private func run(_ file: String) throws -> Count {
    let path = try #require(Corpus.folder).appending(path: "suites/rsa/\(file)")
    var count = Count()
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
      let vector = try JSONDecoder().decode(Vector.self, from: Data(line.utf8))
      guard let digest = messageDigest(vector.sha, TestSupport.bytes(vector.msg)) else {
        #expect(vector.sha == "SHA-224")
        count.otherHash += 1
        continue
      }
      let accepted = try check(vector, digest)
      count.belowUsualLimit += usualLimitRefuses(vector) ? 1 : 0
      switch vector.result {
      case "valid":
        #expect(accepted, "\(vector.name)")
        count.accepted += 1
      case "invalid":
        #expect(!accepted, "\(vector.name)")
        count.refused += 1
      default:
        // The policy. Refused: absent parameters (EncodedMessage says why). Accepted: a modulus
        // between 1,024 and 2,048 bits where the caller's limit is that low, the exponent 3, and
        // SHA-1 (whether it may still be used is for those to say who know what is signed).
        #expect(vector.result == "acceptable")
        let missingNull = vector.flags?.contains("MissingNull") ?? false
        #expect(accepted == !missingNull, "\(vector.name)")
        count.acceptableAccepted += accepted ? 1 : 0
        count.acceptableRefused += accepted ? 0 : 1
      }
    }
    return count
  }

  @Test func wycheproofSHA1AndSHA256() throws {
    let count = try run("wycheproof_pkcs1v15_sha1_sha256.jsonl")
    #expect(
      count
        == Count(
          accepted: 132, refused: 979, acceptableAccepted: 96, acceptableRefused: 4,
          otherHash: 0, belowUsualLimit: 82))
  }

  @Test func wycheproofSHA384AndSHA512() throws {
    let count = try run("wycheproof_pkcs1v15_sha384_sha512.jsonl")
    #expect(
      count
        == Count(
          accepted: 92, refused: 1_504, acceptableAccepted: 28, acceptableRefused: 6,
          otherHash: 282, belowUsualLimit: 24))
  }

  @Test func nist() throws {
    let count = try run("nist_pkcs1v15.jsonl")
    #expect(
      count
        == Count(
          accepted: 308, refused: 240, acceptableAccepted: 0, acceptableRefused: 0,
          otherHash: 0, belowUsualLimit: 208))
  }
}
