// Compiled where UIKit or WatchKit is. On Linux, CI runs it against stand-ins: Tests/ApplePlatforms.

#if canImport(UIKit) && !targetEnvironment(macCatalyst) && !os(watchOS)
  import UIKit

  extension DeviceIdentifier {
    /// The device's `identifierForVendor`. Empty until the device is first unlocked after a restart: try again later,
    /// the receipt is not to blame.
    @MainActor
    public static func candidates() -> [DeviceIdentifier] {
      UIDevice.current.identifierForVendor.map { [DeviceIdentifier($0)] } ?? []
    }
  }

  extension ReceiptExpectations.Expectation where Value == [DeviceIdentifier] {
    /// This device; the check fails while it can't identify itself.
    @MainActor
    public static var thisDevice: Self { .required(DeviceIdentifier.candidates()) }
  }
#elseif os(watchOS)
  import WatchKit

  extension DeviceIdentifier {
    /// The watch's `identifierForVendor`; empty until it has been unlocked once after a restart. The bundle
    /// identifier in the receipt is that of the root app.
    @MainActor
    public static func candidates() -> [DeviceIdentifier] {
      WKInterfaceDevice.current().identifierForVendor.map { [DeviceIdentifier($0)] } ?? []
    }
  }

  extension ReceiptExpectations.Expectation where Value == [DeviceIdentifier] {
    /// This watch; the check fails while it can't identify itself.
    @MainActor
    public static var thisDevice: Self { .required(DeviceIdentifier.candidates()) }
  }
#endif
