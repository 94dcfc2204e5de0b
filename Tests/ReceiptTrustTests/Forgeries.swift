import Foundation
import TestSupport

/// The forgery suite: receipts that must be refused, each for its reason, and odd ones that must be accepted.
/// Made by `Tests/Fixtures/make_forgeries.py`.
struct Forgeries: Decodable, Sendable {
  /// What the caller expects whom all receipts are shown to.
  struct Caller: Decodable, Sendable {
    let bundleIdentifier: String
    let version: String
    let deviceIdentifierHex: String
    let environments: [String]
    let now: String
    let root: String
  }

  /// What a single receipt is judged by instead.
  struct Overrides: Decodable, Sendable {
    let environments: [String]?
    let now: String?
    /// A root certificate beside the manifest.
    let root: String?
    let allowsXcode: Bool?
    /// Certificates for Xcode beside the manifest.
    let xcodeCertificates: [String]?
  }

  /// Bytes that are written several times.
  struct Part: Decodable, Sendable {
    let hex: String
    let count: Int?
    /// Where in each copy its number stands, two bytes from 0 on.
    let counterOffset: Int?
  }

  /// One receipt.
  struct Entry: Decodable, Sendable, CustomStringConvertible {
    let id: String
    let file: String?
    let generate: [Part]?
    /// `refuse` or `accept`.
    let verdict: String
    let reason: String
    /// The check that fails and the code of its error: `signature.noSigner`.
    let error: String?
    let expect: Overrides?

    var description: String { id }

    /// The receipt, out of its file or made by its recipe.
    func bytes() throws -> [UInt8] {
      if let file {
        return try Fixtures.bytes(of: Forgeries.folder.appending(path: file))
      }
      return (generate ?? []).flatMap { part in
        let once = TestSupport.bytes(part.hex)
        return (0..<(part.count ?? 1)).flatMap { number in
          var copy = once
          if let offset = part.counterOffset {
            copy[offset] = UInt8(number >> 8)
            copy[offset + 1] = UInt8(number & 0xFF)
          }
          return copy
        }
      }
    }
  }

  let caller: Caller
  let receipts: [Entry]

  static let folder = Fixtures.root.appending(path: "Tests/Fixtures/Forgeries")

  /// Reads the manifest.
  static func manifest() throws -> Forgeries {
    let data = try Data(contentsOf: folder.appending(path: "manifest.json"))
    return try JSONDecoder().decode(Forgeries.self, from: data)
  }
}
