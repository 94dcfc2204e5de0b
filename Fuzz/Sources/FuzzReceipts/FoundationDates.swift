import AppStoreReceipt
import Foundation
import FuzzSupport
import ReceiptPurchases

/// Foundation's dates are the same instants as those of receipts, to the millisecond.
enum FoundationDates {
  static func check(_ date: ReceiptDate) {
    let instant = date.millisecondsSince1970
    let foundation = Date(timeIntervalSince1970: Double(instant) / 1000)
    require(date.date == foundation, "\(date) is \(foundation)")
    // The last second of the year 9999 has no fraction.
    let expected = min(instant, 253_402_300_799_000)
    let again = ReceiptDate(foundation).millisecondsSince1970
    require(again == expected, "\(again), not \(expected)")
  }

  /// Stored, it is the text of the receipt.
  static func checkStored(_ date: ReceiptDate) {
    let json = (try? JSONEncoder().encode([date])).map { String(decoding: $0, as: UTF8.self) }
    require(json == #"["\#(date.text)"]"#, "\(date.text) is stored as \(json ?? "nothing")")
    // Among these are some with a zone. Reading takes its time.
    guard let json, json.utf8.count % 4 == 0 else { return }
    let read = try? JSONDecoder().decode([ReceiptDate].self, from: Data(json.utf8))
    require(read?.map(\.text) == [date.text], "\(date.text) is read as another text")
  }

  /// Another text is not read as a date.
  static func checkNotStored(_ text: String) {
    let json = (try? JSONEncoder().encode([text])) ?? Data()
    let read = try? JSONDecoder().decode([ReceiptDate].self, from: json)
    require(read == nil, "\(text) is read as \(read ?? [])")
  }

  /// Any other instant is one of the years 0–9999, and what is not a number the last of them.
  static func check(bits: UInt64) {
    let seconds = Double(bitPattern: bits)
    let date = ReceiptDate(Date(timeIntervalSince1970: seconds))
    let bounds = -62_167_219_200.0...253_402_300_799.0
    if seconds <= bounds.lowerBound {
      require(date == ReceiptDate("0000-01-01T00:00:00Z"), "\(seconds) is \(date)")
    } else if !(seconds < bounds.upperBound) {
      require(date == ReceiptDate("9999-12-31T23:59:59Z"), "\(seconds) is \(date)")
    } else {
      require(abs(Double(date.millisecondsSince1970) / 1000 - seconds) <= 0.000_55, "\(seconds)")
    }
  }

  /// What is asked with a `Date` and seconds is answered as with the same instant in milliseconds.
  static func check(
    _ history: UnverifiedPurchaseHistory, at date: ReceiptDate, leeway: Int64,
    renewals: [RenewalInformation]
  ) {
    let (now, seconds) = (date.date, Double(leeway) / 1000)
    // The last second of the year 9999 has no fraction.
    guard ReceiptDate(now) == date else { return }
    checkNearest(history)
    let products = history.entitlements.map(\.productIdentifier)
    require(
      history.owned(at: now, leeway: seconds, renewals: renewals)
        == history.owned(at: date, leewayMilliseconds: leeway, renewals: renewals),
      "owned at \(date)")
    require(
      history.state(ofAny: products, at: now, leeway: seconds, renewals: renewals)
        == history.state(
          ofAny: products, at: date, leewayMilliseconds: leeway, renewals: renewals),
      "one of all at \(date)")
    require(history.age(at: now) == history.age(at: date), "the age at \(date)")
    for entitlement in history.entitlements.prefix(3) {
      let product = entitlement.productIdentifier
      let state = history.state(
        of: product, at: date, leewayMilliseconds: leeway, renewals: renewals)
      let states = [
        history.state(of: product, at: now, leeway: seconds, renewals: renewals),
        entitlement.state(at: now, leeway: seconds, renewals: renewals),
      ]
      require(states == [state, state], "\(product) at \(date): \(states)")
      require(
        history.consumableCount(of: product, at: now)
          == history.consumableCount(of: product, at: date), "how many of \(product) at \(date)")
      require(entitlement.interval(at: now) == entitlement.interval(at: date), "when at \(date)")
      for interval in entitlement.intervals {
        require(interval.contains(now) == interval.contains(date), "\(interval) has \(date)")
      }
    }
  }

  private static let leeways: [(seconds: Double, milliseconds: Int64)] = [
    (1, 1_000), (1.001, 1_001), (.nan, 0), (.infinity, .max), (-.infinity, 0),
  ]

  /// A thousand times the `Double` 1.001 is less than 1,001, which the leeway is all the same. What is no number, or less
  /// than none, is none.
  private static func checkNearest(_ history: UnverifiedPurchaseHistory) {
    for entitlement in history.entitlements.prefix(3) {
      guard let end = entitlement.intervals.last?.end?.millisecondsSince1970 else { continue }
      let later = ReceiptDate(millisecondsSince1970: end + 1_000)
      // As above.
      guard ReceiptDate(later.date) == later else { continue }
      for (seconds, leeway) in leeways {
        require(
          entitlement.state(at: later.date, leeway: seconds)
            == entitlement.state(at: later, leewayMilliseconds: leeway),
          "\(entitlement.productIdentifier) with \(leeway) ms after \(later)")
      }
    }
  }
}
