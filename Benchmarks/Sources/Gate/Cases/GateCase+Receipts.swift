import AppStoreReceipt
import Foundation
import ReceiptRedaction

extension GateCase {
  private static let names = [
    "macos-sha256-no-purchases", "ios-sha256-subscriptions", "many-purchases", "xcode-ber",
  ]

  /// Receipts that can be read.
  static func receipts() throws -> [GateCase] {
    var cases: [GateCase] = []
    for name in names {
      let bytes = try Samples.fixture(name)
      let receipt = try AppReceipt(bytes)
      let base64 = Data(bytes).base64EncodedString()
      cases += [
        .succeeding("AppReceipt(_: Collection)/\(name)") {
          try AppReceipt(bytes).inAppReceipts.count
        },
        .succeeding("AppReceipt(_: RawSpan)/\(name)") {
          try unsafe AppReceipt(bytes.span.bytes).inAppReceipts.count
        },
        .succeeding("AppReceipt(base64:)/\(name)") {
          try AppReceipt(base64: base64).inAppReceipts.count
        },
        .succeeding("AppReceipt.attributes/\(name)") { receipt.attributes.count },
        .succeeding("AppReceipt.problems/\(name)") { receipt.problems.count },
        .succeeding("ReceiptRedaction(_:using:)/\(name)") {
          var generator = Samples.Generator()
          return try ReceiptRedaction(bytes, using: &generator).bytes.count
        },
      ]
      guard receipt.form.encoding == .der else { continue }
      let product = receipt.inAppReceipts.first?.productIdentifier ?? "none"
      cases += [
        .succeeding("ReceiptContainer, every attribute/\(name)") { try walk(bytes) },
        .succeeding("ReceiptContainer, latest expiry/\(name)") {
          Int(try latestExpiry(of: product, in: bytes)?.millisecondsSince1970 ?? 0)
        },
      ]
    }
    let data = Data(try Samples.fixture("many-purchases"))
    cases.append(
      .succeeding("AppReceipt(_: Collection)/Data") { try AppReceipt(data).inAppReceipts.count })
    return cases
  }

  private static func walk(_ bytes: [UInt8]) throws(ReceiptError) -> Int {
    var count = 0
    var attributes = try unsafe ReceiptContainer(bytes.span.bytes).attributes
    while let attribute = try attributes.next() {
      count += attribute.value.byteCount
      guard attribute.type == .inAppReceipt else { continue }
      var inner = try attribute.inAppAttributes()
      while let attribute = try inner.next() { count += attribute.value.byteCount }
    }
    return count
  }

  /// Inputs that are no receipt, or no whole one.
  static func refusals() throws -> [GateCase] {
    let bytes = try Samples.fixture("many-purchases")
    let truncated = Array(bytes.dropLast())
    let inputs: [(String, [UInt8])] = [
      ("empty", []), ("truncated", truncated), ("trailing byte", bytes + [0]),
      ("cut in half", Array(bytes.prefix(bytes.count / 2))),
      ("zeros", Array(repeating: 0, count: 4096)),
      ("a certificate", try Samples.certificate("root")),
      ("JSON", Array(#"{"receipt-data": "MIIT"}"#.utf8)),
      ("JWS", Array("eyJhbGciOiJFUzI1NiJ9.e30.AA".utf8)),
      ("PEM", Array("-----BEGIN CERTIFICATE-----\nMIIT".utf8)),
      (
        "Base64 with spaces",
        Array(Data(bytes).base64EncodedString().utf8.prefix(400)) + [0x20, 0x41]
      ),
      ("Base64, truncated", Array(Data(bytes).base64EncodedString().utf8.dropLast(4))),
    ]
    var cases = inputs.map { name, input in
      GateCase.failing("AppReceipt(_: Collection)/\(name)") { Refusal.receipt(input) }
    }
    for name in ["A04-bare-payload", "A14-payload-not-a-set", "A16-duplicate-bundle-attr"] {
      let forgery = try Samples.forgery(name)
      cases.append(.failing("AppReceipt(_: Collection)/\(name)") { Refusal.receipt(forgery) })
    }
    cases.append(.failing("ReceiptContainer/truncated") { Refusal.container(truncated) })
    cases.append(
      .succeeding("ReceiptError.description") {
        do {
          return try AppReceipt(truncated).inAppReceipts.count
        } catch let error as ReceiptError {
          return error.description.utf8.count
        }
      })
    return cases
  }
}
