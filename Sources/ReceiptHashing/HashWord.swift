/// A word of FIPS 180-4 §2.2: 32 bits for SHA-1 and SHA-256, 64 bits for SHA-384 and SHA-512.
///
/// The four functions are those of SHA-2, §4.1.2 and §4.1.3, which differ only in their distances.
/// SHA-1 needs none of them.
protocol HashWord: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// Σ₀ of the first working variable.
  var upperSigma0: Self { get }
  /// Σ₁ of the fifth working variable.
  var upperSigma1: Self { get }
  /// σ₀ of the message schedule.
  var lowerSigma0: Self { get }
  /// σ₁ of the message schedule.
  var lowerSigma1: Self { get }
}

extension HashWord {
  /// ROTLⁿ, §3.2: circular left shift. Compiles to one instruction.
  @inline(__always)
  func rotated(left distance: Self) -> Self {
    // Both shifts mask their distance to the word, so neither can be out of range.
    (self &<< distance) | (self &>> (0 &- distance))
  }

  /// ROTRⁿ, §3.2: circular right shift. Compiles to one instruction.
  @inline(__always)
  func rotated(right distance: Self) -> Self {
    (self &>> distance) | (self &<< (0 &- distance))
  }
}

/// FIPS 180-4 §4.1.2, (4.4) to (4.7).
extension UInt32: HashWord {
  @inline(__always) var upperSigma0: Self {
    rotated(right: 2) ^ rotated(right: 13) ^ rotated(right: 22)
  }
  @inline(__always) var upperSigma1: Self {
    rotated(right: 6) ^ rotated(right: 11) ^ rotated(right: 25)
  }
  @inline(__always) var lowerSigma0: Self {
    rotated(right: 7) ^ rotated(right: 18) ^ (self &>> 3)
  }
  @inline(__always) var lowerSigma1: Self {
    rotated(right: 17) ^ rotated(right: 19) ^ (self &>> 10)
  }
}

/// FIPS 180-4 §4.1.3, (4.10) to (4.13).
extension UInt64: HashWord {
  @inline(__always) var upperSigma0: Self {
    rotated(right: 28) ^ rotated(right: 34) ^ rotated(right: 39)
  }
  @inline(__always) var upperSigma1: Self {
    rotated(right: 14) ^ rotated(right: 18) ^ rotated(right: 41)
  }
  @inline(__always) var lowerSigma0: Self {
    rotated(right: 1) ^ rotated(right: 8) ^ (self &>> 7)
  }
  @inline(__always) var lowerSigma1: Self {
    rotated(right: 19) ^ rotated(right: 61) ^ (self &>> 6)
  }
}
