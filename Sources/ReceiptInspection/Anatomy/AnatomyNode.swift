import CMSParsing
import DERParsing
import ReceiptParsing
import ReceiptTrust
import TextCoding

/// A part of an encoding: what it is called, what it says, and which bytes are its own.
package struct AnatomyNode: Sendable {
  /// Where it begins. No other node begins there, so it identifies the node.
  package let offset: Int

  /// Where its contents begin.
  package let contentsOffset: Int

  /// Where it ends.
  package let endOffset: Int

  /// How many nodes it is in.
  package let level: Int

  /// Its ASN.1 type, such as `SEQUENCE`; `fault` for bytes that can't be read.
  package let type: String

  /// What it is in a message, a certificate or a receipt; `nil` if the grammar has no such part.
  package let name: String?

  /// Its value as text; `nil` if other nodes are in it.
  package let value: String?

  /// In a word, what the nodes in it say; `nil` if that takes more than one.
  package let summary: String?

  /// The whole text of a string, a date, a number or an OBJECT IDENTIFIER.
  package let text: String?

  /// Whether other nodes may be in it.
  package let isOpen: Bool

  /// Whether it is a string that holds an encoding.
  package let holdsEncoding: Bool

  /// Whether it goes on beyond the end of the input.
  package let isCut: Bool

  init(_ element: AnatomyElement, in bytes: RawSpan, limits: DERLimits) {
    (offset, contentsOffset) = (element.offset, element.contentsOffset)
    (endOffset, level, isCut) = (element.endOffset, element.level, element.isCut)
    let opened = element.opened(in: bytes, limits: limits)
    isOpen = opened != nil
    holdsEncoding = isOpen && element.identifier?.isConstructed == false
    let reader = AnatomyReader(bytes, limits)
    name = reader.name(of: element)
    switch element.kind {
    case .element(let identifier): type = identifier.description
    case .endOfContents: type = "end-of-contents"
    case .fault: type = "fault"
    }
    let contents = bytes.extracting(element.contents)
    value =
      isOpen || element.kind == .endOfContents
      ? nil : element.identifier.map { Self.value($0, contents) } ?? Self.shortened(contents)
    summary = isOpen ? reader.summary(of: element) : nil
    text = isOpen ? nil : element.identifier.flatMap { Self.text($0, contents) }
  }

  /// The value in a line; bytes that aren't what the type says in hexadecimal.
  static func value(_ identifier: DERIdentifier, _ contents: RawSpan) -> String {
    guard let text = text(identifier, contents) else { return shortened(contents) }
    switch identifier {
    case .objectIdentifier:
      let name = DERObjectIdentifier(text).flatMap { ApplePolicy.name(of: $0) }
      return text + (name.map { " (" + $0 + ")" } ?? "")
    case .boolean, .integer, .enumerated, .null, .utcTime, .generalizedTime: return text
    default: return text.quoted(limit: .max)
    }
  }

  /// The whole text; `nil` if the bytes are not what the type says.
  private static func text(_ identifier: DERIdentifier, _ contents: RawSpan) -> String? {
    var reader = DERReader(contents, contents: 0..<contents.byteCount)
    switch identifier {
    case .boolean:
      guard contents.byteCount == 1 else { return nil }
      return contents.byte(at: 0) == 0 ? "FALSE" : "TRUE"
    case .integer, .enumerated: return (try? Int64(contents: &reader)).map { String($0) }
    case .null: return contents.isEmpty ? "" : nil
    case .objectIdentifier: return (try? DERObjectIdentifier(contents: &reader))?.description
    case .utcTime, .generalizedTime:
      return contents.allBytes { 0x20..<0x7F ~= $0 } ? contents.decodedUTF8 : nil
    default:
      guard let type = DERStringType(identifier), type.violation(in: contents) == nil else {
        return nil
      }
      return type.text(of: contents)
    }
  }

  /// At most 32 bytes in hexadecimal.
  private static func shortened(_ contents: RawSpan) -> String {
    let limit = 32
    guard contents.byteCount > limit else { return contents.hexadecimal }
    return contents.extracting(0..<limit).hexadecimal + "… (" + String(contents.byteCount)
      + " bytes)"
  }
}

/// Looks into elements for what names and summarizes them.
struct AnatomyReader: ~Escapable {
  private let bytes: RawSpan
  private let limits: DERLimits

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, _ limits: DERLimits) {
    (self.bytes, self.limits) = (bytes, limits)
  }

  /// The name, which the first element in it may say.
  func name(of element: AnatomyElement) -> String? {
    if element.production == .attribute, case .number(let number) = key(of: element) {
      return Self.name(ofAttribute: number)
    }
    if element.production.isNamedByIdentifier, case .identifier(let identifier) = key(of: element) {
      return ApplePolicy.name(of: identifier) ?? element.part
    }
    return element.part
  }

  /// `bundle identifier (2)`, or `attribute 33` if it is unknown.
  private static func name(ofAttribute number: Int) -> String {
    guard let name = AttributeTable.row(number)?.name else { return "attribute " + String(number) }
    var words = ""
    for character in name.utf8 {
      let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= character
      if isCapital { words += " " }
      words.unicodeScalars.append(Unicode.Scalar(isCapital ? character | 0x20 : character))
    }
    return words + " (" + String(number) + ")"
  }

  private func key(of element: AnatomyElement) -> ElementKey? {
    child(of: element).flatMap { ElementKey($0, in: bytes) }
  }

  /// The first element in another one that fulfills a condition.
  private func child(
    of element: AnatomyElement, where isWanted: (AnatomyElement) -> Bool = { _ in true }
  ) -> AnatomyElement? {
    guard var elements = AnatomyElements(in: element, of: bytes, limits: limits) else { return nil }
    while let element = elements.next() {
      if isWanted(element) { return element }
    }
    return nil
  }

  /// The value, or what the elements in it say in a word.
  func summary(of element: AnatomyElement) -> String? {
    if element.opened(in: bytes, limits: limits) == nil {
      return element.identifier.map {
        AnatomyNode.value($0, bytes.extracting(element.contents))
      }
    }
    let telling: AnatomyElement?
    switch element.production {
    case .algorithmIdentifier, .purchaseValue: telling = child(of: element)
    case .attribute, .typeAndValue, .extension, .cmsAttribute:
      telling = child(of: element) { $0.part == "value" || $0.part == "extnValue" }
    case .purchase:
      let product = ElementKey.number(Int(InAppAttributeType.productIdentifier.rawValue))
      telling = child(of: element) { key(of: $0) == product }
    case .name, .certificate: return distinguishedName(element)
    // A string that holds one value.
    case .any where element.identifier?.isConstructed == false: telling = child(of: element)
    default: return nil
    }
    return telling.flatMap { summary(of: $0) }
  }

  /// The name, or that of the certificate's subject.
  private func distinguishedName(_ element: AnatomyElement) -> String? {
    var reader = DERReader(bytes, contents: element.offset..<element.endOffset)
    let name =
      element.production == .name
      ? try? reader.read(as: Name.self)
      : (try? reader.read(as: Certificate.self))?.tbsCertificate.subject
    return name.flatMap { try? $0.text(in: bytes) }?.quoted()
  }
}
