import FuzzSupport
import ReceiptParsing

/// What `receipt attributes` prints: a line for each attribute of a payload, those of a purchase behind it.
struct NaiveAttributeLines {
  /// What is before the attribute's place and behind it, and that place in the container.
  typealias Line = (start: String, offset: Int, end: String)

  private(set) var lines: [Line] = []
  private let bytes: [UInt8]

  /// `nil` if there is no such payload, which a receipt always has.
  init?(_ receipt: AppReceipt) {
    bytes = receipt.containerBytes
    var payload = receipt.contentBytes.indices
    // One more OCTET STRING may be around the SET.
    for tag: UInt8 in [0x04, 0x31] where bytes[payload.lowerBound] == tag {
      guard let inside = self.inside(payload) else { return nil }
      payload = inside
    }
    guard add(payload, path: "") else { return nil }
  }

  /// The contents of the first element in a range.
  private func inside(_ range: Range<Int>) -> Range<Int>? {
    NaiveTree.places(bytes, in: range)?.first.map { $0[1]..<$0[2] }
  }

  /// Whether the range consists of attributes.
  ///
  /// - Parameter path: what is between the brackets, for those of a purchase.
  private mutating func add(_ range: Range<Int>, path: String) -> Bool {
    guard let elements = NaiveTree.places(bytes, in: range) else { return false }
    var purchases = 0
    for element in elements {
      guard let parts = NaiveTree.places(bytes, in: element[1]..<element[2]), parts.count == 3
      else { return false }
      let numbers = parts.prefix(2).map { part in
        bytes[part[1]..<part[2]].reduce(0) { $0 << 8 | Int($1) }
      }
      let value = parts[2][1]..<parts[2][2]
      let (type, version) = (numbers[0], numbers[1])
      let start = #"{"path":[\#(path)],"type":\#(type),"version":\#(version),"offset":"#
      let end = #","value":"\#(Array(bytes[value]).hexadecimal)"}"#
      lines.append((start, element[0], end))
      guard type == 17, path.isEmpty else { continue }
      guard let set = inside(value), add(set, path: "17,\(purchases)") else { return false }
      purchases += 1
    }
    return true
  }
}
