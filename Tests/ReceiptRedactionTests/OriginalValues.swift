import CMSParsing
import DERParsing
import ReceiptParsing
import TestSupport

/// Everything in a receipt that must not be left in a redacted one, read with the public API and not with what redacts.
struct OriginalValues {
  private(set) var values: [(name: String, bytes: [UInt8])] = []

  /// Values of one byte that are no names.
  private static let kept: Set<Int> = [25, 1701, 1707, 1713, 1719, 1720, 1722]
  private static let environments = [
    "Production", "ProductionVPP", "ProductionSandbox", "ProductionVPPSandbox", "Xcode",
  ]

  init(_ receipt: AppReceipt) throws {
    for attribute in receipt.attributes where attribute.type != 17 { add(attribute, "") }
    for (index, purchase) in receipt.inAppReceipts.enumerated() {
      for attribute in purchase.attributes { add(attribute, "purchase \(index), ") }
    }
    let bytes = receipt.containerBytes
    for signature in try receipt.signatures() {
      values.append(("signature", Array(bytes[signature])))
    }
    values = values.filter { $0.bytes.count >= 4 }
  }

  private mutating func add(_ attribute: OwnedAttribute, _ place: String) {
    guard !Self.kept.contains(attribute.type) else { return }
    let name = "\(place)attribute \(attribute.type)"
    let value = Array(attribute.value)
    let isEnvironment = Self.environments.contains { value == DER.utf8($0) }
    guard attribute.type != 0 || !isEnvironment else { return }
    values.append((name, value))
    // What is inside, for short strings and numbers, and how people write it.
    guard value.count > 2, value[1] < 0x80, Int(value[1]) == value.count - 2 else { return }
    switch value[0] {
    case 0x0C, 0x16: values.append((name, Array(value[2...])))
    case 0x02:
      values.append((name, Array(value[2...])))
      let number = value[2...].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      if 6...10 ~= value.count { values.append((name, Array(String(number).utf8))) }
    default: break
    }
  }

  /// The values that stand somewhere in `bytes`; less than eight bytes may stand in a date by chance.
  func left(in bytes: [UInt8], dates: [Range<Int>] = []) -> [String] {
    let byBeginning = Dictionary(grouping: values) { Array($0.bytes[..<4]) }
    var found: [String] = []
    for start in 0..<max(bytes.count - 3, 0) {
      for value in byBeginning[Array(bytes[start..<start + 4])] ?? [] {
        let end = start + value.bytes.count
        let isChance = value.bytes.count < 8 && dates.contains { $0.contains(start) }
        if end <= bytes.count, !isChance, bytes[start..<end].elementsEqual(value.bytes) {
          found.append("\(value.name) at \(start)")
        }
      }
    }
    return found
  }
}

extension AppReceipt {
  /// Where the signatures lie in the container.
  func signatures() throws -> [Range<Int>] {
    try withContainerBytes { bytes throws(DERError) in
      var signers = signedData.signerInfos.reader(in: bytes)
      var signatures: [Range<Int>] = []
      while !signers.isAtEnd {
        signatures.append(try signers.read(as: SignerInfo.self).signature)
      }
      return signatures
    }
  }
}

/// Identifier and length octets, by where they stand, of all elements of an encoding, those inside OCTET STRINGs too.
///
/// Written for tests: it takes definite lengths only, and traps on nothing but its own bugs.
struct Outline: Equatable {
  private(set) var headers: [Int: [UInt8]] = [:]

  init(_ bytes: [UInt8]) {
    _ = add(bytes, bytes.indices)
  }

  /// Whether the range consists of elements.
  private mutating func add(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    var found: [(offset: Int, header: [UInt8], contents: Range<Int>)] = []
    while position < range.upperBound {
      guard position + 2 <= range.upperBound, bytes[position] & 0x1F != 0x1F,
        bytes[position] != 0
      else { return false }
      var start = position + 2
      var length = Int(bytes[position + 1])
      if length >= 0x80 {
        let count = length & 0x7F
        guard 1...4 ~= count, start + count <= range.upperBound else { return false }
        length = bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
        start += count
      }
      guard length <= range.upperBound - start else { return false }
      found.append((position, Array(bytes[position..<start]), start..<start + length))
      position = start + length
    }
    for element in found {
      headers[element.offset] = element.header
      let isOctetString = element.header[0] == 0x04 && element.contents.count > 4
      if element.header[0] & 0x20 != 0 || isOctetString { _ = add(bytes, element.contents) }
    }
    return true
  }

  /// The headers that differ from those of bytes.
  func differences(from bytes: [UInt8]) -> [Int] {
    headers.filter { offset, header in
      !bytes[offset..<offset + header.count].elementsEqual(header)
    }.keys.sorted()
  }

  /// Removes what merely looks like elements.
  mutating func remove(_ range: Range<Int>) {
    headers = headers.filter { !range.contains($0.key) }
  }
}
