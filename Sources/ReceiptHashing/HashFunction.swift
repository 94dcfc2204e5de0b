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
public protocol HashFunction: BitwiseCopyable, Sendable {
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
  public static func hash(_ bytes: RawSpan) -> Digest {
    var function = Self()
    function.update(bytes)
    return function.finalize()
  }

  /// The digest of an array, for systems on which an array has no `span` yet.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: [UInt8]) -> Digest {
    bytes.withRawSpan { hash($0) }
  }
}

/// What a hash function returns: a fixed number of bytes, kept in words.
///
/// A digest is a collection of its bytes in the order in which FIPS 180-4 writes them, so that it
/// can be iterated, indexed from 0 and copied into an array. Its description is lower-case hex.
public protocol HashDigest: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible,
  RandomAccessCollection
where Element == UInt8, Index == Int {
  /// How many bytes every digest of this type has.
  static var byteCount: Int { get }
}

extension HashDigest {
  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of bytes.
  public var endIndex: Int { Self.byteCount }

  /// Whether these bytes are this digest: same number, same values.
  ///
  /// The number is compared first. The values are then all read, and the time does not depend on
  /// where the first difference is.
  ///
  /// - Complexity: O(*n*) in the number of bytes of the digest.
  public func isEqual(to bytes: RawSpan) -> Bool {
    guard bytes.byteCount == Self.byteCount else { return false }
    var difference: UInt8 = 0
    for index in 0..<Self.byteCount {
      difference |= self[index] ^ bytes.byte(at: index)
    }
    return difference == 0
  }

  /// Lower-case hex, two digits a byte, nothing between.
  public var description: String { hexadecimal }
}
