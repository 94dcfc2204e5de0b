public import DERParsing

/// `Validity`, RFC 5280 §4.1.2.5.
///
/// ```
/// Validity ::= SEQUENCE { notBefore Time, notAfter Time }
/// Time ::= CHOICE { utcTime UTCTime, generalTime GeneralizedTime }
/// ```
public struct Validity: DERDecodable, Hashable, Sendable {
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// Where the element begins.
  public let offset: Int

  /// The first instant at which the certificate is valid.
  public let notBefore: DERTime

  /// The last instant at which the certificate is valid.
  public let notAfter: DERTime

  /// Reads the contents octets. Either form of time is read for every year, though the standard has
  /// UTCTime end with 2049.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    offset = contents.elementOffset
    notBefore = try Self.time(&contents)
    notAfter = try Self.time(&contents)
  }

  private static func time(_ reader: inout DERReader) throws(DERError) -> DERTime {
    let start = reader.offset
    if try reader.peekIdentifier() == .utcTime { return try reader.readUTCTime() }
    let time = try reader.readGeneralizedTime()
    guard time.nanoseconds == 0 else { throw reader.error(.invalidTime, at: start) }
    return time
  }

  /// Whether the instant lies within.
  public func contains(_ time: DERTime) -> Bool {
    notBefore <= time && time <= notAfter
  }
}
