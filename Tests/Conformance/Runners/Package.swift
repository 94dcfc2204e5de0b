// swift-tools-version: 6.0

import Foundation
import PackageDescription

// The runners for other Swift libraries. Their sources are beside each other in $CONFORMANCE_LIBRARIES.
let libraries = ProcessInfo.processInfo.environment["CONFORMANCE_LIBRARIES"] ?? "libraries"

func runner(_ folder: String, product: String) -> Target {
  .executableTarget(
    name: folder,
    dependencies: ["ConformanceRunner", .product(name: product, package: product)],
    path: folder, exclude: ["runner.json"])
}

let package = Package(
  name: "conformance-runners",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(path: "\(libraries)/AppReceiptValidator"),
    .package(path: "\(libraries)/ReceiptParser"),
    .package(path: "\(libraries)/TPInAppReceipt"),
  ],
  targets: [
    .target(name: "ConformanceRunner", path: "swift-shared"),
    runner("swift-appreceiptvalidator", product: "AppReceiptValidator"),
    runner("swift-revenuecat", product: "ReceiptParser"),
    runner("swift-tpinappreceipt", product: "TPInAppReceipt"),
  ],
  swiftLanguageModes: [.v5])
