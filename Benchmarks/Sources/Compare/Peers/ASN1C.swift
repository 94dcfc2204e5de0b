import CASN1C

/// The decoder that asn1c generates, if it was there when the package was built.
struct ASN1C {
  init?() {
    guard asn1c_is_available() == 1 else { return nil }
  }

  /// Decodes payload and purchases into C structures, sums them up, and frees them.
  func decode(_ payload: [UInt8]) -> (attributes: Int, types: UInt64, valueBytes: UInt64) {
    var types: UInt64 = 0
    var valueBytes: UInt64 = 0
    let attributes = unsafe payload.withUnsafeBufferPointer {
      unsafe asn1c_decode($0.baseAddress, $0.count, &types, &valueBytes)
    }
    return (attributes, types, valueBytes)
  }

  /// What it decodes.
  func content(_ payload: [UInt8]) -> String {
    let sums = decode(payload)
    return "\(sums.attributes) attributes, types \(sums.types), "
      + "\(sums.valueBytes) bytes of values"
  }
}
