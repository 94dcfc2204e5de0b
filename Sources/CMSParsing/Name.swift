public import DERParsing

/// `Name`, RFC 5280 §4.1.2.4.
///
/// ```
/// Name ::= SEQUENCE OF RelativeDistinguishedName
/// RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
/// AttributeTypeAndValue ::= SEQUENCE { type OBJECT IDENTIFIER, value ANY }
/// ```
public struct Name: DERDecodable, Hashable, Sendable {
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// The contents octets. Two names that are equal byte by byte are the same name.
  public let bytes: Range<Int>

  /// Reads the contents octets. The characters of the values are not checked: names with stray ones are in
  /// use.
  ///
  /// - Throws: `DERError`; `unsortedSet` for attributes that are not in DER's order, `unexpectedIdentifier` for a
  ///   value in chunks.
  public init(contents: inout DERReader) throws(DERError) {
    bytes = contents.remaining
    while !contents.isAtEnd {
      let start = contents.offset
      let attributes = try contents.readSetOf(of: AttributeTypeAndValue.self, sorted: true)
      guard !attributes.isEmpty else { throw contents.error(.missingElement, at: start) }
    }
  }

  /// The name as people read it, `CN=…, O=…, C=…`, in the order in which it is encoded and without
  /// escapes: for display, not for comparison.
  ///
  /// - Throws: `DERError` when `input` is not what the name was read from.
  public func text(in input: RawSpan) throws(DERError) -> String {
    var text = ""
    var sequence = DERReader(input, contents: bytes)
    while !sequence.isAtEnd {
      var set = try sequence.readConstructed(.set)
      var separator = text.isEmpty ? "" : ", "
      while !set.isAtEnd {
        let attribute: AttributeTypeAndValue = try set.read()
        text += separator + attribute.text(in: input)
        separator = "+"
      }
    }
    return text
  }
}

/// One attribute of a name.
private struct AttributeTypeAndValue: DERDecodable {
  static var identifier: DERIdentifier { .sequence }

  let type: DERObjectIdentifier
  let value: DERElement

  init(contents: inout DERReader) throws(DERError) {
    type = try contents.read()
    value = try contents.readElement()
    // In chunks it is BER, and would be another name.
    guard !value.identifier.isConstructed || value.identifier.mayBeConstructed else {
      throw contents.error(
        .unexpectedIdentifier, at: value.offset, expected: value.identifier.withOtherForm,
        actual: value.identifier)
    }
  }

  func text(in input: RawSpan) -> String {
    let bytes = input.extracting(value.contents)
    let text: String
    if let type = DERStringType(value.identifier) {
      // Stray characters, and then ISO 8859-1, are common where the type does not allow them.
      text = (type.violation(in: bytes) == nil ? type : .teletex).text(of: bytes)
    } else {
      text = "#" + input.extracting(value.encoding).hexadecimal
    }
    return keyword + "=" + text
  }

  /// RFC 4514 §3, table, and the address that PKCS #9 added.
  private var keyword: String {
    switch type {
    case Self.commonName: "CN"
    case Self.countryName: "C"
    case Self.localityName: "L"
    case Self.stateOrProvinceName: "ST"
    case Self.organizationName: "O"
    case Self.organizationalUnitName: "OU"
    case Self.userIdentifier: "UID"
    case Self.emailAddress: "emailAddress"
    default: type.description
    }
  }

  private static let commonName: DERObjectIdentifier = "2.5.4.3"
  private static let countryName: DERObjectIdentifier = "2.5.4.6"
  private static let localityName: DERObjectIdentifier = "2.5.4.7"
  private static let stateOrProvinceName: DERObjectIdentifier = "2.5.4.8"
  private static let organizationName: DERObjectIdentifier = "2.5.4.10"
  private static let organizationalUnitName: DERObjectIdentifier = "2.5.4.11"
  private static let userIdentifier: DERObjectIdentifier = "0.9.2342.19200300.100.1.1"
  private static let emailAddress: DERObjectIdentifier = "1.2.840.113549.1.9.1"
}
