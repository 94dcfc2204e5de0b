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
/// constructed form, BOOLEAN values, the order of SETs, encoded defaults, or anything inside a primitive element. The strict reader
/// judges those.
///
/// An input that needs nothing of this comes out unchanged. The output is never longer than the input,
/// but for one byte (two from 16 MiB on) for each indefinite length around 64 KiB or more, where DER's
/// length octets outgrow BER's end marker: at most ``DERLimits/depth`` bytes for each 64 KiB of input.
public enum BERTranscoder {
  /// Rewrites the one element that `input` consists of.
  ///
  /// - Throws: ``DERError``, the offset in `input`: what the strict reader throws about headers,
  ///   `indefinitePrimitive`, `constructedBitString`, `unexpectedIdentifier` for a chunk of another type, `trailingContents`,
  ///   `nestedTooDeeply`, `inputTooLarge`, `tooManyRewrites`.
  /// - Complexity: O(n), in two passes; memory for the output and for at most
  ///   ``DERLimits/rewrites`` places.
  public static func transcode(
    _ input: RawSpan, limits: DERLimits = .default
  ) throws(DERError) -> BERTranscoding {
    var measuring = BERMeasuring(limits: limits)
    try measuring.measure(input)
    var writing = BERWriting(rewrites: measuring.rewrites, outputCount: measuring.outputCount)
    try writing.write(input)
    return BERTranscoding(bytes: writing.output, segments: writing.segments)
  }

  /// Rewrites the one element that `input` consists of.
  ///
  /// - Throws: as the method for spans.
  public static func transcode(
    _ input: [UInt8], limits: DERLimits = .default
  ) throws(DERError) -> BERTranscoding {
    try input.withRawSpan { (bytes) throws(DERError) in try transcode(bytes, limits: limits) }
  }
}
