import CWalkers
import DERParsing
import SwiftASN1

/// What everybody who walks over an encoding has to agree on: sums over all of its elements.
struct DERSum: Equatable {
  private(set) var elements = 0
  /// Of identifier octets, as far as the first of each.
  private(set) var identifiers = 0
  private(set) var primitiveBytes = 0

  init() {}

  init(elements: Int, identifiers: Int, primitiveBytes: Int) {
    (self.elements, self.identifiers, self.primitiveBytes) = (elements, identifiers, primitiveBytes)
  }

  static func + (first: DERSum, second: DERSum) -> DERSum {
    DERSum(
      elements: first.elements + second.elements,
      identifiers: first.identifiers + second.identifiers,
      primitiveBytes: first.primitiveBytes + second.primitiveBytes)
  }

  /// For the black hole.
  var checksum: UInt64 { UInt64(truncatingIfNeeded: elements &+ identifiers &+ primitiveBytes) }

  private mutating func add(_ identifier: Int, primitiveBytes count: Int) {
    elements &+= 1
    identifiers &+= identifier
    primitiveBytes &+= count
  }
}

extension DERSum {
  /// Ours: readers in readers.
  init(_ reader: inout DERReader) throws(DERError) {
    while !reader.isAtEnd {
      let element = try reader.readElement()
      let identifier = Int(element.identifier.singleByte ?? 0)
      if element.identifier.isConstructed {
        add(identifier, primitiveBytes: 0)
        var contents = try reader.contents(of: element)
        try add(&contents)
      } else {
        add(identifier, primitiveBytes: element.contentsRange.count)
      }
    }
  }

  private mutating func add(_ reader: inout DERReader) throws(DERError) {
    let sum = try DERSum(&reader)
    elements &+= sum.elements
    identifiers &+= sum.identifiers
    primitiveBytes &+= sum.primitiveBytes
  }

  /// swift-asn1's: its tree, then over it.
  init(_ node: ASN1Node) {
    let tag = node.identifier
    let number = tag.tagNumber < 31 ? Int(tag.tagNumber) : 0
    let first = Int(tag.tagClass.bits) << 6 | number
    switch node.content {
    case .primitive(let bytes): add(tag.tagNumber < 31 ? first : 0, primitiveBytes: bytes.count)
    case .constructed(let children):
      add(tag.tagNumber < 31 ? first | 0x20 : 0, primitiveBytes: 0)
      for child in children {
        let sum = DERSum(child)
        elements &+= sum.elements
        identifiers &+= sum.identifiers
        primitiveBytes &+= sum.primitiveBytes
      }
    }
  }

  /// The walker's in plain C; `nil` if it refuses something.
  init?(plain bytes: [UInt8]) {
    var sum = der_sum()
    let isRead = unsafe bytes.withUnsafeBufferPointer {
      unsafe der_sum_plain($0.baseAddress, $0.count, &sum) == 1
    }
    guard isRead else { return nil }
    self.init(
      elements: Int(sum.elements), identifiers: Int(sum.identifiers),
      primitiveBytes: Int(sum.primitive_bytes))
  }
}

extension ASN1Identifier.TagClass {
  fileprivate var bits: UInt8 {
    switch self {
    case .universal: 0
    case .application: 1
    case .contextSpecific: 2
    case .private: 3
    }
  }
}
