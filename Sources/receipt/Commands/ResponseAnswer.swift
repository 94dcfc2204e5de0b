import AppStoreReceipt
import ReceiptInspection
import ReceiptJSON
import VerifyReceipt

/// The answer of verifyReceipt for an input: a receipt, a transaction receipt, or neither. It is always JSON.
struct ResponseAnswer: Answer {
  private var response = VerifyReceiptResponse()
  /// Why it is not valid.
  private(set) var failure: ToolError?
  private let verification: VerificationOptions

  /// Unreadable input has an answer only when verifying: 21002.
  init(_ input: InputFile, _ verification: VerificationOptions) throws(ToolError) {
    self.verification = verification
    do throws(ReceiptError) {
      answer(try AppReceipt(input.bytes, limits: input.limits.receipt))
    } catch {
      if error.code == .transactionReceipt {
        answer(transaction: input)
      } else {
        reject(.malformedReceipt, input.failure(error))
      }
    }
    if let failure, !verification.isAsked { throw failure }
  }

  private mutating func answer(_ receipt: AppReceipt) {
    do throws(ReceiptValidationError) {
      let date = verification.date
      response =
        try verification.validate(receipt)
        .map { VerifyReceiptResponse($0, requestDate: date) }
        ?? VerifyReceiptResponse(unverified: receipt, requestDate: date)
    } catch {
      reject(VerifyReceiptStatus(offline: error), ToolError(error))
    }
  }

  /// In the style of iOS 6.
  private mutating func answer(transaction input: InputFile) {
    do throws(TransactionReceiptError) {
      let receipt = try TransactionReceipt(input.bytes)
      guard verification.isAsked else {
        response = VerifyReceiptResponse(unverified: receipt)
        return
      }
      do throws(TransactionValidationError) {
        let validated = try receipt.validate(
          verification.expected.expectations(of: receipt),
          verifier: verification.expected.transactionVerifier)
        response = VerifyReceiptResponse(validated, at: verification.date)
      } catch {
        reject(VerifyReceiptStatus(offline: error), ToolError(error))
      }
    } catch {
      var failure = ToolError(error)
      failure.details = input.advice
      reject(.malformedReceipt, failure)
    }
  }

  private mutating func reject(_ status: VerifyReceiptStatus, _ failure: ToolError) {
    response = VerifyReceiptResponse(status: status)
    self.failure = failure
  }

  func write(to writer: inout JSONWriter) { response.writeMembers(to: &writer) }

  /// Whether it was verified and is valid.
  var isValid: Bool { response.isValid }

  var remark: String? {
    if let failure { return "not valid: \(failure.reason)" }
    guard verification.isAsked else { return CheckedReceipt.unverifiedRemark }
    // An expired transaction in the style of iOS 6 is genuine but grants nothing.
    return isValid
      ? verification.validRemark : response.status?.meaning ?? CheckedReceipt.unverifiedRemark
  }

  var status: ExitStatus { !verification.isAsked || isValid ? .success : .checkFailed }
}
