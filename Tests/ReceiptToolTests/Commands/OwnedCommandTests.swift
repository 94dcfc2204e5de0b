import Foundation
import ReceiptTesting
import TestSupport
import Testing

@testable import receipt

@Suite struct OwnedCommandTests {
  /// Whether the subscription of the fixture is owned, and in which state it is.
  private func state(_ options: [String]) throws -> [JSONValue?] {
    let outcome = Tool.run(["owned", "--json", path("ios-sha256-subscriptions")] + options)
    #expect(outcome.status == 0)
    let product = try #require(try JSONValue(parsing: outcome.output)["products"]?.elements.first)
    return [product["owned"], product["state"]]
  }

  @Test(arguments: [
    ("2025-02-14T09:29:59Z", false, "notYetBegun"),
    ("2025-02-14T09:30:00Z", true, "active"),
    ("2025-05-14T08:29:59Z", true, "active"),
    ("2025-05-14T08:30:00Z", false, "expired"),
  ])
  func `The date decides`(date: String, isOwned: Bool, state: String) throws {
    #expect(try self.state(["--at", date]) == [.boolean(isOwned), .string(state)])
  }

  private static let subscriptions = "ios-sha256-subscriptions"

  @Test(
    arguments: [
      (subscriptions, "2025-02-14T09:29:59Z", "notYetBegun", nil, "2025-02-14T09:30:00Z"),
      (subscriptions, "2025-05-14T08:29:59Z", "active", nil, "2025-05-14T08:30:00Z"),
      (subscriptions, "2025-05-14T08:30:00Z", "expired", "2025-05-14T08:30:00Z", nil),
      ("every-field", "2026-01-01T00:00:00Z", "cancelled", "2025-05-20T21:22:23Z", nil),
    ] as [(String, String, String, String?, String?)])
  func `A state that is over says since when, one that will end says until when`(
    name: String, date: String, state: String, since: String?, until: String?
  ) throws {
    let outcome = Tool.run(["owned", "--json", path(name), "--at", date])
    let product = try #require(try JSONValue(parsing: outcome.output)["products"]?.elements.first)
    #expect(product["state"] == .string(state))
    #expect(product["since"]?.string == since && product["until"]?.string == until)
  }

  @Test func `Leeway puts off the end`() throws {
    let end = ["--at", "2025-05-14T08:30:00Z"]
    #expect(try state(end + ["--leeway", "1"]) == [.boolean(true), .string("active")])
    #expect(Tool.run(["owned", path("vpp"), "--leeway", "-1"]).status == 2)
    #expect(Tool.run(["owned", path("vpp"), "--leeway", "9223372036854775807"]).status == 2)
  }

  @Test func `JSON says whether the receipt was verified`() throws {
    for (options, isVerified) in [
      ([], false), (["--root", rootPath, "--bundle-id", "com.example.app"], true),
    ] as [([String], Bool)] {
      let outcome = Tool.run(["owned", "--json", path("ios-sha256-subscriptions")] + options)
      #expect(outcome.status == 0)
      #expect(try JSONValue(parsing: outcome.output)["verified"] == .boolean(isVerified))
    }
  }

  @Test func `A stored answer tells of grace periods`() throws {
    let answer = """
      {"status":0,"pending_renewal_info":[{"original_transaction_id":"730001800000001",
      "product_id":"com.example.app.pro.monthly","is_in_billing_retry_period":"1",
      "grace_period_expires_date_ms":"1747816200000"}]}
      """
    try withFile(Array(answer.utf8)) { file in
      let options = ["--renewals", file, "--at"]
      let inside = try state(options + ["2025-05-21T08:29:59Z"])
      #expect(inside == [.boolean(true), .string("inGracePeriod")])
      let behind = try state(options + ["2025-05-21T08:30:00Z"])
      #expect(behind == [.boolean(false), .string("inBillingRetry")])
      let outcome = Tool.run(
        ["owned", "--json", path("ios-sha256-subscriptions")] + options + ["2025-05-21T08:30:00Z"])
      let product = try JSONValue(parsing: outcome.output)["products"]?.elements.first
      #expect(product?["since"] == .string("2025-05-14T08:30:00Z") && product?["until"] == nil)
    }
    try withFile(Array("{".utf8)) { file in
      let outcome = Tool.run(["owned", path("vpp"), "--renewals", file])
      #expect(outcome.status == 2 && outcome.errors.contains("not an answer of verifyReceipt"))
    }
  }

  @Test func `A stored answer is read with the limits of the command line`() throws {
    try withFile(Array(#"{"status":0,"pending_renewal_info":[{},{}]}"#.utf8)) { file in
      let arguments = ["owned", path("vpp"), "--renewals", file, "--max-attributes"]
      let refused = Tool.run(arguments + ["5"])
      #expect(refused.status == 2 && refused.errors.hasPrefix("receipt: --renewals: \(file): "))
      #expect(refused.errors.contains("--max-attributes N allows more"))
      #expect(Tool.run(arguments + ["400"]).status == 0)
    }
  }

  @Test func `For people there is a table`() {
    let outcome = Tool.run(["owned", path("every-field"), "--at", "2026-01-01T00:00:00Z"])
    #expect(outcome.output.hasPrefix("At 2026-01-01T00:00:00Z\n  Product  "))
    #expect(outcome.output.contains("com.example.app.family.yearly  no     cancelled 2025-05-20"))
    #expect(outcome.errors == "receipt: Not verified.\n")
    #expect(Tool.run(["owned", path("vpp")]).output.hasSuffix("\nNo products\n"))
  }

  @Test func `The purchases are drawn into a file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "owned.svg")
    let arguments = [
      "owned", path("ios-sha256-subscriptions"), "--at", "2025-05-01T00:00:00Z", "--svg",
      file.path(),
    ]
    #expect(Tool.run(arguments).status == 0)
    let svg = try String(contentsOf: file, encoding: .utf8)
    #expect(svg.hasPrefix("<svg ") && svg.contains("com.example.app.pro.monthly"))
    let again = Tool.run(arguments)
    #expect(again.status == 2 && again.errors.contains("use --force to replace it"))
    #expect(Tool.run(arguments + ["--force"]).status == 0)
  }

  @Test func `Only one receipt is drawn, and only into a file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "owned.svg").path()
    let several = Tool.run(["owned", path("vpp"), path("every-field"), "--svg", file])
    #expect(several.status == 2 && several.output.isEmpty)
    #expect(several.errors.hasPrefix("receipt: --svg: more than one file given\n"))
    #expect(!FileManager.default.fileExists(atPath: file))
    let hyphen = Tool.run(["owned", path("vpp"), "--svg", "-"])
    #expect(hyphen.status == 2 && hyphen.output.isEmpty)
    #expect(hyphen.errors.hasPrefix("receipt: --svg: expected a file, found '-'\n"))
  }

  /// What is drawn of a receipt.
  private func picture(_ receipt: [UInt8], _ options: [String]) throws -> String {
    try withFile(receipt) { file in
      try withFile([]) { picture in
        let outcome = Tool.run(["owned", file, "--svg", picture, "--force"] + options)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try String(contentsOfFile: picture, encoding: .utf8)
      }
    }
  }

  /// Two periods with a gap between them.
  private static let builder: ReceiptBuilder = {
    var builder = ReceiptBuilder(bundleIdentifier: "app", appVersion: "1")
    builder.purchases = [
      .subscription("pro", purchased: "2025-01-01T00:00:00Z", expires: "2025-02-01T00:00:00Z"),
      .subscription(
        "pro", purchased: "2025-03-01T00:00:00Z", expires: "2025-04-01T00:00:00Z",
        originalTransaction: "1000000000000001"),
    ]
    builder.purchases[1].transactionIdentifier = "<a&\"b>"
    return builder
  }()

  @Test func `Leeway is drawn, too`() throws {
    let receipt = Self.builder.bytes(signedBy: TestAuthority())
    let options = ["--at", "2025-04-01T12:00:00Z"]
    #expect(try picture(receipt, options).contains("expired 2025-04-01T00:00:00Z"))
    let later = try picture(receipt, options + ["--leeway", "86400"])
    #expect(later.contains("until 2025-04-01T00:00:00Z") && !later.contains("expired"))
  }

  @Test func `A grace period is drawn from the end of the last period`() throws {
    let answer = """
      {"pending_renewal_info":[{"original_transaction_id":"1000000000000001",
      "is_in_billing_retry_period":"1","grace_period_expires_date_ms":"1744000000000"}]}
      """
    try withFile(Array(answer.utf8)) { file in
      let svg = try picture(
        Self.builder.bytes(signedBy: TestAuthority()),
        ["--at", "2025-04-02T00:00:00Z", "--renewals", file])
      #expect(svg.contains("<title>grace period: 2025-04-01T00:00:00Z – 2025-04-07T04:26:40Z "))
    }
  }

  @Test func `Names of transactions are no markup`() throws {
    let svg = try picture(
      Self.builder.bytes(signedBy: TestAuthority()), ["--at", "2025-04-02T00:00:00Z"])
    #expect(svg.contains(" &lt;a&amp;&quot;b&gt;</title>") && !svg.contains("<a&"))
  }
}
