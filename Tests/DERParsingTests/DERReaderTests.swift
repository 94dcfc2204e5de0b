import TestSupport
import Testing

@testable import DERParsing
import TextCoding

@Suite struct DERReaderTests {
  /// SEQUENCEs inside each other, so many, around nothing.
  private func nested(_ depth: Int) -> [UInt8] {
    var input: [UInt8] = []
    for _ in 0..<depth { input = element(0x30, input) }
    return input
  }

  private func descend(_ reader: inout DERReader) throws(DERError) -> Int {
    guard !reader.isAtEnd else { return 0 }
    var contents = try reader.contents(of: reader.readElement(.sequence))
    return try descend(&contents) + 1
  }

  @Test(arguments: [0, 1, 2, 31, 32, 100])
  func `Contents are opened down to the depth limit and not one level further`(depth: Int) {
    let limits = DERLimits(maximumDepth: depth)
    let allowed = outcome(of: nested(depth), limits: limits, descend)
    #expect(allowed == .success(depth))
    let refused = outcome(of: nested(depth + 1), limits: limits, descend)
    let offset = nested(depth + 1).count - 2
    #expect(refused == .failure(DERError(.nestedTooDeeply, at: offset)))
  }

  @Test func `The depth limit is 32 by default and cannot be negative`() {
    #expect(outcome(of: nested(32), descend) == .success(32))
    #expect(outcome(of: nested(33), descend) == .failure(DERError(.nestedTooDeeply, at: 64)))
    let negative = outcome(of: nested(1), limits: DERLimits(maximumDepth: -1), descend)
    #expect(negative == .failure(DERError(.nestedTooDeeply, at: 0)))
  }

  @Test(arguments: [129, .max])
  func `No limit allows more than 128 levels, since some reading uses the stack`(depth: Int) {
    let limits = DERLimits(maximumDepth: depth)
    #expect(outcome(of: nested(128), limits: limits, descend) == .success(128))
    let input = nested(129)
    let refusal = DERError(.nestedTooDeeply, at: input.count - 2)
    #expect(outcome(of: input, limits: limits, descend) == .failure(refusal))
    #expect(throws: refusal) {
      try withExactlySized(input) { (bytes) throws(DERError) in
        var reader = DERReader(bytes, contents: 0..<bytes.byteCount, depth: depth)
        _ = try descend(&reader)
      }
    }
  }

  @Test func `A primitive value takes one level, an EXPLICIT tag one more`() {
    let number = bytes("020105")
    #expect(number.readsInteger(depth: 1) == .success(5))
    #expect(number.readsInteger(depth: 0) == .failure(DERError(.nestedTooDeeply, at: 0)))
    let explicit = bytes("A003020105")
    for depth in 0...2 {
      let result = outcome(of: explicit, limits: DERLimits(maximumDepth: depth)) {
        (reader) throws(DERError) in try reader.readExplicit(tagNumber: 0, as: Int.self)
      }
      let offset = depth == 0 ? 0 : 2
      #expect(
        result == (depth < 2 ? .failure(DERError(.nestedTooDeeply, at: offset)) : .success(5)))
    }
  }

  @Test(arguments: [0, 1, 5, 4096])
  func `The limit on input bytes holds at n and at n + 1`(limit: Int) {
    let limits = DERLimits(maximumInputBytes: limit)
    let fits = outcome(of: [UInt8](repeating: 0, count: limit), limits: limits) {
      (reader) in reader.readRemaining().count
    }
    #expect(fits == .success(limit))
    let exceeds = outcome(of: [UInt8](repeating: 0, count: limit + 1), limits: limits) {
      (reader) in reader.readRemaining().count
    }
    #expect(exceeds == .failure(DERError(.inputTooLarge, at: 0)))
  }

  @Test func `A reader knows where it is, at every depth`() throws {
    let input = bytes("30 08 02 01 05 A0 03 04 01 AA")
    try withExactlySized(input) { (bytes) throws(DERError) in
      var reader = try DERReader(bytes, limits: DERLimits(maximumDepth: 5))
      #expect(reader.offset == 0)
      #expect(reader.elementOffset == 0)
      #expect(reader.remaining == 0..<10)
      #expect(reader.remainingDepth == 5)
      let sequence = try reader.readElement(.sequence)
      #expect(sequence.encodingRange == 0..<10)
      #expect(reader.remaining == 10..<10)

      var contents = try reader.contents(of: sequence)
      #expect(contents.offset == 2)
      #expect(contents.elementOffset == 0)
      #expect(contents.remaining == 2..<10)
      #expect(contents.remainingDepth == 4)
      #expect(contents.bytes.byteCount == 10)
      _ = try contents.readElement(.integer)
      #expect(contents.remaining == 5..<10)

      var explicit = try contents.readConstructed(.contextSpecific(constructed: 0))
      #expect(explicit.offset == 7)
      #expect(explicit.elementOffset == 5)
      #expect(explicit.remainingDepth == 3)
      let string = try explicit.readElement(.octetString)
      #expect(explicit.bytes(in: string.contentsRange).array == [0xAA])
      #expect(explicit.bytes(in: 0..<2).array == [0x30, 0x08])
      #expect(explicit.bytes(in: 10..<10).byteCount == 0)
      try explicit.finish()
      try contents.finish()
      try reader.finish()
    }
  }

  @Test func `A reader of a part counts offsets from the beginning of the whole`() throws {
    let input = bytes("30 06 02 01 05 02 02 00 01")
    withExactlySized(input) { (bytes) in
      var reader = DERReader(bytes, contents: 2..<8, depth: 1)
      #expect(reader.elementOffset == 2)
      #expect(reader.remainingDepth == 1)
      do throws(DERError) {
        let number: Int = try reader.read()
        #expect(number == 5)
        _ = try reader.readElement()
        Issue.record("an element that ends at byte 9 was read")
      } catch {
        // Its end stands for the end of an element, although the input goes on.
        #expect(error == DERError(.exceedsEnclosing, at: 5))
      }
    }
  }

  @Test func `Finishing needs everything to be read`() {
    for (hexadecimal, offset) in [("020105 0500", 3), ("020105 00", 3), ("020105 FF", 3)] {
      let result = bytes(hexadecimal).readsInteger(depth: 1)
      #expect(result == .failure(DERError(.trailingContents, at: offset)))
    }
    let inner = outcome(of: bytes("3005 020105 0500")) { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence)
      _ = try contents.readElement(.integer)
      try contents.finish()
    }
    #expect(throws: DERError(.trailingContents, at: 5)) { try inner.get() }
  }

  @Test func `An error names the field that was being read`() {
    let outer: DERField = "outer field"
    let inner: DERField = "inner field"
    // The contents begin with the field of the reader that opened them.
    let inherited = outcome(of: bytes("3003 020105")) { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence, outer)
      return try contents.readElement(.null)
    }
    let expected = DERError(
      .unexpectedIdentifier, at: 2, expected: .null, actual: .integer, field: outer)
    #expect(inherited == .failure(expected))
    let named = outcome(of: bytes("3003 020105")) { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence, outer)
      return try contents.read(inner) as Bool
    }
    #expect(
      named
        == .failure(
          DERError(.unexpectedIdentifier, at: 2, expected: .boolean, actual: .integer, field: inner)
        ))
    // What the contents name does not reach the reader outside, whose next error is about its own field.
    let after = outcome(of: bytes("3003 020105 02")) { (reader) throws(DERError) in
      var contents = try reader.readConstructed(.sequence, outer)
      let number: Int = try contents.read(inner)
      _ = try reader.readElement()
      return number
    }
    #expect(after == .failure(DERError(.truncated, at: 6, field: outer)))
  }

  #if os(macOS) || os(Linux)
    @Test func `A range that is not one of the bytes is a precondition failure`() async {
      await #expect(processExitsWith: .failure) {
        withExactlySized([0x05, 0x00]) { (bytes) in
          var reader = DERReader(bytes, contents: 1..<3)
          _ = reader.readRemaining()
        }
      }
      await #expect(processExitsWith: .failure) {
        withExactlySized([0x05, 0x00]) { (bytes) in
          var reader = DERReader(bytes, contents: -1..<2)
          _ = reader.readRemaining()
        }
      }
      await #expect(processExitsWith: .failure) {
        withExactlySized([0x05, 0x00]) { (bytes) in
          let reader = DERReader(bytes, contents: 0..<2)
          print(reader.bytes(in: 0..<3).byteCount)
        }
      }
      await #expect(processExitsWith: .failure) {
        withExactlySized([0x05, 0x00]) { (bytes) in
          let reader = DERReader(bytes, contents: 0..<2)
          print(reader.bytes(in: -1..<1).byteCount)
        }
      }
    }

    @Test(arguments: [-1, 3, Int.max])
    func `A limit outside of the input is a precondition failure`(limit: Int) async {
      await #expect(processExitsWith: .failure) { [limit] in
        withExactlySized([0x05, 0x00]) { (bytes) in
          let reader = DERReader(bytes, contents: 0..<2)
          print(reader.limited(to: limit, isNested: false).isAtEnd)
        }
      }
    }

    @Test(arguments: [-1, 2])
    func `A byte outside of the input is a precondition failure`(offset: Int) async {
      await #expect(processExitsWith: .failure) { [offset] in
        withExactlySized([0x05, 0x00]) { (bytes) in
          print(DERReader(bytes, contents: 0..<2).byte(at: offset))
        }
      }
    }

    @Test func `As many bytes are skipped as there are`() {
      withExactlySized([0x05, 0x00]) { (bytes) in
        var reader = DERReader(bytes, contents: 0..<2)
        reader.skip(0)
        reader.skip(2)
        let isAtEnd = reader.isAtEnd
        #expect(isAtEnd)
      }
    }

    @Test(arguments: [-1, 3, Int.max, Int.min])
    func `Skipping backwards, or more than there is, is a precondition failure`(count: Int) async {
      await #expect(processExitsWith: .failure) { [count] in
        withExactlySized([0x05, 0x00]) { (bytes) in
          var reader = DERReader(bytes, contents: 0..<2)
          reader.skip(count)
          print(reader.isAtEnd)
        }
      }
    }

    @Test func `The contents of an element of another input are a precondition failure`() async {
      await #expect(processExitsWith: .failure) {
        withExactlySized([0x30, 0x02, 0x05, 0x00]) { (longer) in
          withExactlySized([0x30, 0x00]) { (shorter) in
            var reader = DERReader(longer, contents: 0..<4)
            guard let element = try? reader.readElement() else { return }
            let contents = try? DERReader(shorter, contents: 0..<2).contents(of: element)
            print(contents?.isAtEnd ?? true)
          }
        }
      }
    }
  #endif
}

extension [UInt8] {
  /// What reading these bytes as an INTEGER gives.
  fileprivate func readsInteger(depth: Int) -> Result<Int, DERError> {
    outcome(of: self, limits: DERLimits(maximumDepth: depth)) { (reader) throws(DERError) in
      try reader.read()
    }
  }
}

@Suite struct DERLimitsTests {
  @Test func `The defaults are the documented ones`() {
    #expect(DERLimits.default.maximumInputBytes == 33_554_432)
    #expect(DERLimits.default.maximumDepth == 32)
    #expect(DERLimits.default.maximumRewrites == 8192)
    #expect(DERLimits() == .default)
  }

  @Test func `Inputs never have more than 2³⁰ bytes`() {
    #expect(DERLimits(maximumInputBytes: 1 << 30).inputBound == 1 << 30)
    #expect(DERLimits(maximumInputBytes: 1 << 30 + 1).inputBound == 1 << 30)
    #expect(DERLimits(maximumInputBytes: .max).inputBound == 1 << 30)
    #expect(DERLimits(maximumInputBytes: 5).inputBound == 5)
  }

  @Test func `A negative limit counts as 0`() {
    let limits = DERLimits(maximumInputBytes: -1)
    #expect(outcome(of: [], limits: limits) { (reader) in reader.offset } == .success(0))
    #expect(
      outcome(of: [5], limits: limits) { (reader) in reader.offset }
        == .failure(DERError(.inputTooLarge, at: 0)))
  }
}
