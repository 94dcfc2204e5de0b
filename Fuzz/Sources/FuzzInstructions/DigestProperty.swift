package import FuzzSupport
import InstructionPairs

/// A digest is the same with the processor's instructions and without them, in one piece and in many, wherever the
/// message is; that of a short message, and of some long ones, is the naive one, equal to no other, and as text.
///
/// The first byte says how many follow that are lengths of pieces, and how often the rest is repeated.
package enum DigestProperty: FuzzProperty {
  package static let name = "digest"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = bytes.first ?? 0
    let pieces = bytes.dropFirst().prefix(Int(first & 7)).map(Int.init)
    let repeated = bytes.dropFirst(1 + pieces.count)
    let message = Array(repeatElement(repeated, count: 1 + Int(first >> 3)).joined())
    let (sha1, sha256) = message.withBytes {
      (DigestPair.sha1($0, pieces: []), DigestPair.sha256($0, pieces: []))
    }
    require(sha1.usual == sha1.portable, "SHA-1 of \(message.hexadecimal)")
    require(sha256.usual == sha256.portable, "SHA-256 of \(message.hexadecimal)")
    message.withBytes {
      require(DigestPair.sha1($0, pieces: pieces) == sha1, "SHA-1 in pieces of \(pieces)")
      require(DigestPair.sha256($0, pieces: pieces) == sha256, "SHA-256 in pieces of \(pieces)")
    }
    // A long message takes the naive functions long: one in 64, as the bytes choose.
    if message.count <= 400 || bytes.reduce(0, { $0 + Int($1) }) % 64 == 0 {
      checkNaive(message, sha1.usual, sha256.usual, pieces)
    }
    places.forEach(message) { bytes, place in
      require(DigestPair.sha1(bytes, pieces: pieces) == sha1, "SHA-1 in \(place)")
      require(DigestPair.sha256(bytes, pieces: pieces) == sha256, "SHA-256 in \(place)")
    }
  }

  private static func checkNaive(
    _ message: [UInt8], _ sha1: [UInt8], _ sha256: [UInt8], _ pieces: [Int]
  ) {
    require(sha1 == NaiveHash.sha1.digest(message), "the naive SHA-1")
    require(sha256 == NaiveHash.sha256.digest(message), "the naive SHA-256")
    let (sha384, sha512) = (NaiveHash.sha384.digest(message), NaiveHash.sha512.digest(message))
    message.withBytes {
      require(DigestPair.sha384($0, pieces: pieces) == sha384, "the naive SHA-384")
      require(DigestPair.sha512($0, pieces: pieces) == sha512, "the naive SHA-512")
    }
    // What can be done with one of them.
    let kind = Int(message.last ?? 0) % 4
    let digest = [sha1, sha256, sha384, sha512][kind]
    var other = digest
    let place = message.count % (digest.count + 3)
    if place < digest.count {
      other[place] ^= 1 << UInt8(pieces.count)
    } else {
      other = [[], Array(digest.dropLast()), digest + [0]][place - digest.count]
    }
    message.withBytes {
      let isRight = DigestPair.check(
        $0, digest: kind, bytes: digest, other: other,
        text: digest.hexadecimal)
      require(isRight, "what is done with a digest of kind \(kind)")
    }
  }
}
