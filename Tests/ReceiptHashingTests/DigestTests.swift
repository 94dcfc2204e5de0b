import ReceiptHashing
import TestSupport
import Testing

/// What a digest is once it is there: a collection of bytes, a description, a comparison.
struct DigestTests {
  private func check<Function: HashFunction>(_: Function.Type, hex: String, count: Int) {
    let digest = Function.hash(Array("abc".utf8))
    let bytes = TestSupport.bytes(hex)
    #expect(Function.Digest.byteCount == count)
    #expect(digest.count == count)
    #expect(Array(digest) == bytes)
    #expect(digest.indices.map { digest[$0] } == bytes)
    #expect(digest.description == hex)
    #expect("\(digest)" == hex)
    #expect(digest == Function.hash(Array("abc".utf8)))
    #expect(digest.hashValue == Function.hash(Array("abc".utf8)).hashValue)
    #expect(digest != Function.hash(Array("abd".utf8)))

    #expect(withExactlySized(bytes) { digest.isEqual(to: $0) })
    #expect(withExactlySized([]) { !digest.isEqual(to: $0) })
    #expect(withExactlySized(bytes + [0]) { !digest.isEqual(to: $0) })
    for length in 0..<count {
      #expect(withExactlySized(Array(bytes.prefix(length))) { !digest.isEqual(to: $0) })
      #expect(withExactlySized(Array(bytes.suffix(length))) { !digest.isEqual(to: $0) })
    }
    for bit in 0..<8 * count {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(withExactlySized(changed) { !digest.isEqual(to: $0) }, "bit \(bit)")
    }
  }

  @Test func sha1() {
    check(SHA1.self, hex: Example.all[0].sha1, count: 20)
  }

  @Test func sha256() {
    check(SHA256.self, hex: Example.all[0].sha256, count: 32)
  }

  @Test func sha384() {
    check(SHA384.self, hex: Example.all[0].sha384, count: 48)
  }

  @Test func sha512() {
    check(SHA512.self, hex: Example.all[0].sha512, count: 64)
  }

  /// A difference is not lost when another one has the same bits.
  @Test func equalDifferencesDoNotCancel() {
    let digest = SHA1.hash([])
    var bytes = Array(digest)
    bytes[3] ^= 0x40
    bytes[7] ^= 0x40
    #expect(withExactlySized(bytes) { !digest.isEqual(to: $0) })
  }

  /// Nothing is kept outside the value: no reference, a fixed size.
  @Test func sizesAreFixed() {
    #expect(MemoryLayout<SHA1>.size == 32 + 64 + 8)
    #expect(MemoryLayout<SHA256>.size == 32 + 64 + 8)
    #expect(MemoryLayout<SHA384>.size == 64 + 128 + 8)
    #expect(MemoryLayout<SHA512>.size == 64 + 128 + 8)
    func isBitwiseCopyable<Value: BitwiseCopyable>(_: Value.Type) -> Bool { true }
    #expect(isBitwiseCopyable(SHA1.self) && isBitwiseCopyable(SHA512.Digest.self))
  }
}
