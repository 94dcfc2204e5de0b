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

  /// The copy itself has no cancellation date.
  @Test func `What was refunded says so, and so do its copies`() throws {
    func purchase(_ number: String, of original: String, _ more: [UInt8]) -> [UInt8] {
      SampleReceipt.purchase(
        SampleReceipt.attribute(1702, DER.utf8("pro")),
        SampleReceipt.attribute(1703, DER.utf8(number)),
        SampleReceipt.attribute(1704, DER.ia5("2024-0\(number)-01T00:00:00Z")),
        SampleReceipt.attribute(1705, DER.utf8(original)),
        SampleReceipt.attribute(1707, DER.integer(0)), more)
    }
    let cancelled = SampleReceipt.attribute(1712, DER.ia5("2024-01-05T00:00:00Z"))
    let bytes = SampleReceipt(
      purchase("1", of: "1", cancelled), purchase("2", of: "1", []), purchase("3", of: "3", [])
    ).bytes
    try withFile(bytes) { file in
      let json = try JSONValue(parsing: Tool.run(["ids", "--json", file]).output)
      #expect(
        json["transactions"]?.elements.map { $0["cancelled"] }
          == [.boolean(true), .boolean(true), nil])
      let lines = Tool.run(["ids", file]).output.split(separator: "\n")
      #expect(lines.count { $0.hasSuffix("  cancelled") } == 2)
    }
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
