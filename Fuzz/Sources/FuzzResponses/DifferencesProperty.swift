package import FuzzSupport
import ReceiptParsing
import VerifyReceipt

/// The input is a container, and changes to the text of its verifyReceipt answer. The unchanged answer differs in nothing;
/// a changed one in which no difference is found sells the same purchases to the same app, cancelled where they were.
///
/// A change is two bytes that say behind which quotation mark, one for how many are left out there, one for how many are
/// put in, and those.
package enum DifferencesProperty: FuzzProperty {
  package static let name = "differences"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    guard let header = NaiveHeader(bytes, at: 0, end: bytes.count), header.length != nil,
      let receipt = try? AppReceipt(bytes[..<header.end])
    else { return }
    let rebuilt = VerifyReceiptResponse(unverified: receipt)
    require(rebuilt.differences(from: receipt).isEmpty, "different from itself")
    require(rebuilt.latestReceiptInfoDifferences(from: receipt).isEmpty, "nothing newer")
    checkPurchases(rebuilt, receipt)
    let text = changed(rebuilt.json(), by: bytes[header.end...])
    guard let answer = try? VerifyReceiptResponse(json: text) else { return }
    let differences = answer.differences(from: receipt)
    for difference in differences {
      require(difference.path.elements.first == .key("receipt"), "\(difference) is in the receipt")
      require(difference.stored != difference.rebuilt, "\(difference) is one")
    }
    if answer.receipt == rebuilt.receipt {
      require(differences.isEmpty, "the same receipt: \(differences)")
    }
    if differences.allSatisfy(\.isExpected) { compare(answer.receipt, rebuilt.receipt) }
    _ = answer.latestReceiptInfoDifferences(from: receipt)
    do throws(ReceiptError) {
      _ = try answer.differences()
    } catch {
      require(!error.description.isEmpty, "a sentence")
    }
  }

  private static func changed(_ text: [UInt8], by changes: ArraySlice<UInt8>) -> [UInt8] {
    var (text, rest) = (text, changes)
    while rest.count >= 4 {
      let head = Array(rest.prefix(4)).map(Int.init)
      rest = rest.dropFirst(4)
      let marks = text.indices.filter { text[$0] == UInt8(ascii: "\"") }
      guard !marks.isEmpty else { return text }
      let start = marks[(head[0] << 8 | head[1]) % marks.count] + 1
      let inserted = rest.prefix(head[3])
      text.replaceSubrange(start..<min(start + head[2], text.count), with: inserted)
      rest = rest.dropFirst(head[3])
    }
    return text
  }

  private static func compare(_ answer: ResponseReceipt?, _ rebuilt: ResponseReceipt?) {
    require(answer?.bundleIdentifier == rebuilt?.bundleIdentifier, "another app, and no difference")
    require(answer?.receiptType == rebuilt?.receiptType, "another environment, and no difference")
    let (purchases, others) = (answer?.inApp ?? [], rebuilt?.inApp ?? [])
    require(purchases.count == others.count, "\(purchases.count) purchases, and no difference")
    for (purchase, other) in zip(purchases, others) {
      require(
        purchase.transactionIdentifier == other.transactionIdentifier
          && purchase.productIdentifier == other.productIdentifier
          && purchase.quantity == other.quantity && purchase.isCancelled == other.isCancelled,
        "\(purchase), and no difference from \(other)")
      require(
        isSame(purchase.purchaseDate, other.purchaseDate)
          && isSame(purchase.expiresDate, other.expiresDate)
          && isSame(purchase.cancellationDate, other.cancellationDate),
        "\(purchase), and no difference of dates from \(other)")
    }
  }

  /// Receipts may leave out the fraction of a second.
  private static func isSame(_ date: VerifyReceiptDate?, _ other: VerifyReceiptDate?) -> Bool {
    guard let date, let other else { return date == nil && other == nil }
    let ahead = date.millisecondsSince1970 - other.millisecondsSince1970
    return ahead == 0 || 1...999 ~= ahead && other.millisecondsSince1970 % 1000 == 0
  }

  /// Other purchases, or the same in another order, are different.
  private static func checkPurchases(_ rebuilt: VerifyReceiptResponse, _ receipt: AppReceipt) {
    guard let purchases = rebuilt.receipt?.inApp, let first = purchases.first else { return }
    func isDifferent(_ purchases: [ResponsePurchase]) -> Bool {
      var answer = rebuilt
      answer.receipt?.inApp = purchases
      return !answer.differences(from: receipt).allSatisfy(\.isExpected)
    }
    require(isDifferent(purchases + [first]), "one purchase twice")
    require(isDifferent(Array(purchases.dropFirst())), "one purchase less")
    let identifiers = purchases.map { $0.transactionIdentifier.map { Array($0.utf8) } }
    guard Set(identifiers).count == identifiers.count, purchases.count > 1 else { return }
    require(isDifferent(purchases.dropFirst() + [first]), "in another order")
    var changed = purchases
    changed[0].purchaseDate = first.purchaseDate.map {
      VerifyReceiptDate(
        ReceiptDate(millisecondsSince1970: ($0.millisecondsSince1970 / 1000 + 1) * 1000))
    }
    require(isDifferent(changed), "a second later")
  }
}
