// swift-format-ignore-file
// What `DeviceIdentifier+UIKit.swift` calls of UIKit, as the iOS SDK declares it.
import Foundation

@MainActor
public final class UIDevice {
  public static let current = UIDevice()
  public var identifierForVendor: UUID?
}
