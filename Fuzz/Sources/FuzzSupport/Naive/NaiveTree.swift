/// Whether bytes are DER, by X.690 §8.1 and §10.1 alone: elements, and elements inside constructed ones.
public enum NaiveTree {
  /// How many elements there are, at all levels; `nil` if a rule is broken or if contents lie more than
  /// `levels` deep, or a tag number has more than `tagBits`, of which 63 are the most.
  public static func elementCount(
    _ bytes: [UInt8], levels: Int = 32, tagBits: Int = 29
  ) -> Int? {
    do throws(NaiveFault) {
      return try countElements(bytes, levels: levels, tagBits: tagBits)
    } catch {
      return nil
    }
  }

  /// Where the elements that a range consists of begin, where their contents do, and where they end; `nil` if one
  /// breaks a rule.
  public static func places(_ bytes: [UInt8], in range: Range<Int>) -> [[Int]]? {
    NaiveHeader.elements(bytes, in: range)?.map { [$0.offset, $0.contents, $0.end] }
  }

  /// How many elements there are, or the first rule that one breaks.
  package static func countElements(
    _ bytes: [UInt8], levels: Int = 32, tagBits: Int = 29
  ) throws(NaiveFault) -> Int {
    try countElements(bytes, 0..<bytes.count, levels, tagBits, isInside: false)
  }

  private static func countElements(
    _ bytes: [UInt8], _ range: Range<Int>, _ levels: Int, _ tagBits: Int, isInside: Bool
  ) throws(NaiveFault) -> Int {
    var (count, offset) = (0, range.lowerBound)
    while offset < range.upperBound {
      let header = try NaiveHeader(
        bytes, at: offset, end: range.upperBound, isDER: true, isInside: isInside, tagBits: tagBits)
      count += 1
      if header.isConstructed {
        guard levels > 0 else { throw NaiveFault(.nestedTooDeeply, at: offset) }
        count += try countElements(bytes, header.inside, levels - 1, tagBits, isInside: true)
      }
      offset = header.end
    }
    return count
  }
}
