import Foundation
import Testing

/// Receipts that somebody has forged, each breaking one rule, and some that look odd and are right.
@Suite struct ForgeryTests {
  /// The part of the manifest that decides about signatures.
  private struct Manifest: Decodable {
    let receipts: [Forgery]
  }

  /// One entry of the manifest.
  struct Forgery: Decodable, CustomTestStringConvertible {
    struct Overrides: Decodable {
      let root: String?
      let xcodeCertificates: [String]?
    }

    let id: String
    /// `nil` for those that are too large to be kept, and made when they are needed.
    let file: String?
    let verdict: String
    let expect: Overrides?

    var testDescription: String { id }
  }

  @Test(arguments: try forgeries(), [false, true])
  func bothSayTheSame(_ forgery: Forgery, allowsXcode: Bool) throws {
    let root = Files.forgeries.appending(path: forgery.expect?.root ?? "../authority/root.cer")
    let xcodeCertificates = forgery.expect?.xcodeCertificates ?? []
    let verifiers = try BothVerifiers(
      roots: [Files.bytes(root)], allowsXcode: allowsXcode,
      xcodeCertificates: xcodeCertificates.map {
        try Files.bytes(Files.forgeries.appending(path: $0))
      })
    let answers = try verifiers.answers(
      Files.bytes(Files.forgeries.appending(path: #require(forgery.file))))
    Disagreements.check(answers, forgery.id)
    // The reverse does not hold: what is wrong may be another app's identifier.
    if forgery.verdict == "accept" {
      #expect(answers.first.isAccepted, "\(answers.first)")
    }
  }

  private static func forgeries() throws -> [Forgery] {
    let manifest = Files.forgeries.appending(path: "manifest.json")
    return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: manifest)).receipts
      .filter { $0.file != nil }
  }
}
