import DERParsing
import ReceiptHashing
import TextCoding

/// A digest with the processor's instructions, where it has them, and the same in portable code.
public struct DigestPair: Equatable {
  /// What users of the library get.
  public let usual: [UInt8]
  /// What they get where the processor has no instructions for it.
  public let portable: [UInt8]

  /// SHA-1 of a message in pieces: so many bytes each, and then the rest.
  public static func sha1(_ message: RawSpan, pieces: [Int]) -> DigestPair {
    DigestPair(
      usual: digest(SHA1(), message, pieces), portable: digest(PortableSHA1(), message, pieces))
  }

  /// SHA-256 of a message in pieces: so many bytes each, and then the rest.
  public static func sha256(_ message: RawSpan, pieces: [Int]) -> DigestPair {
    DigestPair(
      usual: digest(SHA256(), message, pieces), portable: digest(PortableSHA256(), message, pieces))
  }

  /// SHA-384 in pieces, for which there are no instructions.
  public static func sha384(_ message: RawSpan, pieces: [Int]) -> [UInt8] {
    digest(SHA384(), message, pieces)
  }

  /// SHA-512 in pieces, likewise.
  public static func sha512(_ message: RawSpan, pieces: [Int]) -> [UInt8] {
    digest(SHA512(), message, pieces)
  }

  /// What can be done with a digest of the usual function, and with that of other bytes.
  public static func check(
    _ message: RawSpan, digest: Int, bytes: [UInt8], other: [UInt8], text: String
  ) -> Bool {
    switch digest {
    case 0: check(SHA1.self, message, bytes, other, text)
    case 1: check(SHA256.self, message, bytes, other, text)
    case 2: check(SHA384.self, message, bytes, other, text)
    default: check(SHA512.self, message, bytes, other, text)
    }
  }

  private static func check<Function: HashFunction>(
    _ function: Function.Type, _ message: RawSpan, _ bytes: [UInt8], _ other: [UInt8],
    _ text: String
  ) -> Bool {
    let digest = Function.hash(message)
    let third = message.byteCount / 3
    let (first, rest) = (message.extracting(first: third), message.extracting(droppingFirst: third))
    var pieces = Function()
    pieces.update(first)
    pieces.update(rest.extracting(first: third))
    pieces.update(rest.extracting(droppingFirst: third))
    return pieces.finalize() == digest
      && Function.Digest.byteCount == bytes.count && digest.description == text
      && bytes.withRawSpan { digest.isEqual(to: $0) }
      && !other.withRawSpan { digest.isEqual(to: $0) }
      && digest != Function.hash(other)
  }

  private static func digest(
    _ function: some HashFunction, _ message: RawSpan, _ pieces: [Int]
  ) -> [UInt8] {
    var function = function
    var rest = message
    for piece in pieces {
      let count = min(piece, rest.byteCount)
      function.update(rest.extracting(first: count))
      rest = rest.extracting(droppingFirst: count)
    }
    function.update(rest)
    return Array(function.finalize())
  }
}
