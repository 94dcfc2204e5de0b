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

  /// The digest of two pieces, one after the other, without joining them in memory.
  ///
  /// - Complexity: O(*n*) in the number of bytes of both.
  public static func hash(_ first: RawSpan, _ second: RawSpan) -> Digest {
    var function = Self()
    function.update(first)
    function.update(second)
    return function.finalize()
  }

  /// The digest of three pieces, one after the other, without joining them in memory.
  ///
  /// - Complexity: O(*n*) in the number of bytes of all three.
  public static func hash(_ first: RawSpan, _ second: RawSpan, _ third: RawSpan) -> Digest {
    var function = Self()
    function.update(first)
    function.update(second)
    function.update(third)
    return function.finalize()
  }

  /// The digest of an array, for systems on which an array has no `span` yet.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: [UInt8]) -> Digest {
    // The span is only used inside the closure, for which the array keeps its bytes in place.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      hash(unsafe UnsafeRawBufferPointer(buffer).bytes)
    }
  }
}
