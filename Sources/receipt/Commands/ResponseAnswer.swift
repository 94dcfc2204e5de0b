import AppStoreReceipt
import VerifyReceipt

/// The answer of verifyReceipt for an input: a receipt, a transaction receipt, or neither.
struct ResponseAnswer {
  let response: VerifyReceiptResponse
  /// Why it is not valid.
  let failure: AnswerFailure?

  private init(_ response: VerifyReceiptResponse) {
    self.response = response
    failure = nil
  }

  private init(_ status: VerifyReceiptStatus, _ failure: AnswerFailure) {
    response = VerifyReceiptResponse(status: status)
    self.failure = failure
  }

  /// Unreadable input has an answer only when verifying: 21002.
  init(
    _ bytes: [UInt8], _ verification: VerificationOptions, _ limits: ReceiptLimits
  ) throws(ReceiptError) {
    do throws(ReceiptError) {
      self.init(try AppReceipt(bytes, limits: limits), verification)
    } catch {
      if error.code == .transactionReceipt {
        try self.init(transaction: bytes, verification, error)
      } else if verification.isAsked {
        self.init(VerifyReceiptStatus(offline: error), AnswerFailure(error))
      } else {
        throw error
      }
    }
  }

  private init(_ receipt: AppReceipt, _ verification: VerificationOptions) {
    do throws(ReceiptValidationError) {
      switch try CheckedReceipt(receipt, verification) {
      case .unverified(let receipt):
        self.init(VerifyReceiptResponse(unverified: receipt, requestDate: verification.date))
      case .validated(let validated):
        self.init(VerifyReceiptResponse(validated, requestDate: verification.date))
      }
    } catch {
      self.init(VerifyReceiptStatus(offline: error), AnswerFailure(error))
    }
  }

  /// In the style of iOS 6.
  private init(
    transaction bytes: [UInt8], _ verification: VerificationOptions, _ sniffed: ReceiptError
  ) throws(ReceiptError) {
    let receipt: TransactionReceipt
    do throws(TransactionReceiptError) {
      receipt = try TransactionReceipt(bytes)
    } catch {
      guard verification.isAsked else { throw sniffed }
      self.init(VerifyReceiptStatus(offline: error), AnswerFailure(error))
      return
    }
    guard verification.isAsked else {
      self.init(VerifyReceiptResponse(unverified: receipt))
      return
    }
    do throws(TransactionValidationError) {
      let validated = try receipt.validate(
        verification.expectations(of: receipt),
        verifier: verification.transactionVerifier)
      self.init(VerifyReceiptResponse(validated, at: verification.date))
    } catch {
      self.init(VerifyReceiptStatus(offline: error), AnswerFailure(error))
    }
  }
}
