import DERParsing
package import FuzzSupport

/// `BERTranscoder` gives what a naive one gives, and refuses what it refuses, by the same rule at the same place. What it
/// gives is strict DER, comes through it unchanged, is not longer than the input, and every byte is traced to its place.
/// It keeps to its limits.
package enum TranscoderProperty: FuzzProperty {
  package static let name = "transcoder"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    _ = DepthBound.isKept
    let bytes = input.copy
    let first = Answer(input)
    let naive = check(first, bytes)
    if let naive { checkLimits(input, bytes, first, naive.rewriteCount) }
    let depth = bytes.count % 8
    check(answer(input, bytes, DERLimits(maximumDepth: depth)), bytes, levels: depth)
    places.forEach(bytes) { bytes, place in
      require(Answer(bytes) == first, "the same answer in \(place)")
    }
  }

  /// The naive result, which the answer has to be, or whose fault it has to name.
  @discardableResult
  private static func check(
    _ answer: Answer, _ bytes: [UInt8], levels: Int = 32, rewrites: Int = 8192
  ) -> NaiveTranscoding? {
    do throws(NaiveFault) {
      let naive = try NaiveTranscoding(bytes, levels: levels, rewrites: rewrites)
      guard case .rewritten(let transcoding) = answer else {
        fatalError("VIOLATED: \(answer) for \(bytes.hexadecimal)")
      }
      require(transcoding.bytes == naive.bytes, "\(naive.bytes.hexadecimal) was expected")
      for (offset, place) in naive.places.enumerated() {
        guard let place else { continue }
        require(
          transcoding.inputOffset(of: offset) == place,
          "byte \(offset) stood at \(place), not \(transcoding.inputOffset(of: offset))")
      }
      // The end is behind the last byte that was copied.
      if let place = naive.places.last.flatMap(\.self) {
        let end = transcoding.inputOffset(of: naive.places.count)
        require(end == place + 1, "the end stood at \(place + 1), not \(end)")
      }
      check(transcoding, bytes, isChanged: naive.rewriteCount > 0)
      return naive
    } catch {
      require(answer.fault == error, "\(answer), not \(error)")
      return nil
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
  private static func checkLimits(
    _ input: RawSpan, _ bytes: [UInt8], _ first: Answer, _ rewrites: Int
  ) {
    let count = bytes.count
    let enough = DERLimits(maximumInputBytes: count, maximumRewrites: rewrites)
    require(answer(input, bytes, enough) == first, "\(rewrites) rewrites are enough")
    let tooLarge = answer(input, bytes, DERLimits(maximumInputBytes: count - 1)).fault
    require(tooLarge == NaiveFault(.inputTooLarge, at: 0), "more than \(count - 1) bytes")
    guard rewrites > 0 else { return }
    let limits = DERLimits(maximumRewrites: rewrites - 1)
    check(answer(input, bytes, limits), bytes, rewrites: rewrites - 1)
  }

  /// What is said of the input within limits, whether it is given as a span or as an array.
  private static func answer(_ input: RawSpan, _ bytes: [UInt8], _ limits: DERLimits) -> Answer {
    let (answer, other) = (Answer(input, limits: limits), Answer(bytes, limits: limits))
    require(other == answer, "as an array within \(limits): \(other), not \(answer)")
    return answer
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

    var fault: NaiveFault? {
      if case .refused(let error) = self { NaiveFault(error) } else { nil }
    }

    init(_ bytes: RawSpan, limits: DERLimits = .default) {
      do throws(DERError) {
        self = .rewritten(try BERTranscoder.transcode(bytes, limits: limits))
      } catch {
        self = .refused(error)
      }
    }

    init(_ bytes: [UInt8], limits: DERLimits) {
      do throws(DERError) {
        self = .rewritten(try BERTranscoder.transcode(bytes, limits: limits))
      } catch {
        self = .refused(error)
      }
    }
  }
}
