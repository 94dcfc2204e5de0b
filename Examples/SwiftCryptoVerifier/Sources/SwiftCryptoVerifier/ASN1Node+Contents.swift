import SwiftASN1

// Reading a tree of swift-asn1's by position.

extension ASN1Node {
  /// The elements inside a constructed element with that identifier.
  ///
  /// - Throws: `ASN1Error` when it is another one.
  func elements(_ identifier: ASN1Identifier) throws -> [ASN1Node] {
    guard self.identifier == identifier, case .constructed(let nodes) = content else {
      throw ASN1Error.unexpectedFieldType(self.identifier)
    }
    return Array(nodes)
  }

  /// The one element inside.
  ///
  /// - Throws: `ASN1Error` when it is another one, or has another number of elements.
  func onlyElement(_ identifier: ASN1Identifier) throws -> ASN1Node {
    let elements = try elements(identifier)
    guard let first = elements.first, elements.count == 1 else {
      throw ASN1Error.invalidASN1Object(reason: "\(elements.count) elements, not 1")
    }
    return first
  }

  /// The contents octets of a primitive element with that identifier.
  ///
  /// - Throws: `ASN1Error` when it is another one.
  func bytes(_ identifier: ASN1Identifier) throws -> ArraySlice<UInt8> {
    guard self.identifier == identifier, case .primitive(let bytes) = content else {
      throw ASN1Error.unexpectedFieldType(self.identifier)
    }
    return bytes
  }
}

extension ASN1Identifier {
  /// `[number]`.
  static func contextSpecific(_ number: UInt) -> ASN1Identifier {
    ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
  }
}

extension ArraySlice<ASN1Node> {
  /// Takes the first element off.
  ///
  /// - Throws: `ASN1Error` when there is none.
  mutating func next() throws -> ASN1Node {
    guard let first = popFirst() else {
      throw ASN1Error.invalidASN1Object(reason: "an element is missing")
    }
    return first
  }

  /// Takes the first element off if it has that identifier.
  mutating func nextIfPresent(_ identifier: ASN1Identifier) -> ASN1Node? {
    first?.identifier == identifier ? popFirst() : nil
  }
}
