import ReceiptParsing

/// How old a receipt is at a date.
public enum ReceiptAge: Hashable, Sendable {
  /// It was made so many milliseconds ago; 0 or more.
  case old(milliseconds: Int64)
  /// It will be made in so many milliseconds: the clock that gave the date is wrong, or was set back.
  case fromTheFuture(milliseconds: Int64)
  /// It does not say when it was made, or not readably.
  case unknown

  init(of creationDate: ReceiptDate?, at date: ReceiptDate) {
    guard let creationDate else {
      self = .unknown
      return
    }
    // Both are in the years 0–9999, so the difference has less than 50 bits.
    let age = date.millisecondsSince1970 - creationDate.millisecondsSince1970
    self = age >= 0 ? .old(milliseconds: age) : .fromTheFuture(milliseconds: -age)
  }
}
