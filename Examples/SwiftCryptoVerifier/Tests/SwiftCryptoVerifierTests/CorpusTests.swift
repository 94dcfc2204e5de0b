import Foundation
import Testing

/// Real receipts, in the folder that `RECEIPT_CORPUS` names.
@Suite(
  .enabled(
    if: Files.corpus != nil,
    "skipped: RECEIPT_CORPUS does not name a folder with real receipts"))
struct CorpusTests {
  static let folder = Files.corpus?.appending(path: "files")

  @Test(arguments: Files.names(in: folder), [false, true])
  func bothSayTheSame(name: String, allowsXcode: Bool) throws {
    let corpus = try #require(Files.corpus)
    let root = try Files.bytes(corpus.appending(path: "certs/AppleIncRootCertificate.cer"))
    let bytes = try Files.bytes(corpus.appending(path: "files/\(name).p7"))
    let answers = try BothVerifiers(appleRoot: root, allowsXcode: allowsXcode).answers(bytes)
    Disagreements.check(answers, name)
    if name.hasPrefix("xcode") {
      #expect(answers.first.isAccepted == allowsXcode, "\(answers.first)")
    } else {
      // The documentation's sample of 2010 was signed before there were markers.
      #expect(answers.first.isAccepted == !name.hasPrefix("sample"), "\(answers.first)")
    }
  }

  @Test func thereAreReceipts() {
    #expect(!Files.names(in: Self.folder).isEmpty)
  }
}
