import BenchmarkSupport
import Foundation

#if !PUBLIC_ONLY
  import ProcessorInstructions
#endif

/// This program with the library's package trait left out, in a build folder beside the usual one.
enum PortableBuild {
  /// What `Package.swift` looks at.
  private static let variable = "RECEIPT_PORTABLE"

  /// Whether this is that program.
  static var isThis: Bool {
    #if PORTABLE
      true
    #else
      false
    #endif
  }

  /// Builds it and runs it to its end.
  ///
  /// - Returns: its exit status.
  static func run(_ arguments: [String]) throws -> Int32 {
    let package = Repository.root.appending(path: "Benchmarks").path()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swift", "run", "-c", "release", "--package-path", package, "--scratch-path",
        package + "/.build-portable", "compare",
      ] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The instructions that the library uses here, for people.
  static var instructions: [String] {
    #if PUBLIC_ONLY
      []
    #else
      [
        ("SHA", ProcessorInstructions.haveSHA),
        ("AVX-512 IFMA", ProcessorInstructions.haveVectorMultiplication),
        ("AVX-512 VBMI", ProcessorInstructions.haveBytePermutation),
        ("SSSE3 or NEON", ProcessorInstructions.haveByteShuffle),
      ].filter(\.1).map(\.0)
    #endif
  }
}
