import AppStoreReceipt
import VerifyReceipt

/// The calls of the App Store Server API for all lines of a batch together.
struct BatchCalls {
  /// What a line adds.
  struct Entry: Sendable {
    let name: VerifyReceiptJSON
    let purchases: UnverifiedPurchaseHistory

    init(_ name: VerifyReceiptJSON, _ receipt: CheckedReceipt) {
      self.name = name
      purchases = receipt.purchases
    }
  }

  private var calls = ServerAPICalls()
  private var names: [VerifyReceiptJSON] = []

  mutating func add(_ entry: Entry) {
    calls.add(entry.purchases)
    names.append(entry.name)
  }

  /// One line for each call, and one for each receipt about which Apple cannot be asked.
  var lines: [UInt8] {
    var bytes: [UInt8] = []
    for call in calls.calls {
      var line = JSONLine()
      line.add("transactionIdentifier", .string(call.transactionIdentifier))
      if let bundle = call.bundleIdentifier { line.add("bundleIdentifier", .string(bundle)) }
      if let environment = call.environment {
        line.add("environment", .string(environment.rawValue))
      }
      line.add("for", .array(call.histories.map { names[$0] }))
      bytes += line.bytes + [UInt8(ascii: "\n")]
    }
    for unavailable in calls.unavailable {
      var line = JSONLine()
      line.add("unavailable", .string("\(unavailable.reason)"))
      line.add("for", .array([names[unavailable.history]]))
      bytes += line.bytes + [UInt8(ascii: "\n")]
    }
    return bytes
  }
}
