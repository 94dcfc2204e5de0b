/// What ``BERTranscoder`` made: DER bytes, and where each of them came from.
public struct BERTranscoding: Sendable, Hashable {
  /// A run of output bytes: copied from one place, or a header made anew for the element there.
  struct Segment: Sendable, Hashable {
    let outputOffset: UInt32
    let inputOffset: UInt32
    let isCopied: Bool
  }

  /// The rewritten encoding.
  public let bytes: [UInt8]

  /// In ascending order of output offsets, the first at 0.
  let segments: [Segment]

  /// Where the byte at `outputOffset` stood in the input. For the first byte of a header that was made
  /// anew it is where the element began; for the end, the place after the last byte that was copied.
  ///
  /// - Complexity: O(log n) in the number of rewritten elements.
  public func inputOffset(of outputOffset: Int) -> Int {
    guard let index = segmentIndex(of: outputOffset) else { return outputOffset }
    let segment = segments[index]
    return outputOffset - Int(segment.outputOffset) + Int(segment.inputOffset)
  }

  /// Whether these output bytes stood together in the input just like that.
  ///
  /// - Precondition: `range` is the encoding of one or more whole elements.
  /// - Complexity: O(log n) in the number of rewritten elements.
  public func isUnchanged(_ range: Range<Int>) -> Bool {
    // Bytes with another shift are a run of their own, and so is a header that was made anew: the whole
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
