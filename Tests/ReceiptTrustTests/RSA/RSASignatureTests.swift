import ReceiptHashing
import ReceiptTrust
import TestSupport
import Testing

/// RSASSA-PKCS1-v1_5 with our own vectors: valid signatures, and each known way to forge one.
struct RSASignatureTests {
  @Test func vectorsAreComplete() {
    #expect(RSAVectors.keys.count == 12)
    #expect(RSAVectors.signatures.count == 420)
    for number in 10...23 {
      #expect(RSAVectors.signatures.contains { $0.name.hasPrefix("C\(number)") }, "C\(number)")
    }
  }

  @Test(arguments: RSAVectors.keys.map(\.key))
  func everySignatureOfAKey(_ name: String) throws {
    let key = try RSAVectors.key(name)
    let vectors = RSAVectors.signatures.filter { $0.key == name }
    #expect(vectors.contains { $0.expected == "valid" })
    #expect(vectors.contains { $0.expected != "valid" })
    for vector in vectors {
      let digest = try #require(messageDigest(vector.hash, TestSupport.bytes(vector.message)))
      let error = key.errorVerifying(TestSupport.bytes(vector.signature), digest)
      #expect(error == vector.expectedError, "\(vector.hash): \(vector.name)")
    }
  }

  /// Every bit of a signature counts.
  @Test(arguments: ["rsa2048-e3", "rsa2048-e65537", "rsa2050-e3"])
  func everyBitOfASignature(_ name: String) throws {
    let key = try RSAVectors.key(name)
    let vector = RSAVectors.valid(name, "SHA-256")
    let digest = try #require(messageDigest(vector.hash, TestSupport.bytes(vector.message)))
    let signature = TestSupport.bytes(vector.signature)
    #expect(key.errorVerifying(signature, digest) == nil)
    for bit in 0..<8 * signature.count {
      var changed = signature
      changed[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      let error = key.errorVerifying(changed, digest)
      #expect(error == .signatureMismatch || error == .signatureNotBelowModulus, "bit \(bit)")
    }
  }

  /// Every byte of a message counts, so the digest does: the first and the last of them.
  @Test(arguments: ["SHA-1", "SHA-256", "SHA-384", "SHA-512"])
  func everyByteOfAMessage(_ hash: String) throws {
    let key = try RSAVectors.key("rsa2048-e3")
    let vector = try #require(
      RSAVectors.signatures.last {
        $0.key == "rsa2048-e3" && $0.hash == hash && $0.name == "valid"
      })
    let message = TestSupport.bytes(vector.message)
    #expect(!message.isEmpty)
    for index in message.indices {
      var changed = message
      changed[index] ^= 1
      let digest = try #require(messageDigest(hash, changed))
      #expect(
        key.errorVerifying(TestSupport.bytes(vector.signature), digest) == .signatureMismatch)
    }
  }

  /// Every length but the right one, from nothing to twice the modulus.
  @Test func everyLength() throws {
    let key = try RSAVectors.key("rsa2048-e3")
    let vector = RSAVectors.valid("rsa2048-e3", "SHA-256")
    let digest = try #require(messageDigest(vector.hash, TestSupport.bytes(vector.message)))
    let signature = TestSupport.bytes(vector.signature)
    #expect(key.modulusByteCount == 256)
    for length in 0...512 where length != 256 {
      let shorter = Array(signature.prefix(length))
      let zeros = [UInt8](repeating: 0, count: length - shorter.count)
      #expect(key.errorVerifying(shorter + zeros, digest) == .signatureLength)
      #expect(key.errorVerifying(zeros + shorter, digest) == .signatureLength)
    }
  }

  /// A signature by one key is none by another of the same length.
  @Test func anotherKey() throws {
    let names = ["rsa2048-e3", "rsa2048-e65537", "rsa2048-e8589934591"]
    for signer in names {
      let vector = RSAVectors.valid(signer, "SHA-256")
      let digest = try #require(messageDigest(vector.hash, TestSupport.bytes(vector.message)))
      for name in names where name != signer {
        let error = try RSAVectors.key(name).errorVerifying(
          TestSupport.bytes(vector.signature), digest)
        #expect(error == .signatureMismatch || error == .signatureNotBelowModulus)
      }
    }
  }

  /// The hash function is part of what is signed.
  @Test func anotherHashFunction() throws {
    let key = try RSAVectors.key("rsa2048-e65537")
    let names = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"]
    for signed in names {
      let vector = RSAVectors.valid("rsa2048-e65537", signed)
      for name in names {
        let digest = try #require(messageDigest(name, TestSupport.bytes(vector.message)))
        let error = key.errorVerifying(TestSupport.bytes(vector.signature), digest)
        #expect(error == (name == signed ? nil : .signatureMismatch))
      }
    }
  }
}
