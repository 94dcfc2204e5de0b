import Foundation

/// Ways to spoil bytes for tests that only demand: no trap, and a typed error or a whole answer.
public enum Mutations {
  /// One byte in another's place.
  public struct Change: Sendable, CustomStringConvertible {
    /// Where.
    public let offset: Int
    /// What stands there then.
    public let byte: UInt8

    /// Spoils `bytes` in place and gives what stood there.
    public func apply(to bytes: inout [UInt8]) -> UInt8 {
      defer { bytes[offset] = byte }
      return bytes[offset]
    }

    /// What a failure has to name.
    public var description: String { "byte \(offset) = \(byte)" }
  }

  /// Whether loops over all values run in full, which takes minutes in a debug build: when the environment
  /// variable `RECEIPT_EXHAUSTIVE` is set.
  public static let isExhaustive = ProcessInfo.processInfo.environment["RECEIPT_EXHAUSTIVE"] != nil

  /// All 255 other values at each of the offsets, or some of them unless ``isExhaustive``: those that differ
  /// in one bit, and `count` random ones.
  public static func everyValue(
    of bytes: [UInt8], at offsets: Range<Int>, otherwise count: Int, seed: UInt64
  ) -> [Change] {
    var generator = SeededGenerator(seed: seed)
    return offsets.clamped(to: bytes.indices).flatMap { offset in
      var differences = Set(1...UInt8.max)
      if !isExhaustive {
        differences = Set((0..<8).map { 1 << $0 })
        for _ in 0..<count { differences.insert(UInt8.random(in: 1...255, using: &generator)) }
      }
      return differences.sorted().map { Change(offset: offset, byte: bytes[offset] ^ $0) }
    }
  }

  /// One random other value at every `step`-th offset.
  public static func oneValue(
    of bytes: [UInt8], every step: Int = 1, seed: UInt64
  ) -> [Change] {
    var generator = SeededGenerator(seed: seed)
    return stride(from: 0, to: bytes.count, by: step).map { offset in
      let difference = UInt8.random(in: 1...255, using: &generator)
      return Change(offset: offset, byte: bytes[offset] ^ difference)
    }
  }
}
