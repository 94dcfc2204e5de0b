import TestSupport
import Testing

@testable import receipt

@Suite struct IdsCommandTests {
  @Test func `Transactions come by date, whatever the order of the payload`() throws {
    let outcome = Tool.run(["ids", "--json", path("ios-sha256-subscriptions")])
    #expect(outcome.status == 0)
    let json = try JSONValue(parsing: outcome.output)
    #expect(
      json["transactions"]?.elements.map { $0["transactionIdentifier"] } == [
        .string("730001800000001"), .string("730001850000377"), .string("730001900000912"),
      ])
    #expect(json["serverTransactionIdentifier"] == .string("730001900000912"))
    let original = try #require(json["originalTransactions"]?.elements.first)
    #expect(original["originalTransactionIdentifier"] == .string("730001800000001"))
    #expect(original["transactionCount"] == .integer(3))
    #expect(original["latestTransactionIdentifier"] == .string("730001900000912"))
  }

  @Test func `For people there are two tables and a sentence`() {
    let outcome = Tool.run(["ids", path("ios-sha256-subscriptions")])
    #expect(outcome.output.hasPrefix("Transactions (3)\n  Transaction"))
    #expect(outcome.output.contains("\nOriginal transactions (1)\n"))
    #expect(outcome.output.hasSuffix("\nFor the App Store Server API: 730001900000912\n"))
  }

  @Test func `Receipts of Xcode have nothing to ask with`() throws {
    let outcome = Tool.run(["ids", "--json", path("xcode-ber")])
    #expect(try JSONValue(parsing: outcome.output)["serverTransactionIdentifier"] == nil)
    #expect(Tool.run(["ids", path("xcode-ber")]).output.contains("doesn't know Xcode's"))
  }

  @Test func `What was not checked says so on standard error`() {
    #expect(Tool.run(["ids", path("vpp")]).errors == "receipt: Not verified.\n")
    let verifying = ["ids", path("ios-sha256-subscriptions"), "--root", rootPath]
    let checked = Tool.run(verifying + ["--bundle-id", "com.example.app"])
    #expect(
      checked.errors
        == "receipt: The receipt is valid; not checked: appVersion, device, environment.\n")
    #expect(checked.status == 0)
  }

  @Test func `A receipt that is refused has no answer`() {
    let arguments = ["ids", path("ios-sha256-subscriptions"), "--bundle-id", "com.example.app"]
    let outcome = Tool.run(arguments)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("receipt: not valid: "))
  }

  @Test func `A bundle identifier that nobody asked for is shown as not checked`() {
    let verifying = ["ids", "--verify", path("every-field"), "--root", rootPath]
    let valid = Tool.run(verifying + ["--at", "2025-06-01T00:00:00Z"])
    #expect(valid.status == 0 && valid.errors.contains("not checked: bundleIdentifier, appVersion"))
  }
}
