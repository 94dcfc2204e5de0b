import FuzzSupport
import VerifyReceipt

/// Dates of an answer in up to three forms that agree or don't, where clocks in Los Angeles are changed and elsewhere.
enum ChosenDates {
  /// What is around the members of a date, and its key.
  private static let places: [(before: String, key: String, after: String)] = [
    (#"{"receipt":{"in_app":[{"#, "purchase_date", "}]}}"),
    (#"{"receipt":{"in_app":[{},{"#, "cancellation_date", "}]}}"),
    (#"{"latest_receipt_info":[{"#, "expires_date", "}]}"),
    (#"{"receipt":{"#, "request_date", "}}"),
    (#"{"receipt":{"#, "original_purchase_date", #","bid":"a"}}"#),
    (#"{"latest_receipt_info":{"#, "expires_date", "}}"),
    (#"{"pending_renewal_info":[{"#, "grace_period_expires_date", "}]}"),
  ]

  private static let steps = [
    -3_600_000, -1001, -1000, -1, 0, 1, 999, 1000, 1001, 3_600_000, 7_200_000,
  ]

  static func check(_ choices: inout Choices) {
    let place = choices.pick(places)
    let (start, end) = NaiveClock.changes(in: 1967 + choices.below(80))
    let instants = [start, end, end - 3_600_000, (start + end) / 2, 0]
    let instant = choices.pick(instants) + choices.pick(steps)
    let isFormatted = place.before == #"{"latest_receipt_info":{"#
    let keys =
      isFormatted
      ? AnswerMember.DateKeys(formatted: place.key) : AnswerMember.DateKeys(place.key)
    let members = [
      (keys.text, gmt(moved(instant, &choices), &choices)),
      (keys.pacific, pacific(moved(instant, &choices))),
      (
        keys.milliseconds,
        moved(instant, &choices).map { choices.below(3) == 0 ? "\($0)" : "\"\($0)\"" }
      ),
    ].compactMap { key, value in value.map { "\"\(key)\":\($0)" } }
    guard !members.isEmpty else { return }
    let text = Array((place.before + members.joined(separator: ",") + place.after).utf8)
    guard let naive = NaiveJSON.value(text) else {
      return require(false, "no JSON: \(String(decoding: text, as: UTF8.self))")
    }
    NaiveAnswer.check(naive, try? VerifyReceiptResponse(json: text))
  }

  /// Mostly the instant itself, or none.
  private static func moved(_ instant: Int, _ choices: inout Choices) -> Int? {
    switch choices.below(8) {
    case 0, 1: nil
    case 2, 3, 4: instant
    default: instant + choices.pick(steps)
    }
  }

  /// In Apple's form, also without its spaces, or in that of RFC 3339; rarely none of them.
  private static func gmt(_ instant: Int?, _ choices: inout Choices) -> String? {
    guard let instant else { return nil }
    let text = NaiveClock.text(instant, hours: 0)
    let exact = text.replacing(" ", with: "T") + choices.pick(["Z", "+00:00", "-00:00"])
    // A leap second is no date.
    let forms = [
      "\(text) Etc/GMT", "\(text) Etc/GMT".replacing(" ", with: ""), exact,
      "2016-12-31 23:59:60 Etc/GMT",
    ]
    return "\"\(choices.below(2) == 0 ? forms[0] : choices.pick(forms))\""
  }

  private static func pacific(_ instant: Int?) -> String? {
    instant.map { instant in
      let hours = NaiveClock.pacificHours(at: instant)
      return "\"\(NaiveClock.text(instant, hours: hours)) America/Los_Angeles\""
    }
  }
}
