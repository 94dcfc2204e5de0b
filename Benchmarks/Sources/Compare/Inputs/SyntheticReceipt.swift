import BenchmarkSupport
import Crypto

/// A made-up receipt: the attributes, the lengths and the order that real ones have, with as many purchases as
/// wanted. Real ones have 4.7 kB around 398 bytes for each purchase of a subscription.
struct SyntheticReceipt {
  static let bundleIdentifier = "com.example.app"
  /// The `identifierForVendor` of the fixtures.
  static let device: [UInt8] = [
    0x5F, 0x1C, 0x0E, 0x2A, 0x7B, 0x3D, 0x4C, 0x68, 0x9A, 0x41, 0x0D, 0x2E, 0x8B, 0x6F, 0x3C, 0x57,
  ]

  let purchases: Int
  let creationDate: String

  /// The payload as the store writes it: sets in DER order.
  var payload: [UInt8] {
    let own = [
      text(0, "Production"), number(1, 1_209_999_999), text(2, Self.bundleIdentifier),
      text(3, "1412"), attribute(4, opaqueValue, version: 2), attribute(5, deviceHash),
      attribute(6, noise(71)), attribute(7, noise(72)), date(8, creationDate),
      number(9, 0x5033_3035), date(10, "4+"), number(11, 1_100_000_001), date(12, creationDate),
      number(13, 180_400), number(14, 161), number(15, 504_427_000_000_001_234),
      number(16, 872_345_678), date(18, "2013-08-01T07:00:00Z"), text(19, "1.0"), text(20, ""),
      number(25, 3),
    ]
    return set(own + (0..<purchases).map(purchase))
  }

  /// One renewal of a subscription. Its identifiers have 16 digits, as those of nearly all real purchases, so none fits
  /// into a string without heap memory.
  private func purchase(_ index: Int) -> [UInt8] {
    let transaction = 2_000_000_451_760_000 + index
    var attributes = [
      number(1701, 1), text(1702, "com.example.pro.monthly.1"), text(1703, "\(transaction)"),
      date(1704, instant(index)), text(1705, "2000000451760000"), date(1706, instant(0)),
      number(1707, 3), date(1708, instant(index + 28)), number(1710, 6_700_000_002),
      number(1711, 730_000_900_000_000 + Int64(index)), date(1712, ""), number(1713, 0),
      number(1719, 0),
    ]
    attributes += [1709, 1714, 1715, 1716, 1717, 1718].map { text($0, "") }
    return attribute(17, set(attributes))
  }

  /// A date that differs from purchase to purchase.
  private func instant(_ index: Int) -> String {
    let (day, month, year) = (index % 28 + 1, index / 28 % 12 + 1, 2015 + index / 336 % 8)
    let (hour, minute, second) = (index % 24, index * 7 % 60, index * 13 % 60)
    let digits = [month, day, hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(year)-\(digits[0])-\(digits[1])T\(digits[2]):\(digits[3]):\(digits[4])Z"
  }

  private var opaqueValue: [UInt8] { noise(16) }

  private var deviceHash: [UInt8] {
    var hash = Insecure.SHA1()
    hash.update(data: Self.device)
    hash.update(data: opaqueValue)
    hash.update(data: DER.utf8(Self.bundleIdentifier))
    return Array(hash.finalize())
  }

  /// Bytes that look random and are always the same.
  private func noise(_ count: Int) -> [UInt8] {
    let blocks = (0..<2).map { Array(SHA512.hash(data: [UInt8($0)])) }
    return Array(blocks.joined().prefix(count))
  }

  private func set(_ elements: [[UInt8]]) -> [UInt8] {
    DER.element(0x31, of: elements.sorted { $0.lexicographicallyPrecedes($1) })
  }

  private func attribute(_ type: Int64, _ value: [UInt8], version: Int64 = 1) -> [UInt8] {
    DER.sequence(DER.integer(type), DER.integer(version), DER.octetString(value))
  }

  private func text(_ type: Int64, _ value: String) -> [UInt8] { attribute(type, DER.utf8(value)) }

  private func date(_ type: Int64, _ value: String) -> [UInt8] { attribute(type, DER.ia5(value)) }

  private func number(_ type: Int64, _ value: Int64) -> [UInt8] {
    attribute(type, DER.integer(value))
  }
}
