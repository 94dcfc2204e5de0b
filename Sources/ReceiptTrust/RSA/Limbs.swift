import TextCoding

/// An unsigned integer of at most 4,096 bits: 64 limbs of 64 bits, the least significant first.
///
/// The size is fixed, so no length that an input declares ever becomes a size of memory, and the
/// value lives where its owner lives: nothing is allocated. The limbs are handed out as spans, whose
/// subscripts are checked.
package struct Limbs: BitwiseCopyable, Sendable {
  /// The greatest number of limbs, on every platform.
  package static var capacity: Int { 64 }

  /// The greatest number of bytes.
  package static var byteCapacity: Int { 8 * capacity }

  private typealias Eight = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  private var storage: (Eight, Eight, Eight, Eight, Eight, Eight, Eight, Eight)

  /// Zero.
  init() {
    let zero: Eight = (0, 0, 0, 0, 0, 0, 0, 0)
    storage = (zero, zero, zero, zero, zero, zero, zero, zero)
  }

  /// Reads the bytes from `offset` to the end as a big-endian integer: OS2IP of RFC 8017 §4.2.
  ///
  /// - Precondition: 0 ≤ `offset` ≤ the number of bytes, and at most `byteCapacity` of them follow.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(bigEndian bytes: RawSpan, from offset: Int = 0) {
    self.init()
    withMutableSpan { limbs in
      var end = bytes.byteCount
      var index = 0
      while end - offset >= 8 {
        end -= 8
        limbs[index] = bytes.bigEndianWord(at: end)
        index += 1
      }
      if end > offset { limbs[index] = bytes.bigEndian(at: offset, count: end - offset) }
    }
  }

  /// Puts a byte where there is still zero. Position 0 is the least significant.
  ///
  /// - Precondition: 0 ≤ `position` < `byteCapacity`.
  mutating func setByte(_ byte: UInt8, at position: Int) {
    withMutableSpan { limbs in
      // The remainder is less than 8, so the distance is less than 64.
      limbs[position / 8] |= UInt64(byte) &<< UInt64(8 * (position % 8))
    }
  }

  /// Sets all bits of a limb.
  ///
  /// - Precondition: 0 ≤ `index` < `capacity`.
  mutating func setOnes(at index: Int) {
    withMutableSpan { $0[index] = .max }
  }

  /// Lends the limbs for reading.
  package func withSpan<Result>(_ body: (Span<UInt64>) -> Result) -> Result {
    unsafe withUnsafeBytes(of: storage) { bytes in
      // The storage is `capacity` integers of 64 bits and nothing else, and outlives the closure.
      unsafe body(bytes.bindMemory(to: UInt64.self).span)
    }
  }

  /// Lends the limbs for changing.
  mutating func withMutableSpan<Result>(
    _ body: (inout MutableSpan<UInt64>) -> Result
  ) -> Result {
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      // As above; the exclusive access to `self` makes it the only view.
      var limbs = unsafe bytes.bindMemory(to: UInt64.self).mutableSpan
      return body(&limbs)
    }
  }
}

extension Limbs: Equatable {
  package static func == (left: Limbs, right: Limbs) -> Bool {
    left.withSpan { left in
      right.withSpan { right in
        left.indices.allSatisfy { left[$0] == right[$0] }
      }
    }
  }
}

extension Limbs {
  /// Whether this integer is less than the other.
  func isLess(than other: Limbs) -> Bool {
    withSpan { left in other.withSpan { left.isLess(than: $0) } }
  }
}
