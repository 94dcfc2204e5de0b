import DERParsing
import TestSupport
import Testing

/// What transcoding gives, out of memory of exactly the input's size.
func transcoded(
  _ input: [UInt8], limits: DERLimits = .default
) -> Result<BERTranscoding, DERError> {
  do throws(DERError) {
    return .success(
      try withExactlySized(input) { (bytes) throws(DERError) in
        try BERTranscoder.transcode(bytes, limits: limits)
      })
  } catch {
    return .failure(error)
  }
}

/// Reads a whole input as DER, down to the primitive elements, whatever their types.
func strictWalk(_ input: [UInt8], limits: DERLimits = .default) -> Result<Int, DERError> {
  outcome(of: input, limits: limits) { (reader) throws(DERError) in
    try walkElement(&reader)
  }
}

/// Reads one element and those inside it; gives their number.
func walkElement(_ reader: inout DERReader) throws(DERError) -> Int {
  let element = try reader.readElement()
  guard element.identifier.isConstructed else { return 1 }
  var contents = try reader.contents(of: element)
  var count = 1
  while !contents.isAtEnd { count += try walkElement(&contents) }
  return count
}

/// Checks everything that is promised of a transcoding that succeeded, against ``BERElement``.
func checkTranscoding(
  _ input: [UInt8], _ transcoding: BERTranscoding, limits: DERLimits = .default,
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let output = transcoding.bytes
  let source = BERElement(input)
  #expect(output == source.der(input), comment, sourceLocation: sourceLocation)
  let count = strictWalk(output, limits: limits)
  #expect(throws: Never.self, comment, sourceLocation: sourceLocation) { try count.get() }
  if input.count < 1 << 16 {
    #expect(output.count <= input.count, comment, sourceLocation: sourceLocation)
  }
  let again = transcoded(output, limits: limits)
  #expect(
    again.map(\.bytes) == .success(output), comment, sourceLocation: sourceLocation)
  if case .success(let again) = again {
    #expect(again.isUnchanged(0..<output.count), comment, sourceLocation: sourceLocation)
  }
  var mistakes: [String] = []
  comparePlaces(source, BERElement(output), input, transcoding, &mistakes)
  #expect(mistakes.isEmpty, comment, sourceLocation: sourceLocation)
  let inArray = Result { () throws(DERError) in try BERTranscoder.transcode(input, limits: limits) }
  #expect(inArray == .success(transcoding), comment, sourceLocation: sourceLocation)
}

/// Compares where each element and each contents octet stood with where it is said to have stood.
private func comparePlaces(
  _ source: BERElement, _ target: BERElement, _ input: [UInt8], _ transcoding: BERTranscoding,
  _ mistakes: inout [String]
) {
  func expect(_ outputOffset: Int, _ inputOffset: Int) {
    let actual = transcoding.inputOffset(of: outputOffset)
    if actual != inputOffset {
      mistakes.append("output \(outputOffset) stood at \(inputOffset), not at \(actual)")
    }
  }
  expect(target.offset, source.offset)
  compareChange(source.offset..<source.endOffset, target.offset..<target.endOffset)
  let isHeaderUnchanged =
    Array(input[source.offset..<source.contentsOffset])
    == Array(transcoding.bytes[target.offset..<target.contentsOffset])
  if isHeaderUnchanged {
    for index in 0..<source.contentsOffset - source.offset {
      expect(target.offset + index, source.offset + index)
    }
  }
  guard target.isConstructed else {
    for (index, place) in source.stringBytes.enumerated() {
      expect(target.contentsOffset + index, place)
    }
    return
  }
  guard source.children.count == target.children.count else {
    mistakes.append("\(source.children.count) children became \(target.children.count)")
    return
  }
  for (index, (before, after)) in zip(source.children, target.children).enumerated() {
    comparePlaces(before, after, input, transcoding, &mistakes)
    // Neighbours together.
    guard index > 0 else { continue }
    compareChange(
      source.children[index - 1].offset..<before.endOffset,
      target.children[index - 1].offset..<after.endOffset)
  }

  func compareChange(_ before: Range<Int>, _ after: Range<Int>) {
    let isUnchanged = Array(input[before]) == Array(transcoding.bytes[after])
    if transcoding.isUnchanged(after) != isUnchanged {
      mistakes.append("output \(after) \(isUnchanged ? "is" : "is not") what stood in the input")
    }
  }
}

/// Checks, of an input of any origin, that transcoding is right in every respect or gives an error inside
/// the input, and that the strict reader finds the same, unless it is one that it may find earlier.
func checkAgreement(_ input: [UInt8], limits: DERLimits = .default, _ comment: Comment) {
  let strict = strictWalk(input, limits: limits)
  switch transcoded(input, limits: limits) {
  case .success(let transcoding):
    checkTranscoding(input, transcoding, limits: limits, comment)
    guard case .failure(let error) = strict else { return }
    #expect([.indefiniteLength, .nonMinimalLength].contains(error.code), comment)
  case .failure(let error):
    #expect(0...input.count ~= error.offset, comment)
    if error.code == .constructedBitString || error.expected == .octetString { return }
    guard case .failure(let strict) = strict else {
      Issue.record(comment)
      return
    }
    if strict.code == .indefiniteLength || strict.code == .nonMinimalLength { return }
    #expect(error == strict, comment)
  }
}
