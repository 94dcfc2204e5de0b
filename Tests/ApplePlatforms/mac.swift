// swift-format-ignore-file
// Runs the code for macOS on a made-up Mac.
import AppStoreReceipt
import Dispatch
import Foundation
import IOKit


func expect(_ condition: Bool, _ what: String) {
  guard !condition else { return }
  print("macOS: \(what)")
  exit(1)
}

expect(DeviceIdentifier.candidates().isEmpty, "a Mac without interfaces has no candidate")
let (wired, wireless, adapter): ([UInt8], [UInt8], [UInt8]) = (
  [2, 0, 0, 0, 0, 1], [2, 0, 0, 0, 0, 2], [2, 0, 0, 0, 0, 3]
)
Mac.interfaces = [
  Interface("en0", isBuiltIn: false, adapter), Interface("en1", isBuiltIn: true, wireless),
  Interface("en5", isBuiltIn: true, wired),
  Interface("bridge0", isBuiltIn: true, [9, 9, 9, 9, 9, 9]),
]
expect(
  DeviceIdentifier.candidates()
    == [wireless, wired, adapter].map { DeviceIdentifier(macAddress: $0)! },
  "built-in interfaces come first, then en0")
Mac.interfaces = [
  Interface("en0", isBuiltIn: true, wired), Interface("en1", isBuiltIn: true, wired),
]
expect(DeviceIdentifier.candidates() == [DeviceIdentifier(macAddress: wired)!], "each address once")
Mac.interfaces = [
  Interface("en15", isBuiltIn: true, wired), Interface("en16", isBuiltIn: true, adapter),
]
expect(DeviceIdentifier.candidates() == [DeviceIdentifier(macAddress: wired)!], "up to en15")
expect(Mac.unreleased == 0, "\(Mac.unreleased) objects were not released")

// The lock is another one than on Linux.
let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
let receipt = try AppReceipt(contentsOf: folder.appendingPathComponent("Examples/Receipts/macos.p7"))
let root = try Data(contentsOf: folder.appendingPathComponent("Tests/Fixtures/authority/root.cer"))
let verifier = RememberingVerifier(
  AppleSignatureVerifier(anchors: [try TrustAnchor(certificate: Array(root))]))
DispatchQueue.concurrentPerform(iterations: 400) { _ in
  let validated = try? receipt.validate(
    bundleIdentifier: "com.example.macapp", devices: .notChecked, verifier: verifier)
  expect(validated != nil, "a remembering verifier on several threads")
}
print("macOS: passed")
