import FuzzSupport
import ReceiptValidation
import TransactionReceipts

// What becomes of a purchase that Apple took back.

extension TransactionProperty {
  /// It fails, with its date if that can be read; unless the caller accepts it: then nobody looks.
  static func checkCancellation(_ receipt: TransactionReceipt, _ inside: NaivePropertyList) {
    let cancellation = NaivePurchaseInfo(inside).cancellation
    for accepts in [false, true] {
      let report = receipt.report(
        ReceiptExpectations(
          bundleIdentifier: "", devices: .notChecked, now: .notChecked, acceptsCancelled: accepts),
        verifier: SignedTransactions.shared.verifier)
      guard let entry = report.entries.first(where: { $0.check == .cancellation }) else {
        return require(false, "not looked at: \(report)")
      }
      let isRight =
        switch (entry.result, cancellation) {
        case (.skipped, _): accepts
        case (.passed, .absent): !accepts
        case (.failed(let error), .value(let date)):
          !accepts && error.reason == .cancelled(NaiveHistory.date(date))
        case (.failed(let error), .unreadable): !accepts && error.reason == .cancelled(nil)
        case (.passed, _), (.failed, .absent): false
        }
      require(isRight, "\(entry), accepted: \(accepts), \(cancellation)")
    }
  }
}
