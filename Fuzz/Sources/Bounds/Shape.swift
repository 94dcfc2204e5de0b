import FuzzSupport

/// An input that would cost much more than its length if something were read twice, nested without a bound or
/// allocated by a declared length.
struct Shape: Sendable {
  let name: String
  /// The octets, about as many as asked for.
  let octets: @Sendable (Int) -> [UInt8]

  /// All of them; the encodings also as a payload and among the certificates of messages.
  static let all: [Shape] =
    encodings + encodings.flatMap { [$0.asPayload, $0.asCertificate, $0.inBER] }
    + receipts + texts

  static func repeated(_ unit: [UInt8], _ count: Int) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(count + unit.count)
    while octets.count < count { octets += unit }
    return octets
  }

  static func repeated(_ unit: String, _ count: Int) -> [UInt8] {
    repeated(Array(unit.utf8), count)
  }

  static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    NaiveHeader.encoding(tag & 0xE0, Int(tag & 0x1F), length: contents.count) + contents
  }
}
