import TextCoding

/// A type read from one element.
///
/// A type is its schema: the initializer reads the fields in the order of the standard, one line each. The reader
/// checks the identifier, the depth, and that no contents are left over, so no author can forget to.
///
/// ```swift
/// // Point ::= SEQUENCE { x INTEGER, y INTEGER, name [0] IMPLICIT UTF8String OPTIONAL }
/// struct Point: DERDecodable {
///   let x: Int, y: Int
///   let name: DERCharacterString?
///
///   init(contents: inout DERReader) throws(DERError) {
///     x = try contents.read()
///     y = try contents.read()
///     name = try contents.readStringIfPresent(
///       .utf8, tagged: .contextSpecific(primitive: 0))
///   }
/// }
///
/// let point = try Point(derEncoded: [0x30, 0x06, 0x02, 0x01, 0x05, 0x02, 0x01, 0x07])
/// ```
public protocol DERDecodable {
  /// The identifier of the element, when no IMPLICIT tag replaces it: SEQUENCE, if the type doesn't say otherwise.
  static var identifier: DERIdentifier { get }

  /// Reads the contents octets of the element.
  init(contents: inout DERReader) throws(DERError)
}

extension DERDecodable {
  /// SEQUENCE.
  @inlinable public static var identifier: DERIdentifier { .sequence }

  /// Reads `bytes`, which are one element.
  ///
  /// - Throws: ``DERError``; bytes after the element are an error.
  public init(derEncoded bytes: RawSpan, limits: DERLimits = .default) throws(DERError) {
    self = try DERReader(bytes, limits: limits).readLast()
  }

  /// Reads `bytes`, which are one element.
  ///
  /// - Throws: ``DERError``; bytes after the element are an error.
  public init(derEncoded bytes: [UInt8], limits: DERLimits = .default) throws(DERError) {
    self = try bytes.withDERReader(limits: limits) { (reader) throws(DERError) in
      try reader.read()
    }
  }
}

extension [UInt8] {
  /// Calls `body` with a reader of these bytes and checks that it reads them all.
  ///
  /// - Throws: what `body` throws, and ``DERError/Code/inputTooLarge`` or
  ///   ``DERError/Code/trailingContents``.
  public func withDERReader<Result>(
    limits: DERLimits = .default, _ body: (inout DERReader) throws(DERError) -> Result
  ) throws(DERError) -> Result {
    try withRawSpan { (bytes) throws(DERError) in
      var reader = try DERReader(bytes, limits: limits)
      let result = try body(&reader)
      try reader.finish()
      return result
    }
  }
}
