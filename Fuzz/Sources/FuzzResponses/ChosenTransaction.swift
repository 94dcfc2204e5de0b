import FuzzReceipts
import FuzzSupport
import TransactionReceipts
import VerifyReceipt

/// A transaction receipt whose keys have hyphens, as Apple's, or underscores, which would be the same in an answer.
enum ChosenTransaction {
  private static let names = [
    "quantity", "bvrs", "item id", "app item id", "product id", "transaction id",
    "original transaction id", "purchase date", "purchase date ms", "purchase date pst",
    "original purchase date", "cancellation date", "cancellation date ms", "expires date",
    "expires date formatted", "web order line item id", "is trial period",
    "version external identifier", "unique vendor identifier", "a b", "c b d",
  ]
  private static let values = [
    "7", "07", "true", "false", "x", "", "1700000000000", "2023-11-14 22:13:20 Etc/GMT",
    "2023-11-14 14:13:20 America/Los_Angeles",
  ]

  /// In its answer each entry is there once, with underscores; Apple's counts where two would be the same.
  static func check(_ choices: inout Choices) {
    var entries: [(key: String, value: String)] = [("bid", "com.example.app")]
    for name in names where choices.below(3) > 0 {
      for separators in choices.pick([["-"], ["_"], ["_", "-"], ["-", "_"], ["-_", "_-", "_"]]) {
        let words = name.split(separator: " ")
        // Between the last two words it may be another one.
        let key = words.dropLast().joined(separator: String(separators.prefix(1)))
        var whole = name
        if words.count > 1 { whole = key + String(separators.suffix(1)) + String(words.last ?? "") }
        guard !entries.contains(where: { $0.key == whole }) else { continue }
        entries.insert((whole, choices.pick(values)), at: choices.below(entries.count + 1))
      }
    }
    let list = entries.map { entry in #""\#(entry.key)"="\#(entry.value)";"# }.joined()
    let purchase = NaiveBase64.encode(Array("{\(list)}".utf8))
    let text = #"{"purchase-info"="\#(purchase)";}"#
    guard let receipt = try? TransactionReceipt(Array(text.utf8)) else {
      return require(false, "no receipt of \(list)")
    }
    check(entries, VerifyReceiptResponse(unverified: receipt))
  }

  private static func check(
    _ entries: [(key: String, value: String)], _ response: VerifyReceiptResponse
  ) {
    let apples = entries.filter { $0.key.contains("-") }
    var members: [(key: [UInt8], value: [UInt8])] = []
    for entry in apples + entries {
      let key = entry.key.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
      if !members.contains(where: { $0.key == key }) {
        members.append((key, Array(entry.value.utf8)))
      }
    }
    let expected = NaiveJSON.Value.object(members.map { ($0.key, .string($0.value)) })
    NaiveAnswer.check(.object([(Array("receipt".utf8), expected)]), response)
    require(response.status == nil && !response.isValid, "nobody has checked it")
    guard let written = NaiveJSON.value(response.json())?["receipt"] else {
      return require(false, "no receipt in \(response)")
    }
    for (key, value) in members {
      let name = String(decoding: key, as: UTF8.self)
      guard case .string(value)? = written[name] else {
        return require(false, "\(name) in the answer: \(written[name], default: "nothing")")
      }
    }
    // Dates are written in all forms.
    let others = written.keys.filter { key in !members.contains { $0.key == Array(key.utf8) } }
    require(others.allSatisfy { $0.contains("_date") }, "more than was given: \(others)")
  }
}
