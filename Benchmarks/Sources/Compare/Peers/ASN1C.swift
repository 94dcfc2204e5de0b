import CASN1C

/// The decoder that asn1c generates, if it was there when the package was built.
struct ASN1C {
  init?() {
    guard asn1c_is_available() == 1 else { return nil }
  }

  /// Decodes payload and purchases into C structures, sums them up, and frees them.
  func decode(_ payload: [UInt8]) -> (attributes: Int, types: UInt64, valueOctets: UInt64) {
    var types: UInt64 = 0
    var valueOctets: UInt64 = 0
    let attributes = unsafe payload.withUnsafeBufferPointer {
      unsafe asn1c_decode($0.baseAddress, $0.count, &types, &valueOctets)
    }
    return (attributes, types, valueOctets)
  }

  /// What it decodes.
  func content(_ payload: [UInt8]) -> String {
    let sums = decode(payload)
    return "\(sums.attributes) attributes, types \(sums.types), "
      + "\(sums.valueOctets) octets of values"
  }
}
