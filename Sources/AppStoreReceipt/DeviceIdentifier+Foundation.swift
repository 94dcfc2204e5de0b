public import Foundation
public import ReceiptValidation

extension DeviceIdentifier {
  /// The bytes of a UUID, such as `identifierForVendor`.
  public init(_ uuid: UUID) {
    self.init(bytes: unsafe withUnsafeBytes(of: uuid.uuid) { unsafe [UInt8]($0) })
  }
}
