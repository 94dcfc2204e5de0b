// swift-tools-version: 6.2.3

import PackageDescription

/// As in the package itself, but deprecations in other packages fail nothing here.
let warnings: [SwiftSetting] =
  Context.environment["RECEIPT_WARNINGS_ARE_ERRORS"] == "1"
  ? [.treatWarning("StrictMemorySafety", as: .error)] : []

let language: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]

let strict: [SwiftSetting] = language + warnings

/// With `package` access in the library, and none in this package. The name of a package is that of its folder, as an
/// identifier.
let insider: [SwiftSetting] = {
  let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
  let name = folder.lowercased().enumerated().map { index, character in
    character.isLetter || character.isNumber && index > 0 ? character : "_"
  }
  return strict + [.unsafeFlags(["-package-name", String(name)])]
}()

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-app-store-receipt")
}

/// A fuzzer: an executable whose `main` is libFuzzer's, in Sources/FuzzNAME.
struct Fuzzer {
  let name: String
  let module: String

  /// - Parameters:
  ///   - name: the target in small letters, as `run` calls it.
  ///   - module: where its property is.
  ///   - bytes: the longest input.
  ///   - share: its part of a campaign's time.
  ///   - seeds: the kind of inputs that `fuzzing.py` makes of fixtures.
  ///   - dictionary: a file in `Corpus`.
  init(
    _ name: String, in module: String, bytes: Int, share: Int, seeds: String? = nil,
    dictionary: String? = nil
  ) {
    (self.name, self.module) = (name, module)
  }

  var target: Target {
    .executableTarget(
      name: "Fuzz" + name, dependencies: ["FuzzHarness", .target(name: module)],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
  }
}

// The only list of fuzzers: `fuzzing.py` reads these lines, too. A container has more than four thousand bytes.
let fuzzers = [
  Fuzzer("Reader", in: "FuzzDER", bytes: 300, share: 30, seeds: "elements", dictionary: "der"),
  Fuzzer("Transcoder", in: "FuzzDER", bytes: 600, share: 12, seeds: "elements", dictionary: "der"),
  Fuzzer(
    "Container", in: "FuzzReceipts", bytes: 6272, share: 6, seeds: "messages", dictionary: "der"),
  Fuzzer(
    "Certificate", in: "FuzzReceipts", bytes: 2048, share: 6, seeds: "certificates",
    dictionary: "der"),
  Fuzzer(
    "Attributes", in: "FuzzReceipts", bytes: 1600, share: 10, seeds: "payloads", dictionary: "der"),
  Fuzzer(
    "Receipt", in: "FuzzReceipts", bytes: 6272, share: 5, seeds: "receipts", dictionary: "der"),
  Fuzzer("Base64", in: "FuzzReceipts", bytes: 512, share: 5, seeds: "base64", dictionary: "base64"),
  Fuzzer("Dates", in: "FuzzReceipts", bytes: 48, share: 10, seeds: "dates", dictionary: "dates"),
  Fuzzer(
    "Validation", in: "FuzzReceipts", bytes: 1152, share: 4, seeds: "purchases", dictionary: "der"),
  Fuzzer("Verifier", in: "FuzzReceipts", bytes: 6272, share: 3, seeds: "signed", dictionary: "der"),
  Fuzzer(
    "Transaction", in: "FuzzReceipts", bytes: 4096, share: 2, seeds: "lists",
    dictionary: "transaction"),
  Fuzzer(
    "Purchases", in: "FuzzReceipts", bytes: 1152, share: 2, seeds: "purchases", dictionary: "der"),
  Fuzzer("History", in: "HistoryModel", bytes: 256, share: 2, seeds: "choices"),
  Fuzzer("Merging", in: "FuzzReceipts", bytes: 2048, share: 2, seeds: "pairs", dictionary: "der"),
  Fuzzer(
    "Redaction", in: "FuzzReceipts", bytes: 6272, share: 2, seeds: "containers", dictionary: "der"),
  Fuzzer("Json", in: "FuzzResponses", bytes: 1024, share: 4, seeds: "json", dictionary: "json"),
  Fuzzer(
    "Answers", in: "FuzzResponses", bytes: 6272, share: 1, seeds: "containers", dictionary: "der"),
  Fuzzer(
    "Differences", in: "FuzzResponses", bytes: 6272, share: 1, seeds: "edited", dictionary: "json"),
  Fuzzer(
    "Endpoint", in: "FuzzResponses", bytes: 8448, share: 1, seeds: "bodies", dictionary: "json"),
  Fuzzer("Doctor", in: "FuzzTool", bytes: 6272, share: 1, seeds: "wrapped", dictionary: "base64"),
  Fuzzer("Commands", in: "FuzzTool", bytes: 64, share: 1, seeds: "choices"),
  Fuzzer("Anatomy", in: "FuzzTool", bytes: 6272, share: 1, seeds: "receipts", dictionary: "der"),
  Fuzzer("Testing", in: "FuzzReceipts", bytes: 256, share: 1, seeds: "choices"),
  Fuzzer("Digest", in: "FuzzInstructions", bytes: 512, share: 1),
  Fuzzer("Modulus", in: "FuzzInstructions", bytes: 1030, share: 3, seeds: "keys"),
]

/// Their `main` has no place beside libFuzzer's: with FUZZERS_ONLY=1, a build for libFuzzer may be of everything.
let tools: [Target] =
  Context.environment["FUZZERS_ONLY"] == "1"
  ? []
  : [
    .executableTarget(name: "Mutants", dependencies: ["FuzzSupport"], swiftSettings: strict),
    .executableTarget(name: "Histories", dependencies: ["HistoryModel"], swiftSettings: strict),
    .executableTarget(
      name: "SmallInputs",
      dependencies: ["FuzzDER", "FuzzReceipts", "FuzzResponses", "FuzzSupport"],
      swiftSettings: strict),
    .target(name: "CAllocations"),
    .executableTarget(
      name: "Bounds",
      dependencies: [
        "CAllocations", "FuzzSupport", product("AppStoreReceipt"), product("CMSParsing"),
        product("ReceiptRedaction"),
        product("ReceiptTesting"), product("VerifyReceipt"),
      ],
      swiftSettings: strict),
  ]

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  // For harnesses of other parsers: see the README.
  products: [.library(name: "FuzzHarness", targets: ["FuzzHarness"])],
  dependencies: [.package(name: "swift-app-store-receipt", path: "..")],
  targets: [
    .target(name: "FuzzSupport", swiftSettings: strict),
    // Apart, so that a fuzzer of DER does not carry the counters of everything else.
    .target(
      name: "FuzzDER", dependencies: ["FuzzSupport", product("DERParsing")],
      swiftSettings: strict),
    .target(
      name: "FuzzReceipts",
      dependencies: [
        "FuzzDER", "FuzzSupport", "InstructionPairs", product("AppStoreReceipt"),
        product("CMSParsing"), product("DERParsing"),
        product("ReceiptParsing"), product("ReceiptPurchases"), product("ReceiptRedaction"),
        product("ReceiptTesting"), product("ReceiptTrust"), product("ReceiptValidation"),
        product("TransactionReceipts"),
      ], swiftSettings: strict),
    .target(
      name: "FuzzResponses",
      dependencies: [
        "FuzzReceipts", "FuzzSupport", product("ReceiptParsing"), product("ReceiptPurchases"),
        product("ReceiptTrust"), product("ReceiptValidation"), product("TransactionReceipts"),
        product("VerifyReceipt"),
      ],
      swiftSettings: strict),
    // `ReceiptInspection`, which is no product, a link. It can't have the name of a target of the other package. All that
    // it imports has to be here: SwiftPM compiles it again only when one of these changes.
    .target(
      name: "Inspection",
      dependencies: [
        product("CMSParsing"), product("DERParsing"), product("ReceiptParsing"),
        product("ReceiptPurchases"), product("ReceiptTrust"), product("ReceiptValidation"),
        product("TransactionReceipts"), product("VerifyReceipt"),
      ],
      packageAccess: false,
      swiftSettings: insider + [.enableExperimentalFeature("Lifetimes")]),
    // The tool's sources, a link, as a library: without its `main`, which would be a second one.
    .target(
      name: "ReceiptTool",
      dependencies: [
        "Inspection", product("AppStoreReceipt"), product("CMSParsing"), product("DERParsing"),
        product("ReceiptRedaction"), product("VerifyReceipt"),
      ],
      packageAccess: false,
      swiftSettings: insider + [
        .unsafeFlags([
          "-enable-testing", "-Xfrontend", "-entry-point-function-name", "-Xfrontend",
          "receipt_main", "-module-alias", "ReceiptInspection=Inspection",
        ])
      ]),
    .target(
      name: "FuzzTool",
      dependencies: [
        "FuzzSupport", "Inspection", "ReceiptTool", product("CMSParsing"), product("DERParsing"),
        product("ReceiptParsing"), product("ReceiptPurchases"), product("ReceiptTesting"),
        product("ReceiptValidation"), product("TransactionReceipts"), product("VerifyReceipt"),
      ],
      packageAccess: false, swiftSettings: insider),
    .target(
      name: "InstructionPairs",
      dependencies: [
        product("CMSParsing"), product("DERParsing"), product("ReceiptParsing"),
        product("ReceiptTrust"),
      ],
      packageAccess: false, swiftSettings: insider),
    .target(
      name: "FuzzInstructions", dependencies: ["FuzzSupport", "InstructionPairs"],
      swiftSettings: strict),
    .target(
      name: "HistoryModel",
      dependencies: [
        "FuzzReceipts", "FuzzSupport", product("ReceiptParsing"), product("ReceiptPurchases"),
        product("ReceiptValidation"), product("VerifyReceipt"),
      ], swiftSettings: strict),
    .target(name: "CLibFuzzer"),
    .target(
      name: "FuzzHarness", dependencies: ["CLibFuzzer", "FuzzSupport"], swiftSettings: strict),
  ] + tools + fuzzers.map(\.target)
)
