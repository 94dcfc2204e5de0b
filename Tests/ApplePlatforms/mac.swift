// swift-format-ignore-file
// Runs the code for macOS on a made-up Mac.
import AppStoreReceipt
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
expect(Mac.unreleased == 0, "\(Mac.unreleased) objects were not released")
print("macOS: passed")
