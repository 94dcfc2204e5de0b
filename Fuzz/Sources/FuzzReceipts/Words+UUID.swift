import AppStoreReceipt
import Foundation
import FuzzSupport
import ReceiptValidation

// What Foundation has for the text of a device.

extension Words {
  /// A UUID, such as `identifierForVendor`, is the device of its text.
  static func checkUUID(_ text: String, _ bytes: [UInt8]) {
    guard let uuid = UUID(uuidString: text) else { return require(false, "no UUID: \(text)") }
    require(DeviceIdentifier(uuid).bytes == bytes, "a UUID: \(text)")
  }
}
