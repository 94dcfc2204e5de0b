import Foundation

/// The forgery suite: receipts that must be refused, each for its reason, and odd ones that must be accepted.
/// Made by `Tests/Fixtures/make_forgeries.py`.
public struct Forgeries: Decodable, Sendable {
  /// What the caller expects whom all receipts are shown to.
  public struct Caller: Decodable, Sendable {
    public let bundleIdentifier: String
    public let version: String
    public let deviceIdentifierHex: String
    public let environments: [String]
    public let now: String
  }

  /// What a single receipt is judged by instead.
  public struct Overrides: Decodable, Sendable {
    public let environments: [String]?
    public let now: String?
  }

  /// Octets that are written several times.
  public struct Part: Decodable, Sendable {
    public let hex: String
    public let count: Int?
  }

  /// One receipt.
  public struct Entry: Decodable, Sendable, CustomStringConvertible {
    public let id: String
    public let file: String?
    public let generate: [Part]?
    /// `refuse` or `accept`.
    public let verdict: String
    public let reason: String
    /// The check that fails and the code of its error: `signature.noSigner`.
    public let error: String?
    public let expect: Overrides?

    public var description: String { id }

    /// The receipt, out of its file or made by its recipe.
    public func octets() throws -> [UInt8] {
      if let file {
        return try Fixtures.octets(of: Forgeries.folder.appending(path: file))
      }
      return (generate ?? []).flatMap { part in
        let once = TestSupport.octets(part.hex)
        return [[UInt8]](repeating: once, count: part.count ?? 1).flatMap { $0 }
      }
    }
  }

  public let caller: Caller
  public let receipts: [Entry]

  static let folder = Fixtures.root.appending(path: "Tests/Fixtures/Forgeries")

  /// Reads the manifest.
  public static func manifest() throws -> Forgeries {
    let data = try Data(contentsOf: folder.appending(path: "manifest.json"))
    return try JSONDecoder().decode(Forgeries.self, from: data)
  }
}
