// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  targets: [
    .target(name: "CWalkers", cSettings: [.unsafeFlags(["-O3"])])
  ]
)
