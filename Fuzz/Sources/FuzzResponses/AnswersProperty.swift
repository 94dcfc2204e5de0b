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
    guard let naive = NaiveReceipt(container: receipt.containerBytes) else {
      return require(false, "no attributes")
    }
    if let answer = NaiveJSON.value(written) { OfflineAnswer.check(answer, naive) }
    checkRequest(receipt)
    for purchase in response.receipt?.inApp ?? [] where !purchase.isCancelled {
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

  /// All forms of a date, in the years in which clocks in Cupertino have been changed.
  private static func checkDate(_ instant: Int) {
    var answer = VerifyReceiptResponse()
    answer.receipt = ResponseReceipt()
    answer.receipt?.requestDate = VerifyReceiptDate(
      ReceiptDate(millisecondsSince1970: Int64(instant)))
    let forms = NaiveClock.forms(of: instant).map { "\"request_date\($0.suffix)\":\"\($0.text)\"" }
    let expected = "{\"receipt\":{\(forms.joined(separator: ","))}}"
    let json = String(decoding: answer.json(), as: UTF8.self)
    require(json == expected, "not \(json)")
  }
}
