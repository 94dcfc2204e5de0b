import TestSupport
import Testing

@testable import ReceiptTrust

/// What a verifier remembers: exactly what was put in, in its place, and no more than a few.
@Suite struct VerifiedCertificatesTests {
  private let certificate: [UInt8] = (0..<100).map { UInt8($0) }
  private let other: [UInt8] = (0..<100).map { UInt8(200 - $0) }

  /// Bytes that differ from the certificate's: in one bit, in their number, altogether.
  private var strangers: [[UInt8]] {
    let flipped = certificate.indices.map { index in
      var changed = certificate
      changed[index] ^= 1 << UInt8(index % 8)
      return changed
    }
    return flipped + [[], Array(certificate.dropLast()), certificate + [0], other]
  }

  @Test func `A root is known by all of its bytes, and as nothing else`() {
    var known = VerifiedCertificates()
    #expect(!withExactlySized(certificate) { known.containsRoot($0) })
    withExactlySized(certificate) { known.insertRoot($0) }
    #expect(withExactlySized(certificate) { known.containsRoot($0) })
    #expect(withExactlySized(certificate) { known.anchorKey(of: $0) } == nil)
    #expect(!withExactlySized(certificate) { known.containsSigner($0) })
    for stranger in strangers { #expect(!withExactlySized(stranger) { known.containsRoot($0) }) }
  }

  @Test func `An intermediate certificate likewise, together with the key that has signed it`() {
    var known = VerifiedCertificates()
    withExactlySized(other) { known.insertIntermediate($0, signedBy: [1]) }
    withExactlySized(certificate) { known.insertIntermediate($0, signedBy: [1, 2, 3]) }
    #expect(withExactlySized(certificate) { known.anchorKey(of: $0) } == [1, 2, 3])
    #expect(withExactlySized(other) { known.anchorKey(of: $0) } == [1])
    #expect(!withExactlySized(certificate) { known.containsRoot($0) })
    #expect(!withExactlySized(certificate) { known.containsSigner($0) })
    for stranger in strangers where stranger != other {
      #expect(withExactlySized(stranger) { known.anchorKey(of: $0) } == nil)
    }
  }

  @Test func `A signer's certificate is known together with its issuer's`() {
    var known = VerifiedCertificates()
    func contains(_ signer: [UInt8], _ intermediate: [UInt8]) -> Bool {
      withExactlySized(signer) { signer in
        withExactlySized(intermediate) { known.containsSigner(signer, of: $0) }
      }
    }
    withExactlySized(certificate) { signer in
      withExactlySized(other) { known.insertSigner(signer, of: $0) }
    }
    #expect(contains(certificate, other))
    #expect(!contains(other, certificate))
    #expect(withExactlySized(certificate) { known.containsSigner($0) })
    #expect(!withExactlySized(other) { known.containsSigner($0) })
    for stranger in strangers {
      #expect(!contains(stranger, other))
      #expect(!contains(certificate, stranger) || stranger == other)
      #expect(!withExactlySized(stranger) { known.containsSigner($0) })
    }
  }

  @Test func `The newest eight of each place are kept`() {
    var known = VerifiedCertificates()
    for number: UInt8 in 0...9 {
      withExactlySized([number]) { bytes in
        known.insertRoot(bytes)
        known.insertIntermediate(bytes, signedBy: [number])
        known.insertSigner(bytes, of: bytes)
      }
    }
    known.trim()
    for number: UInt8 in 0...9 {
      let isKept = number >= 2
      withExactlySized([number]) { bytes in
        #expect(known.containsRoot(bytes) == isKept)
        #expect((known.anchorKey(of: bytes) == [number]) == isKept)
        #expect(known.containsSigner(bytes, of: bytes) == isKept)
      }
    }
  }
}
