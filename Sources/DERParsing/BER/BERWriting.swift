import TextCoding

/// The second pass of ``BERTranscoder``: writes what ``BERMeasuring`` has measured.
struct BERWriting {
  private let rewrites: [BERMeasuring.Rewrite]
  private var nextRewrite = 0
  /// Whether the last bytes written were copied, so that a copy of the next ones goes on with their run.
  private var isCopying = false
  private(set) var output: [UInt8] = []
  private(set) var segments: [BERTranscoding.Segment] = []

  /// A rewritten constructed element that is open.
  private struct Frame {
    /// Where its contents end; `nil` for the indefinite form.
    let end: Int?
    let isString: Bool
  }

  init(rewrites: [BERMeasuring.Rewrite], outputCount: Int) {
    self.rewrites = rewrites
    output.reserveCapacity(outputCount)
  }

  mutating func write(_ input: RawSpan) throws(DERError) {
    var reader = DERReader(input, contents: 0..<input.byteCount)
    var frames: [Frame] = []
    repeat {
      if let frame = frames.last {
        let isClosed = frame.end.map { $0 == reader.offset } ?? reader.skipEndOfContents()
        if isClosed {
          if frame.end == nil { isCopying = false }
          frames.removeLast()
          continue
        }
      }
      let isInString = frames.last?.isString ?? false
      let rewrite = nextRewrite < rewrites.count ? rewrites[nextRewrite] : nil
      let isRewritten = rewrite.map { Int($0.inputOffset) == reader.offset } ?? false
      if let rewrite, isRewritten {
        nextRewrite += 1
        let header = try BERHeader(&reader)
        if !isInString { append(header, length: Int(rewrite.length)) }
        guard header.identifier.isConstructed else {
          copy(header.contentsOffset..<header.contentsOffset + Int(rewrite.length), of: input)
          reader.skip(Int(rewrite.length))
          continue
        }
        frames.append(
          Frame(
            end: header.length.map { header.contentsOffset + $0 },
            isString: header.isConstructedString))
      } else {
        let header = try BERHeader(&reader)
        let end = header.contentsOffset + (header.length ?? 0)  // definite: it is not rewritten
        copy((isInString ? header.contentsOffset : header.offset)..<end, of: input)
        reader.skip(end - header.contentsOffset)
      }
    } while !frames.isEmpty
  }

  private mutating func append(_ header: BERHeader, length: Int) {
    isCopying = false
    beginSegment(inputOffset: header.offset, isCopied: false)
    // A constructed string becomes a primitive one.
    let identifier =
      header.isConstructedString ? header.identifier.togglingConstructed : header.identifier
    appendIdentifier(identifier)
    let count = BERHeader.lengthOctetCount(length)
    if count > 1 { output.append(0x80 | UInt8(count - 1)) }
    for index in (0..<max(count - 1, 1)).reversed() {
      output.append(UInt8(truncatingIfNeeded: length >> (index * 8)))
    }
  }

  private mutating func appendIdentifier(_ identifier: DERIdentifier) {
    if let byte = identifier.singleByte {
      output.append(byte)
      return
    }
    output.append(UInt8(truncatingIfNeeded: identifier.packed >> 24) & 0xE0 | 0x1F)
    for index in (0..<BERHeader.identifierOctetCount(identifier) - 1).reversed() {
      let digit = UInt8(truncatingIfNeeded: identifier.tagNumber >> UInt32(index * 7)) & 0x7F
      output.append(index > 0 ? digit | 0x80 : digit)
    }
  }

  private mutating func copy(_ range: Range<Int>, of input: RawSpan) {
    guard !range.isEmpty else { return }
    let inputOffset = range.lowerBound
    let shift = segments.last.map { inputOffset - Int($0.inputOffset) }
    let isSameRun =
      isCopying && shift == segments.last.map { output.count - Int($0.outputOffset) }
    if !isSameRun { beginSegment(inputOffset: inputOffset, isCopied: true) }
    isCopying = true
    output.append(input.extracting(range))
  }

  private mutating func beginSegment(inputOffset: Int, isCopied: Bool) {
    let segment = BERTranscoding.Segment(
      outputOffset: UInt32(output.count), inputOffset: UInt32(inputOffset),  // both below 2³¹
      isCopied: isCopied)
    if segments.last?.outputOffset == segment.outputOffset { segments.removeLast() }
    segments.append(segment)
  }
}
