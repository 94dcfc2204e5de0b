public import AppStoreReceipt
public import Foundation

extension DeviceIdentifier {
  /// The octets of a UUID, such as `identifierForVendor`.
  public init(_ uuid: UUID) {
    self.init(octets: unsafe withUnsafeBytes(of: uuid.uuid) { unsafe [UInt8]($0) })
  }
}
