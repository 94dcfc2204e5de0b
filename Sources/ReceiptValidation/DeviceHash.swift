import ReceiptHashing
import ReceiptParsing
import TextCoding

/// The hash that binds a receipt to a device: SHA-1 over the device's identifier, attribute 4 (the opaque value), and
/// the whole value of attribute 2 (the bundle identifier), including its UTF8String header. Attribute 5 holds it.
struct DeviceHash {
  /// Why there is no hash to compare with.
  struct Failure: Error {
    let reason: ReceiptValidationError.Reason
    let offset: Int?
  }

  private let opaqueValue: [UInt8]
  private let bundleIdentifier: [UInt8]
  private let hash: [UInt8]

  /// Takes the three attributes.
  ///
  /// - Throws: ``Failure`` for the first that is missing, empty or duplicate.
  init(_ receipt: AppReceipt) throws(Failure) {
    func bytes(_ type: ReceiptAttributeType) throws(Failure) -> [UInt8] {
      switch receipt.bytes(type) {
      case .absent: throw Failure(reason: .missing(type), offset: nil)
      case .unreadable(let problem):
        throw Failure(reason: .unreadable(problem), offset: problem.offset)
      case .value(let bytes):
        guard !bytes.isEmpty else { throw Failure(reason: .missing(type), offset: nil) }
        return Array(bytes)
      }
    }
    opaqueValue = try bytes(.opaqueValue)
    bundleIdentifier = try bytes(.bundleIdentifier)
    hash = try bytes(.sha1Hash)
  }

  /// Whether the hash is this device's. Compared in constant time.
  func belongs(to device: DeviceIdentifier) -> Bool {
    device.bytes.withRawSpan { device in
      opaqueValue.withRawSpan { opaqueValue in
        bundleIdentifier.withRawSpan { bundleIdentifier in
          hash.withRawSpan { hash in
            SHA1.hash(device, opaqueValue, bundleIdentifier).isEqual(to: hash)
          }
        }
      }
    }
  }
}
