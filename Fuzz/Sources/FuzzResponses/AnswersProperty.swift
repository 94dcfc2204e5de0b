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
}
