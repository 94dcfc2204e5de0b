/// The first pass of ``BERTranscoder``: checks the structure and measures the contents of each
/// element that must be rewritten.
struct BERMeasuring {
  /// An element that gets another header, in the order of the input.
  struct Rewrite {
    let inputOffset: UInt32
    /// The length of its contents in DER.
    var length: UInt32
  }

  /// A constructed element that is open.
  private struct Frame {
    let header: BERHeader
    /// The last place where the contents may end, and whether an element's length says so.
    let limit: Int
    let isEnclosed: Bool
    let isString: Bool
    /// The element's place in `rewrites`, reserved until it is known to need none.
    let rewriteIndex: Int
    var isChanged: Bool
    /// The length of the contents in DER, so far.
    var length = 0
  }

  private let limits: DERLimits
  private var frames: [Frame] = []
  private var rewriteCount = 0
  private(set) var rewrites: [Rewrite] = []
  private(set) var outputCount = 0

  init(limits: DERLimits) {
    self.limits = limits
  }

  mutating func measure(_ input: RawSpan) throws(DERError) {
    var reader = try DERReader(input, limits: limits)
    repeat {
      if try closeFrame(&reader) { continue }
      let limit = frames.last?.limit ?? input.byteCount
      let isEnclosed = frames.last?.isEnclosed ?? false
      // The header is read as part of the contents around it, not of what follows them.
      var contents = reader.limited(to: limit, isNested: isEnclosed)
      let header = try BERHeader(&contents)
      reader.skip(contents.offset - reader.offset)
      try checkChunk(header, reader)
      if header.identifier.isConstructed {
        try open(header, reader, limit: limit, isEnclosed: isEnclosed)
      } else {
        try skip(header, &reader)
      }
    } while !frames.isEmpty
    try reader.finish()
  }

  /// Closes the innermost element if its contents end here.
  private mutating func closeFrame(_ reader: inout DERReader) throws(DERError) -> Bool {
    guard var frame = frames.last else { return false }
    if frame.header.length == nil {
      guard reader.offset + 2 <= frame.limit else {
        // Only the end-of-contents octets could be here.
        throw frame.isEnclosed
          ? reader.error(.exceedsEnclosing, at: frame.header.offset)
          : reader.error(.truncated, at: frame.limit)
      }
      guard reader.skipEndOfContents() else { return false }
    } else if reader.offset < frame.limit {
      return false
    }
    frames.removeLast()
    frame.isChanged = frame.isChanged || !frame.header.isMinimal || frame.isString
    if frame.isChanged {
      try countRewrite(reader, of: frame.header)
      rewrites[frame.rewriteIndex].length = UInt32(frame.length)  // see `add`
    } else {
      rewrites.removeLast(rewrites.count - frame.rewriteIndex)
    }
    let end = reader.offset
    let isChunk = frames.last?.isString ?? false
    add(
      count: isChunk
        ? frame.length
        : frame.isChanged
          ? BERHeader.encodedCount(frame.header.identifier, length: frame.length)
          : end - frame.header.offset,
      isChanged: frame.isChanged)
    return true
  }

  /// A constructed string contains only OCTET STRINGs (X.690 §8.7.3.2, §8.23.6).
  private func checkChunk(
    _ header: BERHeader, _ reader: borrowing DERReader
  ) throws(DERError) {
    guard let frame = frames.last, frame.isString else { return }
    let isOctetString =
      header.identifier == .octetString || header.identifier == .octetString.togglingConstructed
    guard isOctetString else {
      throw reader.error(
        .unexpectedIdentifier, at: header.offset, expected: .octetString, actual: header.identifier)
    }
  }

  private mutating func open(
    _ header: BERHeader, _ reader: borrowing DERReader, limit: Int, isEnclosed: Bool
  ) throws(DERError) {
    guard frames.count < limits.depthBound else {
      throw reader.error(.nestedTooDeeply, at: header.offset)
    }
    guard header.identifier != .bitString.togglingConstructed else {
      throw reader.error(.constructedBitString, at: header.offset)
    }
    frames.append(
      Frame(
        header: header, limit: header.length.map { header.contentsOffset + $0 } ?? limit,
        isEnclosed: isEnclosed || header.length != nil, isString: header.isConstructedString,
        rewriteIndex: rewrites.count, isChanged: false))
    reserve(header, length: 0)
  }

  private mutating func skip(
    _ header: BERHeader, _ reader: inout DERReader
  ) throws(DERError) {
    let length = header.length ?? 0  // only constructed elements have none
    reader.skip(length)
    if frames.last?.isString ?? false {
      try countRewrite(reader, of: header)
      add(count: length, isChanged: true)
      return
    }
    if !header.isMinimal {
      try countRewrite(reader, of: header)
      reserve(header, length: length)
    }
    add(
      count: BERHeader.encodedCount(header.identifier, length: length),
      isChanged: !header.isMinimal)
  }

  private mutating func countRewrite(
    _ reader: borrowing DERReader, of header: BERHeader
  ) throws(DERError) {
    guard rewriteCount < limits.maximumRewrites else {
      throw reader.error(.tooManyRewrites, at: header.offset)
    }
    rewriteCount += 1
  }

  private mutating func reserve(_ header: BERHeader, length: Int) {
    // The input has at most 2³⁰ bytes.
    rewrites.append(Rewrite(inputOffset: UInt32(header.offset), length: UInt32(length)))
  }

  /// Counts bytes of output for the innermost open element. An indefinite length adds at most two bytes
  /// to the input's and takes at least four of it, so the sum stays below 2³¹.
  private mutating func add(count: Int, isChanged: Bool) {
    guard let last = frames.indices.last else {
      outputCount = count
      return
    }
    frames[last].length += count
    frames[last].isChanged = frames[last].isChanged || isChanged
  }
}
