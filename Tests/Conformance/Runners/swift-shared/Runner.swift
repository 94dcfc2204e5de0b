import Foundation

/// A case, as far as a runner needs it.
public struct Case: Decodable {
  /// What the caller expects.
  public struct Caller: Decodable {
    /// The app.
    public let bundleIdentifier: String?
    /// Its version.
    public let appVersion: String?
    /// The device's bytes.
    public let deviceIdentifierHex: String?
  }

  /// The question.
  public let operation: String
  /// What the caller expects.
  public let caller: Caller?
  /// Why it must be refused.
  public let reason: String?
  let id: String
  let input: [Piece]
  let anchors: [String]
  let fields: [String: Anything]?
}

struct Anything: Decodable {
  init(from decoder: any Decoder) throws {}
}

struct Piece: Decodable {
  let base64: String?
  let text: String?
  let block: String?
  let encode: [Piece]?
  let count: Int?
  let counterOffset: Int?

  /// The bytes of an input.
  static func build(_ pieces: [Piece], _ blocks: [String: Data]) -> Data {
    var data = Data()
    for piece in pieces {
      var unit: [UInt8]
      if let text = piece.text {
        unit = Array(text.utf8)
      } else if let block = piece.block {
        unit = Array(blocks[block] ?? Data())
      } else if let encode = piece.encode {
        unit = Array(build(encode, blocks).base64EncodedString().utf8)
      } else {
        unit = Array(Data(base64Encoded: piece.base64 ?? "") ?? Data())
      }
      for number in 0..<(piece.count ?? 1) {
        if let offset = piece.counterOffset {
          unit[offset] = UInt8(number >> 8)
          unit[offset + 1] = UInt8(number & 0xFF)
        }
        data += unit
      }
    }
    return data
  }
}

struct ConformanceSet: Decodable {
  let blocks: [String: Data]
  let cases: [Case]
}

/// What a library says: values by pointer. `nil` is for one that is not there.
public typealias Values = [String: Any?]

/// Thrown for a case that the library makes no claim about.
public struct Skipped: Error {
  /// Creates one.
  public init() {}
}

/// Reads the set, asks about each case, and writes the answers. A refusal is an error that is thrown.
public func run(_ judge: (Case, Data, [Data]) async throws -> Values) async throws {
  let set = try JSONDecoder().decode(
    ConformanceSet.self, from: FileHandle.standardInput.readDataToEndOfFile())
  for one in set.cases {
    var answer: [String: Any] = ["id": one.id, "result": "ACCEPT"]
    do {
      let values = try await judge(
        one, Piece.build(one.input, set.blocks), one.anchors.compactMap { set.blocks[$0] })
      var fields: [String: Any] = [:]
      for pointer in (one.fields ?? [:]).keys {
        if let value = values[pointer] { fields[pointer] = value ?? NSNull() }
      }
      if !fields.isEmpty { answer["fields"] = fields }
    } catch is Skipped {
      answer["result"] = "SKIPPED"
    } catch {
      answer["result"] = "REFUSE"
      answer["detail"] = String("\(error)".prefix(150))
    }
    let line = try JSONSerialization.data(withJSONObject: answer)
    FileHandle.standardOutput.write(line + Data("\n".utf8))
  }
}

/// A date as the set has it.
public func shown(_ date: Date?) -> String? {
  guard let date else { return nil }
  let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
  let rest = (milliseconds % 1000 + 1000) % 1000
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(secondsFromGMT: 0)
  formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
  let whole = Date(timeIntervalSince1970: Double((milliseconds - rest) / 1000))
  return formatter.string(from: whole)
    + (rest == 0 ? "Z" : "." + String(repeating: "0", count: 3 - String(rest).count) + "\(rest)Z")
}

/// Bytes as the set has them.
public func shown(_ data: Data?) -> String? {
  guard let data, !data.isEmpty else { return nil }
  return data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// A text; an empty one counts as none.
public func shown(_ text: String?) -> String? {
  text?.isEmpty == true ? nil : text
}

/// The bytes of hexadecimal digits.
public func bytes(_ digits: String) -> Data {
  let characters = Array(digits)
  return Data(
    stride(from: 0, to: characters.count, by: 2).compactMap {
      UInt8(String(characters[$0...$0 + 1]), radix: 16)
    })
}
