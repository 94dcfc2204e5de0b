import ReceiptHashing
import ReceiptParsing
import TextCoding

/// The hash that binds a receipt to a device: SHA-1 over the device's identifier, attribute 4 (the opaque value), and
/// the whole value of attribute 2 (the bundle identifier), including its UTF8String header. Attribute 5 holds it.
package struct DeviceHash: DeviceBinding {
  private let opaqueValue: [UInt8]
  private let bundleIdentifier: [UInt8]
  private let hash: [UInt8]

  /// Takes the three attributes.
  ///
  /// - Throws: ``ReceiptValidationError`` for the first that is missing, empty or duplicate.
  init(_ receipt: AppReceipt) throws(ReceiptValidationError) {
    func bytes(_ type: ReceiptAttributeType) throws(ReceiptValidationError) -> [UInt8] {
      let bytes = try receipt.value(.device, type, receipt.bytes(type))
      guard !bytes.isEmpty else { throw receipt.failure(.device, .missing(type)) }
      return Array(bytes)
    }
    opaqueValue = try bytes(.opaqueValue)
    bundleIdentifier = try bytes(.bundleIdentifier)
    hash = try bytes(.sha1Hash)
  }

  /// Whether the hash is this device's. Compared in constant time.
  package func belongs(to device: DeviceIdentifier) -> Bool {
    var function = SHA1()
    for part in [device.bytes, opaqueValue, bundleIdentifier] {
      part.withRawSpan { function.update($0) }
    }
    let digest = function.finalize()
    return hash.withRawSpan { digest.isEqual(to: $0) }
  }
}
