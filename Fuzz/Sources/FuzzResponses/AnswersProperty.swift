import FuzzReceipts
package import FuzzSupport
import ReceiptParsing
import VerifyReceipt

/// The input is a container, or choices for one. The answer that is made of its receipt is one that can be read, the
/// same again, and no different from the receipt; what is cancelled or cannot be read is not made to look valid by it.
package enum AnswersProperty: FuzzProperty {
  package static let name = "answers"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    guard let receipt = try? AppReceipt(ChosenPayload.container(of: input.copy)) else { return }
    let response = VerifyReceiptResponse(unverified: receipt)
    require(!response.isValid && response.status == nil, "nobody has checked it")
    let written = response.json()
    do throws(JSONError) {
      let again = try VerifyReceiptResponse(json: written)
      require(again.json() == written, "written again")
      let differences = again.differences(from: receipt).filter { !$0.isExpected }
      require(differences.isEmpty, "\(differences)")
    } catch {
      // No reader takes texts of the receipt with long runs of combining marks.
      require(
        error.code == .invalidString && !NaiveJSON.isText(written),
        "\(error) in \(String(decoding: written, as: UTF8.self))")
    }
    var instant = Digest()
    instant.add(0..<written.count)
    for byte in receipt.containerBytes.suffix(64) { instant.add(Int(byte)) }
    let first = NaiveCalendar.days(1960, 1, 1) * 86_400_000
    let last = NaiveCalendar.days(2050, 1, 1) * 86_400_000
    for _ in 0..<8 {
      instant.add(1)
      checkDate(first + Int(instant.value % UInt64(last - first)))
    }
    let (start, end) = NaiveClock.changes(in: 1967 + Int(instant.value % 80))
    for instant in [start - 1, start, end - 3_600_000, end - 1, end] { checkDate(instant) }
    checkFields(response.receipt, receipt)
    checkRequest(receipt)
    let purchases = response.receipt?.inApp ?? []
    require(purchases.count <= receipt.inAppReceipts.count, "not more purchases")
    for purchase in purchases where !purchase.isCancelled {
      require(
        receipt.inAppReceipts.contains {
          !$0.isCancelled && $0.transactionIdentifier == purchase.transactionIdentifier
            && $0.productIdentifier == purchase.productIdentifier
        }, "\(purchase.transactionIdentifier ?? "") was cancelled")
    }
  }

  /// The receipt in Base64, and what else was given.
  private static func checkRequest(_ receipt: AppReceipt) {
    let data = NaiveBase64.encode(receipt.containerBytes)
    for (password, excludes) in [(nil, nil), ("", false), ("a", true)] as [(String?, Bool?)] {
      for request in [
        VerifyReceiptRequest(
          receipt, password: password, excludesOldTransactions: excludes),
        VerifyReceiptRequest(
          receiptData: data, password: password, excludesOldTransactions: excludes),
      ] {
        require(
          request.receiptData == data && request.password == password
            && request.excludesOldTransactions == excludes && request.otherMembers.isEmpty,
          "a request with \(password ?? "no password")")
        let members = [
          #""receipt-data":"\#(data)""#, password.map { #""password":"\#($0)""# },
          excludes.map { #""exclude-old-transactions":\#($0)"# },
        ].compactMap(\.self)
        let json = String(decoding: request.json(), as: UTF8.self)
        require(json == "{\(members.joined(separator: ","))}", "written: \(json)")
      }
    }
  }

  /// What stands in the receipt, under the names of the answer.
  private static func checkFields(_ response: ResponseReceipt?, _ receipt: AppReceipt) {
    guard let response else { return require(false, "no receipt in the answer") }
    func isSame(_ date: VerifyReceiptDate?, _ other: ReceiptDate?) -> Bool {
      date?.millisecondsSince1970 == other?.millisecondsSince1970
    }
    require(
      response.receiptType == receipt.environment
        && response.adamIdentifier == receipt.appItemIdentifier
        && response.appItemIdentifier == receipt.appItemIdentifier
        && response.bundleIdentifier == receipt.bundleIdentifier
        && response.applicationVersion == receipt.appVersion
        && response.downloadIdentifier == receipt.downloadIdentifier
        && response.versionExternalIdentifier == receipt.versionExternalIdentifier
        && response.originalApplicationVersion == receipt.originalAppVersion, "the app's fields")
    require(
      isSame(response.receiptCreationDate, receipt.creationDate)
        && isSame(response.originalPurchaseDate, receipt.originalPurchaseDate)
        && isSame(response.expirationDate, receipt.expirationDate) && response.requestDate == nil,
      "the app's dates")
    // What is missing, or may be cancelled or over, is left out.
    let complete = receipt.inAppReceipts.filter { purchase in
      purchase.productIdentifier != nil && purchase.transactionIdentifier != nil
        && purchase.purchaseDate != nil
        && [.expiresDate, .cancellationDate].allSatisfy { purchase.date($0).problem == nil }
        && purchase.integer(.productType).problem == nil
    }
    // What is left out and was cancelled takes the copies of its transaction with it, or they say so.
    let cancelled = receipt.inAppReceipts.filter { $0.isCancelled && !complete.contains($0) }
    guard cancelled.isEmpty else {
      let answered = response.inApp ?? []
      require(answered.count <= complete.count, "at most \(complete.count) purchases")
      return require(
        receipt.environment == .xcode
          || !answered.contains { purchase in
            !purchase.isCancelled && cancelled.contains { isCopy(purchase, of: $0) }
          }, "a cancelled transaction that looks valid")
    }
    require(response.inApp?.count == complete.count, "\(complete.count) purchases")
    for (purchase, entry) in zip(response.inApp ?? [], complete) {
      let order = entry.webOrderLineItemIdentifier.flatMap { $0 == 0 ? nil : "\($0)" }
      require(
        purchase.quantity == entry.quantity
          && purchase.productIdentifier == entry.productIdentifier
          && purchase.transactionIdentifier == entry.transactionIdentifier
          && purchase.originalTransactionIdentifier == entry.originalTransactionIdentifier
          && purchase.webOrderLineItemIdentifier == order
          && purchase.promotionalOfferIdentifier == entry.promotionalOfferIdentifier
          && purchase.isTrialPeriod == entry.isTrialPeriod
          && purchase.isInIntroOfferPeriod == entry.isInIntroOfferPeriod
          && purchase.cancellationReason?.rawValue == entry.cancellationReason.map { "\($0)" },
        "the fields of \(entry)")
      require(
        isSame(purchase.purchaseDate, entry.purchaseDate)
          && isSame(purchase.originalPurchaseDate, entry.originalPurchaseDate)
          && isSame(purchase.expiresDate, entry.expiresDate)
          && isSame(purchase.cancellationDate, entry.cancellationDate), "the dates of \(entry)")
    }
  }

  /// Whether both are one transaction. It may be of any product if the cancelled one's product or date is unreadable.
  private static func isCopy(_ purchase: ResponsePurchase, of cancelled: InAppReceipt) -> Bool {
    func isSame(_ text: String?, _ other: String?) -> Bool {
      text.map { Array($0.utf8) } == other.map { Array($0.utf8) }
    }
    return cancelled.transactionIdentifier != nil
      && isSame(purchase.transactionIdentifier, cancelled.transactionIdentifier)
      && (cancelled.productIdentifier == nil || cancelled.purchaseDate == nil
        || isSame(purchase.productIdentifier, cancelled.productIdentifier))
  }

  /// All forms of a date, in the years in which clocks in Cupertino have been changed.
  private static func checkDate(_ instant: Int) {
    var answer = VerifyReceiptResponse()
    answer.receipt = ResponseReceipt()
    answer.receipt?.requestDate = VerifyReceiptDate(
      ReceiptDate(millisecondsSince1970: Int64(instant)))
    let text = NaiveClock.text(instant, hours: 0)
    let pacific = NaiveClock.text(instant, hours: NaiveClock.pacificHours(at: instant))
    let expected = """
      {"receipt":{"request_date":"\(text) Etc/GMT","request_date_ms":"\(instant)",\
      "request_date_pst":"\(pacific) America/Los_Angeles"}}
      """
    let json = String(decoding: answer.json(), as: UTF8.self)
    require(json == expected, "not \(json)")
  }
}
