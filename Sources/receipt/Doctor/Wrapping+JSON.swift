import Foundation
import ReceiptJSON
import TextCoding

extension Wrapping {
  /// JSON around a receipt.
  static let json: [Wrapping] = [
    Wrapping(
      "jsonString", "this is a JSON string, with its quotation marks",
      next: "Decode the JSON before extracting the receipt: jq -r . FILE"
    ) { specimen in
      unescaped(specimen.text) ?? Array(specimen.text.utf8.filter { $0 != UInt8(ascii: "\"") })
    },
    Wrapping(
      "jsonEscapes", "the Base64 contains JSON escapes",
      next: "Decode the JSON instead of cutting its text."
    ) { unescaped("\"" + $0.text + "\"") },
    Wrapping(
      "jsonObject", "the receipt is inside JSON", next: "Extract it."
    ) { specimen -> Opened? in
      guard let document = JSONDocument(specimen.bytes), let content = document.content else {
        return nil
      }
      return Opened(
        inner: content.bytes, name: document.kind?.name,
        message: "\(document.kind?.message ?? "this is JSON"), with \(content.what) in "
          + "\(content.path); to extract it: jq -r '\(content.path)' FILE",
        next: document.kind?.next)
    },
  ]

  /// The contents of a JSON string.
  private static func unescaped(_ json: String) -> [UInt8]? {
    do throws(JSONError) {
      guard case .string(let text) = try JSON(text: json.utf8) else { return nil }
      return Array(text.utf8)
    } catch {
      return nil
    }
  }
}

/// A JSON document: its kind, and the receipt in it.
struct JSONDocument {
  /// A receipt or something else to examine.
  struct Content {
    /// "a receipt".
    let what: String
    /// Its path for jq: `.latest_receipt`, `.data[0].receipt`.
    let path: String
    let bytes: [UInt8]
  }

  let kind: DocumentKind?
  let content: Content?
  let value: JSON

  /// `nil` for anything but JSON.
  init?(_ text: [UInt8]) {
    do throws(JSONError) {
      value = try JSON(text: text)
    } catch {
      return nil
    }
    kind = DocumentKind.document(value)
    var search = Search()
    search.visit(value)
    content = Self.signs.compactMap { search.found[$0.what] }.first
  }

  /// The prefixes of what is searched, preferred first.
  private static let signs: [(what: String, prefixes: [String])] = [
    ("a receipt", ["MI", "MA"]), ("a transaction receipt", ["ewo", "ewk", "eyAi", "e2"]),
    ("bytes of a receipt", []), ("a JWS", ["eyJ"]),
  ]

  /// Finds the first value for each sign.
  private struct Search {
    private enum Step {
      case key(String)
      case index(Int)
    }

    private(set) var found: [String: Content] = [:]
    private var steps: [Step] = []

    /// The reader has limited the depth.
    mutating func visit(_ value: JSON) {
      switch value {
      case .string(let text):
        // Shorter ones are words.
        guard text.utf8.count >= 64,
          let sign = signs.first(where: { $0.prefixes.contains { text.hasPrefix($0) } })
        else { return }
        add(sign.what) { Array(text.utf8) }
      case .array(let elements):
        if let bytes = JSONDocument.bytes(elements) {
          return add("bytes of a receipt") { bytes }
        }
        for (index, element) in elements.enumerated() { visit(element, at: .index(index)) }
      case .object(let object):
        for member in object.members { visit(member.value, at: .key(member.key)) }
      default: break
      }
    }

    private mutating func visit(_ value: JSON, at step: Step) {
      steps.append(step)
      visit(value)
      steps.removeLast()
    }

    private mutating func add(_ what: String, _ bytes: () -> [UInt8]) {
      guard found[what] == nil else { return }
      found[what] = Content(what: what, path: path, bytes: bytes())
    }

    /// The path for jq.
    private var path: String {
      guard !steps.isEmpty else { return "." }
      var path = ""
      for step in steps {
        switch step {
        case .key(let key):
          let isWord = key.utf8.allSatisfy { Character(UnicodeScalar($0)).isWord }
          path += "." + (isWord ? key : key.quotedJSON)
        case .index(let index): path += (path.isEmpty ? "." : "") + "[\(index)]"
        }
      }
      return path
    }
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

extension Character {
  /// Whether jq needs no quotation marks for it in a key.
  fileprivate var isWord: Bool { isASCII && (isLetter || isNumber) || self == "_" }
}

extension String {
  fileprivate var quotedJSON: String {
    String(decoding: JSON.string(self).json(), as: UTF8.self)
  }
}
