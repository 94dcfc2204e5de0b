/// A digest of what a reader gave, to compare the answers about one input in two places.
package struct Digest: Equatable {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package var value: UInt64 { state }

  package mutating func add(_ number: Int) {
    state = (state ^ UInt64(truncatingIfNeeded: number)) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 29
  }

  package mutating func add(_ range: Range<Int>) {
    add(range.lowerBound)
    add(range.upperBound)
  }

  package mutating func add(_ hash: UInt64) {
    add(Int(truncatingIfNeeded: hash))
  }
}
