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
]

let strict: [SwiftSetting] = language + warnings

let package = Package(
  name: "SwiftCryptoVerifier",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "SwiftCryptoVerifier", targets: ["SwiftCryptoVerifier"])
  ],
  dependencies: [
    .package(name: "swift-app-store-receipt", path: "../.."),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
  ],
  targets: [
    .target(
      name: "SwiftCryptoVerifier",
      dependencies: [
        .product(name: "AppStoreReceipt", package: "swift-app-store-receipt"),
        .product(name: "CMSParsing", package: "swift-app-store-receipt"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SwiftCryptoVerifierTests",
      dependencies: [
        "SwiftCryptoVerifier",
        .product(name: "AppStoreReceipt", package: "swift-app-store-receipt"),
        .product(name: "CMSParsing", package: "swift-app-store-receipt"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict),
  ]
)
