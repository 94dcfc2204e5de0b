import FuzzSupport

/// An input that would cost much more than its length if something were read twice, compared with all others,
/// nested without a bound or allocated by a declared length.
struct Shape: Sendable {
  /// What the input is, as far as somebody means it to be anything. An entry point says which of these it takes.
  enum Kind: String, CaseIterable {
    /// DER or BER, no receipt.
    case encoding
    /// A message with an encoding in the place of its payload or of a certificate.
    case message
    /// A receipt with too many of something.
    case receipt
    /// Receipts, one behind the other.
    case receipts
    /// A certificate with too much of something.
    case certificate
    case base64
    case pem
    case transaction
    case json
    /// An answer of verifyReceipt.
    case answer
    case request
    /// Something else that people take for a receipt.
    case foreign
    /// A number, a date, a version, an identifier.
    case word
  }

  let name: String
  var kind = Kind.encoding
  /// The bytes, about as many as asked for.
  let bytes: @Sendable (Int) -> [UInt8]

  /// All of them; the encodings also as a payload and among the certificates of messages.
  static let all: [Shape] =
    [
      encodings, encodings.flatMap { [$0.asPayload, $0.asCertificate, $0.inBER] }, receipts,
      purchaseShapes, messageParts, genuine, histories, certificates,
    ].flatMap { $0 } + texts + answers + words + foreign

  static func repeated(_ unit: [UInt8], _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + unit.count)
    while bytes.count < count { bytes += unit }
    return bytes
  }

  static func repeated(_ unit: String, _ count: Int) -> [UInt8] {
    repeated(Array(unit.utf8), count)
  }

  /// Units that differ by their numbers.
  static func numbered(_ count: Int, _ unit: (Int) -> [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 4096)
    var number = 0
    while bytes.count < count {
      bytes += unit(number)
      number += 1
    }
    return bytes
  }

  static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    NaiveHeader.encoding(tag & 0xE0, Int(tag & 0x1F), length: contents.count) + contents
  }

  static func text(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

  static func date(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

  static func integer(_ number: Int) -> [UInt8] {
    element(0x02, (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }.minimal)
  }
}

extension [UInt8] {
  /// The contents of an INTEGER without superfluous bytes.
  fileprivate var minimal: [UInt8] {
    let superfluous = zip(self, dropFirst()).prefix {
      $0.0 == 0 && $0.1 < 0x80 || $0.0 == 0xFF && $0.1 >= 0x80
    }.count
    return Array(dropFirst(superfluous))
  }
}
