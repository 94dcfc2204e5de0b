import AppStoreReceipt
import DERParsing
import Foundation
import FuzzSupport
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation
import TransactionReceipts

// What Foundation's alerts and logs say of errors.

extension Sentences {
  /// The sentence, and what to do: what helps with a part helps with the receipt, and a limit can be raised.
  static func checkAlert(_ error: ReceiptError) {
    checkSentence(error)
    require(
      error.recoverySuggestion != nil || error.der?.recoverySuggestion == nil,
      "what to do: \(error)")
    checkLimit(
      error.recoverySuggestion,
      isLimit: [.tooLarge, .tooManyAttributes].contains(error.code)
        || isLimit(error.der), "\(error)")
    if let der = error.der {
      checkSentence(der)
      checkLimit(der.recoverySuggestion, isLimit: isLimit(der), "\(der)")
    }
  }

  static func checkAlert(_ error: TransactionReceiptError) {
    checkSentence(error)
    let isLimit = [.tooLarge, .tooManyKeys].contains(error.code)
    checkLimit(error.recoverySuggestion, isLimit: isLimit, "\(error)")
  }

  // What an alert has of these is asked for directly: by way of Foundation it takes its time, and there are many.

  static func checkAlert(_ error: ReceiptSignatureError) {
    require(error.errorDescription == error.description, "in an alert: \(error)")
  }

  static func checkAlert(_ error: PEMError) {
    require(error.errorDescription == error.description, "in an alert: \(error)")
  }

  /// Some receipt is needed, or another one.
  static func checkAlert(_ error: PurchaseMergeError) {
    require(error.errorDescription == error.description, "in an alert: \(error)")
    let isForNone = error.recoverySuggestion?.utf8.hasBytes("at least".utf8)
    require(
      isForNone == (error == .noReceipt),
      "\(error.recoverySuggestion, default: "nothing") to do: \(error)")
  }

  /// What to do is what is advised, also about a sandbox.
  static func checkAlert<Subject>(_ failure: FailedCheck<Subject>) {
    require(failure.errorDescription == failure.description, "in an alert: \(failure)")
    require(
      failure.recoverySuggestion == failure.advice,
      "\(failure.recoverySuggestion, default: "nothing") to do: \(failure)")
  }

  private static func checkSentence(_ error: some LocalizedError & CustomStringConvertible) {
    require(
      error.errorDescription == error.description && error.localizedDescription == "\(error)",
      "in an alert: \(error.localizedDescription), not \(error)")
  }

  private static func isLimit(_ error: DERError?) -> Bool {
    error.map { [.nestedTooDeeply, .inputTooLarge, .tooManyRewrites].contains($0.code) } ?? false
  }

  private static func checkLimit(_ suggestion: String?, isLimit: Bool, _ error: String) {
    let isRaised = suggestion?.contains("Limits.maximum") ?? false
    require(isRaised == isLimit, "\(suggestion, default: "nothing") to do: \(error)")
  }
}
