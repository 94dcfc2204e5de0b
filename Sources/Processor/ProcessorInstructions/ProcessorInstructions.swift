#if ProcessorInstructions && os(Linux) && arch(x86_64)
  import Base64InstructionsX86
  import Base64PermutationX86
  import ProcessorFeatures
  import SHAInstructionsX86
  import VectorMultiplicationX86
#elseif ProcessorInstructions && os(Linux) && arch(arm64)
  import Base64InstructionsARM
  import ProcessorFeatures
  import SHAInstructionsARM
#elseif AppleProcessorInstructions && canImport(Darwin) && arch(arm64)
  import Base64InstructionsARM
  import SHAInstructionsARM
#endif

/// Instructions that not every processor has. Here alone is decided whether they are used: the processor is asked once,
/// and each function below says whether it has done its work. Where it has not, the caller's portable code does it.
///
/// The trait of the same name leaves all of it out.
package enum ProcessorInstructions {
  /// SHA-1 and SHA-256: SHA-NI on x86-64, the cryptographic extension on arm64.
  package static let haveSHA: Bool = {
    #if ProcessorInstructions && os(Linux) && (arch(x86_64) || arch(arm64))
      processorHasSHA()
    #elseif AppleProcessorInstructions && canImport(Darwin) && arch(arm64)
      true
    #else
      false
    #endif
  }()

  /// SHA-1 of whole blocks, FIPS 180-4 §6.1.2: mixes them into a hash value, its first five words *a* to *e*.
  ///
  /// - Precondition: `blocks` are whole, of 64 bytes each.
  /// - Returns: whether the processor has done it.
  package static func compressSHA1(
    _ blocks: RawSpan, into hashValue: inout SIMD8<UInt32>
  ) -> Bool {
    #if ProcessorInstructions && os(Linux) && (arch(x86_64) || arch(arm64)) || AppleProcessorInstructions && canImport(Darwin) && arch(arm64)
      unsafe compress(blocks) { start, count in
        (hashValue.lowHalf, hashValue[4]) = unsafe sha1(
          hashValue.lowHalf, hashValue[4], start, count)
      }
    #else
      false
    #endif
  }

  /// SHA-256 of whole blocks, FIPS 180-4 §6.2.2: mixes them into a hash value, *a* to *h*.
  ///
  /// - Precondition: `blocks` are whole, of 64 bytes each.
  /// - Returns: whether the processor has done it.
  package static func compressSHA256(
    _ blocks: RawSpan, into hashValue: inout SIMD8<UInt32>
  ) -> Bool {
    #if ProcessorInstructions && os(Linux) && (arch(x86_64) || arch(arm64)) || AppleProcessorInstructions && canImport(Darwin) && arch(arm64)
      unsafe compress(blocks) { start, count in
        (hashValue.lowHalf, hashValue.highHalf) = unsafe sha256(
          hashValue.lowHalf, hashValue.highHalf, start, count)
      }
    #else
      false
    #endif
  }

  /// Calls `function` with the start and the number of the blocks, if the processor has these instructions; returns
  /// whether it has.
  @inline(__always)
  private static func compress(
    _ blocks: RawSpan, _ function: (UnsafeRawPointer, Int) -> Void
  ) -> Bool {
    guard haveSHA else { return false }
    precondition(blocks.byteCount % 64 == 0)
    unsafe blocks.withUnsafeBytes { bytes in
      // It reads this many blocks: all of the bytes, and no more.
      if let start = bytes.baseAddress { unsafe function(start, bytes.count / 64) }
    }
    return true
  }

  /// Multiplication of eight numbers of 52 bits: AVX-512 IFMA.
  package static let haveVectorMultiplication: Bool = {
    #if ProcessorInstructions && os(Linux) && arch(x86_64)
      processorHasIFMA()
    #else
      false
    #endif
  }()

  /// Bytes of a vector picked by another one: SSSE3 on x86-64; every arm64 has it.
  package static let haveByteShuffle: Bool = {
    #if ProcessorInstructions && os(Linux) && arch(x86_64)
      processorHasSSSE3()
    #elseif (ProcessorInstructions && os(Linux) || AppleProcessorInstructions && canImport(Darwin)) && arch(arm64)
      true
    #else
      false
    #endif
  }()

  /// Bytes of two vectors of 64 picked by a third one: AVX-512 VBMI.
  package static let haveBytePermutation: Bool = {
    #if ProcessorInstructions && os(Linux) && arch(x86_64)
      processorHasVBMI()
    #else
      false
    #endif
  }()

  /// Decodes Base64 and appends the bytes, up to the first group of four with a character of neither alphabet, or until
  /// a block of characters doesn't fit any more. Up to 15 characters may be left, and what has room for fewer than 16
  /// bytes.
  ///
  /// - Returns: how many characters were decoded, four for each three bytes; `nil` if the processor can't.
  package static func decodeBase64(_ text: RawSpan, to bytes: inout OutputSpan<UInt8>) -> Int? {
    permuteBase64(text, to: &bytes) ?? shuffleBase64(text, to: &bytes)
  }

  /// ``decodeBase64(_:to:)`` with ``haveByteShuffle``.
  package static func shuffleBase64(_ text: RawSpan, to bytes: inout OutputSpan<UInt8>) -> Int? {
    guard haveByteShuffle else { return nil }
    return unsafe appendBase64(text, to: &bytes) { text, count, bytes, capacity in
      #if ProcessorInstructions && os(Linux) && arch(x86_64)
        unsafe decodeBase64SSSE3(text, count, bytes, capacity)
      #elseif (ProcessorInstructions && os(Linux) || AppleProcessorInstructions && canImport(Darwin)) && arch(arm64)
        unsafe decodeBase64NEON(text, count, bytes, capacity)
      #else
        0
      #endif
    }
  }

  /// ``decodeBase64(_:to:)`` with ``haveBytePermutation``. All whole groups that fit are decoded.
  package static func permuteBase64(_ text: RawSpan, to bytes: inout OutputSpan<UInt8>) -> Int? {
    guard haveBytePermutation else { return nil }
    return unsafe appendBase64(text, to: &bytes) { text, count, bytes, capacity in
      #if ProcessorInstructions && os(Linux) && arch(x86_64)
        unsafe decodeBase64VBMI(text, count, bytes, capacity)
      #else
        0
      #endif
    }
  }

  /// Calls a function for Base64 with the text and with the free capacity of `bytes`, and counts what it has written:
  /// three bytes for four characters.
  @inline(__always)
  private static func appendBase64(
    _ text: RawSpan, to bytes: inout OutputSpan<UInt8>,
    _ decode: (UnsafeRawPointer, Int, UnsafeMutableRawPointer, Int) -> Int
  ) -> Int {
    unsafe text.withUnsafeBytes { text in
      unsafe bytes.withUnsafeMutableBufferPointer { bytes, count in
        guard let first = text.baseAddress, let start = bytes.baseAddress else { return 0 }
        let read = unsafe decode(first, text.count, start + count, bytes.count - count)
        count += read / 4 * 3
        return read
      }
    }
  }
}

extension ProcessorInstructions {
  /// Replaces `base` by its power, modulo n: public numbers, so constant time is not claimed.
  ///
  /// - Precondition: n is odd and has `bitCount` bits, 128–4,096; `base` is less than n; the exponent is odd and at
  ///   least 3.
  /// - Parameters:
  ///   - base: limbs, the least significant first, at least as many as n has.
  ///   - modulus: n, the same.
  ///   - negatedInverse: −n⁻¹ modulo 2⁶⁴.
  /// - Returns: whether the processor can do that. If not, nothing is changed.
  package static func replaceByPower(
    _ base: inout MutableSpan<UInt64>, exponent: UInt64, modulus: Span<UInt64>, bitCount: Int,
    negatedInverse: UInt64
  ) -> Bool {
    #if ProcessorInstructions && os(Linux) && arch(x86_64)
      guard haveVectorMultiplication else { return false }
      precondition(bitCount >= 128 && bitCount <= 4_096)
      precondition(base.count >= (bitCount + 63) / 64 && modulus.count >= (bitCount + 63) / 64)
      precondition(exponent >= 3 && exponent % 2 == 1)
      // On the stack, where temporary allocations of this size are not; 64 bytes more than asked for, to begin at an
      // address that 64 divides.
      var memory = InlineArray<488, UInt64>(repeating: 0)
      return unsafe withUnsafeMutableBytes(of: &memory) { memory in
        unsafe base.withUnsafeMutableBufferPointer { base in
          unsafe modulus.withUnsafeBufferPointer { modulus in
            guard let base = base.baseAddress, let modulus = modulus.baseAddress,
              let memory = unsafe memory.baseAddress?.alignedUp(toMultipleOf: 64)
            else { return false }
            unsafe VectorMultiplicationX86.replaceByPower(
              base, exponent: exponent, modulus: modulus, bitCount: bitCount,
              negatedInverse: negatedInverse,
              memory: memory.assumingMemoryBound(to: UInt64.self))
            return true
          }
        }
      }
    #else
      return false
    #endif
  }
}
