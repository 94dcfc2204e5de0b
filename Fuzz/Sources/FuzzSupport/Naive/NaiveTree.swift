/// Whether bytes are DER, by X.690 §8.1 and §10.1 alone: elements, and elements inside constructed ones.
public enum NaiveTree {
  /// How many elements there are, at all levels; `nil` if a rule is broken or if contents lie more than
  /// `levels` deep, or a tag number has more than `tagBits`, of which 63 are the most.
  public static func elementCount(
    _ bytes: [UInt8], levels: Int = 32, tagBits: Int = 29
  ) -> Int? {
    elementCount(bytes, 0, bytes.count, levels, tagBits)
  }

  private static func elementCount(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ levels: Int, _ tagBits: Int
  ) -> Int? {
    var (count, offset) = (0, start)
    while offset < end {
      guard let header = NaiveHeader(der: bytes, at: offset, end: end, tagBits: tagBits) else {
        return nil
      }
      let next = header.end
      count += 1
      if header.isConstructed {
        guard levels > 0,
          let inner = elementCount(bytes, header.contents, next, levels - 1, tagBits)
        else { return nil }
        count += inner
      }
      offset = next
    }
    return count
  }
}
