/// What everybody who walks a receipt has to agree on.
struct ReceiptContent: CustomStringConvertible {
  private(set) var attributes = 0
  private(set) var types = 0
  private(set) var valueBytes = 0

  mutating func add(type: Int, valueBytes count: Int) {
    attributes &+= 1
    types &+= type
    valueBytes &+= count
  }

  /// For the black hole.
  var checksum: UInt64 { UInt64(truncatingIfNeeded: attributes &+ types &+ valueBytes) }

  var description: String {
    "\(attributes) attributes, types \(types), \(valueBytes) bytes of values"
  }
}
