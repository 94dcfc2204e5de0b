import Foundation
import Testing

/// Receipts that somebody has forged, each breaking one rule, and some that look odd and are right.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(
      atPath: Files.forgeries.appending(path: "manifest.json").path()),
    "skipped: Tests/Fixtures/Forgeries is not there"))
struct ForgeryTests {
  /// An entry of the manifest whose receipt is a file.
  struct Forgery: CustomTestStringConvertible {
    let id: String
    let file: URL
    let isGenuine: Bool

    var testDescription: String { id }
  }

  @Test(arguments: forgeries, [false, true])
  func bothSayTheSame(_ forgery: Forgery, allowsXcode: Bool) throws {
    let roots = try [Files.certificate("root")]
    let answers = try BothVerifiers(roots: roots, allowsXcode: allowsXcode)
      .answers(Files.octets(forgery.file))
    Disagreements.check(answers, forgery.id)
    // The reverse does not hold: what is wrong may be another app's identifier.
    if forgery.isGenuine {
      #expect(answers.first.isAccepted, "\(answers.first)")
    }
  }

  @Test func thereAreForgeries() {
    #expect(!Self.forgeries.isEmpty)
  }

  /// The manifest is a list of entries, or an object with one in it. Entries without a file are made by a program.
  static let forgeries: [Forgery] = {
    let manifest = Files.forgeries.appending(path: "manifest.json")
    guard let data = try? Data(contentsOf: manifest),
      let json = try? JSONSerialization.jsonObject(with: data)
    else { return [] }
    let lists = (json as? [String: Any]).map { Array($0.values) } ?? [json]
    return lists.compactMap { $0 as? [[String: Any]] }.joined().compactMap { entry in
      guard let file = entry["file"] as? String else { return nil }
      let verdict = entry["verdict"] as? String ?? ""
      return Forgery(
        id: entry["id"] as? String ?? file, file: Files.forgeries.appending(path: file),
        isGenuine: verdict.lowercased().hasPrefix("accept"))
    }
  }()
}
