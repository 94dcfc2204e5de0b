/// BER rewritten as DER, from X.690 §8.1.3, §8.1.5, §8.7.3, §8.23.6 and §10 alone: recursive, with arrays
/// that are copied at every level, and nothing of the library's.
package struct NaiveTranscoding {
  /// The whole input as DER, and for each of its bytes the place in the input: `nil` for headers that were
  /// made anew, but for their first byte.
  package private(set) var bytes: [UInt8] = []
  package private(set) var places: [Int?] = []
  /// How many elements got another header or became part of a string.
  package private(set) var rewriteCount = 0

  private let input: [UInt8]
  private let maximumRewrites: Int

  /// Rewrites the one element that `input` consists of. There may be no BIT STRING in constructed form, no contents more
  /// than `levels` deep, and no more rewritten elements than `rewrites`.
  package init(
    _ input: [UInt8], levels: Int = 32, rewrites: Int = 8192
  ) throws(NaiveFault) {
    (self.input, maximumRewrites) = (input, rewrites)
    var offset = 0
    let result = try element(&offset, input.count, levels, isChunk: false, isInside: false)
    guard offset == input.count else { throw NaiveFault(.trailingContents, at: offset) }
    (bytes, places) = (result.bytes, result.places)
  }

  private typealias Bytes = (bytes: [UInt8], places: [Int?])

  /// - Parameter isInside: whether the definite length of an element around this one says where `end` is.
  private mutating func element(
    _ offset: inout Int, _ end: Int, _ levels: Int, isChunk: Bool, isInside: Bool
  ) throws(NaiveFault) -> Bytes {
    let start = offset
    let header = try NaiveHeader(input, at: start, end: end, isDER: false, isInside: isInside)
    if isChunk, header.tag != 0x04, header.tag != 0x24 {
      throw NaiveFault(
        .unexpectedIdentifier, at: start, expected: NaiveFault.Tag(0x04), actual: header.identifier)
    }
    let isString =
      header.isUniversal && header.isConstructed
      && ([4, 12] + Array(18...22) + Array(25...28) + [30]).contains(header.number)
    guard !header.isConstructed || levels > 0 else { throw NaiveFault(.nestedTooDeeply, at: start) }
    guard header.tag != 0x23 else { throw NaiveFault(.constructedBitString, at: start) }

    let contentsEnd = header.length.map { header.contents + $0 }
    var inner: Bytes = ([], [])
    var isChanged = isChunk || isString || header.length == nil
    offset = header.contents
    if header.isConstructed {
      while true {
        if let contentsEnd {
          if offset == contentsEnd { break }
        } else if offset + 2 > end {
          // There is no place for the octets that end it.
          throw isInside
            ? NaiveFault(.exceedsEnclosing, at: start) : NaiveFault(.truncated, at: end)
        } else if input[offset] == 0, input[offset + 1] == 0 {
          offset += 2
          break
        }
        let rewrites = rewriteCount
        let next = try element(
          &offset, contentsEnd ?? end, levels - 1, isChunk: isString,
          isInside: isInside || contentsEnd != nil)
        if rewriteCount > rewrites { isChanged = true }
        inner.bytes += next.bytes
        inner.places += next.places
      }
    } else if let contentsEnd {
      inner.bytes = Array(input[offset..<contentsEnd])
      inner.places = (offset..<contentsEnd).map { Optional($0) }
      offset = contentsEnd
    }

    let form = isString ? header.form & ~0x20 : header.form
    let encoding = NaiveHeader.encoding(form, header.number, length: inner.bytes.count)
    if encoding != Array(input[start..<header.contents]) { isChanged = true }
    if isChanged {
      guard rewriteCount < maximumRewrites else { throw NaiveFault(.tooManyRewrites, at: start) }
      rewriteCount += 1
    }
    if isChunk { return inner }
    let places: [Int?] =
      isChanged
      ? [start] + Array(repeating: nil, count: encoding.count - 1)
      : (start..<header.contents).map { Optional($0) }
    return (encoding + inner.bytes, places + inner.places)
  }
}
