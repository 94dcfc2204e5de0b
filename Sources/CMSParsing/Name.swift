public import DERParsing
import TextCoding

/// `Name`, RFC 5280 §4.1.2.4.
///
/// ```
/// Name ::= SEQUENCE OF RelativeDistinguishedName
/// RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
/// AttributeTypeAndValue ::= SEQUENCE { type OBJECT IDENTIFIER, value ANY }
/// ```
public struct Name: DERDecodable, Hashable, Sendable {
  /// The parts of the name, from the widest to the narrowest in most names.
  public let relativeDistinguishedNames: DERElements<RelativeDistinguishedName>

  /// The contents octets. Two names that are equal byte by byte are the same name.
  public var contentsRange: Range<Int> { relativeDistinguishedNames.contentsRange }

  /// Reads the contents octets. The characters of the values are not checked: names with stray ones are in
  /// use.
  ///
  /// - Throws: `DERError`; `unsortedSet` for attributes that are not in DER's order, `unexpectedIdentifier` for a
  ///   value in chunks.
  public init(contents: inout DERReader) throws(DERError) {
    relativeDistinguishedNames = try contents.readElements()
  }

  /// Calls `body` with the attributes one after the other.
  ///
  /// ```swift
  /// try certificate.subject.forEachAttribute(in: bytes) { (attribute) throws(DERError) in
  ///   if attribute.type == .commonName { print(attribute.text(in: bytes)) }
  /// }
  /// ```
  ///
  /// - Precondition: `input` has at least as many bytes as what the name was read from.
  /// - Throws: `DERError` when it is something else, and what `body` throws.
  public func forEachAttribute(
    in input: RawSpan, _ body: (AttributeTypeAndValue) throws(DERError) -> Void
  ) throws(DERError) {
    var parts = relativeDistinguishedNames.reader(in: input)
    while !parts.isAtEnd {
      var attributes = try parts.readConstructed(.set)
      while !attributes.isAtEnd { try body(attributes.read()) }
    }
  }

  /// The name for people, `CN=…, O=…, C=…`, in the order in which it is encoded and without escapes: for display,
  /// not for comparison.
  ///
  /// - Precondition: `input` has at least as many bytes as what the name was read from.
  /// - Throws: `DERError` when it is something else.
  public func text(in input: RawSpan) throws(DERError) -> String {
    var text = ""
    var parts = relativeDistinguishedNames.reader(in: input)
    while !parts.isAtEnd {
      var attributes = try parts.readConstructed(.set)
      var separator = text.isEmpty ? "" : ", "
      while !attributes.isAtEnd {
        let attribute: AttributeTypeAndValue = try attributes.read()
        text += separator + attribute.keyword + "=" + attribute.text(in: input)
        separator = "+"
      }
    }
    return text
  }
}

/// One part of a name, nearly always of one attribute.
public struct RelativeDistinguishedName: DERDecodable, Hashable, Sendable {
  /// SET.
  public static var identifier: DERIdentifier { .set }

  /// The attributes, at least one, in DER's order.
  public let attributes: DERElements<AttributeTypeAndValue>

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`; `unsortedSet`, `missingElement`.
  public init(contents: inout DERReader) throws(DERError) {
    attributes = try contents.readElements(sorted: true)
    guard !attributes.isEmpty else { throw contents.error(.missingElement) }
  }
}

/// One attribute of a name.
public struct AttributeTypeAndValue: DERDecodable, Hashable, Sendable {
  /// What the attribute is, `.commonName` for one.
  public let type: DERObjectIdentifier

  /// The value, a string of any type in most names.
  public let value: DERElement

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`; `unexpectedIdentifier` for a value in chunks.
  public init(contents: inout DERReader) throws(DERError) {
    type = try contents.read()
    value = try contents.readElement()
    // In chunks it is BER, and would be another name.
    guard !value.identifier.isConstructed || value.identifier.mayBeConstructed else {
      throw contents.error(
        .unexpectedIdentifier, at: value.offset, expected: value.identifier.togglingConstructed,
        actual: value.identifier)
    }
  }

  /// The value as text. Values that are not strings are written as `#` and hexadecimal (RFC 4514 §2.4).
  ///
  /// - Precondition: `input` is what the attribute was read from.
  public func text(in input: RawSpan) -> String {
    guard let type = DERStringType(value.identifier) else {
      return "#" + input.extracting(value.encodingRange).hexadecimal
    }
    let bytes = input.extracting(value.contentsRange)
    // Stray characters, and then ISO 8859-1, are common where the type does not allow them.
    return (type.violation(in: bytes) == nil ? type : .teletex).text(of: bytes)
  }

  /// RFC 4514 §3, table, and the address that PKCS #9 added.
  fileprivate var keyword: String {
    switch type {
    case .commonName: "CN"
    case .countryName: "C"
    case .localityName: "L"
    case .stateOrProvinceName: "ST"
    case .organizationName: "O"
    case .organizationalUnitName: "OU"
    case .userId: "UID"
    case .emailAddress: "emailAddress"
    default: type.description
    }
  }
}
