import DERParsing
import ReceiptParsing
import TextCoding

/// Finds all personal data in a container. Anything unknown is replaced. Which attributes may stay is in
/// `AttributeTable`: `isPersonal`.
///
/// Kept are identifier and length octets, the types and versions of attributes, known environments, numbers of one byte
/// that are not names (the kind of a product, how many were bought, flags), OBJECT IDENTIFIERs around the payload that say
/// nothing of anybody, and certificates that everyone has.
struct RedactionPlaces {
  /// What bytes are, so that their replacement can be something of the same kind.
  enum Kind: Hashable {
    case bytes
    case integer
    case text
    /// Text with characters that its type does not have.
    case invalidText
    case bundleIdentifier
    /// Text that is a ``ReceiptDate``.
    case date
    /// UTCTime or GeneralizedTime.
    case time
    /// The contents of a BIT STRING, after the number of its unused bits.
    case bits(unused: UInt8)
    /// The identifier of an empty element.
    case identifier
  }

  /// Bytes to be replaced.
  typealias Place = (range: Range<Int>, kind: Kind)

  /// Where an element is: in the message, in an OCTET STRING of the message, in the value of type 17, or in another.
  private enum Surroundings {
    case message
    case string
    case purchase
    case value
  }

  /// In ascending order.
  private(set) var places: [Place] = []

  /// The elements of each SET in ascending order whose order replacements can change, an inner SET before the outer.
  private(set) var sets: [[Range<Int>]] = []

  private let bytes: [UInt8]
  private let kept: PublicCertificates?

  /// Finds the places in the one element that the bytes should be.
  ///
  /// - Parameters:
  ///   - kept: what to skip; `nil` unless the bytes were read as a receipt, in DER.
  ///   - depth: how many levels to open; anything deeper is replaced as a whole.
  init(_ bytes: [UInt8], keeping kept: PublicCertificates?, depth: Int) {
    self.bytes = bytes
    self.kept = kept
    var end = 0
    if let element = UncheckedElement(bytes, in: bytes.indices, depth: depth) {
      follow(element, .message)
      end = element.end
    }
    add(end..<bytes.count, .bytes)
  }

  private mutating func add(_ range: Range<Int>, _ kind: Kind) {
    if !range.isEmpty { places.append((range, kind)) }
  }

  /// Follows the elements that an element consists of, or replaces its contents as a whole: out of step, contents could
  /// be taken for identifiers and stay. In a message that was read, all types are followed, as the reader does.
  private mutating func follow(_ element: UncheckedElement, _ surroundings: Surroundings) {
    guard element.isConstructed else { return addPrimitive(element, surroundings) }
    if kept?.starts.contains(element.start) == true { return }
    let wasRead = kept != nil && surroundings == .message
    let elements = element.elements(bytes, anyType: wasRead)
    guard let elements else { return add(element.contents, .bytes) }
    let first = Array(elements.first)
    if namesPublic(first) { return }
    if surroundings != .value, let type = attributeType(first) {
      return addValue(of: type, first[2])
    }
    // Where the reader needs no type, there may be a text.
    let hasLetters = wasRead && elements.count { $0.mayBeLetter } > 1
    for element in elements {
      if hasLetters, element.mayBeLetter { add(element.start..<element.start + 1, .identifier) }
      follow(element, surroundings)
    }
    if surroundings == .message, first.count > 1, isInOrder(element, elements) {
      sets.append(elements.map { $0.start..<$0.end })
    }
  }

  /// Whether these are the issuer and the serial number of a certificate that everybody has.
  private func namesPublic(_ elements: [UncheckedElement]) -> Bool {
    guard let kept, elements.count == 2, elements[1].identifier == 0x02 else { return false }
    return kept.names.contains(elements.map { bytes[$0.contents] })
  }

  /// Whether these are attributes of a signer or of a name in the order that DER asks for (X.690 §11.6). Each begins with
  /// its type; other sets are read in any order.
  private func isInOrder(_ set: UncheckedElement, _ elements: UncheckedElements) -> Bool {
    guard set.identifier != 0x30, !set.isCut else { return false }
    return elements.allSatisfy {
      $0.identifier == 0x30 && $0.contents.first.map { bytes[$0] } == 0x06
    }
      && zip(elements, elements.dropFirst()).allSatisfy { first, second in
        !bytes[second.start..<second.end].lexicographicallyPrecedes(bytes[first.start..<first.end])
      }
  }

  /// The type, if these are the parts of a ReceiptAttribute: two INTEGERs and an OCTET STRING.
  private func attributeType(_ elements: [UncheckedElement]) -> Int? {
    guard elements.map({ $0.identifier }) == [0x02, 0x02, 0x04],
      elements.dropLast().allSatisfy({ $0.contents.count <= 4 }),
      let first = elements[0].contents.first
    else { return nil }
    // What begins with a needless zero is no INTEGER, and only looks like a type.
    let isPadded = elements[0].contents.count > 1 && bytes[first] == 0 && bytes[first + 1] < 0x80
    return isPadded ? nil : elements[0].contents.reduce(0) { $0 << 8 | Int(bytes[$1]) }
  }

  private mutating func addValue(of type: Int, _ value: UncheckedElement) {
    let known = AttributeTable.row(type)
    if known?.kind == .bytes || known?.kind == .hash {
      return add(value.contents, .bytes)  // whatever they look like
    }
    let elements = value.nestedElements(bytes)
    let opening = elements.map { Array($0.prefix(2)) } ?? []
    if let only = opening.first, opening.count == 1 {
      let isShort = only.identifier == 0x02 && only.contents.count == 1
      let isString = only.identifier == 0x0C || only.identifier == 0x16
      let stays = known?.kind == .string ? isString && isEnvironment(only.contents) : isShort
      if known?.isPersonal == false, stays { return }
      if type == 2, isString, kind(of: only) == .text {
        return add(only.contents, .bundleIdentifier)
      }
    }
    if let elements {
      for element in elements { follow(element, type == 17 ? .purchase : .value) }
    } else if known != nil,
      // What begins with an encoding may be taken for one.
      let first = value.firstElement(bytes), !first.isCut
    {
      follow(first, type == 17 ? .purchase : .value)
      add(first.end..<value.contents.upperBound, .bytes)
    } else {
      add(value.contents, .bytes)
    }
  }

  /// Whether this is the name of an environment: with a wrong type, it may be any text.
  private func isEnvironment(_ contents: Range<Int>) -> Bool {
    ReceiptEnvironment.known.contains { bytes[contents].elementsEqual($0.rawValue.utf8) }
  }

  private mutating func addPrimitive(_ element: UncheckedElement, _ surroundings: Surroundings) {
    let contents = element.contents
    let isMessage = surroundings == .message || surroundings == .string
    var isZero: Bool { contents.allSatisfy { bytes[$0] == 0 } }
    switch element.identifier {
    case 0x01 where contents.count == 1:  // BOOLEAN
      if !isZero, bytes[contents.lowerBound] != 0xFF { add(contents, .integer) }
    case 0x02, 0x0A:  // INTEGER and ENUMERATED
      if !isZero, !isMessage || contents.count > 1 { add(contents, .integer) }
    case 0x03: addBits(contents, areNamed: isMessage && contents.count <= 3)
    // issuerUniqueID and subjectUniqueID; names in extensions begin otherwise.
    case 0x81 where isMessage, 0x82 where isMessage: addBits(contents)
    case 0x04:
      guard let elements = element.nestedElements(bytes) else { return add(contents, .bytes) }
      for element in elements { follow(element, isMessage ? .string : .value) }
    case 0x06 where isMessage && isPublicIdentifier(contents): break
    // Letters are subidentifiers.
    case 0x06 where isMessage: add(contents, .text)
    case 0x17, 0x18: add(contents, .time)
    case 0x0C, 0x12...0x14, 0x16, 0x1E: addText(element)
    default: add(contents, .bytes)
    }
  }

  /// A BIT STRING: how many bits of the last octet are unused stays, and so do named bits.
  private mutating func addBits(_ contents: Range<Int>, areNamed: Bool = false) {
    guard let unused = contents.first.map({ bytes[$0] }), unused < 8 else {
      return add(contents, .bytes)
    }
    if !areNamed { add(contents.dropFirst(), .bits(unused: unused)) }
  }

  /// Whether contents are an OBJECT IDENTIFIER of those that every message and certificate has. Others name somebody: a
  /// company has a number, and one wrong bit turns a text, a number or a digest into one.
  private func isPublicIdentifier(_ contents: Range<Int>) -> Bool {
    contents.count <= 12 && Self.publicArcs.contains { bytes[contents].starts(with: $0) }
  }

  private static let publicArcs: [[UInt8]] = [
    [0x09, 0x92, 0x26, 0x89, 0x93, 0xF2, 0x2C, 0x64],  // 0.9.2342.19200300.100, of directories
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D],  // 1.2.840.113549, PKCS
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63],  // 1.2.840.113635, Apple
    [0x2A, 0x86, 0x48, 0xCE],  // 1.2.840.10040–10046: DSA, ECDSA
    [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07],  // 1.3.6.1.5.5.7, PKIX
    [0x2B, 0x0E, 0x03],  // 1.3.14.3, SHA-1
    [0x2B, 0x81, 0x04],  // 1.3.132, curves
    [0x55, 0x04], [0x55, 0x1D],  // 2.5.4, names; 2.5.29, extensions
    [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04],  // 2.16.840.1.101.3.4, NIST
  ]

  private mutating func addText(_ element: UncheckedElement) {
    let contents = element.contents
    // Xcode's transactions are numbered from 0, which means none.
    if contents.count == 1, bytes[contents.lowerBound] == UInt8(ascii: "0") { return }
    add(contents, kind(of: element))
  }

  private func kind(of text: UncheckedElement) -> Kind {
    bytes.withRawSpan { bytes in
      let characters = bytes.extracting(text.contents)
      if ReceiptDate(characters) != nil { return .date }
      let type: DERStringType = text.identifier == 0x0C ? .utf8 : .ia5
      return type.violation(in: characters) == nil ? .text : .invalidText
    }
  }
}
