import TextCoding

/// A hash function of FIPS 180-4 that takes its message in pieces.
///
/// The state has a fixed size and lives where the value lives: hashing allocates nothing, whatever
/// the message. A value is a copy of the state, so a common prefix can be hashed once.
///
/// ```swift
/// var hash = SHA256()
/// hash.update(first)
/// hash.update(second)
/// let digest = hash.finalize()
/// ```
package protocol HashFunction: BitwiseCopyable, Sendable {
  associatedtype Compression: CompressionFunction

  /// How many bytes every digest has.
  static var digestByteCount: Int { get }

  /// What the message so far has come to.
  var hasher: BlockHasher<Compression> { get set }

  /// Starts with the empty message.
  init()

  // The following are requirements for speed: a call from another module gets the code made for the type.

  /// Appends bytes to the message.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func update(_ bytes: RawSpan)

  /// Pads the message (FIPS 180-4 §5.1) and returns its digest.
  ///
  /// - Complexity: O(1), two blocks at most.
  consuming func finalize() -> HashDigest
}

extension HashFunction {
  @inline(__always)
  package mutating func update(_ bytes: RawSpan) { hasher.update(bytes) }

  @inline(__always)
  package consuming func finalize() -> HashDigest {
    HashDigest(hasher.finalize(), byteCount: Self.digestByteCount)
  }

  /// The digest of one piece.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func hash(_ bytes: RawSpan) -> HashDigest {
    var function = Self()
    function.update(bytes)
    return function.finalize()
  }

  /// The digest of two pieces, one after the other, without joining them in memory.
  ///
  /// - Complexity: O(*n*) in the number of bytes of both.
  package static func hash(_ first: RawSpan, _ second: RawSpan) -> HashDigest {
    var function = Self()
    function.update(first)
    function.update(second)
    return function.finalize()
  }

  /// The digest of three pieces, one after the other, without joining them in memory.
  ///
  /// - Complexity: O(*n*) in the number of bytes of all three.
  package static func hash(_ first: RawSpan, _ second: RawSpan, _ third: RawSpan) -> HashDigest {
    var function = Self()
    function.update(first)
    function.update(second)
    function.update(third)
    return function.finalize()
  }

  /// The digest of an array, for systems on which an array has no `span` yet.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func hash(_ bytes: [UInt8]) -> HashDigest {
    bytes.withRawSpan { hash($0) }
  }
}

/// What a hash function returns: a fixed number of bytes, kept in words.
///
/// A digest is a collection of its bytes in the order in which FIPS 180-4 writes them, so that it
/// can be iterated, indexed from 0 and copied into an array. Its description is lower-case hex.
package struct HashDigest: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible,
  RandomAccessCollection
{
  /// The words of the hash value, which may be more than the digest has.
  private let words: SIMD8<UInt64>

  /// A word has 2 to this power of bytes, so that finding one takes no division.
  private let wordShift: Int

  /// The number of bytes.
  package let endIndex: Int

  init<Word: HashWord>(_ hashValue: EightWords<Word>, byteCount: Int) {
    words = SIMD8(
      UInt64(hashValue.a), UInt64(hashValue.b), UInt64(hashValue.c), UInt64(hashValue.d),
      UInt64(hashValue.e), UInt64(hashValue.f), UInt64(hashValue.g), UInt64(hashValue.h))
    wordShift = (Word.bitWidth / 8).trailingZeroBitCount
    endIndex = byteCount
  }

  /// Always 0.
  package var startIndex: Int { 0 }

  /// The byte at `position`, which must be at least 0 and less than ``endIndex``.
  package subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < endIndex)
    let lastOfWord = 1 &<< wordShift &- 1
    // The bytes after this one in its word, 7 at most.
    let following = lastOfWord &- position & lastOfWord
    return UInt8(truncatingIfNeeded: words[position &>> wordShift] &>> UInt64(8 &* following))
  }

  /// Whether these bytes are this digest: same number, same values.
  ///
  /// The number is compared first. The values are then all read, and the time does not depend on
  /// where the first difference is.
  ///
  /// - Complexity: O(*n*) in the number of bytes of the digest.
  package func isEqual(to bytes: RawSpan) -> Bool {
    guard bytes.byteCount == count else { return false }
    var difference: UInt8 = 0
    for index in indices {
      difference |= self[index] ^ bytes.byte(at: index)
    }
    return difference == 0
  }

  /// Lower-case hex, two digits a byte, nothing between.
  package var description: String { hexadecimal }
}
