import DERParsing
import Testing

@Suite struct DERLimitsTests {
  @Test func `The defaults are the documented ones`() {
    #expect(DERLimits.default.inputBytes == 33_554_432)
    #expect(DERLimits.default.depth == 32)
    #expect(DERLimits.default.rewrites == 8192)
    #expect(DERLimits() == .default)
  }

  @Test func `Inputs never have more than 2³⁰ bytes`() {
    #expect(DERLimits(inputBytes: 1 << 30).maximumInputBytes == 1 << 30)
    #expect(DERLimits(inputBytes: 1 << 30 + 1).maximumInputBytes == 1 << 30)
    #expect(DERLimits(inputBytes: .max).maximumInputBytes == 1 << 30)
    #expect(DERLimits(inputBytes: 5).maximumInputBytes == 5)
  }

  @Test func `A negative limit counts as 0`() {
    let limits = DERLimits(inputBytes: -1)
    #expect(outcome(of: [], limits: limits) { (reader) in reader.offset } == .success(0))
    #expect(
      outcome(of: [5], limits: limits) { (reader) in reader.offset }
        == .failure(DERError(.inputTooLarge, at: 0)))
  }
}
