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
