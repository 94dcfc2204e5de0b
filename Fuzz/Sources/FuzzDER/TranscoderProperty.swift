import DERParsing
package import FuzzSupport

/// `BERTranscoder` gives what a naive one gives, and refuses what it refuses. What it gives is strict DER, comes
/// through it unchanged, is not longer than the input, and every byte is traced to its place. It keeps to its limits.
package enum TranscoderProperty: FuzzProperty {
  package static let name = "transcoder"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = Answer(input)
    let naive = NaiveTranscoding(bytes)
    switch first {
    case .refused(let error):
      require(0...bytes.count ~= error.offset, "offset of \(error)")
      let isTooMuch =
        error.code == .tooManyRewrites && bytes.count >= DERLimits.default.maximumRewrites
      require(naive == nil || isTooMuch, "refused: \(error) for \(bytes.hexadecimal)")
    case .rewritten(let transcoding):
      guard let naive else { fatalError("VIOLATED: accepted \(bytes.hexadecimal)") }
      require(transcoding.bytes == naive.bytes, "\(naive.bytes.hexadecimal) was expected")
      for (offset, place) in naive.places.enumerated() {
        guard let place else { continue }
        require(
          transcoding.inputOffset(of: offset) == place,
          "byte \(offset) stood at \(place), not \(transcoding.inputOffset(of: offset))")
      }
      check(transcoding, bytes, isChanged: naive.rewriteCount > 0)
    }
    checkLimits(input, bytes, first)
    places.forEach(bytes) { bytes, place in
      require(Answer(bytes) == first, "the same answer in \(place)")
    }
  }

  private static func check(
    _ transcoding: BERTranscoding, _ input: [UInt8], isChanged: Bool
  ) {
    let output = transcoding.bytes
    // An indefinite length adds bytes only around 64 KiB or more.
    require(output.count <= input.count + 2 * input.count >> 16 * 32, "\(output.count) bytes")
    require(isChanged || output == input, "DER stays as it is")
    require(NaiveTree.elementCount(output) != nil, "the output is DER")
    require(output.withBytes { readsStrictly($0) }, "the output is strict DER")
    guard case .rewritten(let again) = output.withBytes({ Answer($0) }) else {
      fatalError("VIOLATED: refused its own output \(output.hexadecimal)")
    }
    require(again.bytes == output, "idempotent")
    require(again.isUnchanged(0..<output.count), "its own output is unchanged")
    require(transcoding.isUnchanged(0..<output.count) == !isChanged, "unchanged as a whole")
  }

  /// With as much as is needed it is rewritten in the same way, and with one less of anything it is refused.
  private static func checkLimits(_ input: RawSpan, _ bytes: [UInt8], _ first: Answer) {
    let depth = bytes.count % 8
    let isShallow = NaiveTranscoding(bytes, levels: depth) != nil
    if case .rewritten = Answer(input, limits: DERLimits(maximumDepth: depth)) {
      require(isShallow, "more than \(depth) levels")
    } else {
      require(!isShallow, "\(depth) levels are enough")
    }
    guard let naive = NaiveTranscoding(bytes) else { return }
    let (count, rewrites) = (bytes.count, naive.rewriteCount)
    require(
      Answer(input, limits: DERLimits(maximumInputBytes: count, maximumRewrites: rewrites))
        == first,
      "\(rewrites) rewrites are enough")
    require(
      refusal(input, DERLimits(maximumInputBytes: count - 1)) == .inputTooLarge,
      "more than \(count - 1) bytes")
    guard rewrites > 0 else { return }
    require(
      refusal(input, DERLimits(maximumRewrites: rewrites - 1)) == .tooManyRewrites,
      "more than \(rewrites - 1) rewrites")
  }

  private static func refusal(_ input: RawSpan, _ limits: DERLimits) -> DERError.Code? {
    if case .refused(let error) = Answer(input, limits: limits) { error.code } else { nil }
  }

  /// Whether the strict reader reads all of it.
  private static func readsStrictly(_ bytes: RawSpan) -> Bool {
    func read(_ reader: inout DERReader) throws(DERError) {
      while !reader.isAtEnd {
        let element = try reader.readElement()
        guard element.identifier.isConstructed else { continue }
        var contents = try reader.contents(of: element)
        try read(&contents)
      }
    }
    do throws(DERError) {
      var reader = try DERReader(bytes)
      try read(&reader)
      return true
    } catch {
      return false
    }
  }

  /// What the transcoder says.
  private enum Answer: Equatable {
    case rewritten(BERTranscoding)
    case refused(DERError)

    init(_ bytes: RawSpan, limits: DERLimits = .default) {
      do throws(DERError) {
        self = .rewritten(try BERTranscoder.transcode(bytes, limits: limits))
      } catch {
        self = .refused(error)
      }
    }
  }
}
