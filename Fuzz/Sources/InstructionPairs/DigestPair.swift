import ReceiptHashing

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
