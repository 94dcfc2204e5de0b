import TextCoding

/// Rewrites BER as DER: the only place that knows indefinite lengths and constructed strings
/// (X.690 §8.1.3.6, §8.7.3).
///
/// It converts
/// - indefinite lengths to definite ones, end-of-contents octets checked and dropped;
/// - lengths of more bytes than needed to minimal ones;
/// - OCTET STRING and character strings in constructed form, nested as they may be, to primitive form.
///
/// It does not convert constructed BIT STRINGs (refused: readers are known to disagree about them),
/// constructed strings under IMPLICIT tags (nothing in the encoding says that they are strings), times in
/// constructed form, BOOLEAN values, the order of SETs, encoded defaults, or anything inside a primitive element. The
/// strict reader judges those.
///
/// An input that needs none of this comes out unchanged. The output is never longer than the input,
/// except for one byte (two from 16 MiB on) for each indefinite length around 64 KiB or more, where DER's
/// length octets outgrow BER's end marker, and one for each definite length that thereby reaches 16 MiB: at most
/// ``DERLimits/maximumDepth`` bytes for each 64 KiB of input.
public enum BERTranscoder {
  /// Rewrites `input`, which is one element.
  ///
  /// - Throws: ``DERError``, the offset in `input`: what the strict reader throws about headers,
  ///   `indefinitePrimitive`, `constructedBitString`, `unexpectedIdentifier` for a chunk of another type,
  ///   `trailingContents`, `nestedTooDeeply`, `inputTooLarge`, `tooManyRewrites`.
  /// - Complexity: O(n), in two passes; memory for the output and for at most
  ///   ``DERLimits/maximumRewrites`` places.
  public static func transcode(
    _ input: RawSpan, limits: DERLimits = .default
  ) throws(DERError) -> BERTranscoding {
    var measuring = BERMeasuring(limits: limits)
    try measuring.measure(input)
    var writing = BERWriting(rewrites: measuring.rewrites, outputCount: measuring.outputCount)
    try writing.write(input)
    return BERTranscoding(bytes: writing.output, segments: writing.segments)
  }

  /// Rewrites `input`, which is one element.
  ///
  /// - Throws: as the method for spans.
  public static func transcode(
    _ input: [UInt8], limits: DERLimits = .default
  ) throws(DERError) -> BERTranscoding {
    try input.withRawSpan { (bytes) throws(DERError) in try transcode(bytes, limits: limits) }
  }
}

/// The result of ``BERTranscoder``: DER bytes, and the origin of each.
public struct BERTranscoding: Sendable, Hashable {
  /// A run of output bytes: copied from one place, or a header rewritten for the element there.
  struct Segment: Sendable, Hashable {
    let outputOffset: UInt32
    let inputOffset: UInt32
    let isCopied: Bool
  }

  /// The rewritten encoding.
  public let bytes: [UInt8]

  /// In ascending order of output offsets, the first at 0.
  let segments: [Segment]

  /// Where the byte at `outputOffset` was in the input. For the first byte of a rewritten
  /// header it is where the element began; for the end, the place after the last byte that was copied.
  ///
  /// - Complexity: O(log n) in the number of rewritten elements.
  public func inputOffset(of outputOffset: Int) -> Int {
    guard let index = segmentIndex(of: outputOffset) else { return outputOffset }
    let segment = segments[index]
    return outputOffset - Int(segment.outputOffset) + Int(segment.inputOffset)
  }

  /// Whether these output bytes are contiguous and unchanged in the input.
  ///
  /// - Precondition: `range` is the encoding of one or more whole elements.
  /// - Complexity: O(log n) in the number of rewritten elements.
  public func isUnchanged(_ range: Range<Int>) -> Bool {
    // Bytes with another shift are a run of their own, and so is a rewritten header: the whole
    // of an element without contents.
    guard let last = range.last, let index = segmentIndex(of: last) else { return true }
    return segments[index].isCopied && segments[index].outputOffset <= range.lowerBound
  }

  /// The last segment that begins at or before the offset.
  private func segmentIndex(of outputOffset: Int) -> Int? {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = low + (high - low) / 2
      if segments[middle].outputOffset <= outputOffset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

/// Identifier and length octets as BER has them: the length in any form.
package struct BERHeader {
  package let identifier: DERIdentifier
  /// Where the element begins.
  package let offset: Int
  /// Where the contents begin.
  package let contentsOffset: Int
  /// How many contents octets; `nil` for the indefinite form.
  package let length: Int?
  /// Whether DER would write the same length octets.
  let isMinimal: Bool

  /// Reads the header at the reader's position. The contents may run past the reader's end.
  package init(unbounded reader: inout DERReader) throws(DERError) {
    offset = reader.offset
    identifier = try reader.readIdentifier(expected: nil)
    let value = try reader.readAnyLength(of: offset, identifier, rules: .ber)
    contentsOffset = reader.offset
    length = value.map { Int(clamping: $0) }
    isMinimal =
      length.map { [identifier, offset, contentsOffset] length in
        contentsOffset - offset
          == Self.identifierOctetCount(identifier) + Self.lengthOctetCount(length)
      } ?? false
  }

  /// Reads the header at the reader's position. Neither it nor the contents run past the reader's end.
  init(_ reader: inout DERReader) throws(DERError) {
    try self.init(unbounded: &reader)
    guard length ?? 0 <= reader.remaining.count else { throw reader.overrun(offset) }
  }

  /// Whether the contents are chunks of a string: a universal string type in constructed form.
  var isConstructedString: Bool { identifier.isConstructedString }

  /// How many bytes the whole element has once its contents have `length`, in DER.
  static func encodedCount(_ identifier: DERIdentifier, length: Int) -> Int {
    identifierOctetCount(identifier) + lengthOctetCount(length) + length
  }

  /// How many identifier octets there are (X.690 §8.1.2).
  static func identifierOctetCount(_ identifier: DERIdentifier) -> Int {
    guard identifier.tagNumber >= 31 else { return 1 }
    return 1 + (UInt32.bitWidth - identifier.tagNumber.leadingZeroBitCount + 6) / 7
  }

  /// How many length octets DER needs (X.690 §10.1).
  static func lengthOctetCount(_ length: Int) -> Int {
    guard length >= 0x80 else { return 1 }
    return 1 + (Int.bitWidth - length.leadingZeroBitCount + 7) / 8
  }
}
