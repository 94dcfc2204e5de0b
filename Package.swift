// swift-tools-version: 6.2.3

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

/// For targets with instructions that not every processor has. All that the compiler makes of such a target may use
/// them, so it holds a few functions on pointers and vectors, and nothing that another target could share: no type, no
/// generic function, nothing inlined elsewhere. `.ci/instructions` looks at the object files. They are optimized in
/// debug mode, too, where the standard library's inlined functions would be such shared ones.
///
/// Clang's spelling, since Swift has none; features of another processor are ignored there.
func instructions(_ features: String...) -> [SwiftSetting] {
  let flags = features.flatMap {
    ["-Xcc", "-Xclang", "-Xcc", "-target-feature", "-Xcc", "-Xclang", "-Xcc", "+" + $0]
  }
  return strict + [
    .unsafeFlags(["-O"] + flags, .when(platforms: [.linux], traits: ["ProcessorInstructions"]))
  ]
}

let package = Package(
  name: "swift-app-store-receipt",
  // What `RawSpan` is back-deployed to and more; the tests' Foundation sets the bound for macOS.
  platforms: [
    .macOS(.v13), .iOS(.v13), .macCatalyst(.v13), .tvOS(.v13), .watchOS("6.2"), .visionOS(.v1),
  ],
  products: [
    // The one for apps and servers; the others are parts of it, for callers who need less.
    .library(name: "AppStoreReceipt", targets: ["AppStoreReceipt"]),
    .library(name: "CMSParsing", targets: ["CMSParsing"]),
    .library(name: "DERParsing", targets: ["DERParsing"]),
    .library(name: "ReceiptParsing", targets: ["ReceiptParsing"]),
    .library(name: "ReceiptPurchases", targets: ["ReceiptPurchases"]),
    .library(name: "ReceiptRedaction", targets: ["ReceiptRedaction"]),
    .library(name: "ReceiptTesting", targets: ["ReceiptTesting"]),
    .library(name: "ReceiptTrust", targets: ["ReceiptTrust"]),
    .library(name: "ReceiptValidation", targets: ["ReceiptValidation"]),
    .library(name: "TransactionReceipts", targets: ["TransactionReceipts"]),
    .library(name: "VerifyReceipt", targets: ["ReceiptJSON", "VerifyReceipt"]),
    .executable(name: "receipt", targets: ["receipt"]),
  ],
  traits: [
    .trait(
      name: "ProcessorInstructions",
      description:
        "SHA, RSA and Base64 with instructions of the processor, where Linux runs on one that has them."
    ),
    .trait(
      name: "AppleProcessorInstructions",
      description: "The same for Apple's arm64. Not exercised yet, so it is off."),
    .default(enabledTraits: ["ProcessorInstructions"]),
  ],
  dependencies: [],
  targets: [
    // What the processor has, and the functions for it, in one folder. Everything above calls `ProcessorInstructions` alone.
    .target(
      name: "ProcessorFeatures", path: "Sources/Processor/ProcessorFeatures",
      swiftSettings: instructions("xsave") + [.enableExperimentalFeature("BuiltinModule")]),
    .target(
      name: "SHAInstructionsX86", path: "Sources/Processor/SHAInstructionsX86",
      swiftSettings: instructions("sha", "ssse3", "sse4.1") + [
        .enableExperimentalFeature("BuiltinModule")
      ]),
    .target(
      name: "SHAInstructionsARM", path: "Sources/Processor/SHAInstructionsARM",
      swiftSettings: instructions("sha2")),
    .target(
      name: "VectorMultiplicationX86", path: "Sources/Processor/VectorMultiplicationX86",
      swiftSettings: instructions("avx512f", "avx512ifma")),
    .target(
      name: "Base64InstructionsX86", path: "Sources/Processor/Base64InstructionsX86",
      swiftSettings: instructions("ssse3")),
    .target(
      name: "Base64PermutationX86", path: "Sources/Processor/Base64PermutationX86",
      swiftSettings: instructions("avx512f", "avx512bw", "avx512vbmi")),
    .target(
      name: "Base64InstructionsARM", path: "Sources/Processor/Base64InstructionsARM",
      swiftSettings: instructions()),
    .target(
      name: "ProcessorInstructions",
      dependencies: [
        "Base64InstructionsARM", "Base64InstructionsX86", "Base64PermutationX86",
        "ProcessorFeatures", "SHAInstructionsARM", "SHAInstructionsX86", "VectorMultiplicationX86",
      ],
      path: "Sources/Processor/ProcessorInstructions", swiftSettings: strict),

    .target(
      name: "TextCoding", dependencies: ["ProcessorInstructions"], swiftSettings: borrowing),
    .target(
      name: "DERParsing", dependencies: ["TextCoding"], exclude: ["README.md"],
      swiftSettings: borrowing),
    .target(
      name: "CMSParsing", dependencies: ["DERParsing", "TextCoding"], swiftSettings: borrowing),
    .target(
      name: "ReceiptHashing", dependencies: ["ProcessorInstructions", "TextCoding"],
      swiftSettings: borrowing),
    .target(
      name: "ReceiptParsing",
      dependencies: ["CMSParsing", "DERParsing", "TextCoding"], swiftSettings: borrowing),
    .target(
      name: "ReceiptValidation",
      dependencies: ["CMSParsing", "DERParsing", "ReceiptHashing", "ReceiptParsing", "TextCoding"],
      swiftSettings: borrowing),
    .target(
      name: "ReceiptTrust",
      dependencies: [
        "CMSParsing", "DERParsing", "ProcessorInstructions", "ReceiptHashing", "ReceiptParsing",
        "ReceiptValidation", "TextCoding",
      ],
      swiftSettings: borrowing),
    .target(
      name: "ReceiptPurchases",
      dependencies: ["DERParsing", "ReceiptParsing", "ReceiptValidation", "TextCoding"],
      swiftSettings: strict),
    .target(
      name: "TransactionReceipts",
      dependencies: [
        "CMSParsing", "DERParsing", "ReceiptHashing", "ReceiptParsing", "ReceiptTrust",
        "ReceiptValidation", "TextCoding",
      ],
      swiftSettings: borrowing),
    .target(
      name: "ReceiptRedaction",
      dependencies: [
        "CMSParsing", "DERParsing", "ReceiptHashing", "ReceiptParsing", "ReceiptTrust",
        "TextCoding",
      ],
      swiftSettings: borrowing),
    .target(
      name: "AppStoreReceipt",
      dependencies: [
        "DERParsing", "ReceiptParsing", "ReceiptPurchases", "ReceiptTrust",
        "ReceiptValidation", "TextCoding", "TransactionReceipts",
      ],
      swiftSettings: strict),
    .target(name: "ReceiptJSON", dependencies: ["TextCoding"], swiftSettings: strict),
    .target(
      name: "ReceiptInspection",
      dependencies: [
        "CMSParsing", "DERParsing", "ReceiptHashing", "ReceiptJSON", "ReceiptParsing",
        "ReceiptPurchases", "ReceiptTrust", "ReceiptValidation", "TextCoding",
        "TransactionReceipts",
      ],
      swiftSettings: borrowing),
    .target(
      name: "VerifyReceipt",
      dependencies: [
        "DERParsing", "ReceiptJSON", "ReceiptParsing", "ReceiptPurchases", "ReceiptValidation",
        "TextCoding", "TransactionReceipts",
      ],
      swiftSettings: strict),
    .target(
      name: "ReceiptTesting",
      dependencies: [
        "CMSParsing", "DERParsing", "ReceiptHashing", "ReceiptParsing", "ReceiptTrust",
        "ReceiptValidation", "TextCoding",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "receipt",
      dependencies: [
        "AppStoreReceipt", "DERParsing", "ReceiptInspection", "ReceiptJSON", "ReceiptRedaction",
        "TextCoding", "VerifyReceipt",
      ],
      swiftSettings: borrowing),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: borrowing),

    // The conformance set, read for the tests and for the runner that other libraries are compared with.
    .target(
      name: "ConformanceSupport",
      dependencies: ["AppStoreReceipt", "ReceiptJSON", "ReceiptParsing", "VerifyReceipt"],
      path: "Tests/Conformance/Swift", swiftSettings: strict),
    .executableTarget(
      name: "conformance", dependencies: ["ConformanceSupport", "ReceiptJSON"],
      path: "Tests/Conformance/Runners/swift-app-store-receipt", exclude: ["runner.json"],
      swiftSettings: strict),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["ConformanceSupport", "ReceiptJSON", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "TextCodingTests",
      dependencies: ["ProcessorInstructions", "TestSupport", "TextCoding"],
      swiftSettings: borrowing),
    .testTarget(
      name: "DERParsingTests", dependencies: ["DERParsing", "TestSupport", "TextCoding"],
      swiftSettings: borrowing),
    .testTarget(
      name: "CMSParsingTests",
      dependencies: ["CMSParsing", "DERParsing", "TestSupport", "TextCoding"],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptParsingTests",
      dependencies: [
        "AppStoreReceipt", "CMSParsing", "DERParsing", "ProcessorInstructions", "ReceiptParsing",
        "TestSupport", "TextCoding",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptHashingTests",
      dependencies: ["ProcessorInstructions", "ReceiptHashing", "TestSupport"],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptValidationTests",
      dependencies: [
        "AppStoreReceipt", "CMSParsing", "ReceiptParsing", "ReceiptTesting", "ReceiptValidation",
        "TestSupport",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptTrustTests",
      dependencies: [
        "CMSParsing", "DERParsing", "ProcessorInstructions", "ReceiptHashing", "ReceiptParsing",
        "ReceiptTesting", "ReceiptTrust", "ReceiptValidation", "TestSupport", "TextCoding",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptPurchasesTests",
      dependencies: ["ReceiptParsing", "ReceiptPurchases", "ReceiptValidation", "TestSupport"],
      swiftSettings: borrowing),
    .testTarget(
      name: "TransactionReceiptsTests",
      dependencies: [
        "CMSParsing", "DERParsing", "ReceiptHashing", "ReceiptParsing", "ReceiptTrust",
        "ReceiptValidation", "TestSupport", "TextCoding", "TransactionReceipts",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptRedactionTests",
      dependencies: [
        "CMSParsing", "DERParsing", "ReceiptParsing", "ReceiptRedaction", "TestSupport",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "AppStoreReceiptTests",
      dependencies: [
        "AppStoreReceipt", "CMSParsing", "ReceiptParsing", "ReceiptPurchases", "ReceiptTesting",
        "ReceiptValidation", "TestSupport", "TextCoding", "TransactionReceipts",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptTestingTests",
      dependencies: ["AppStoreReceipt", "CMSParsing", "ReceiptTesting", "TestSupport"],
      swiftSettings: borrowing),
    .testTarget(
      name: "ReceiptJSONTests", dependencies: ["ReceiptJSON", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ReceiptInspectionTests",
      dependencies: [
        "DERParsing", "ReceiptInspection", "ReceiptJSON", "ReceiptParsing", "ReceiptPurchases",
        "TestSupport", "TextCoding", "VerifyReceipt",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "VerifyReceiptTests",
      dependencies: ["AppStoreReceipt", "TestSupport", "VerifyReceipt"],
      swiftSettings: strict),
    .testTarget(
      name: "ReceiptToolTests",
      dependencies: [
        "CMSParsing", "DERParsing", "ReceiptInspection", "ReceiptJSON", "ReceiptParsing",
        "ReceiptPurchases", "ReceiptTesting", "ReceiptTrust", "TestSupport", "TransactionReceipts",
        "receipt",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "CorpusTests",
      dependencies: [
        "CMSParsing", "DERParsing", "ReceiptHashing", "ReceiptParsing", "ReceiptPurchases",
        "ReceiptRedaction", "ReceiptTrust", "ReceiptValidation", "TestSupport", "TextCoding",
        "TransactionReceipts", "VerifyReceipt",
      ],
      swiftSettings: borrowing),
    .testTarget(
      name: "PublicAPITests",
      dependencies: [
        "AppStoreReceipt", "CMSParsing", "DERParsing", "ReceiptParsing", "ReceiptRedaction",
        "ReceiptTesting", "TestSupport", "VerifyReceipt",
      ],
      swiftSettings: strict),
  ]
)
