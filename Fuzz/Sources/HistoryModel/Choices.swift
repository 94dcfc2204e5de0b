import FuzzSupport

/// Where a world's choices come from: bytes that a fuzzer changes, one for each; then, or at once, random numbers.
package struct Choices: RandomNumberGenerator {
  private var bytes: ArraySlice<UInt8>
  private var random: RandomBytes

  package init(_ bytes: ArraySlice<UInt8> = [], seed: UInt64) {
    self.bytes = bytes
    random = RandomBytes(seed: seed)
  }

  package mutating func next() -> UInt64 {
    // In the upper bits, too, by which `shuffle` goes.
    bytes.popFirst().map { UInt64($0) &* 0x0101_0101_0101_0101 } ?? random.next()
  }

  /// A number from 0 to `bound` - 1.
  mutating func choose(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
