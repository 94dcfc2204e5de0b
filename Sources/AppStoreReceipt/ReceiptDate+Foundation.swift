public import Foundation
public import ReceiptParsing

extension ReceiptDate {
  /// The instant as a `Date`, to the millisecond.
  public var date: Date {
    Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1000)
  }
}

extension ReceiptDate {
  /// The instant of a `Date`, to the millisecond; dates outside the years 0000–9999 become the nearest in
  /// them.
  public init(_ date: Date) {
    let range = -62_167_219_200.0...253_402_300_799.0
    let seconds = min(max(date.timeIntervalSince1970, range.lowerBound), range.upperBound)
    self.init(millisecondsSince1970: Int64((seconds * 1000).rounded(.down)))
  }
}

extension Date {
  /// The instant of a date in a receipt.
  public init(_ receiptDate: ReceiptDate) {
    self = receiptDate.date
  }
}
