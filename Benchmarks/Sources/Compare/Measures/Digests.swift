import Crypto
import Foundation
import ReceiptHashing

/// The comparisons of hash functions.
struct Digests {
  let openSSL: OpenSSL?

  /// As much as the device hash takes, a kibibyte, and more than a receipt of a hundred purchases.
  static let counts = [60, 1024, 65536]

  func sha1(_ count: Int) -> Comparison {
    comparison(
      .sha1, count, ours: { unsafe ReceiptHashing.SHA1.hash($0.span.bytes) },
      portable: { unsafe PortableSHA1.hash($0.span.bytes) }, plain: .sha1(),
      openSSL: openSSL?.sha1(), swiftCrypto: { Crypto.Insecure.SHA1.hash(data: $0) })
  }

  func sha256(_ count: Int) -> Comparison {
    comparison(
      .sha256, count, ours: { unsafe ReceiptHashing.SHA256.hash($0.span.bytes) },
      portable: { unsafe PortableSHA256.hash($0.span.bytes) }, plain: .sha256(),
      openSSL: openSSL?.sha256(), swiftCrypto: { Crypto.SHA256.hash(data: $0) })
  }

  private func comparison(
    _ measure: Measure, _ count: Int, ours: @escaping ([UInt8]) -> some HashDigest,
    portable: @escaping ([UInt8]) -> some HashDigest, plain: CDigest, openSSL: CDigest?,
    swiftCrypto: @escaping ([UInt8]) -> some Crypto.Digest
  ) -> Comparison {
    let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var subjects = [
      Subject("ours", answer: { "\(Array(ours(message)))" }) { UInt64(ours(message)[0]) },
      Subject("ours-portable", answer: { "\(Array(portable(message)))" }) {
        UInt64(portable(message)[0])
      },
    ]
    for (name, peer) in [("c", plain), ("openssl", openSSL)] {
      guard let peer else { continue }
      subjects.append(
        Subject(name, answer: { "\(peer.digest(message))" }) { UInt64(peer.firstByte(message)) })
    }
    subjects.append(
      Subject("swift-crypto", answer: { "\(Array(swiftCrypto(message)))" }) {
        unsafe swiftCrypto(message).withUnsafeBytes { unsafe UInt64($0[0]) }
      })
    return Comparison(measure: measure, input: "\(count)", bytes: count, subjects: subjects)
  }
}
