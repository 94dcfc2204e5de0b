import ReceiptJSON
import ReceiptParsing
import TextCoding

extension Wrapping {
  /// JSON around a receipt.
  static let json: [Wrapping] = [
    Wrapping(
      .jsonString, "this is a JSON string, with its quotation marks",
      next: "Decode the JSON before extracting the receipt: jq -r . FILE"
    ) { input, _ in
      unescaped(input.trimmed) ?? input.trimmed.filter { $0 != UInt8(ascii: "\"") }
    },
    Wrapping(
      .jsonEscapes, "the Base64 contains JSON escapes",
      next: "Decode the JSON instead of cutting its text."
    ) { input, _ in unescaped(quote + input.trimmed + quote) },
    Wrapping(.jsonObject, "this is JSON", next: "Extract it.") { input, finding in
      guard let document = input.bytes.json,
        let content = ReceiptSearch(document).preferred
      else { return nil }
      finding = DocumentKind.finding(document, in: DocumentKind.documents) ?? finding
      finding.message +=
        ", with \(content.what) in \(content.path); to extract it: jq -r '\(content.path)' FILE"
      return content.bytes
    },
  ]

  /// The contents of a JSON string.
  private static func unescaped(_ json: some Collection<UInt8>) -> [UInt8]? {
    if case .string(let text)? = json.json { Array(text.utf8) } else { nil }
  }

  private static let quote = [UInt8(ascii: "\"")]
}

/// Looks in a JSON document for a receipt or something else to examine.
private struct ReceiptSearch {
  /// What it is, its path for jq (`.latest_receipt`, `.data[0].receipt`), and its bytes.
  typealias Content = (what: String, path: String, bytes: [UInt8])

  /// The prefixes of what is searched, preferred first.
  private static let signs: [(what: String, prefixes: [String])] = [
    ("a receipt", ["MI", "MA"]), ("a transaction receipt", ["ewo", "ewk", "eyAi", "e2"]),
    ("bytes of a receipt", []), ("a JWS", ["eyJ"]),
  ]

  /// The first value for each sign.
  private var found: [String: Content] = [:]
  private var steps: [JSONPath.Element] = []

  init(_ document: JSON) {
    visit(document)
  }

  var preferred: Content? { Self.signs.compactMap { found[$0.what] }.first }

  /// The reader has limited the depth.
  private mutating func visit(_ value: JSON) {
    switch value {
    case .string(let text):
      // Shorter ones are words.
      guard text.utf8.count >= 64,
        let sign = Self.signs.first(where: { $0.prefixes.contains { text.utf8.begins(with: $0) } })
      else { return }
      add(sign.what) { Array(text.utf8) }
    case .array(let elements):
      if let bytes = Self.bytes(elements) { return add("bytes of a receipt") { bytes } }
      for (index, element) in elements.enumerated() { visit(element, at: .index(index)) }
    case .object(let object):
      for member in object.members { visit(member.value, at: .key(member.key)) }
    default: break
    }
  }

  private mutating func visit(_ value: JSON, at step: JSONPath.Element) {
    steps.append(step)
    visit(value)
    steps.removeLast()
  }

  private mutating func add(_ what: String, _ bytes: () -> [UInt8]) {
    if found[what] == nil { found[what] = (what, path, bytes()) }
  }

  private var path: String {
    var path = ""
    for step in steps {
      switch step {
      case .key(let key): path += "." + Self.jqKey(key)
      case .index(let index): path += (path.isEmpty ? "." : "") + "[\(index)]"
      }
    }
    return path.isEmpty ? "." : path
  }

  /// A key as it follows a period in jq, between the shell's apostrophes: all but words need quotation marks.
  private static func jqKey(_ key: String) -> String {
    let isWord = key.utf8.allSatisfy { $0.isOfKey && $0 != UInt8(ascii: "-") }
    if isWord, let first = key.utf8.first, first.digitValue() == nil { return key }
    // Byte by byte: with a mark after it, an apostrophe is another character.
    let parts = JSON.string(key).json()
      .split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    return String(decoding: Array(parts.joined(separator: #"\u0027"#.utf8)), as: UTF8.self)
  }

  /// The bytes of a container written as numbers, like a Buffer of Node.js.
  private static func bytes(_ elements: [JSON]) -> [UInt8]? {
    guard case .number(let first)? = elements.first, first.int64 == 0x30 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(elements.count)
    for element in elements {
      guard case .number(let number) = element, let value = number.int64,
        let byte = UInt8(exactly: value)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
