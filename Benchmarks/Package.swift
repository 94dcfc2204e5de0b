// swift-tools-version: 6.2.3

import PackageDescription

/// As in the package itself, but deprecations in other packages fail nothing here.
let warnings: [SwiftSetting] =
  Context.environment["RECEIPT_WARNINGS_ARE_ERRORS"] == "1"
  ? [.treatWarning("StrictMemorySafety", as: .error)] : []

/// What every Swift target is compiled with, as in the package itself.
let language: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let strict: [SwiftSetting] = language + warnings

/// Digests, RSA and Base64 are measured by themselves, and have `package` access in the library. The name of a
/// package is that of its folder, as an identifier.
let insider: [SwiftSetting] = {
  let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
  let name = folder.lowercased().enumerated().map { index, character in
    character.isLetter || character.isNumber && index > 0 ? character : "_"
  }
  return strict + [.unsafeFlags(["-package-name", String(name)])]
}()

/// C as its users compile it.
let optimized: [CSetting] = [.unsafeFlags(["-O3"])]

/// `compare --portable` measures the library as it is without instructions of the processor, and says so.
let isPortable = Context.environment["RECEIPT_PORTABLE"] == "1"
let traits: Set<Package.Dependency.Trait> = isPortable ? [] : [.defaults]

/// `compare --against` leaves out what is not public where another revision has no such thing.
let isPublicOnly = Context.environment["RECEIPT_PUBLIC_ONLY"] == "1"

/// The files of it that are left out then.
let insiders = [
  "Inputs/DERSamples.swift", "LatestExpiry.swift", "Measures/Digests.swift",
  "Measures/Encodings.swift", "Measures/RSA.swift",
]

let conditions: [SwiftSetting] =
  (isPortable ? [.define("PORTABLE")] : []) + (isPublicOnly ? [.define("PUBLIC_ONLY")] : [])

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "swift-app-store-receipt", path: "..", traits: traits),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
  ],
  targets: [
    // The peers in C.
    .target(name: "CWalkers", cSettings: optimized),
    .target(name: "CDigests", cSettings: optimized),
    .target(name: "COpenSSL", cSettings: optimized),
    .target(
      name: "CASN1C", exclude: ["Receipt.asn1", "generate.sh"],
      cSettings: [.headerSearchPath("Generated"), .unsafeFlags(["-O3", "-w"])]),

    .target(name: "CMeasuring"),
    .target(name: "BenchmarkSupport", dependencies: ["CMeasuring"], swiftSettings: strict),
    .executableTarget(
      name: "compare",
      dependencies: [
        "BenchmarkSupport", "CASN1C", "CDigests", "COpenSSL", "CWalkers",
        .product(name: "AppStoreReceipt", package: "swift-app-store-receipt"),
        .product(name: "CMSParsing", package: "swift-app-store-receipt"),
        .product(name: "DERParsing", package: "swift-app-store-receipt"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      path: "Sources/Compare",
      exclude: isPublicOnly ? insiders : [], packageAccess: false,
      swiftSettings: insider + conditions),
    .executableTarget(
      name: "gate",
      dependencies: [
        "BenchmarkSupport",
        .product(name: "AppStoreReceipt", package: "swift-app-store-receipt"),
        .product(name: "CMSParsing", package: "swift-app-store-receipt"),
        .product(name: "ReceiptRedaction", package: "swift-app-store-receipt"),
        .product(name: "VerifyReceipt", package: "swift-app-store-receipt"),
      ],
      path: "Sources/Gate", packageAccess: false, swiftSettings: insider,
      // Valgrind 3.19 gives up on the debug information of this compiler.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"], .when(platforms: [.linux]))]),
  ]
)
