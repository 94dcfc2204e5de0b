import AppStoreReceipt
import Crypto
import CryptoExtras
import Foundation
import ReceiptHashing

/// The comparison of signatures: one key, one signature over a SHA-256 digest.
struct RSA {
  let authority: TestAuthority
  let openSSL: OpenSSL?

  func comparison() throws -> Comparison {
    let message = Array("what has been signed".utf8)
    let theirKey = authority.leafKey.publicKey
    let theirDigest = Crypto.SHA256.hash(data: message)
    let padding = _RSA.Signing.Padding.insecurePKCS1v1_5
    let theirSignature = try authority.leafKey.signature(for: theirDigest, padding: padding)

    let signature = Array(theirSignature.rawRepresentation)
    let primitives = try theirKey.getKeyPrimitives()
    let (modulus, exponent) = (Array(primitives.modulus), Array(primitives.publicExponent))
    let key = try unsafe RSAPublicKey(
      modulus: modulus.span.bytes, publicExponent: exponent.span.bytes)
    let digest = MessageDigest.sha256(unsafe ReceiptHashing.SHA256.hash(message.span.bytes))

    // What `verify` does without the processor's instructions.
    let preparedModulus = unsafe MontgomeryModulus(
      Limbs(bigEndian: modulus.span.bytes), bitCount: 2_048)
    let verifyPortably = {
      let power = unsafe preparedModulus.portablePower(
        Limbs(bigEndian: signature.span.bytes), exponent: 65_537)
      return power == EncodedMessage(digest, byteCount: modulus.count).limbs
    }

    let verifyWithNewKey = {
      let key = try unsafe RSAPublicKey(
        modulus: modulus.span.bytes, publicExponent: exponent.span.bytes)
      try unsafe key.verify(signature: signature.span.bytes, of: digest)
      return true
    }

    let isValid = { (isValid: Bool) in isValid ? "valid" : "not valid" }
    var subjects = [
      Subject(
        "ours",
        answer: {
          try unsafe key.verify(signature: signature.span.bytes, of: digest)
          return isValid(true)
        },
        work: {
          try unsafe key.verify(signature: signature.span.bytes, of: digest)
          return 1
        }),
      Subject("ours-portable", answer: { isValid(verifyPortably()) }) {
        verifyPortably() ? 1 : 0
      },
      Subject(
        "ours-new-key",
        answer: { isValid(try verifyWithNewKey()) },
        work: { try verifyWithNewKey() ? 1 : 0 }),
      Subject(
        "swift-crypto",
        answer: {
          isValid(theirKey.isValidSignature(theirSignature, for: theirDigest, padding: padding))
        },
        work: {
          theirKey.isValidSignature(theirSignature, for: theirDigest, padding: padding) ? 1 : 0
        }),
    ]
    if let openSSL, let key = openSSL.key(Array(theirKey.derRepresentation)) {
      let digest = Array(theirDigest)
      subjects.append(
        Subject("openssl", answer: { isValid(key.verify(signature, digest)) }) {
          key.verify(signature, digest) ? 1 : 0
        })
    }
    return Comparison(measure: .rsa2048, input: "", subjects: subjects)
  }
}
