#if ProcessorInstructions && os(Linux) && arch(x86_64)
  import Builtin
  import _Builtin_intrinsics.intel.cpuid

  // What CPUID says (Intel SDM volume 2A, table 3-8; AMD's manual, volume 3, appendix E, has the same bits), and what the
  // operating system saves when it switches threads (volume 1, §13.3). Nothing but functions: see Package.swift.

  /// Leaf 1, ECX, bits 9 and 19; leaf 7, EBX, bit 29: SSSE3, SSE4.1 and SHA.
  package func processorHasSHA() -> Bool {
    let basic = leaf(1).ecx
    return basic >> 9 & basic >> 19 & leaf(7).ebx >> 29 & 1 == 1
  }

  /// Leaf 1, ECX, bit 9: SSSE3.
  package func processorHasSSSE3() -> Bool {
    leaf(1).ecx >> 9 & 1 == 1
  }

  /// Leaf 7, EBX, bits 16 and 30, ECX, bit 1: AVX-512 F, BW and VBMI; the operating system, too.
  package func processorHasVBMI() -> Bool {
    let extended = leaf(7)
    return extended.ebx >> 16 & extended.ebx >> 30 & extended.ecx >> 1 & 1 == 1 && savesVectors512()
  }

  /// Leaf 7, EBX, bits 16 and 21: AVX-512 F and IFMA. The operating system has to save all that AVX-512 adds, too, or
  /// another thread's numbers come back in our registers.
  package func processorHasIFMA() -> Bool {
    let extended = leaf(7).ebx
    return extended >> 16 & extended >> 21 & 1 == 1 && savesVectors512()
  }

  /// Whether XCR0 has the bits for SSE, AVX, the mask registers, the upper halves of the first sixteen vectors, and the
  /// other sixteen: 1, 2, 5, 6 and 7. Without OSXSAVE (leaf 1, ECX, bit 27) that register can't be read.
  private func savesVectors512() -> Bool {
    guard leaf(1).ecx >> 27 & 1 == 1 else { return false }
    let saved = UInt64(Builtin.int_x86_xgetbv(Int32(0)._value))
    return saved & 0b1110_0110 == 0b1110_0110
  }

  /// A leaf of CPUID, its first subleaf; zeros where the processor has none.
  private func leaf(_ number: UInt32) -> (ebx: UInt32, ecx: UInt32) {
    var (eax, ebx, ecx, edx) = (0 as UInt32, 0 as UInt32, 0 as UInt32, 0 as UInt32)
    let exists = unsafe __get_cpuid_count(number, 0, &eax, &ebx, &ecx, &edx)
    return exists == 0 ? (0, 0) : (ebx, ecx)
  }
#elseif ProcessorInstructions && os(Linux) && arch(arm64)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// HWCAP_SHA1 and HWCAP_SHA2 of Linux's `asm/hwcap.h`, bits 5 and 6.
  package func processorHasSHA() -> Bool {
    let capabilities = getauxval(UInt(AT_HWCAP))
    return capabilities >> 5 & capabilities >> 6 & 1 == 1
  }
#endif
