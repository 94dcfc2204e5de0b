import Foundation
import ReceiptHashing
import ReceiptTrust
import TestSupport

/// A key of Tests/Vectors/rsa/pkcs1v15.jsonl.
struct RSAVectorKey: Decodable {
  var key: String
  var modulus: String
  var publicExponent: String

  /// The key, checked against the lowest limit: one of them has 1,024 bits.
  func publicKey() throws(RSAError) -> RSAPublicKey {
    try makeKey(
      TestSupport.bytes(modulus), TestSupport.bytes(publicExponent),
      minimumModulusBits: ApplePolicy.lowestKeyBits)
  }
}

/// A signature of Tests/Vectors/rsa/pkcs1v15.jsonl.
struct RSAVector: Decodable {
  var name: String
  var key: String
  var hash: String
  var message: String
  var signature: String
  var expected: String

  /// The error that `expected` names; nil for "valid".
  var expectedError: RSAError? {
    switch expected {
    case "valid": nil
    case "signatureLength": .signatureLength
    case "signatureMismatch": .signatureMismatch
    case "signatureNotBelowModulus": .signatureNotBelowModulus
    default: fatalError("unknown result \(expected)")
    }
  }
}

/// The committed vectors: everything in the file, in its order.
enum RSAVectors {
  private static let lines: [Substring] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Vectors/rsa/pkcs1v15.jsonl")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      fatalError("Tests/Vectors/rsa/pkcs1v15.jsonl cannot be read")
    }
    return text.split(separator: "\n")
  }()

  static let keys: [RSAVectorKey] = lines.compactMap {
    try? JSONDecoder().decode(RSAVectorKey.self, from: Data($0.utf8))
  }.filter { !$0.modulus.isEmpty }

  static let signatures: [RSAVector] = lines.compactMap {
    try? JSONDecoder().decode(RSAVector.self, from: Data($0.utf8))
  }

  static func key(_ name: String) throws -> RSAPublicKey {
    guard let key = keys.first(where: { $0.key == name }) else { fatalError("no key \(name)") }
    return try key.publicKey()
  }

  /// A valid signature by this key.
  static func valid(_ key: String, _ hash: String) -> RSAVector {
    guard
      let vector = signatures.first(where: {
        $0.key == key && $0.hash == hash && $0.expected == "valid"
      })
    else { fatalError("no signature by \(key)") }
    return vector
  }
}

/// The digest of a message, by a function named as the vectors name it; nil if we have no such.
func messageDigest(_ hash: String, _ message: [UInt8]) -> MessageDigest? {
  switch hash {
  case "SHA-1": .sha1(SHA1.hash(message))
  case "SHA-256": .sha256(SHA256.hash(message))
  case "SHA-384": .sha384(SHA384.hash(message))
  case "SHA-512": .sha512(SHA512.hash(message))
  default: nil
  }
}

/// A key from arrays, each in exactly sized memory.
func makeKey(
  _ modulus: [UInt8], _ publicExponent: [UInt8],
  minimumModulusBits: Int = ApplePolicy.minimumKeyBits
) throws(RSAError) -> RSAPublicKey {
  let result: Result<RSAPublicKey, RSAError> = withExactlySized(modulus) { modulus in
    withExactlySized(publicExponent) { publicExponent in
      do throws(RSAError) {
        return .success(
          try RSAPublicKey(
            modulus: modulus, publicExponent: publicExponent,
            minimumModulusBits: minimumModulusBits))
      } catch {
        return .failure(error)
      }
    }
  }
  return try result.get()
}

extension RSAPublicKey {
  /// What checking this signature throws; nil if it is valid.
  func errorVerifying(_ signature: [UInt8], _ digest: MessageDigest) -> RSAError? {
    withExactlySized(signature) { signature in
      do throws(RSAError) {
        try verify(signature: signature, of: digest)
        return nil
      } catch {
        return error
      }
    }
  }
}
