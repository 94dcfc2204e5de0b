import Foundation
import FuzzSupport
@testable import ReceiptTool

// What a subscription is at a date.

extension CommandsProperty {
  private static let firstEnd = "2025-02-01T00:00:00Z"
  private static let lastEnd = "2025-04-01T00:00:00Z"

  /// Dates in and behind the periods of the subscription, and how many seconds behind which end.
  private static let dates: [(at: String, end: String, over: Int)] = [
    ("2025-01-15T00:00:00Z", firstEnd, -1), ("2025-02-01T00:00:00Z", firstEnd, 0),
    ("2025-02-01T12:00:00Z", firstEnd, 43_200), ("2025-03-31T23:59:59Z", lastEnd, -1),
    ("2025-04-02T00:00:00Z", lastEnd, 86_400), ("2025-04-08T00:00:00Z", lastEnd, 604_800),
  ]

  /// A period is longer by the seconds of `--leeway`; after the last one counts what a server has said of renewals.
  static func checkStates(_ choices: inout Choices) {
    let (at, end, over) = choices.pick(dates)
    let leeway = choices.pick([0, 1, 43_201, 86_400, 86_401, 864_000])
    let isRenewed = choices.below(2) == 0
    let arguments =
      ["owned", "--json", "--at", at] + (leeway == 0 ? [] : ["--leeway", "\(leeway)"])
      + (isRenewed ? ["--renewals", "\(files.folder)/answer.json"] : [])
    let run = CommandRun(arguments + [files.inputs[0]])
    let expected: (state: String, key: String, date: String) =
      if over < leeway {
        ("active", "until", end)
      } else if !isRenewed || end != lastEnd {
        ("expired", "since", end)
      } else if over < 604_800 {
        ("inGracePeriod", "until", "2025-04-07T04:26:40Z")
      } else {
        ("inBillingRetry", "since", end)
      }
    let object = try? JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    let products = object?["products"] as? [[String: Any]] ?? []
    let product =
      products.first { $0["productIdentifier"] as? String == CommandFiles.product } ?? [:]
    let found = [product["state"] as? String, product[expected.key] as? String]
    let isOwned = ["active", "inGracePeriod"].contains(expected.state)
    require(
      run.status == .success && found == [expected.state, expected.date]
        && product["owned"] as? Bool == isOwned,
      "\(arguments), not \(expected): \(run.text)")
  }
}
