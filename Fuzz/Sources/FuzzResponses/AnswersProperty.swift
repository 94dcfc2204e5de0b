package import FuzzSupport
import ReceiptParsing
import VerifyReceipt

/// The input is a container. The answer that is made of its receipt is one that can be read, the same again, and no
/// different from the receipt; what is cancelled or cannot be read is not made to look valid by it.
package enum AnswersProperty: FuzzProperty {
  package static let name = "answers"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    guard let receipt = try? AppReceipt(input) else { return }
    let response = VerifyReceiptResponse(unverified: receipt)
    require(!response.isValid && response.status == nil, "nobody has checked it")
    let written = response.json()
    do throws(JSONError) {
      let again = try VerifyReceiptResponse(json: written)
      require(again.json() == written, "written again")
      let differences = again.differences(from: receipt).filter { !$0.isExpected }
      require(differences.isEmpty, "\(differences)")
    } catch {
      require(false, "\(error) in \(String(decoding: written, as: UTF8.self))")
    }
    var instant = Digest()
    instant.add(0..<written.count)
    for byte in receipt.containerBytes.suffix(64) { instant.add(Int(byte)) }
    for _ in 0..<8 {
      instant.add(1)
      checkDate(instant.value)
    }
    let purchases = response.receipt?.inApp ?? []
    require(purchases.count <= receipt.inAppReceipts.count, "not more purchases")
    let cancelled = receipt.inAppReceipts.filter(\.isCancelled)
    // Those that are left out are withheld, so at most all cancelled ones are there, and no other is.
    require(purchases.filter(\.isCancelled).count <= cancelled.count, "cancelled")
    for purchase in purchases where !purchase.isCancelled {
      require(
        receipt.inAppReceipts.contains {
          !$0.isCancelled && $0.transactionIdentifier == purchase.transactionIdentifier
            && $0.productIdentifier == purchase.productIdentifier
        }, "\(purchase.transactionIdentifier ?? "") was cancelled")
    }
  }

  /// All forms of a date, in the years in which clocks in Cupertino have been changed.
  private static func checkDate(_ number: UInt64) {
    let first = NaiveCalendar.days(1960, 1, 1) * 86_400_000
    let last = NaiveCalendar.days(2050, 1, 1) * 86_400_000
    let instant = first + Int(number % UInt64(last - first))
    let date = VerifyReceiptDate(ReceiptDate(millisecondsSince1970: Int64(instant)))
    require(date.millisecondsText == "\(instant)", "milliseconds of \(instant)")
    require(date.text == NaiveClock.text(instant, hours: 0) + " Etc/GMT", "\(date.text)")
    let pacific = NaiveClock.text(instant, hours: NaiveClock.pacificHours(at: instant))
    require(date.pacificText == pacific + " America/Los_Angeles", "not \(date.pacificText)")
  }
}
