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
  /// What the function returns: bytes of a fixed number.
  associatedtype Digest: HashDigest

  /// Starts with the empty message.
  init()

  /// Appends bytes to the message.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func update(_ bytes: RawSpan)

  /// Pads the message (FIPS 180-4 §5.1) and returns its digest.
  ///
  /// - Complexity: O(1), two blocks at most.
  consuming func finalize() -> Digest
}

extension HashFunction {
  /// The digest of one piece.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func hash(_ bytes: RawSpan) -> Digest {
    var function = Self()
    function.update(bytes)
    return function.finalize()
  }

  /// The digest of two pieces, one after the other, without joining them in memory.
  ///
  /// - Complexity: O(*n*) in the number of bytes of both.
  package static func hash(_ first: RawSpan, _ second: RawSpan) -> Digest {
    var function = Self()
    function.update(first)
    function.update(second)
    return function.finalize()
  }

  /// The digest of three pieces, one after the other, without joining them in memory.
  ///
  /// - Complexity: O(*n*) in the number of bytes of all three.
  package static func hash(_ first: RawSpan, _ second: RawSpan, _ third: RawSpan) -> Digest {
    var function = Self()
    function.update(first)
    function.update(second)
    function.update(third)
    return function.finalize()
  }

  /// The digest of an array, for systems on which an array has no `span` yet.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func hash(_ bytes: [UInt8]) -> Digest {
    bytes.withRawSpan { hash($0) }
  }
}

/// A hash function that is a ``BlockHasher`` with a start of its own: all that SHA-1 and SHA-2 differ in is the start,
/// the compression function and the length of the digest.
package protocol BlockHashFunction: HashFunction where Digest.Word == Compression.Word {
  associatedtype Compression: CompressionFunction

  /// The message so far.
  var hasher: BlockHasher<Compression> { get set }
}

extension BlockHashFunction {
  /// Appends bytes to the message.
  ///
  /// - Complexity: O(*n*) in the number of bytes; nothing is allocated.
  package mutating func update(_ bytes: RawSpan) {
    hasher.update(bytes)
  }

  /// Pads the message (FIPS 180-4 §5.1) and returns its digest.
  ///
  /// - Complexity: O(1), two blocks at most.
  package consuming func finalize() -> Digest {
    Digest(words: hasher.finalize())
  }
}

/// What a hash function returns: a fixed number of bytes, kept in words.
///
/// A digest is a collection of its bytes in the order in which FIPS 180-4 writes them, so that it
/// can be iterated, indexed from 0 and copied into an array. Its description is lower-case hex.
package protocol HashDigest: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible,
  RandomAccessCollection
where Element == UInt8, Index == Int {
  /// The width of its words.
  associatedtype Word: HashWord

  /// How many bytes every digest of this type has: those of ``words``, or fewer.
  static var byteCount: Int { get }

  /// The last hash value.
  var words: EightWords<Word> { get }

  init(words: EightWords<Word>)
}

extension HashDigest {
  /// Always 0.
  package var startIndex: Int { 0 }

  /// The number of bytes.
  package var endIndex: Int { Self.byteCount }

  /// The byte at `position`, which must be at least 0 and less than ``byteCount``.
  package subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < Self.byteCount)
    return words.byte(at: position)
  }

  /// Whether these bytes are this digest: same number, same values.
  ///
  /// The number is compared first. The values are then all read, and the time does not depend on
  /// where the first difference is.
  ///
  /// - Complexity: O(*n*) in the number of bytes of the digest.
  package func isEqual(to bytes: RawSpan) -> Bool {
    guard bytes.byteCount == Self.byteCount else { return false }
    var difference: UInt8 = 0
    for index in 0..<Self.byteCount {
      difference |= self[index] ^ bytes.byte(at: index)
    }
    return difference == 0
  }

  /// Lower-case hex, two digits a byte, nothing between.
  package var description: String {
    var text = ""
    text.reserveCapacity(2 * Self.byteCount)
    for byte in self {
      text.unicodeScalars.append(hexDigit(byte >> 4))
      text.unicodeScalars.append(hexDigit(byte & 0x0f))
    }
    return text
  }

  /// The digit for a value of four bits.
  private func hexDigit(_ value: UInt8) -> Unicode.Scalar {
    // value ≤ 15, so the greatest sum is 0x57 + 15 = "f".
    Unicode.Scalar(value < 10 ? 0x30 &+ value : 0x57 &+ value)
  }
}
