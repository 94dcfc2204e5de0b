import TextCoding

/// How much of an element has arrived: for input that comes piece by piece, from a socket or a file.
///
/// ```swift
/// func readElement(_ receive: (Int) throws -> [UInt8]) throws -> [UInt8]? {
///   var received: [UInt8] = []
///   while case .incomplete(let missing) = try DERFrame(startOf: received) {
///     let bytes = try receive(missing)  // this many, or fewer; none at the end
///     guard !bytes.isEmpty else { return nil }
///     received += bytes
///   }
///   return received
/// }
/// ```
///
/// Only identifier and length octets are looked at, so contents may still be malformed.
public enum DERFrame: Hashable, Sendable, BitwiseCopyable {
  /// The first element is complete and has this many bytes, and what follows is not part of it.
  case complete(byteCount: Int)

  /// At least this many more bytes (> 0) are needed. Once the length octets are there it is exactly this many; a reader
  /// that waits for no more than that never takes bytes of what follows.
  case incomplete(missingByteCount: Int)

  /// Looks at the first bytes of an element, and of what follows it.
  ///
  /// - Throws: ``DERError`` for bytes that can't begin an element, as ``DERReader/readElement()``, and
  ///   `inputTooLarge` as soon as the length octets announce more than `limits` allow: nobody has to wait for those.
  /// - Complexity: O(1).
  public init(startOf bytes: RawSpan, limits: DERLimits = .default) throws(DERError) {
    let maximum = limits.inputBound
    // Longer headers are always refused: 6 and 10.
    var reader = try DERReader(bytes.extracting(0..<min(16, bytes.byteCount)))
    let length: UInt64
    do throws(DERError) {
      let identifier = try reader.readIdentifier(expected: nil)
      guard let definite = try reader.readAnyLength(of: 0, identifier, rules: .der) else {
        throw DERError(.indefiniteLength, at: 0)
      }
      length = definite
    } catch {
      guard error.code == .truncated else { throw error }
      // Every element has a byte for its identifier and one for its length.
      self = .incomplete(missingByteCount: max(1, 2 - bytes.byteCount))
      return
    }
    guard maximum >= reader.offset, length <= UInt64(maximum - reader.offset) else {
      throw DERError(.inputTooLarge, at: 0)
    }
    let byteCount = reader.offset + Int(length)  // ≤ maximum
    self =
      byteCount <= bytes.byteCount
      ? .complete(byteCount: byteCount)
      : .incomplete(missingByteCount: byteCount - bytes.byteCount)
  }

  /// The same for an array.
  ///
  /// - Throws: as ``init(startOf:limits:)-(RawSpan,_)``.
  /// - Complexity: O(1).
  public init(startOf bytes: [UInt8], limits: DERLimits = .default) throws(DERError) {
    self = try bytes.withRawSpan { (bytes) throws(DERError) in
      try DERFrame(startOf: bytes, limits: limits)
    }
  }
}
