// swift-tools-version: 6.2

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

/// An executable whose `main` is libFuzzer's: `run` builds it with `--sanitize fuzzer`.
func fuzzer(_ name: String, _ properties: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzMutation", .target(name: properties)],
    swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
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
        "FuzzSupport", "InstructionPairs", product("CMSParsing"), product("DERParsing"),
        product("ReceiptParsing"), product("ReceiptPurchases"), product("ReceiptTrust"),
        product("ReceiptValidation"), product("TransactionReceipts"),
      ], swiftSettings: strict),
    .target(
      name: "FuzzResponses",
      dependencies: [
        "FuzzSupport", product("ReceiptParsing"), product("ReceiptPurchases"),
        product("ReceiptValidation"), product("TransactionReceipts"), product("VerifyReceipt"),
      ],
      swiftSettings: strict),
    .target(
      name: "InstructionPairs",
      dependencies: [product("ReceiptParsing"), product("ReceiptTrust")],
      packageAccess: false, swiftSettings: insider),
    .target(
      name: "FuzzInstructions", dependencies: ["FuzzSupport", "InstructionPairs"],
      swiftSettings: strict),
    .executableTarget(
      name: "Replay",
      dependencies: [
        "FuzzDER", "FuzzInstructions", "FuzzReceipts", "FuzzResponses", "FuzzSupport",
      ],
      swiftSettings: strict),
    .executableTarget(name: "Mutants", dependencies: ["FuzzSupport"], swiftSettings: strict),
    .target(name: "CAllocations"),
    .executableTarget(
      name: "Bounds",
      dependencies: [
        "CAllocations", "FuzzSupport", product("AppStoreReceipt"), product("CMSParsing"),
        product("ReceiptRedaction"),
        product("ReceiptTesting"), product("VerifyReceipt"),
      ],
      swiftSettings: strict),
    .target(name: "CLibFuzzer"),
    .target(
      name: "FuzzMutation", dependencies: ["CLibFuzzer", "FuzzSupport"], swiftSettings: strict),
    fuzzer("FuzzReader", "FuzzDER"),
    fuzzer("FuzzTranscoder", "FuzzDER"),
    fuzzer("FuzzContainer", "FuzzReceipts"),
    fuzzer("FuzzCertificate", "FuzzReceipts"),
    fuzzer("FuzzAttributes", "FuzzReceipts"),
    fuzzer("FuzzReceipt", "FuzzReceipts"),
    fuzzer("FuzzBase64", "FuzzReceipts"),
    fuzzer("FuzzDates", "FuzzReceipts"),
    fuzzer("FuzzValidation", "FuzzReceipts"),
    fuzzer("FuzzVerifier", "FuzzReceipts"),
    fuzzer("FuzzTransaction", "FuzzReceipts"),
    fuzzer("FuzzPurchases", "FuzzReceipts"),
    fuzzer("FuzzJson", "FuzzResponses"),
    fuzzer("FuzzAnswers", "FuzzResponses"),
    fuzzer("FuzzDigest", "FuzzInstructions"),
    fuzzer("FuzzModulus", "FuzzInstructions"),
  ]
)
