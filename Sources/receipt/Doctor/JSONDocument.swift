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
    let octets: [UInt8]
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
    var contents: [Content] = []
    Self.collect(value, path: "", into: &contents)
    content = Self.signs.compactMap { sign in contents.first { $0.what == sign.what } }.first
  }

  /// How what is looked for begins; what comes first is preferred.
  private static let signs: [(what: String, prefixes: [String])] = [
    ("a receipt", ["MI", "MA"]), ("a transaction receipt", ["ewo", "ewk", "eyAi", "e2"]),
    ("octets of a receipt", []), ("a JWS", ["eyJ"]),
  ]

  /// Reading has bounded the depth.
  private static func collect(
    _ value: VerifyReceiptJSON, path: String, into contents: inout [Content]
  ) {
    switch value {
    case .string(let text):
      // Shorter ones are no receipts, but words that begin so.
      guard text.utf8.count >= 64,
        let sign = signs.first(where: { $0.prefixes.contains { text.hasPrefix($0) } })
      else { return }
      contents.append(Content(what: sign.what, path: jqPath(path), octets: Array(text.utf8)))
    case .array(let elements):
      if let octets = octets(elements) {
        contents.append(
          Content(what: "octets of a receipt", path: jqPath(path), octets: octets))
        return
      }
      for (index, element) in elements.enumerated() {
        collect(element, path: jqPath(path) + "[\(index)]", into: &contents)
      }
    case .object(let object):
      for member in object.members {
        let isWord = member.key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        let key = isWord ? member.key : "\"\(member.key.printable)\""
        collect(member.value, path: path + "." + key, into: &contents)
      }
    default: break
    }
  }

  private static func jqPath(_ path: String) -> String { path.isEmpty ? "." : path }

  /// The octets of a container that are written as numbers, as a Buffer of Node.js is.
  private static func octets(_ elements: [VerifyReceiptJSON]) -> [UInt8]? {
    guard case .number(let first)? = elements.first, first.int64 == 0x30 else { return nil }
    var octets: [UInt8] = []
    octets.reserveCapacity(elements.count)
    for element in elements {
      guard case .number(let number) = element, let value = number.int64,
        let octet = UInt8(exactly: value)
      else { return nil }
      octets.append(octet)
    }
    return octets
  }
}
