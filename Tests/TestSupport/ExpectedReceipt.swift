import Foundation

/// The answer that is expected for a fixture.
public struct ExpectedReceipt: Sendable {
  /// One attribute as it stands.
  public struct Attribute: Hashable, Sendable {
    /// Empty for the receipt's own; `[17, n]` inside the n-th purchase.
    public let path: [Int]
    /// The number of its type.
    public let type: Int
    /// Its version.
    public let version: Int
    /// Where it begins in the file.
    public let offset: Int
    /// In hexadecimal.
    public let value: String

    /// Makes a row.
    public init(path: [Int], type: Int, version: Int, offset: Int, value: String) {
      (self.path, self.type, self.version) = (path, type, version)
      (self.offset, self.value) = (offset, value)
    }
  }

  /// The values by name.
  public let show: JSONValue
  /// All attributes in the order of the payload.
  public let attributes: [Attribute]

  /// Reads the answer for a fixture.
  public init(_ name: String) throws {
    let json = try JSONValue(parsing: Fixtures.expected(name))
    show = json["show"] ?? .null
    attributes = (json["attributes"]?.elements ?? []).map { row in
      let cells = row.elements
      return Attribute(
        path: cells[0].elements.map { Int($0.integer ?? -1) }, type: Int(cells[1].integer ?? -1),
        version: Int(cells[2].integer ?? -1), offset: Int(cells[3].integer ?? -1),
        value: cells[4].string ?? "")
    }
  }

  /// ``show`` without what only the message around the payload says, and with dates as milliseconds since
  /// 1970, so that instants are compared and not texts.
  public var fields: JSONValue {
    var fields = show
    fields["certificates"] = nil
    fields["signer"] = nil
    let purchases = fields["inApp"]?.elements ?? []
    fields = Self.withInstants(fields)
    fields["inApp"] = .array(purchases.map(Self.withInstants))
    return fields
  }

  private static func withInstants(_ object: JSONValue) -> JSONValue {
    .object(
      Dictionary(
        uniqueKeysWithValues: object.members.map { key, value in
          guard key.hasSuffix("Date"), let text = value.string else { return (key, value) }
          return (key, JSONValue(milliseconds(text)) ?? .null)
        }))
  }

  /// The milliseconds since 1970 of a date in UTC, as Foundation reads it.
  public static func milliseconds(_ text: String) -> Int64? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    guard let date = try? style.parse(text) else { return nil }
    return Int64((date.timeIntervalSince1970 * 1000).rounded())
  }
}
