import Foundation

/// A run: its head and its rows, as JSON and out of it.
struct Results: Codable {
  let head: Head?
  let rows: [Row]

  /// What `--json` prints: an array of rows, whose first one has the head, too.
  var json: String {
    get throws {
      let listed = rows.enumerated().map { ListedRow(row: $1, head: $0 == 0 ? head : nil) }
      return try Self.text(listed, [.sortedKeys])
    }
  }

  /// What `--save` writes.
  var file: String { get throws { try Self.text(self, [.sortedKeys, .prettyPrinted]) } }

  /// What either of them has written, also before there was a head.
  ///
  /// - Throws: `BaselineError`.
  init(file: String) throws {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw BaselineError("--baseline \(file): there is no file that can be read")
    }
    let decoder = JSONDecoder()
    do {
      let first = data.first { !$0.isASCIISpace }
      if first == UInt8(ascii: "[") {
        let rows = try decoder.decode([ListedRow].self, from: data)
        self.init(head: rows.first?.head, rows: rows.map(\.row))
      } else {
        self = try decoder.decode(Results.self, from: data)
      }
    } catch {
      throw BaselineError(
        "--baseline \(file): not what --json or --save writes: \(Self.explanation(of: error))")
    }
  }

  init(head: Head?, rows: [Row]) {
    (self.head, self.rows) = (head, rows)
  }

  private static func text(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union(.withoutEscapingSlashes)
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func explanation(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "row \($0)" } ?? $0.stringValue }
      return (path.isEmpty ? "" : path.joined(separator: ", ") + ": ") + context.debugDescription
    }
    return switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      place(context)
    @unknown default: "\(error)"
    }
  }
}

/// A row with the head beside its own fields.
private struct ListedRow: Codable {
  let row: Row
  let head: Head?

  private enum CodingKeys: String, CodingKey { case head }

  init(row: Row, head: Head?) { (self.row, self.head) = (row, head) }

  init(from decoder: any Decoder) throws {
    row = try Row(from: decoder)
    head = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Head.self, forKey: .head)
  }

  func encode(to encoder: any Encoder) throws {
    try row.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(head, forKey: .head)
  }
}

/// A file that is not the result of a run.
struct BaselineError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension UInt8 {
  fileprivate var isASCIISpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
