import DERParsing
import TestSupport
import Testing

@Suite struct BERTranscoderLimitsTests {
  private func repeated(_ hexadecimal: String, _ count: Int) -> [UInt8] {
    Array(repeatElement(bytes(hexadecimal), count: count).joined())
  }

  /// The four ways to put levels into each other: definite, indefinite, alternating, in a string.
  private func nested(_ depth: Int) -> [[UInt8]] {
    var definite: [UInt8] = []
    var alternating: [UInt8] = []
    for level in 0..<depth {
      definite = element(0x30, definite)
      alternating =
        level % 2 == 0 ? element(0x30, alternating) : [0x31, 0x80] + alternating + [0x00, 0x00]
    }
    return [
      definite, repeated("3080", depth) + repeated("0000", depth), alternating,
      repeated("2480", depth) + repeated("0000", depth),
    ]
  }

  @Test(arguments: [1, 2, 31, 32, 128])
  func `The depth limit holds at n and at n + 1`(depth: Int) {
    let limits = DERLimits(maximumDepth: depth)
    for input in nested(depth) {
      let result = transcoded(input, limits: limits)
      #expect(result.map(\.bytes) == .success(BERElement(input).der(input)))
    }
    for (input, headers) in zip(nested(depth + 1), [Int?.none, 2, nil, 2]) {
      let result = transcoded(input, limits: limits)
      // Where the header of the level too many stands: behind headers of two bytes, or found by reading.
      let offset = headers.map { $0 * depth } ?? innermost(input)
      #expect(result == .failure(DERError(.nestedTooDeeply, at: offset)))
    }
  }

  private func innermost(_ input: [UInt8]) -> Int {
    var element = BERElement(input)
    while let child = element.children.first { element = child }
    return element.offset
  }

  @Test func `The limit of 32 levels is the default`() throws {
    for input in nested(32) { #expect(throws: Never.self) { try transcoded(input).get() } }
    for input in nested(33) {
      let result = transcoded(input)
      #expect(result == .failure(DERError(.nestedTooDeeply, at: innermost(input))))
    }
    let none = transcoded([0x30, 0x00], limits: DERLimits(maximumDepth: 0))
    #expect(none == .failure(DERError(.nestedTooDeeply, at: 0)))
    let primitive = transcoded([0x05, 0x00], limits: DERLimits(maximumDepth: 0))
    #expect(primitive.map(\.bytes) == .success([0x05, 0x00]))
  }

  /// An input with so many elements to rewrite, and where the last of them begins.
  typealias Rewrites = (name: String, input: [UInt8], count: Int, lastOffset: Int)

  static let rewrites: [Rewrites] = [
    ("nothing to rewrite", bytes("3004 0500 0500"), 0, 0),
    ("one indefinite length", bytes("3080 0500 0000"), 1, 0),
    ("one non-minimal length", bytes("3003 048100"), 2, 0),
    ("the outer one counts last", bytes("3080 3080 0000 3080 0000 0000"), 3, 0),
    ("chunks count", bytes("2480 0401AA 0401BB 0000"), 3, 0),
    ("empty chunks count", bytes("2404 0400 0400"), 3, 0),
    ("chunks of chunks count", bytes("2480 2404 0400 0400 0000"), 4, 0),
    ("non-minimal primitives", bytes("3003 048100"), 2, 0),
    ("the enclosing lengths count, too", bytes("3005 3003 3081 00"), 3, 0),
  ]

  @Test(arguments: rewrites)
  func `The limit on rewrites holds at n and at n + 1`(row: Rewrites) {
    let enough = transcoded(row.input, limits: DERLimits(maximumRewrites: row.count))
    #expect(enough.map(\.bytes) == .success(BERElement(row.input).der(row.input)), "\(row.name)")
    guard row.count > 0 else { return }
    let tooFew = transcoded(row.input, limits: DERLimits(maximumRewrites: row.count - 1))
    #expect(tooFew == .failure(DERError(.tooManyRewrites, at: row.lastOffset)), "\(row.name)")
  }

  @Test func `The limit of 8192 rewrites is the default`() {
    let input = [0x30, 0x80] + repeated("048100", 8191) + [0, 0]
    #expect(transcoded(input).map(\.bytes.count) == .success(2 * 8191 + 4))
    let tooMany = [0x30, 0x80] + repeated("048100", 8192) + [0, 0]
    #expect(transcoded(tooMany) == .failure(DERError(.tooManyRewrites, at: 0)))
    let early = [0x30, 0x80] + repeated("048100", 8193) + [0, 0]
    #expect(transcoded(early) == .failure(DERError(.tooManyRewrites, at: 2 + 3 * 8192)))
    let chunks = [0x24, 0x80] + repeated("0401AA", 8193) + [0, 0]
    #expect(transcoded(chunks) == .failure(DERError(.tooManyRewrites, at: 2 + 3 * 8192)))
    let minimal = element(0x30, repeated("0500", 100_000))
    #expect(transcoded(minimal).map(\.bytes) == .success(minimal))
  }

  @Test(arguments: [4, 5, 100, 70_000])
  func `The limit on input bytes holds at n and at n + 1`(limit: Int) {
    let limits = DERLimits(maximumInputBytes: limit)
    let header = 1 + lengthOctets(limit - 4).count
    let fits = element(0x04, [UInt8](repeating: 0x41, count: limit - header))
    #expect(fits.count == limit)
    #expect(transcoded(fits, limits: limits).map(\.bytes) == .success(fits))
    #expect(transcoded(fits + [0], limits: limits) == .failure(DERError(.inputTooLarge, at: 0)))
  }

  /// From 64 KiB on DER's length octets outgrow BER's end marker, once for each element and level.
  @Test(arguments: [(1, 1), (1, 30), (3, 1), (3, 30)])
  func `Output grows by a byte for each indefinite length around 64 KiB`(
    siblings: Int, depth: Int
  ) throws {
    var value = filled("0483010000", 1 << 16)
    for _ in 0..<depth { value = [0x30, 0x80] + value + [0, 0] }
    var input = Array(repeatElement(value, count: siblings).joined())
    input = element(0x31, input)
    let transcoding = try transcoded(input).get()
    #expect(transcoding.bytes.count == input.count + siblings * depth)
    #expect(
      transcoding.bytes.count <= input.count + input.count >> 16 * DERLimits.default.maximumDepth)
    #expect(transcoding.bytes == BERElement(input).der(input))
  }

  @Test func `Output grows by two bytes for each indefinite length around 16 MiB`() throws {
    let limits = DERLimits(maximumDepth: 3)
    var input = [0x04, 0x84, 0x01, 0, 0, 0] + [UInt8](repeating: 0x41, count: 1 << 24)
    for _ in 0..<3 { input = [0x30, 0x80] + input + [0, 0] }
    let transcoding = try transcoded(input, limits: limits).get()
    #expect(transcoding.bytes.count == input.count + 2 * 3)
    #expect(transcoding.bytes.prefix(6) == [0x30, 0x84, 0x01, 0x00, 0x00, 0x12])
  }
}

@Suite struct BERTranscoderRandomTests {
  static let limits = DERLimits(maximumDepth: 12)

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `Random BER becomes the DER that it was made from`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let tree = RandomTree(depth: 6, using: &generator)
      let input = tree.ber(using: &generator)
      let transcoding = try transcoded(input, limits: Self.limits).get()
      #expect(
        transcoding.bytes == tree.der, "seed \(seed), round \(round): \(input.hexadecimal)")
      checkTranscoding(input, transcoding, limits: Self.limits, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: 11...14 as ClosedRange<UInt64>)
  func `Random DER stays as it is`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let der = RandomTree(depth: 6, using: &generator).der
      let transcoding = try transcoded(der, limits: Self.limits).get()
      #expect(transcoding.bytes == der, "seed \(seed), round \(round): \(der.hexadecimal)")
      #expect(transcoding.isUnchanged(der.indices), "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: 21...24 as ClosedRange<UInt64>)
  func `Every prefix of random BER is truncated`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<12 {
      let input = RandomTree(depth: 3, using: &generator).ber(using: &generator)
      for count in input.indices {
        let result = transcoded(Array(input.prefix(count)), limits: Self.limits)
        #expect(
          result == .failure(DERError(.truncated, at: count)),
          "seed \(seed), round \(round), \(count) bytes of \(input.hexadecimal)")
      }
    }
  }

  /// Bytes changed, removed and added at random.
  @Test(arguments: 31...38 as ClosedRange<UInt64>)
  func `Damaged BER gives a right result or an error inside the input`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<400 {
      var input = RandomTree(depth: 4, using: &generator).ber(using: &generator)
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !input.isEmpty {
        let place = Int.random(in: input.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: input[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 1: input[place] = [0x00, 0x24, 0x30, 0x80, 0xFF].randomElement(using: &generator) ?? 0
        case 2: input.remove(at: place)
        default: input.insert(.random(in: 0...255, using: &generator), at: place)
        }
      }
      checkAgreement(
        input, limits: Self.limits, "seed \(seed), round \(round): \(input.hexadecimal)")
    }
  }
}
