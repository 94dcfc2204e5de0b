import Foundation
import ProcessorInstructions
import Testing

#if ProcessorInstructions && os(Linux) && arch(x86_64)
  /// What is found out about the processor decides which tests of instructions run.
  @Suite struct ProcessorFeatureTests {
    @Test func `The processor has what the system says`() throws {
      let text = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("flags") })
      let flags = Set(line.split(separator: " "))
      #expect(ProcessorInstructions.haveSHA == flags.isSuperset(of: ["sha_ni", "ssse3", "sse4_1"]))
      #expect(ProcessorInstructions.haveByteShuffle == flags.contains("ssse3"))
      #expect(
        ProcessorInstructions.haveVectorMultiplication
          == flags.isSuperset(of: ["avx512f", "avx512ifma"]))
      #expect(
        ProcessorInstructions.haveBytePermutation
          == flags.isSuperset(of: ["avx512f", "avx512bw", "avx512vbmi"]))
    }
  }
#endif
