/// What everybody who walks a receipt has to agree on.
struct ReceiptContent: CustomStringConvertible {
  private(set) var attributes = 0
  private(set) var types = 0
  private(set) var valueOctets = 0

  mutating func add(type: Int, valueOctets count: Int) {
    attributes &+= 1
    types &+= type
    valueOctets &+= count
  }

  /// For the black hole.
  var checksum: UInt64 { UInt64(truncatingIfNeeded: attributes &+ types &+ valueOctets) }

  var description: String {
    "\(attributes) attributes, types \(types), \(valueOctets) octets of values"
  }
}
