public import Foundation
public import ReceiptParsing
public import ReceiptValidation
public import TransactionReceipts

/// What a ``VerifyReceiptResponder`` says: Apple's answer, and beside it what Apple's answer keeps to itself.
public struct VerifyReceiptAnswer: Hashable, Sendable {
  /// Why the status of an answer isn't 0.
  public enum Failure: Error, Hashable, Sendable {
    /// The body of the request cannot be read: 21000; 21002 when only `receipt-data` is of the wrong type.
    case request(VerifyReceiptError)
    /// `receipt-data` is missing, or cannot be read as a receipt: 21002.
    case receipt(ReceiptError)
    /// The receipt isn't valid: 21003, 21007, 21008, or 21002 for receipts of Xcode's.
    case validation(ReceiptValidationError)
    /// `receipt-data` cannot be read as a transaction receipt in the style of iOS 6: 21002.
    case transactionReceipt(TransactionReceiptError)
    /// The transaction receipt isn't valid: 21003, 21007, 21008, or 21002 for a signature that cannot be taken apart.
    case transactionValidation(TransactionValidationError)
    /// The subscription of a transaction receipt has expired, at a date that is `nil` when it cannot be read: 21006.
    case subscriptionExpired(ReceiptDate?)
  }

  /// The answer in Apple's form.
  public let response: VerifyReceiptResponse

  /// Why its status isn't 0; `nil` when it is. No part of the JSON.
  public let failure: Failure?

  /// Whether the receipt is valid: ``VerifyReceiptResponse/isValid``.
  public var isValid: Bool { response.isValid }

  /// The body of the reply: ``VerifyReceiptResponse/json()``.
  public func json() -> [UInt8] { response.json() }

  init(_ response: VerifyReceiptResponse, _ failure: Failure?) {
    self.response = response
    self.failure = failure
  }

  init(_ status: VerifyReceiptStatus, _ failure: Failure) {
    self.init(VerifyReceiptResponse(status: status), failure)
  }
}

extension VerifyReceiptAnswer.Failure: LocalizedError {
  /// The same sentence as ``description``.
  public var errorDescription: String? { description }
}

extension VerifyReceiptAnswer.Failure: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .request(let error): error.description
    case .receipt(let error): error.description
    case .validation(let error): error.description
    case .transactionReceipt(let error): error.description
    case .transactionValidation(let error): error.description
    case .subscriptionExpired(let date?): "the subscription expired at \(date.utcText)"
    case .subscriptionExpired(nil): "the end of the subscription cannot be read"
    }
  }
}
