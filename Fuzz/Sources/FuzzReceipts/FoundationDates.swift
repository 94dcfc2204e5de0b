import AppStoreReceipt
import Foundation
import FuzzSupport

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
      require(abs(Double(date.millisecondsSince1970) / 1000 - seconds) <= 0.0011, "\(seconds)")
    }
  }
}
