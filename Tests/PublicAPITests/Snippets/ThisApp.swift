import AppStoreReceipt
import Foundation
import TestSupport

/// The app and the device that snippets run in where there are none: those of the sample for iOS, unless a test says
/// otherwise.
enum ThisApp {
  @TaskLocal static var receipt = Fixtures.root.appending(path: "Examples/Receipts/ios.p7")
  @TaskLocal static var devices = [
    DeviceIdentifier(bytes: [
      0x5F, 0x1C, 0x0E, 0x2A, 0x7B, 0x3D, 0x4C, 0x68, 0x9A, 0x41, 0x0D, 0x2E, 0x8B, 0x6F, 0x3C,
      0x57,
    ])
  ]
}

#if !canImport(Darwin)
  extension AppReceipt {
    static func current() throws -> AppReceipt { try AppReceipt(contentsOf: ThisApp.receipt) }
  }

  extension ReceiptExpectations.Expectation where Value == [DeviceIdentifier] {
    static var thisDevice: Self { .required(ThisApp.devices) }
  }
#endif
