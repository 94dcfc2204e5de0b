import TextCoding

/// A character string whose characters were checked, X.690 §8.23, in primitive form (§10.2).
public struct DERCharacterString: Hashable, Sendable {
  /// Which of the types it is.
  public let type: DERStringType

  /// The contents octets.
  public let contentsRange: Range<Int>

  /// The text, out of the bytes that the string was read from.
  ///
  /// - Precondition: `input` is what the string was read from.
  /// - Complexity: O(n) in the string; it is copied.
  public func text(in input: RawSpan) -> String {
    type.text(of: input.extracting(contentsRange))
  }
}

extension DERReader {
  /// Reads a character string of the given type, or with `tagged` one under an IMPLICIT tag.
  ///
  /// - Throws: as ``readElement(_:)``, and `invalidCharacter` or `invalidStringLength`.
  /// - Complexity: O(n) in the string.
  public mutating func readString(
    _ type: DERStringType, _ field: DERField? = nil, tagged identifier: DERIdentifier? = nil
  ) throws(DERError) -> DERCharacterString {
    if let field { self.field = field }
    return try string(type, readElement(identifier ?? type.identifier))
  }

  /// Reads a character string of the given type if one is there; otherwise consumes nothing.
  ///
  /// - Throws: as ``readString(_:_:tagged:)``.
  public mutating func readStringIfPresent(
    _ type: DERStringType, _ field: DERField? = nil, tagged identifier: DERIdentifier? = nil
  ) throws(DERError) -> DERCharacterString? {
    if let field { self.field = field }
    guard let element = try readElementIfPresent(identifier ?? type.identifier) else { return nil }
    return try string(type, element)
  }

  /// Reads a character string of any of the types, such as DirectoryString (RFC 5280 §4.1.2.4).
  ///
  /// - Throws: as ``readString(_:_:tagged:)``; `unexpectedIdentifier` for every other type.
  public mutating func readAnyString(
    _ field: DERField? = nil
  ) throws(DERError) -> DERCharacterString {
    if let field { self.field = field }
    let element = try readElement()
    guard let type = DERStringType(element.identifier) else {
      throw error(.unexpectedIdentifier, at: element.offset, actual: element.identifier)
    }
    return try string(type, element)
  }

  private func string(
    _ type: DERStringType, _ element: DERElement
  ) throws(DERError) -> DERCharacterString {
    if let code = type.violation(in: bytes(in: element.contentsRange)) {
      throw error(code, at: element.offset)
    }
    return DERCharacterString(type: type, contentsRange: element.contentsRange)
  }
}

/// The character string types that are read, X.690 §8.23 and X.680 §41.
public enum DERStringType: UInt32, Sendable, CaseIterable, BitwiseCopyable {
  /// UTF8String: well-formed UTF-8, shortest forms, no surrogates (RFC 3629 §3).
  case utf8 = 12
  /// NumericString: digits and space.
  case numeric = 18
  /// PrintableString: letters, digits, space and `'()+,-./:=?`.
  case printable = 19
  /// TeletexString (T61String): any bytes, decoded as ISO 8859-1, which is what certificates put in it.
  case teletex = 20
  /// IA5String: ASCII, controls included.
  case ia5 = 22
  /// VisibleString: ASCII from space to tilde.
  case visible = 26
  /// UniversalString: UTF-32, big-endian.
  case universal = 28
  /// BMPString: UCS-2, big-endian, no surrogates.
  case bmp = 30

  /// The identifier of the type: its tag number is the raw value (X.680 §8.4, table 1).
  public var identifier: DERIdentifier { .universal(primitive: rawValue) }

  /// The type with that identifier; `nil` for other identifiers.
  public init?(_ identifier: DERIdentifier) {
    self.init(rawValue: identifier.tagNumber)
    guard self.identifier == identifier else { return nil }
  }

  /// How many bytes a character has, but for UTF-8.
  private var width: Int {
    switch self {
    case .bmp: 2
    case .universal: 4
    default: 1
    }
  }

  /// Why `bytes` are not a string of this type; `nil` when they are one.
  ///
  /// - Complexity: O(n).
  package func violation(in bytes: RawSpan) -> DERError.Code? {
    guard bytes.byteCount % width == 0 else { return .invalidStringLength }
    let isValid =
      switch self {
      case .utf8: bytes.isWellFormedUTF8()
      case .numeric: bytes.allBytes { $0 == 0x20 || 0x30...0x39 ~= $0 }
      case .printable: bytes.allBytes(Self.isPrintable)
      case .teletex: true
      case .ia5: bytes.isASCII
      case .visible: bytes.allBytes { 0x20...0x7E ~= $0 }
      case .universal, .bmp:
        stride(from: 0, to: bytes.byteCount, by: width).allSatisfy {
          Unicode.Scalar(UInt32(bytes.bigEndian(at: $0, count: width))) != nil
        }
      }
    return isValid ? nil : .invalidCharacter
  }

  /// The text of bytes that have no ``violation(in:)``.
  package func text(of bytes: RawSpan) -> String {
    switch self {
    case .utf8, .numeric, .printable, .ia5, .visible:
      return bytes.decodedUTF8
    case .teletex, .universal, .bmp:
      var text = ""
      for offset in stride(from: 0, to: bytes.byteCount - width + 1, by: width) {
        guard let scalar = Unicode.Scalar(UInt32(bytes.bigEndian(at: offset, count: width))) else {
          break
        }
        text.unicodeScalars.append(scalar)
      }
      return text
    }
  }

  /// X.680 §41.4, table 10.
  private static func isPrintable(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39: true  // letters and digits
    case 0x20, 0x27...0x29, 0x2B...0x2F, 0x3A, 0x3D, 0x3F: true  // space ' ( ) + , - . / : = ?
    default: false
    }
  }
}
