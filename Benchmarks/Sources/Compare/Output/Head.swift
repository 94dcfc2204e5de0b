import BenchmarkSupport
import Foundation

/// What somebody has to know of a run to compare it with another one.
struct Head: Codable {
  /// `git describe` of the checkout: the nearest tag, commits since, commit, and `-dirty` if files have changed.
  let revision: String?
  /// The revision that the run was against.
  let against: String?
  /// When the run began, in UTC.
  let date: String
  let processor: Processor
  let library: Library
  /// The first line of `swift --version`.
  let compiler: String?
  /// Of the peers in C.
  let cCompiler: String
  let operatingSystem: String
  /// What took part, and what Foundation, swift-asn1, … were.
  let peers: [String: String]
  /// The number of processes that ran in the last minute, at the beginning.
  let loadAverage: Double?
  let arguments: [String]

  struct Processor: Codable {
    let name: String?
    let architecture: String
    let cores: Int
    /// Those of its instructions that matter to hashing, RSA and Base64; `null` if the system does not list them.
    let instructions: [String]?
  }

  struct Library: Codable {
    /// Whether the package trait ProcessorInstructions is in.
    let hasProcessorInstructionsTrait: Bool
    /// The instructions it uses here.
    let instructions: [String]
  }

  /// Looks at the machine and at this checkout.
  init(_ options: Options, against: String?, openSSL: OpenSSL?, asn1c: ASN1C?) {
    revision = Self.firstLine(
      "git", "-C", Repository.root.path(), "describe", "--tags", "--always", "--dirty")
    self.against = against
    date = Date().formatted(.iso8601)
    processor = Processor(
      name: Self.processorName, architecture: Self.architecture,
      cores: ProcessInfo.processInfo.activeProcessorCount,
      instructions: Self.processorFlags.map { flags in
        Self.instructions.filter { flags.contains($0.flag) }.map(\.name)
      })
    library = Library(
      hasProcessorInstructionsTrait: !PortableBuild.isThis, instructions: PortableBuild.instructions
    )
    compiler = Self.firstLine("swift", "--version")
    cCompiler = Measuring.cCompiler
    operatingSystem = Self.operatingSystem
    var peers = Self.packageVersions
    peers["c-walker, c"] = cCompiler
    peers["foundation"] = compiler ?? "unknown"
    peers["openssl"] = openSSL?.version
    peers["asn1c"] = asn1c.map { _ in Self.asn1cVersion ?? "unknown" }
    self.peers = peers
    loadAverage = Measuring.loadAverage
    arguments = options.arguments
  }

  /// The head in lines of a name and what it is.
  var lines: [(name: String, text: String)] {
    let has = processor.instructions.map { $0.joined(separator: ", ") } ?? "instructions unknown"
    let uses = library.instructions.joined(separator: ", ")
    let known = peers.sorted { $0.key < $1.key }
    return [
      ("revision", (revision ?? "unknown") + (against.map { " against \($0)" } ?? "")),
      ("date", date),
      (
        "processor",
        "\(processor.name ?? "unknown"), \(processor.architecture), \(processor.cores) cores; \(has)"
      ),
      (
        "library",
        (library.hasProcessorInstructionsTrait ? "with" : "without")
          + " the trait ProcessorInstructions; uses " + (uses.isEmpty ? "none" : uses)
      ),
      ("compiler", "\(compiler ?? "unknown"); C: \(cCompiler)"),
      ("system", operatingSystem),
      ("load", loadAverage.map { rounded($0, 2) } ?? "unknown"),
      ("peers", known.map { "\($0.key) \($0.value)" }.joined(separator: ", ")),
      ("arguments", arguments.isEmpty ? "none" : arguments.joined(separator: " ")),
    ]
  }

  /// In what another head differs that makes times incomparable.
  func differences(from other: Head) -> [String] {
    var differences: [String] = []
    if processor.name != other.processor.name || processor.cores != other.processor.cores {
      differences.append("processor (\(other.processor.name ?? "unknown"))")
    }
    if library.instructions != other.library.instructions {
      differences.append(
        "instructions in use (\(other.library.instructions.joined(separator: ", ")))")
    }
    if compiler != other.compiler {
      differences.append("compiler (\(other.compiler ?? "unknown"))")
    }
    if operatingSystem != other.operatingSystem {
      differences.append("operating system (\(other.operatingSystem))")
    }
    return differences
  }
}

extension Head {
  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another"
    #endif
  }

  /// What Linux calls instructions, and people do.
  private static let instructions: [(flag: String, name: String)] = [
    ("sha_ni", "SHA-NI"), ("ssse3", "SSSE3"), ("sse4_1", "SSE4.1"), ("avx2", "AVX2"),
    ("avx512f", "AVX-512F"), ("avx512bw", "AVX-512BW"), ("avx512ifma", "AVX-512 IFMA"),
    ("avx512vbmi", "AVX-512 VBMI"), ("bmi2", "BMI2"), ("adx", "ADX"), ("asimd", "NEON"),
    ("sha1", "SHA-1"), ("sha2", "SHA-2"),
  ]

  private static var processorName: String? {
    processorLine("model name") ?? firstLine("sysctl", "-n", "machdep.cpu.brand_string")
  }

  private static var processorFlags: Set<String>? {
    (processorLine("flags") ?? processorLine("Features")).map {
      Set($0.split(separator: " ").map(String.init))
    }
  }

  /// What Linux says of the first processor.
  private static func processorLine(_ key: String) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else {
      return nil
    }
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == key else { continue }
      return parts[1].trimmingCharacters(in: .whitespaces)
    }
    return nil
  }

  private static var operatingSystem: String {
    let kernel = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
    let name = ProcessInfo.processInfo.operatingSystemVersionString
    return kernel.map { "\(name), Linux \($0.trimmingCharacters(in: .whitespacesAndNewlines))" }
      ?? name
  }

  /// What SwiftPM has chosen.
  private static var packageVersions: [String: String] {
    struct Resolved: Decodable {
      struct Pin: Decodable {
        struct State: Decodable { let version: String? }
        let identity: String
        let state: State
      }
      let pins: [Pin]
    }
    guard let bytes = try? Repository.bytes("Benchmarks/Package.resolved"),
      let resolved = try? JSONDecoder().decode(Resolved.self, from: Data(bytes))
    else { return [:] }
    return Dictionary(resolved.pins.map { ($0.identity, $0.state.version ?? "unknown") }) {
      first, _ in first
    }
  }

  /// What the files that it has generated say.
  private static var asn1cVersion: String? {
    let header = try? Repository.bytes("Benchmarks/Sources/CASN1C/Generated/Payload.h")
    let text = header.map { String(decoding: $0, as: UTF8.self) }
    return text?.firstMatch(of: /asn1c-([0-9.]+)/).map { String($0.1) }
  }

  /// The first line of what another program prints; `nil` if it fails.
  private static func firstLine(_ command: String...) -> String? {
    guard let result = try? Command(command[0], Array(command.dropFirst())).run(),
      result.status == 0
    else { return nil }
    return result.output.split(separator: "\n").first.map(String.init)
  }
}
