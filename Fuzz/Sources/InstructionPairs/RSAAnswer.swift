import DERParsing
import ReceiptHashing
import ReceiptTrust
import TextCoding

/// Whether an RSA key may be used, and has signed a message.
public enum RSAAnswer: Equatable {
  case verified
  /// The signature, by the key.
  case refused(String)
  /// The key.
  case unusable(String)

  /// Whether the key may be used.
  public var isUsable: Bool { if case .unusable = self { false } else { true } }

  /// - Parameter digest: 0 for SHA-1, 1 for SHA-256, 2 for SHA-384, and others for SHA-512.
  public init(
    modulus: [UInt8], exponent: [UInt8], minimumBits: Int, signature: [UInt8], digest: Int,
    of message: [UInt8]
  ) {
    let digest: MessageDigest =
      switch digest {
      case 0: .sha1(SHA1.hash(message))
      case 1: .sha256(SHA256.hash(message))
      case 2: .sha384(SHA384.hash(message))
      default: .sha512(SHA512.hash(message))
      }
    self = modulus.withRawSpan { modulus in
      exponent.withRawSpan { exponent in
        signature.withRawSpan { signature in
          let key: RSAPublicKey
          do throws(RSAError) {
            key = try RSAPublicKey(
              modulus: modulus, publicExponent: exponent, minimumModulusBits: minimumBits)
          } catch {
            return .unusable("\(error)")
          }
          do throws(RSAError) {
            try key.verify(signature: signature, of: digest)
            return .verified
          } catch {
            return .refused("\(error)")
          }
        }
      }
    }
  }
}
