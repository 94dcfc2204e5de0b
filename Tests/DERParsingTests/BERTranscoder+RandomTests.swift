import DERParsing
import TestSupport
import Testing

@Suite struct BERTranscoderRandomTests {
  static let limits = DERLimits(depth: 12)

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
