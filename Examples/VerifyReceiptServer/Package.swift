// swift-tools-version: 6.2.3

import PackageDescription

/// As in the package itself, but deprecations in other packages fail nothing here.
let warnings: [SwiftSetting] =
  Context.environment["RECEIPT_WARNINGS_ARE_ERRORS"] == "1"
  ? [.treatWarning("StrictMemorySafety", as: .error)] : []

let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + warnings

let package = Package(
  name: "VerifyReceiptServer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-app-store-receipt", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "VerifyReceiptServer",
      dependencies: [
        .product(name: "AppStoreReceipt", package: "swift-app-store-receipt"),
        .product(name: "VerifyReceipt", package: "swift-app-store-receipt"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "VerifyReceiptServerTests",
      dependencies: [
        "VerifyReceiptServer",
        .product(name: "AppStoreReceipt", package: "swift-app-store-receipt"),
        .product(name: "ReceiptTesting", package: "swift-app-store-receipt"),
        .product(name: "VerifyReceipt", package: "swift-app-store-receipt"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
  ]
)
