import DERParsing
import ReceiptParsing
import TextCoding

/// Finds all personal data in a container. Anything unknown is replaced.
///
/// Kept are identifier and length octets, the types and versions of attributes, the environment, numbers of one byte
/// that are no names (the kind of a product, how many were bought, flags), OBJECT IDENTIFIERs around the payload, and
/// certificates that everybody has.
struct RedactionPlaces {
  /// What bytes are, so that their replacement can be something of the same kind.
  enum Kind: UInt8 {
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
  }

  /// Bytes to be replaced.
  struct Place {
    let range: Range<Int>
    let kind: Kind
  }

  /// Where an element is: in the message, in an OCTET STRING of the message, or in the value of an attribute.
  private enum Surroundings {
    case message
    case string
    case value
  }

  /// In ascending order.
  private(set) var places: [Place] = []

  private let bytes: [UInt8]
  private let kept: [Range<Int>]
  private let isReadable: Bool

  /// Finds the places in the one element that the bytes should be.
  ///
  /// - Parameters:
  ///   - kept: ranges to skip, in ascending order.
  ///   - depth: how many levels to open; anything deeper is replaced as a whole.
  ///   - isReadable: whether the bytes were read as a receipt, in DER.
  init(_ bytes: [UInt8], keeping kept: [Range<Int>], depth: Int, isReadable: Bool) {
    self.bytes = bytes
    self.kept = kept
    self.isReadable = isReadable
    var end = 0
    if let element = LooseElement(bytes, in: bytes.indices, depth: depth) {
      follow(element, .message, depth)
      end = element.end
    }
    add(end..<bytes.count, .bytes)
  }

  private mutating func add(_ range: Range<Int>, _ kind: Kind) {
    if !range.isEmpty { places.append(Place(range: range, kind: kind)) }
  }

  private mutating func follow(
    _ element: LooseElement, _ surroundings: Surroundings, _ depth: Int
  ) {
    if isKept(element.contents) { return }
    guard element.isConstructed else { return addPrimitive(element, surroundings, depth) }
    followContents(element.contents, isCut: element.isCut, surroundings, depth - 1)
  }

  /// Follows the elements that a range consists of, or replaces it as a whole: out of step, contents could be taken for
  /// identifiers and stay. In what was read that can't happen.
  private mutating func followContents(
    _ range: Range<Int>, isCut: Bool, _ surroundings: Surroundings, _ depth: Int
  ) {
    guard
      let elements = LooseElement.elements(bytes, of: range, isCut: isCut, depth: depth)
    else {
      guard isReadable, surroundings == .message else { return add(range, .bytes) }
      return followElementsOfAnyType(range, depth)
    }
    if let type = attributeType(elements) {
      addValue(of: type, elements[2], depth)
    } else {
      for element in elements { follow(element, surroundings, depth) }
    }
  }

  /// Follows the elements of a range in a message that was read, whatever their types.
  private mutating func followElementsOfAnyType(_ range: Range<Int>, _ depth: Int) {
    var elements: [DERElement] = []
    do throws(DERError) {
      try bytes.withRawSpan { bytes throws(DERError) in
        var reader = DERReader(bytes, contents: range)
        while !reader.isAtEnd { elements.append(try reader.readElement()) }
      }
    } catch {
      return add(range, .bytes)
    }
    for element in elements {
      if let known = LooseElement(bytes, in: element.encoding, depth: depth) {
        follow(known, .message, depth)
      } else if element.identifier.isConstructed {
        followContents(element.contents, isCut: false, .message, depth - 1)
      } else {
        add(element.contents, .bytes)
      }
    }
  }

  /// The type, if these are the parts of a ReceiptAttribute: two INTEGERs and an OCTET STRING.
  private func attributeType(_ elements: [LooseElement]) -> Int? {
    guard elements.count == 3, elements[0].identifier == 0x02, elements[1].identifier == 0x02,
      elements[2].identifier == 0x04, elements[0].contents.count <= 4,
      elements[1].contents.count <= 4, let first = elements[0].contents.first
    else { return nil }
    // What begins with a needless zero is no INTEGER, and only looks like a type.
    let isPadded = elements[0].contents.count > 1 && bytes[first] == 0 && bytes[first + 1] < 0x80
    return isPadded ? nil : elements[0].contents.reduce(0) { $0 << 8 | Int(bytes[$1]) }
  }

  private mutating func addValue(of type: Int, _ value: LooseElement, _ depth: Int) {
    let inner = value.nestedElements(bytes, depth: depth)
    let only = inner?.count == 1 ? inner?.first : nil
    switch type {
    case 4...7: add(value.contents, .bytes)  // whatever they look like
    case 0 where only.map(isString) ?? false: break
    case 2 where only.map { kind(of: $0) == .text } ?? false:
      add(only?.contents ?? 0..<0, .bundleIdentifier)
    case 25, 1701, 1707, 1713, 1719, 1720, 1722:
      let isShort = only.map { $0.identifier == 0x02 && $0.contents.count == 1 } ?? false
      if !isShort { addNested(value, .value, depth) }
    default:
      if inner == nil, Self.isEncoding(type),
        let first = LooseElement(bytes, in: value.contents, depth: depth), !first.isCut
      {
        follow(first, .value, depth)
        add(first.end..<value.contents.upperBound, .bytes)
      } else {
        addNested(value, .value, depth)
      }
    }
  }

  /// Whether the value of an attribute of that type is an encoding, so that what it begins with may be taken for one.
  private static func isEncoding(_ type: Int) -> Bool {
    guard let type = Int32(exactly: type) else { return false }
    return ReceiptAttributeType(rawValue: type).valueKind != nil
      || InAppAttributeType(rawValue: type).valueKind != nil
  }

  private func isString(_ element: LooseElement) -> Bool {
    element.identifier == 0x0C || element.identifier == 0x16
  }

  /// Follows the contents of an OCTET STRING if they are an encoding, and replaces them otherwise.
  private mutating func addNested(
    _ string: LooseElement, _ surroundings: Surroundings, _ depth: Int
  ) {
    guard let elements = string.nestedElements(bytes, depth: depth) else {
      return add(string.contents, .bytes)
    }
    for element in elements { follow(element, surroundings, depth) }
  }

  private mutating func addPrimitive(
    _ element: LooseElement, _ surroundings: Surroundings, _ depth: Int
  ) {
    let contents = element.contents
    let isMessage = surroundings != .value
    switch element.identifier {
    case 0x01 where contents.count == 1: break  // BOOLEAN
    case 0x02, 0x0A:  // INTEGER and ENUMERATED
      if !isMessage || contents.count > 1 { add(contents, .integer) }
    case 0x03:  // BIT STRING: how many bits are unused, and named bits
      if !isMessage || contents.count > 3 { add(contents.dropFirst(), .bytes) }
    case 0x04: addNested(element, isMessage ? .string : .value, depth - 1)
    case 0x06 where isMessage: break
    case 0x17, 0x18: add(contents, .time)
    case 0x0C, 0x12...0x14, 0x16, 0x1E: addText(element)
    default: add(contents, .bytes)
    }
  }

  private mutating func addText(_ element: LooseElement) {
    let contents = element.contents
    // Xcode's transactions are numbered from 0, which means none.
    if contents.count == 1, bytes[contents.lowerBound] == UInt8(ascii: "0") { return }
    add(contents, kind(of: element))
  }

  private func kind(of text: LooseElement) -> Kind {
    bytes.withRawSpan { bytes in
      let characters = bytes.extracting(text.contents)
      if ReceiptDate(characters) != nil { return .date }
      let type: DERStringType = text.identifier == 0x0C ? .utf8 : .ia5
      return type.violation(in: characters) == nil ? .text : .invalidText
    }
  }

  /// Whether the bytes lie within something that is kept.
  private func isKept(_ range: Range<Int>) -> Bool {
    var (low, high) = (0, kept.count)
    while low < high {
      let middle = low + (high - low) / 2
      if kept[middle].lowerBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low > 0 && range.upperBound <= kept[low - 1].upperBound
  }
}
