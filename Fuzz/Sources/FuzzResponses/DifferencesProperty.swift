import FuzzReceipts
package import FuzzSupport
import ReceiptParsing
import VerifyReceipt

/// The input is a container, or choices for one, and changes to the text of its verifyReceipt answer. The unchanged
/// answer differs in nothing; a changed one in which no difference is found sells the same purchases to the same app,
/// cancelled where they were.
///
/// A change is two bytes that say behind which quotation mark, one for how many are left out there, one for how many
/// are put in, and those.
package enum DifferencesProperty: FuzzProperty {
  package static let name = "differences"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = ChosenPayload.container(of: input.copy)
    guard let header = NaiveHeader(bytes, at: 0, end: bytes.count), header.length != nil,
      let receipt = try? AppReceipt(bytes[..<header.end])
    else { return }
    let rebuilt = VerifyReceiptResponse(unverified: receipt)
    require(rebuilt.differences(from: receipt).isEmpty, "different from itself")
    require(rebuilt.latestReceiptInfoDifferences(from: receipt).isEmpty, "nothing newer")
    checkPurchases(rebuilt, receipt)
    checkNewer(rebuilt, receipt)
    checkLacking(rebuilt, receipt)
    var choices = Choices(bytes)
    checkChanges(rebuilt, receipt, &choices)
    let text = changed(rebuilt.json(), by: bytes[header.end...])
    guard let answer = try? VerifyReceiptResponse(json: text) else { return }
    let differences = answer.differences(from: receipt)
    for difference in differences {
      require(difference.path.elements.first == .key("receipt"), "\(difference) is in the receipt")
      require(difference.stored != difference.rebuilt, "\(difference) is one")
      checkLine(difference)
    }
    compareMembers(answer, rebuilt, differences)
    checkFractions(differences)
    check(VerifyReceiptDifferenceSummary(differences), differences)
    if answer.receipt != nil, receiptText(answer) == receiptText(rebuilt) {
      require(differences.isEmpty, "the same receipt: \(differences)")
    }
    if differences.allSatisfy(\.isExpected) { compare(answer.receipt, rebuilt.receipt) }
    checkLatest(answer, receipt, rebuilt, differences)
  }

  /// The same purchases as the latest ones. Both together are what an answer differs in from the receipt in it.
  private static func checkLatest(
    _ answer: VerifyReceiptResponse, _ receipt: AppReceipt, _ rebuilt: VerifyReceiptResponse,
    _ differences: [VerifyReceiptDifference]
  ) {
    var newer = answer
    newer.latestReceiptInfo = answer.receipt?.inApp
    newer.latestReceipt = VerifyReceiptRequest(receipt).receiptData
    let latest = newer.latestReceiptInfoDifferences(from: receipt)
    latest.forEach(checkLine)
    compareLatest(newer, rebuilt, latest)
    let both = differences + latest
    guard let found = try? newer.differences(), found.count == both.count else {
      return require(false, "not what both differ in: \(both)")
    }
    for (difference, other) in zip(found, both) {
      require(
        difference.path == other.path && difference.stored == other.stored
          && difference.rebuilt == other.rebuilt, "\(difference), not \(other)")
    }
  }

  /// The receipt alone: `==` would take texts in other Unicode forms for the same.
  private static func receiptText(_ response: VerifyReceiptResponse) -> [UInt8] {
    var alone = VerifyReceiptResponse()
    alone.receipt = response.receipt
    return alone.json()
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
    func isDifferent(_ purchases: [ResponsePurchase]?) -> Bool {
      var answer = rebuilt
      answer.receipt?.inApp = purchases
      let differences = answer.differences(from: receipt)
      checkFractions(differences)
      differences.forEach(checkLine)
      check(VerifyReceiptDifferenceSummary(differences), differences)
      return !differences.allSatisfy(\.isExpected)
    }
    require(isDifferent(nil), "no purchases")
    require(isDifferent(purchases + [first]), "one purchase twice")
    for list in [nil, purchases + [first]] {
      var answer = rebuilt
      answer.receipt?.inApp = list
      compareMembers(answer, rebuilt, answer.differences(from: receipt))
    }
    require(isDifferent(Array(purchases.dropFirst())), "one purchase less")
    let identifiers = purchases.map { $0.transactionIdentifier.map { Array($0.utf8) } }
    var unknown = rebuilt
    unknown.latestReceiptInfo = purchases + [first]
    require(!unknown.latestReceiptInfoDifferences(from: receipt).isEmpty, "one more, and newer")
    func isDifferent(_ change: (inout ResponsePurchase) -> Void) -> Bool {
      var changed = purchases
      change(&changed[purchases.count - 1])
      return isDifferent(changed)
    }
    if first.productIdentifier != nil {
      // What is written already is not written again.
      var crowded = rebuilt
      crowded.receipt?.inApp?[0].otherMembers["product_id"] = .null
      require(crowded.differences(from: receipt).isEmpty, "no product beside one")
    }
    require(isDifferent { $0.productIdentifier = ($0.productIdentifier ?? "") + "x" }, "a product")
    require(isDifferent { $0.quantity = ($0.quantity ?? 0) ^ 1 }, "a quantity")
    require(isDifferent { $0.isTrialPeriod = $0.isTrialPeriod != true }, "a trial")
    require(
      isDifferent { $0.isInIntroOfferPeriod = $0.isInIntroOfferPeriod != true }, "an offer")
    require(
      isDifferent {
        $0.originalTransactionIdentifier = ($0.originalTransactionIdentifier ?? "") + "x"
      }, "an original")
    guard Set(identifiers).count == identifiers.count, purchases.count > 1 else { return }
    require(isDifferent(purchases.dropFirst() + [first]), "in another order")
    require(
      isDifferent(
        purchases.dropLast(2) + [purchases[purchases.count - 1], purchases[purchases.count - 2]]),
      "the last in another order")
    var changed = purchases
    changed[0].purchaseDate = first.purchaseDate.map {
      VerifyReceiptDate(
        ReceiptDate(millisecondsSince1970: ($0.millisecondsSince1970 / 1000 + 1) * 1000))
    }
    // After the last date there is none.
    guard changed[0].purchaseDate.map({ $0.millisecondsSince1970 % 1000 == 0 }) == true else {
      return
    }
    require(isDifferent(changed), "a second later")
  }

  /// What a receipt leaves out is less than a second, and nothing if it has a fraction itself.
  private static func checkFractions(_ differences: [VerifyReceiptDifference]) {
    for difference in differences where difference.kind == .fraction {
      guard case .string(let text)? = difference.stored,
        case .string(let other)? = difference.rebuilt,
        let stored = Int(text), let rebuilt = Int(other)
      else { return require(false, "a fraction: \(difference)") }
      require(rebuilt % 1000 == 0 && 1...999 ~= stored - rebuilt, "a fraction: \(difference)")
    }
  }

  /// Of what an older receipt lacks, only that is expected which can have happened since.
  private static func checkNewer(_ rebuilt: VerifyReceiptResponse, _ receipt: AppReceipt) {
    guard let creation = rebuilt.receipt?.receiptCreationDate,
      let purchases = rebuilt.receipt?.inApp
    else { return }
    func seconds(_ instant: Int64) -> Int64 { instant / 1000 - (instant % 1000 < 0 ? 1 : 0) }
    let second = seconds(creation.millisecondsSince1970)
    let past = purchases.compactMap { $0.purchaseDate.map { seconds($0.millisecondsSince1970) } }
    let last = purchases.last?.purchaseDate.map { seconds($0.millisecondsSince1970) }
    for date in [second - 1, second, second + 1] + past.suffix(2) {
      var answer = rebuilt
      answer.latestReceipt = VerifyReceiptRequest(receipt).receiptData
      answer.receipt?.receiptCreationDate = VerifyReceiptDate(
        ReceiptDate(millisecondsSince1970: date * 1000))
      answer.receipt?.inApp = purchases.dropLast().map { purchase in
        var purchase = purchase
        (purchase.cancellationDate, purchase.cancellationReason) = (nil, nil)
        return purchase
      }
      // Not before the first date that there is.
      let isOlder =
        date < second
        && answer.receipt?.receiptCreationDate?.millisecondsSince1970 == date * 1000
      for hasOtherApp in [false, true]
      where !hasOtherApp || rebuilt.receipt?.bundleIdentifier != nil {
        if hasOtherApp {
          answer.receipt?.bundleIdentifier = (rebuilt.receipt?.bundleIdentifier ?? "") + "x"
        } else {
          answer.receipt?.applicationVersion = "x x"
        }
        guard let differences = try? answer.differences() else {
          return require(false, "the latest receipt cannot be read")
        }
        checkFractions(differences)
        check(VerifyReceiptDifferenceSummary(differences), differences)
        differences.forEach(checkLine)
        for difference in differences where difference.kind != .fraction {
          let keys = difference.path.elements.compactMap { element in
            if case .key(let key) = element { key } else { nil }
          }
          let key = keys.last ?? ""
          let isExpected =
            switch difference.kind {
            case .newerReceipt, .value:
              [
                "receipt_creation_date", "application_version", "version_external_identifier",
                "download_id",
              ].contains { key.hasPrefix($0) }
            case .missingInAnswer where keys == ["receipt", "in_app"]:
              last.map { $0 > date } == true
            case .missingInAnswer: key.hasPrefix("cancellation_")
            default: false
            }
          require(
            difference.isExpected == (isOlder && !hasOtherApp && isExpected),
            "\(isExpected ? "" : "not ")expected: \(difference), \(date)")
        }
        if isOlder, !hasOtherApp {
          require(differences.contains { $0.isExpected }, "nothing is expected of an older one")
        }
      }
    }
  }
}
