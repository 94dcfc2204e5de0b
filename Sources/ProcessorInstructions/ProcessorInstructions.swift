#if ProcessorInstructions && os(Linux) && arch(x86_64)
  import Base64InstructionsX86
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
    #elseif ProcessorInstructions && os(Linux) && arch(arm64)
      true
    #elseif AppleProcessorInstructions && canImport(Darwin) && arch(arm64)
      true
    #else
      false
    #endif
  }()
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
