import DERParsing
package import FuzzSupport

/// `BERTranscoder` gives what a naive one gives, and refuses what it refuses. What it gives is strict DER, comes
/// through it unchanged, is not longer than the input, and every octet is traced to its place.
package enum TranscoderProperty: FuzzProperty {
  package static let name = "transcoder"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let octets = input.copy
    let first = Answer(input)
    let naive = NaiveTranscoding(octets)
    switch first {
    case .refused(let error):
      require(0...octets.count ~= error.offset, "offset of \(error)")
      let isTooMuch = error.code == .tooManyRewrites && octets.count >= DERLimits.default.rewrites
      require(naive == nil || isTooMuch, "refused: \(error) for \(octets.hexadecimal)")
    case .rewritten(let transcoding):
      guard let naive else { fatalError("VIOLATED: accepted \(octets.hexadecimal)") }
      require(transcoding.octets == naive.octets, "\(naive.octets.hexadecimal) was expected")
      for (offset, place) in naive.places.enumerated() {
        guard let place else { continue }
        require(
          transcoding.inputOffset(of: offset) == place,
          "octet \(offset) stood at \(place), not \(transcoding.inputOffset(of: offset))")
      }
      check(transcoding, octets, isChanged: naive.rewriteCount > 0)
    }
    places.forEach(octets) { octets, place in
      require(Answer(octets) == first, "the same answer in \(place)")
    }
  }

  private static func check(
    _ transcoding: BERTranscoding, _ input: [UInt8], isChanged: Bool
  ) {
    let output = transcoding.octets
    // An indefinite length adds octets only around 64 KiB or more.
    require(output.count <= input.count + 2 * input.count >> 16 * 32, "\(output.count) octets")
    require(isChanged || output == input, "DER stays as it is")
    require(NaiveTree.elementCount(output) != nil, "the output is DER")
    require(output.withOctets { readsStrictly($0) }, "the output is strict DER")
    guard case .rewritten(let again) = output.withOctets({ Answer($0) }) else {
      fatalError("VIOLATED: refused its own output \(output.hexadecimal)")
    }
    require(again.octets == output, "idempotent")
    require(again.isUnchanged(0..<output.count), "its own output is unchanged")
    require(transcoding.isUnchanged(0..<output.count) == !isChanged, "unchanged as a whole")
  }

  /// Whether the strict reader reads all of it.
  private static func readsStrictly(_ octets: RawSpan) -> Bool {
    func read(_ reader: inout DERReader) throws(DERError) {
      while !reader.isAtEnd {
        let element = try reader.readElement()
        guard element.identifier.isConstructed else { continue }
        var contents = try reader.contents(of: element)
        try read(&contents)
      }
    }
    do throws(DERError) {
      var reader = try DERReader(octets)
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

    init(_ octets: RawSpan) {
      do throws(DERError) {
        self = .rewritten(try BERTranscoder.transcode(octets))
      } catch {
        self = .refused(error)
      }
    }
  }
}
