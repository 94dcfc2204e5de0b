// Compiled where UIKit or WatchKit is, and not exercised by CI, which runs on Linux.

#if canImport(UIKit) && !targetEnvironment(macCatalyst) && !os(watchOS)
  public import AppStoreReceipt
  import UIKit

  extension DeviceIdentifier {
    /// The device's `identifierForVendor`. Empty until the device has been unlocked once after a restart: try
    /// again later, the receipt is not to blame.
    @MainActor
    public static func candidates() -> [DeviceIdentifier] {
      UIDevice.current.identifierForVendor.map { [DeviceIdentifier($0)] } ?? []
    }
  }
#elseif os(watchOS)
  public import AppStoreReceipt
  import WatchKit

  extension DeviceIdentifier {
    /// The watch's `identifierForVendor`; empty until it has been unlocked once after a restart. The bundle
    /// identifier in the receipt is that of the root app.
    @MainActor
    public static func candidates() -> [DeviceIdentifier] {
      WKInterfaceDevice.current().identifierForVendor.map { [DeviceIdentifier($0)] } ?? []
    }
  }
#endif
