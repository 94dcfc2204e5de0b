// swift-tools-version: 6.2.3

import PackageDescription

/// As in the package itself, but deprecations in other packages fail nothing here.
let warnings: [SwiftSetting] =
  Context.environment["RECEIPT_WARNINGS_ARE_ERRORS"] == "1"
  ? [.treatWarning("StrictMemorySafety", as: .error)] : []

let package = Package(
  name: "Differential",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-app-store-receipt", path: "../.."),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
  ],
  targets: [
    .executableTarget(
      name: "Verdicts",
      dependencies: [
        .product(name: "AppStoreReceipt", package: "swift-app-store-receipt"),
        .product(name: "CMSParsing", package: "swift-app-store-receipt"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
      ],
      swiftSettings: warnings + [
        .swiftLanguageMode(.v6),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
