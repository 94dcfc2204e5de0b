import Foundation
import VerifyReceipt

/// JSON that has to do with receipts: which kind it is, and what it holds.
struct JSONDocument {
  /// A receipt or something else to be examined inside.
  struct Content {
    /// "a receipt".
    let what: String
    /// Where it stands, as jq writes it: `.latest_receipt`, `.data[0].receipt`.
    let path: String
    let bytes: [UInt8]
  }

  let kind: DocumentKind?
  let content: Content?
  let value: VerifyReceiptJSON

  /// `nil` if it is not JSON.
  init?(_ text: [UInt8]) {
    do throws(VerifyReceiptError) {
      value = try VerifyReceiptJSON(text: text)
    } catch {
      return nil
    }
    kind = DocumentKind.document(value)
    var search = Search()
    search.visit(value)
    content = Self.signs.compactMap { search.found[$0.what] }.first
  }

  /// How what is looked for begins; what comes first is preferred.
  private static let signs: [(what: String, prefixes: [String])] = [
    ("a receipt", ["MI", "MA"]), ("a transaction receipt", ["ewo", "ewk", "eyAi", "e2"]),
    ("bytes of a receipt", []), ("a JWS", ["eyJ"]),
  ]

  /// Finds the first of each. Places are put into words only for what is found.
  private struct Search {
    private enum Step {
      case key(String)
      case index(Int)
    }

    private(set) var found: [String: Content] = [:]
    private var steps: [Step] = []

    /// Reading has bounded the depth.
    mutating func visit(_ value: VerifyReceiptJSON) {
      switch value {
      case .string(let text):
        // Shorter ones are no receipts, but words that begin so.
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

    private mutating func visit(_ value: VerifyReceiptJSON, at step: Step) {
      steps.append(step)
      visit(value)
      steps.removeLast()
    }

    private mutating func add(_ what: String, _ bytes: () -> [UInt8]) {
      guard found[what] == nil else { return }
      found[what] = Content(what: what, path: path, bytes: bytes())
    }

    /// As jq writes it.
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

  /// The bytes of a container that are written as numbers, as a Buffer of Node.js is.
  private static func bytes(_ elements: [VerifyReceiptJSON]) -> [UInt8]? {
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
  /// Whether jq takes it in a key without quotation marks.
  fileprivate var isWord: Bool { isASCII && (isLetter || isNumber) || self == "_" }
}

extension String {
  fileprivate var quotedJSON: String {
    String(decoding: VerifyReceiptJSON.string(self).json(), as: UTF8.self)
  }
}
