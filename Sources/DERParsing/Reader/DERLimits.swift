/// The bounds of reading. Each is a value, has a reason, and is tested at n and n + 1.
public struct DERLimits: Hashable, Sendable, BitwiseCopyable {
  /// The most bytes that an input may have. 32 MiB by default: the largest receipt known has 79 kB, a
  /// made-up one with 10,000 purchases 4 MB. Never above 2³⁰, so that all sums of offsets fit 32 bits.
  public var inputBytes: Int

  /// How many levels of contents may lie inside each other, all layers together. 32 by default, as in
  /// Apple's own and Mozilla's readers; a receipt needs 11.
  public var depth: Int

  /// How many elements ``BERTranscoder`` may rewrite: indefinite and non-minimal lengths, and chunks of
  /// constructed strings. 8,192 by default: an Xcode receipt needs 7, and the places kept for
  /// them take less than 256 KiB.
  public var rewrites: Int

  /// Makes limits; what is not given has its default.
  public init(inputBytes: Int = 32 << 20, depth: Int = 32, rewrites: Int = 8192) {
    self.inputBytes = inputBytes
    self.depth = depth
    self.rewrites = rewrites
  }

  /// The defaults.
  public static var `default`: DERLimits { DERLimits() }

  /// ``inputBytes``, 0 at the least and 2³⁰ at the most.
  package var maximumInputBytes: Int { min(max(inputBytes, 0), 1 << 30) }
}
