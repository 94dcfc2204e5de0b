import FuzzReceipts
import FuzzSupport
import ReceiptParsing

/// What decides about the purchase of a transaction receipt, by the rules for its keys. Empty is as if it were absent.
struct NaiveTransaction {
  private let values: [[UInt8]: [UInt8]]

  init(_ entries: [(key: String, value: String)]) {
    values = Dictionary(entries.map { (Array($0.key.utf8), Array($0.value.utf8)) }) { first, _ in
      first
    }
  }

  func text(_ key: String) -> [UInt8]? {
    values[Array(key.utf8)].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Decimal digits of a number below 2⁶³.
  func number(_ key: String) -> NaiveField<Int> {
    guard let text = text(key) else { return .absent }
    guard text.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(String(decoding: text, as: UTF8.self))
    else { return .unreadable }
    return .value(number)
  }

  /// In the years up to 9999.
  func milliseconds(_ key: String) -> NaiveField<Int> {
    let found = number(key)
    return found.value.map { $0 > NaiveClock.range.upperBound } == true ? .unreadable : found
  }

  private func words(_ key: String) -> NaiveField<Int> {
    guard let text = text(key) else { return .absent }
    let zone = Array(" Etc/GMT".utf8)
    guard text.count == 19 + zone.count, text.suffix(zone.count).elementsEqual(zone),
      let instant = NaiveDate.milliseconds((text.dropLast(zone.count) + [0x5A])[...])
    else { return .unreadable }
    return .value(instant)
  }

  /// The end of a subscription. Milliseconds count, or else words; Pacific time alone can't be read.
  var expiration: NaiveField<Int> {
    let exact = milliseconds("expires-date")
    if exact != .absent { return exact }
    let other = words("expires-date-formatted")
    if other != .absent { return other }
    return text("expires-date-formatted-pst") == nil ? .absent : .unreadable
  }

  /// An end that can't be read has come.
  func isOver(at date: ReceiptDate) -> Bool {
    switch expiration {
    case .absent: false
    case .value(let end): end <= Int(date.millisecondsSince1970)
    case .unreadable: true
    }
  }

  /// Whenever that was.
  var isCancelled: Bool {
    ["cancellation-date-ms", "cancellation-date", "cancellation-date-pst"].contains {
      text($0) != nil
    }
  }

  /// What is signed names an app of the store.
  var isOfStore: Bool { number("app-item-id").value.map { $0 > 0 } == true }
}
