import Foundation
import ReceiptValidation
import Testing

/// The receipts of the project: every one is genuine, so far as the test authority is.
@Suite struct FixtureTests {
  static let names = Files.names(in: Files.fixtures.appending(path: "Receipts"))

  @Test(arguments: names, [false, true])
  func bothSayTheSame(name: String, allowsXcode: Bool) throws {
    let verifiers = try BothVerifiers(
      roots: [Files.certificate("root")], allowsXcode: allowsXcode,
      xcodeCertificates: [Files.certificate("storekit-test")])
    let answers = try verifiers.answers(Files.receipt(name))
    let isRefused = name.hasPrefix("xcode") && !allowsXcode
    #expect(answers.first.code == (isRefused ? .xcodeNotAllowed : nil))
    #expect(answers.second.code == (isRefused ? .xcodeNotAllowed : nil))
    #expect(answers.first.isAccepted == !isRefused)
    #expect(answers.second.isAccepted == !isRefused)
  }

  @Test(arguments: names)
  func bothRefuseEverythingUnderAnotherRoot(name: String) throws {
    let roots = try [
      Files.certificate("developer-relations-sha1"), Files.certificate("storekit-test"),
    ]
    let answers = try BothVerifiers(roots: roots, allowsXcode: true).answers(Files.receipt(name))
    #expect(!answers.first.isAccepted)
    #expect(!answers.second.isAccepted)
  }

  @Test func thereAreFixtures() {
    #expect(Self.names.count >= 13)
    #expect(Self.names.contains { $0.hasPrefix("xcode") })
  }
}
