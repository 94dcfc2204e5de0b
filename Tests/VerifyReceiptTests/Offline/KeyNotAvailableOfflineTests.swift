import AppStoreReceipt
import Foundation
import TestSupport
import Testing

@testable import VerifyReceipt

/// The table of all keys in the documentation against the keys that the models know.
@Suite struct KeyNotAvailableOfflineTests {
  /// One row: the keys, and the objects that have them.
  private struct Row {
    let keys: [String]
    let objects: Set<String>
    let isOffline: Bool
  }

  private let rows: [Row]

  init() throws {
    let page = Fixtures.root.appending(
      path: "Sources/VerifyReceipt/VerifyReceipt.docc/MovingOffVerifyReceipt.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(
      text.components(separatedBy: "## ").first { $0.hasPrefix("Every key") })
    rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(
        keys: cells[0].split(separator: ", ").map { $0.trimmingCharacters(in: ["`"]) },
        objects: Set(cells[1].split(separator: " ").map(String.init)),
        isOffline: cells[2].hasPrefix("yes"))
    }
  }

  /// The keys of an object, of dates the first.
  private func keys(_ object: JSONValue?) -> Set<String> {
    let keys = Set((object?.members ?? [:]).keys)
    return keys.filter { key in
      !["_ms", "_pst"].contains {
        key.hasSuffix($0) && keys.contains(String(key.dropLast($0.count)))
      }
    }
  }

  private func documented(_ object: String) -> Set<String> {
    Set(rows.filter { $0.objects.contains(object) }.flatMap(\.keys))
  }

  @Test func `Every key of every object has its row`() throws {
    let app = try JSONValue(parsing: SampleAnswer.app.text)
    let iOS6 = try JSONValue(parsing: SampleAnswer.iOS6.text)
    #expect(documented("T").subtracting(["is_retryable"]) == keys(app))
    #expect(documented("R") == keys(app["receipt"]))
    let purchase = keys(app["latest_receipt_info"]?.elements.first)
    #expect(documented("L") == purchase)
    #expect(documented("A").isSubset(of: purchase))
    #expect(documented("P") == keys(app["pending_renewal_info"]?.elements.first))
    #expect(documented("T6") == keys(iOS6))
    // The third form of that date, which the table names beside the second.
    let transaction = documented("6").subtracting(["expires_date_formatted_pst"])
    #expect(transaction == keys(iOS6["receipt"]))
  }

  @Test func `The comparison expects what the table says no receipt provides`() {
    let parts: [(part: ReceiptPart, names: Set<String>)] = [
      (.receipt, ["R"]), (.purchase, ["A", "L"]),
    ]
    for (part, names) in parts {
      for row in rows where !row.objects.isDisjoint(with: names) {
        for key in row.keys { #expect(part.lacks(key) == !row.isOffline, "\(key)") }
      }
      #expect(!part.lacks("other"))
    }
    #expect(ReceiptPart.receipt.lacks("preorder_date_ms"))
    #expect(!ReceiptPart.purchase.lacks("preorder_date"))
  }

  @Test func `A key that is not available offline is in no offline answer`() throws {
    let missing = rows.filter { !$0.isOffline }
    #expect(missing.contains { $0.objects.contains("T") })
    for name in Fixtures.names {
      let receipt = try AppReceipt(Fixtures.receipt(name))
      let date = ReceiptDate(millisecondsSince1970: 1_700_000_000_000)
      let json = try JSONValue(
        parsing: VerifyReceiptResponse(unverified: receipt, requestDate: date).jsonText)
      #expect(json["pending_renewal_info"] == nil)
      let purchases = json["receipt"]?["in_app"]?.elements ?? []
      let objects = ["T": [json], "R": [json["receipt"] ?? .null], "A": purchases, "L": purchases]
      for row in missing {
        for object in row.objects.flatMap({ objects[$0] ?? [] }) {
          for key in row.keys { #expect(object[key] == nil, "\(key) in \(name)") }
        }
      }
    }
  }

  @Test func `Every status has its row`() throws {
    let page = Fixtures.root.appending(
      path: "Sources/VerifyReceipt/VerifyReceipt.docc/MovingOffVerifyReceipt.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for number in [0] + Array(21000...21010) { #expect(text.contains("\n| \(number) |")) }
    #expect(text.contains("\n| 21100–21199 |"))
  }
}
