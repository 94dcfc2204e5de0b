// swift-format-ignore-file
// What `DeviceIdentifier+UIKit.swift` calls of WatchKit, as the watchOS SDK declares it.
import Foundation

@MainActor
public final class WKInterfaceDevice {
  private static let device = WKInterfaceDevice()
  public class func current() -> WKInterfaceDevice { device }
  public var identifierForVendor: UUID?
}
