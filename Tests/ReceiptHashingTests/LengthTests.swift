import ReceiptHashing
import TestSupport
import Testing

/// Every length from 0 to 303: every fill of the last block, and every place for the padding.
struct LengthTests {
  static let blocks = Array(0..<LengthTable.sha1.count)

  /// The joined digests of sixteen lengths, hashed: compared with the table.
  private func digestOfDigests<Function: HashFunction>(
    _: Function.Type, block: Int
  ) -> String {
    var joined: [UInt8] = []
    for length in 16 * block..<16 * (block + 1) {
      let message = (0..<length).map { UInt8(7 * $0 % 251) }
      joined += withExactlySized(message) { Array(Function.hash($0)) }
    }
    return SHA256.hash(joined).description
  }

  @Test func tableIsComplete() {
    #expect(LengthTable.sha1.count == 19)
    #expect(LengthTable.sha256.count == 19)
    #expect(LengthTable.sha384.count == 19)
    #expect(LengthTable.sha512.count == 19)
  }

  @Test(arguments: blocks)
  func digestsOfSixteenLengths(_ block: Int) {
    #expect(digestOfDigests(SHA1.self, block: block) == LengthTable.sha1[block])
    #expect(digestOfDigests(SHA256.self, block: block) == LengthTable.sha256[block])
    #expect(digestOfDigests(PortableSHA1.self, block: block) == LengthTable.sha1[block])
    #expect(digestOfDigests(PortableSHA256.self, block: block) == LengthTable.sha256[block])
    #expect(digestOfDigests(SHA384.self, block: block) == LengthTable.sha384[block])
    #expect(digestOfDigests(SHA512.self, block: block) == LengthTable.sha512[block])
  }

  #if !DEBUG
    /// 2²⁹ + 1 bytes have 2³² + 8 bits: the length no longer fits one word of SHA-1 and SHA-256.
    /// The digests are OpenSSL's. Optimised builds only: the others take minutes for it.
    @Test func lengthOfMoreThan32Bits() {
      checkLengthOfMoreThan32Bits(SHA1(), SHA256())
    }

    @Test func lengthOfMoreThan32BitsPortably() {
      checkLengthOfMoreThan32Bits(PortableSHA1(), PortableSHA256())
    }

    private func checkLengthOfMoreThan32Bits(_ sha1: some HashFunction, _ sha256: some HashFunction)
    {
      var (sha1, sha256) = (sha1, sha256)
      let piece = [UInt8](repeating: 0, count: 1 << 20)
      withExactlySized(piece) { piece in
        for _ in 0..<512 {
          sha1.update(piece)
          sha256.update(piece)
        }
        sha1.update(piece.extracting(first: 1))
        sha256.update(piece.extracting(first: 1))
      }
      #expect(sha1.finalize().description == "3e1bb536d18494c32e66ef9f479d65bbe0d863de")
      #expect(
        sha256.finalize().description
          == "7c40fe5ce847740d0f0d0cdde3949d6585804cdec3ae61a15b923165699c8137")
    }
  #endif
}
