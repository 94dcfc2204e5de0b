import CMSParsing
import DERParsing
import FuzzSupport

/// The elements of certificates and messages, and whether they were read so.
struct NaiveTypes {
  let bytes: [UInt8]

  func elements(_ range: Range<Int>) -> [NaiveHeader]? {
    NaiveHeader.elements(bytes, in: range)
  }

  /// The elements inside one of this tag.
  func parts(_ element: NaiveHeader, _ tag: UInt8) -> [NaiveHeader]? {
    element.tag == tag ? elements(element.inside) : nil
  }

  func contents(_ element: NaiveHeader) -> ArraySlice<UInt8> { bytes[element.inside] }

  func isInteger(_ element: NaiveHeader) -> Bool {
    element.tag == 0x02 && NaiveValue.isInteger(contents(element))
  }

  func isIdentifier(_ element: NaiveHeader) -> Bool {
    element.tag == 0x06 && NaiveValue.isObjectIdentifier(contents(element))
  }

  // MARK: What was read

  /// Whether an element that is an algorithm was read so.
  func agrees(_ algorithm: AlgorithmIdentifier, _ element: NaiveHeader) -> Bool {
    guard let fields = parts(element, 0x30) else { return false }
    let hasParameters = fields.count > 1 && fields[1].tag != 0x05
    return algorithm.encodingRange == element.encoding && agrees(algorithm.algorithm, fields[0])
      && agrees(algorithm.parameters, fields.dropFirst().first)
      && algorithm.hasNoParameters == !hasParameters
  }

  func agrees(_ identifier: DERObjectIdentifier, _ element: NaiveHeader) -> Bool {
    (0..<identifier.byteCount).map { identifier.byte(at: $0) } == Array(contents(element))
  }

  func agrees(_ element: DERElement?, _ header: NaiveHeader?) -> Bool {
    guard let element, let header else { return element == nil && header == nil }
    return element.encodingRange == header.encoding && element.contentsRange == header.inside
      && Int(element.identifier.tagNumber) == header.number
      && element.identifier.isConstructed == header.isConstructed
      && element.identifier.tagClass.rawValue == header.form >> 6
  }

  /// Whether contents of a BIT STRING were read so.
  func agrees(_ bits: DERBitString?, _ header: NaiveHeader?) -> Bool {
    guard let bits, let header else { return bits == nil && header == nil }
    return bits.bytesRange == header.contents + 1..<header.end
      && bits.unusedBits == Int(bytes[header.contents])
  }

  func agrees<Element>(_ elements: DERElements<Element>?, _ header: NaiveHeader?) -> Bool {
    guard let elements, let header else { return elements == nil && header == nil }
    return elements.encodingRange == header.encoding && elements.contentsRange == header.inside
      && elements.isEmpty == header.inside.isEmpty
  }

  /// Whether a name has these parts, in this order.
  func agrees(_ name: Name, _ element: NaiveHeader, in input: RawSpan) -> Bool {
    var isRight =
      agrees(name.relativeDistinguishedNames, element) && name.contentsRange == element.inside
    var members = (parts(element, 0x30) ?? []).flatMap { parts($0, 0x31) ?? [] }[...]
    do throws(DERError) {
      try name.forEachAttribute(in: input) { (attribute) throws(DERError) in
        guard let member = members.popFirst(), let fields = parts(member, 0x30) else {
          isRight = false
          return
        }
        isRight =
          isRight && agrees(attribute.type, fields[0]) && agrees(attribute.value, fields[1])
      }
    } catch {
      return false
    }
    return isRight && members.isEmpty
  }
}
