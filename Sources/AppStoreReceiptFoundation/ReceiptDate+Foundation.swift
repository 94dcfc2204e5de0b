public import AppStoreReceipt
public import Foundation

extension ReceiptDate {
  /// The instant as a `Date`, to the millisecond.
  public var date: Date {
    Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1000)
  }
}

extension Date {
  /// The instant of a date in a receipt.
  public init(_ receiptDate: ReceiptDate) {
    self = receiptDate.date
  }
}
