/// What everybody who decodes a receipt has to agree on: sums over all of its values.
struct ReceiptValues: CustomStringConvertible {
  private var strings = 0
  private var characters = 0
  private var integers = 0
  private var dates = 0

  mutating func add(_ string: String?) {
    guard let string, !string.isEmpty else { return }
    strings &+= 1
    characters &+= string.utf8.count
  }

  mutating func add(_ integer: Int64?) {
    guard let integer else { return }
    integers &+= Int(truncatingIfNeeded: integer)
  }

  mutating func addDate(_ isPresent: Bool) {
    dates &+= isPresent ? 1 : 0
  }

  /// For the black hole.
  var checksum: UInt64 { UInt64(truncatingIfNeeded: strings &+ characters &+ integers &+ dates) }

  var description: String {
    "\(strings) strings of \(characters) bytes, integers \(integers), \(dates) dates"
  }
}
