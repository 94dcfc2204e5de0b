import DERParsing
import ReceiptParsing

extension PurchaseInfo {
  /// The three keys that one date has. Which of them decides is said at ``date(_:)``.
  struct DateKeys {
    let milliseconds: TransactionKey
    let text: TransactionKey
    let pacific: TransactionKey

    static let purchase = DateKeys(
      milliseconds: .purchaseDateMilliseconds, text: .purchaseDate, pacific: .purchaseDatePacific)
    static let originalPurchase = DateKeys(
      milliseconds: .originalPurchaseDateMilliseconds, text: .originalPurchaseDate,
      pacific: .originalPurchaseDatePacific)
    static let expires = DateKeys(
      milliseconds: .expiresDate, text: .expiresDateFormatted, pacific: .expiresDateFormattedPacific
    )
    static let cancellation = DateKeys(
      milliseconds: .cancellationDateMilliseconds, text: .cancellationDate,
      pacific: .cancellationDatePacific)

    static let all = [purchase, originalPurchase, expires, cancellation]
  }

  /// A date. The milliseconds decide; without them the text in UTC does; California's time by itself is unreadable,
  /// since reading it would take a time zone database.
  func date(_ keys: DateKeys) -> TransactionField<ReceiptDate> {
    let exact = milliseconds(keys.milliseconds)
    guard exact.isAbsent else { return exact }
    let text = textDate(keys.text)
    guard text.isAbsent else { return text }
    return field(keys.pacific, .notADate) { _ in nil }
  }

  /// A date in milliseconds.
  func milliseconds(_ key: TransactionKey) -> TransactionField<ReceiptDate> {
    field(key, .notADate) { text in
      guard let milliseconds = Self.number(text), milliseconds <= ReceiptDate.lastMillisecond else {
        return nil
      }
      return ReceiptDate(millisecondsSince1970: milliseconds)
    }
  }

  /// A date in words: `2015-11-18 04:34:41 Etc/GMT`.
  func textDate(_ key: TransactionKey) -> TransactionField<ReceiptDate> {
    field(key, .notADate) { text in
      let zone = " Etc/GMT"
      guard text.utf8.count == 19 + zone.utf8.count, text.utf8.suffix(8).elementsEqual(zone.utf8)
      else { return nil }
      let date = Array(text.utf8.prefix(19)) + [UInt8(ascii: "Z")]
      return date.withRawSpan { ReceiptDate($0) }
    }
  }

  /// Everything that is wrong with the keys of one date.
  func problems(_ keys: DateKeys) -> [TransactionProblem] {
    let (exact, text) = (milliseconds(keys.milliseconds), textDate(keys.text))
    if let exact = exact.value, let text = text.value, let entry = entry(keys.text),
      exact.millisecondsSince1970 / 1000 != text.millisecondsSince1970 / 1000
    {
      return [TransactionProblem(entry, .disagrees)]
    }
    let problems = [exact.problem, text.problem].compactMap { $0 }
    return problems.isEmpty ? [date(keys).problem].compactMap { $0 } : problems
  }
}
