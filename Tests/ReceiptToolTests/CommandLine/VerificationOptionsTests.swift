import Foundation
import ReceiptInspection
import ReceiptTrust
import TestSupport
import Testing
import TransactionReceipts

@testable import receipt

/// What the options of the commands that verify mean, given once, twice or not at all.
@Suite struct VerificationOptionsTests {
  private static let receipt = path("ios-sha256-subscriptions")

  private static func options(_ arguments: [String]) throws -> VerificationOptions {
    try VerificationOptions(Arguments(arguments, of: VerifyCommand.manual))
  }

  @Test func `A root is trusted instead of Apple's, for transaction receipts, too`() throws {
    for (arguments, anchors) in [
      ([], [.appleRootCA]),
      (["--root", rootPath], [try TrustAnchor(certificate: Fixtures.certificate("root"))]),
    ] as [([String], [TrustAnchor])] {
      let expected = try Self.options(arguments).expected
      #expect(expected.verifier.anchors == anchors)
      #expect(expected.transactionVerifier.anchors == anchors)
    }
  }

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
  func `With another root, what Apple signed is not genuine`() throws {
    let folder = try #require(Corpus.folder).appending(path: "receipts/legacy")
    let file = folder.appending(path: "transaction-production-2017.plist").path()
    #expect(Tool.run(["doctor", "--json", file]).output.contains(#""genuine""#))
    let other = Tool.run(["doctor", "--json", "--root", rootPath, file])
    #expect(other.status == 1 && !other.output.contains(#""genuine""#))
  }

  @Test(
    arguments: [
      ("--bundle-id", ["com.example.app"], 0), ("--bundle-id", ["com.example.app", "b"], 0),
      ("--bundle-id", ["b", "com.example.app"], 0), ("--bundle-id", ["a", "b"], 1),
      ("--environment", ["Production", "ProductionSandbox"], 0),
      ("--environment", ["ProductionSandbox", "Production"], 0),
      ("--environment", ["Xcode", "ProductionSandbox"], 1),
      ("--device", ["02:00:5e:10:20:30", "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57"], 0),
      ("--device", ["5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57", "02:00:5e:10:20:30"], 0),
      ("--device", ["02:00:5e:10:20:30", "02:00:5e:10:20:31"], 1),
    ] as [(String, [String], Int32)])
  func `Of an option that is given several times any value will do`(
    option: String, values: [String], status: Int32
  ) {
    let arguments = ["verify", Self.receipt, "--root", rootPath] + values.flatMap { [option, $0] }
    #expect(Tool.run(arguments).status == status)
  }

  @Test func `All expectations but the version may be repeated, and so may certificates`() {
    let repeated = VerificationOptions.group.options.filter(\.repeats).map(\.name)
    #expect(
      repeated == ["--bundle-id", "--environment", "--device", "--root", "--xcode-certificate"])
  }
}
