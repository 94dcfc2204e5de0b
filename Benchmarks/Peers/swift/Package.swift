// swift-tools-version: 6.0

import Foundation
import PackageDescription

// `run.py` copies this folder into the one of the libraries and builds there: a target must be below its package. What
// `libraries.sh` has not put there is left out.

var targets: [Target] = [.target(name: "Shared")]

@MainActor func add(_ peer: String, _ needs: String..., libraries: [Target]) {
  let isThere = needs.allSatisfy {
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\($0)")
  }
  guard isThere else { return }
  let library = Target.Dependency.target(name: libraries[0].name)
  targets += libraries + [.executableTarget(name: peer, dependencies: ["Shared", library])]
}

add(
  "TPInAppReceiptPeer", "TPInAppReceipt",
  libraries: [
    .target(
      name: "TPInAppReceipt",
      dependencies: [
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "TPInAppReceipt/Sources",
      exclude: ["Blocking", "Docs.docc", "Resources/PrivacyInfo.xcprivacy"],
      resources: [
        .process("Resources/AppleIncRootCertificate.cer"),
        .process("Resources/StoreKitTestCertificate.cer"),
      ])
  ])

add(
  "AppReceiptValidatorPeer", "AppReceiptValidator", "ASN1Decoder",
  libraries: [
    .target(
      name: "AppReceiptValidator",
      dependencies: ["ASN1Decoder", .product(name: "Crypto", package: "swift-crypto")],
      path: "AppReceiptValidator/Sources/AppReceiptValidator",
      exclude: ["Resources/PrivacyInfo.xcprivacy"],
      resources: [.copy("Resources/AppleIncRootCertificate.cer")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "ASN1Decoder", path: "ASN1Decoder/ASN1Decoder",
      exclude: ["ASN1Decoder.h", "Info.plist"], swiftSettings: [.swiftLanguageMode(.v5)]),
  ])

add(
  "RevenueCatPeer", "purchases-ios",
  libraries: [
    .target(
      name: "ReceiptParser", path: "purchases-ios/Sources/LocalReceiptParsing",
      exclude: ["LocalReceiptFetcher.swift", "Helpers/ProcessInfo+Extensions.swift"],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ])

add(
  "ApplePeer", "app-store-server-library-swift",
  libraries: [
    .target(
      name: "AppStoreServerLibrary",
      dependencies: [.product(name: "SwiftASN1", package: "swift-asn1")],
      path: "app-store-server-library-swift/Sources/AppStoreServerLibrary",
      sources: ["ReceiptUtility.swift"])
  ])

let package = Package(
  name: "peers", platforms: [.macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-asn1.git", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-certificates.git", from: "1.15.1"),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.2.0"),
  ],
  targets: targets)
