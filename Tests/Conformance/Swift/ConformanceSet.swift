import Foundation
package import ReceiptJSON

/// The conformance set, `Tests/Conformance/receipts.json`.
package struct ConformanceSet: Sendable {
  /// A set that doesn't have the form of `schema.json`.
  package struct FormatError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// The version of the set.
  package let version: String
  /// The cases, in order.
  package let cases: [ConformanceCase]

  /// Reads a set.
  package init(text: [UInt8]) throws {
    let set = try JSON(text: text)
    guard set["format"]?.text == "app-store-receipts", let version = set["version"]?.text else {
      throw FormatError("no conformance set")
    }
    guard version.hasPrefix("1.") else { throw FormatError("version \(version) is too new") }
    self.version = version
    var blocks: [String: [UInt8]] = [:]
    for (name, value) in set["blocks"]?.members ?? [] {
      blocks[name] = try Self.decoded(value.text)
    }
    cases = try (set["cases"]?.elements ?? []).map { try ConformanceCase($0, blocks: blocks) }
  }

  /// The bytes of an input's recipe.
  static func build(_ pieces: JSON?, _ blocks: [String: [UInt8]]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in pieces?.elements ?? [] {
      var unit: [UInt8]
      if let text = piece["text"]?.text {
        unit = Array(text.utf8)
      } else if let name = piece["block"]?.text {
        unit = try certificate(name, blocks)
      } else if let inner = piece["encode"] {
        unit = Array(Data(try build(inner, blocks)).base64EncodedString().utf8)
      } else {
        unit = try decoded(piece["base64"]?.text)
      }
      let offset = piece["counterOffset"]?.integer.map { Int($0) }
      for number in 0..<Int(piece["count"]?.integer ?? 1) {
        if let offset {
          unit[offset] = UInt8(number >> 8)
          unit[offset + 1] = UInt8(number & 0xFF)
        }
        bytes += unit
      }
    }
    return bytes
  }

  static func certificate(_ name: String, _ blocks: [String: [UInt8]]) throws -> [UInt8] {
    guard let block = blocks[name] else { throw FormatError("no block \(name)") }
    return block
  }

  private static func decoded(_ text: String?) throws -> [UInt8] {
    guard let text, let data = Data(base64Encoded: text) else { throw FormatError("no Base64") }
    return Array(data)
  }
}

/// A case of the set.
package struct ConformanceCase: Sendable, CustomStringConvertible {
  /// Area and name.
  package let id: String
  /// The question: `read`, `base64`, `verify`, `validate`, `transaction` or `endpoint`.
  package let operation: String
  /// What the receipt is.
  package let comment: String
  /// The bytes.
  package let input: [UInt8]
  /// Certificates that are trusted.
  package let anchors: [[UInt8]]
  /// `ACCEPT` or `REFUSE`.
  package let result: String
  /// Values by JSON Pointer; `null` for those that must not be there.
  package let fields: [(pointer: String, value: JSON)]
  /// What the caller expects.
  let caller: JSON
  /// Certificates of Xcode's that are accepted.
  let xcodeCertificates: [[UInt8]]
  /// Certificates that may have issued the signer of a transaction receipt.
  let issuers: [[UInt8]]

  package var description: String { id }

  init(_ entry: JSON, blocks: [String: [UInt8]]) throws {
    guard let id = entry["id"]?.text, let operation = entry["operation"]?.text,
      let result = entry["result"]?.text
    else { throw ConformanceSet.FormatError("a case without id, operation or result") }
    self.id = id
    self.operation = operation
    self.result = result
    comment = entry["comment"]?.text ?? ""
    input = try ConformanceSet.build(entry["input"], blocks)
    fields = (entry["fields"]?.members ?? []).map { (pointer: $0.key, value: $0.value) }
    let caller = entry["caller"] ?? .null
    self.caller = caller
    func certificates(_ names: JSON?) throws -> [[UInt8]] {
      try (names?.elements ?? []).compactMap(\.text).map {
        try ConformanceSet.certificate($0, blocks)
      }
    }
    anchors = try certificates(entry["anchors"])
    xcodeCertificates = try certificates(caller["xcode"]?["certificates"])
    issuers = try certificates(caller["issuers"])
  }
}

extension JSON {
  /// The value of a key; `nil` if this is no object or has no such key.
  subscript(key: String) -> JSON? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  var members: [(key: String, value: JSON)] {
    guard case .object(let object) = self else { return [] }
    return object.members.map { ($0.key, $0.value) }
  }

  var elements: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var integer: Int64? {
    if case .number(let number) = self { number.int64 } else { nil }
  }

  var isTrue: Bool {
    if case .boolean(let value) = self { value } else { false }
  }

  /// The value at a JSON Pointer, RFC 6901.
  func value(at pointer: String) -> JSON? {
    var value = self
    for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let key = part.replacingOccurrences(of: "~1", with: "/")
        .replacingOccurrences(of: "~0", with: "~")
      if case .array(let elements) = value {
        guard let index = Int(key), elements.indices.contains(index) else { return nil }
        value = elements[index]
      } else {
        guard let member = value[key] else { return nil }
        value = member
      }
    }
    return value
  }
}
