// swift-tools-version: 6.2

import PackageDescription

/// Warnings are errors only where CI asks for it: with such a setting, Xcode and `--build-system swiftbuild` cannot
/// build the package as a dependency.
let warnings: [SwiftSetting] =
  Context.environment["RECEIPT_WARNINGS_ARE_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// What every target is compiled with.
let language: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let strict: [SwiftSetting] = language + warnings

/// For targets whose types borrow the bytes they read. Importers need no flag.
let borrowing: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

let package = Package(
  name: "swift-app-store-receipt",
  // What `RawSpan` is back-deployed to and more; the tests' Foundation sets the bound for macOS.
  platforms: [
    .macOS(.v13), .iOS(.v13), .macCatalyst(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1),
  ],
  products: [
    .library(name: "AppStoreReceipt", targets: ["AppStoreReceipt"]),
    .library(name: "AppStoreReceiptFoundation", targets: ["AppStoreReceiptFoundation"]),
    .library(name: "CMSParsing", targets: ["CMSParsing"]),
    .library(name: "DERParsing", targets: ["DERParsing"]),
    .library(name: "ReceiptTesting", targets: ["ReceiptTesting"]),
    .library(name: "ReceiptTrust", targets: ["ReceiptTrust"]),
    .library(name: "VerifyReceipt", targets: ["VerifyReceipt"]),
    .executable(name: "receipt", targets: ["receipt"]),
  ],
  dependencies: [],
  targets: [
    .target(name: "DERParsing", swiftSettings: borrowing),
    .target(name: "CMSParsing", dependencies: ["DERParsing"], swiftSettings: borrowing),
    .target(name: "ReceiptHashing", swiftSettings: borrowing),
    .target(
      name: "AppStoreReceipt", dependencies: ["CMSParsing", "DERParsing", "ReceiptHashing"],
      swiftSettings: borrowing),
    .target(
      name: "AppStoreReceiptFoundation",
      dependencies: ["AppStoreReceipt", "DERParsing", "ReceiptTrust"], swiftSettings: strict),
    .target(
      name: "ReceiptTrust",
      dependencies: ["AppStoreReceipt", "CMSParsing", "DERParsing", "ReceiptHashing"],
      swiftSettings: borrowing),
    .target(
      name: "ReceiptTesting",
      dependencies: [
        "AppStoreReceipt", "CMSParsing", "DERParsing", "ReceiptHashing", "ReceiptTrust",
      ],
      swiftSettings: strict),
    .target(
      name: "VerifyReceipt", dependencies: ["AppStoreReceipt", "DERParsing"],
      swiftSettings: strict),
    .executableTarget(
      name: "receipt",
      dependencies: [
        "AppStoreReceipt", "AppStoreReceiptFoundation", "CMSParsing", "DERParsing",
        "ReceiptHashing", "ReceiptTrust", "VerifyReceipt",
      ],
      swiftSettings: borrowing),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: borrowing),
    .testTarget(
      name: "DERParsingTests", dependencies: ["DERParsing", "TestSupport"],
      swiftSettings: borrowing),
    .testTarget(
      name: "CMSParsingTests", dependencies: ["CMSParsing", "DERParsing", "TestSupport"],
      swiftSettings: borrowing),
    .testTarget(
      name: "AppStoreReceiptTests",
      dependencies: [
        "AppStoreReceipt", "AppStoreReceiptFoundation", "CMSParsing", "DERParsing", "TestSupport",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptHashingTests", dependencies: ["ReceiptHashing", "TestSupport"],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptTrustTests",
      dependencies: [
        "AppStoreReceipt", "CMSParsing", "DERParsing", "ReceiptHashing", "ReceiptTesting",
        "ReceiptTrust", "TestSupport",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptTestingTests",
      dependencies: [
        "AppStoreReceipt", "CMSParsing", "DERParsing", "ReceiptTesting", "ReceiptTrust",
        "TestSupport",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "VerifyReceiptTests",
      dependencies: ["AppStoreReceipt", "ReceiptTrust", "TestSupport", "VerifyReceipt"],
      swiftSettings: strict),
    .testTarget(
      name: "ReceiptToolTests", dependencies: ["receipt", "TestSupport"], swiftSettings: borrowing),
    .testTarget(
      name: "CorpusTests",
      dependencies: [
        "AppStoreReceipt", "CMSParsing", "DERParsing", "ReceiptHashing", "ReceiptTrust",
        "TestSupport", "VerifyReceipt", "receipt",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "PublicAPITests",
      dependencies: [
        "AppStoreReceipt", "AppStoreReceiptFoundation", "CMSParsing", "DERParsing",
        "ReceiptTesting", "ReceiptTrust", "TestSupport", "VerifyReceipt",
      ],
      swiftSettings: strict),
  ]
)
