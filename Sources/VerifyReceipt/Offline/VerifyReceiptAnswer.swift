public import Foundation
public import ReceiptJSON
public import ReceiptParsing
public import ReceiptValidation
public import TransactionReceipts

/// The result of a ``VerifyReceiptResponder``: an answer in Apple's form, and the reason, which Apple doesn't tell.
public struct VerifyReceiptAnswer: Hashable, Sendable {
  /// Why the status of an answer isn't 0.
  public enum Failure: Error, Hashable, Sendable {
    /// The request body is unreadable: 21000; 21002 if `receipt-data` has the wrong type.
    case request(JSONError)
    /// `receipt-data` is missing or not a receipt: 21002.
    case receipt(ReceiptError)
    /// The receipt isn't valid: 21003, 21007, 21008, or 21002 for Xcode's receipts.
    case validation(ReceiptValidationError)
    /// `receipt-data` is not a readable transaction receipt in the style of iOS 6: 21002.
    case transactionReceipt(TransactionReceiptError)
    /// The transaction receipt isn't valid: 21003, 21007, 21008, or 21002 for a malformed signature.
    case transactionValidation(TransactionValidationError)
    /// The subscription of a transaction receipt expired at this date, `nil` if unreadable: 21006.
    case subscriptionExpired(ReceiptDate?)
    /// `password` is missing or not the shared secret: 21004.
    case wrongPassword
    /// The server can't answer now: 21005 or 21009. The request and its receipt were not looked at.
    case temporary
  }

  /// The answer in Apple's form.
  public let response: VerifyReceiptResponse

  /// Why the status isn't 0; `nil` if it is. Not part of the JSON.
  public let failure: Failure?

  /// Whether the receipt is valid: ``VerifyReceiptResponse/isValid``.
  public var isValid: Bool { response.isValid }

  /// The body of the reply.
  public func json() -> [UInt8] { response.json() }
}

extension VerifyReceiptAnswer {
  /// The answer of a server that is overloaded or shutting down: 21005, with `is-retryable` and `is_retryable`, since
  /// Apple documents one and sends the other.
  public static var unavailable: VerifyReceiptAnswer { temporary(.serverUnavailable) }

  /// The answer of a server that has failed, for example because it ran out of time: 21009, with the same keys.
  public static var internalError: VerifyReceiptAnswer { temporary(.internalDataAccess) }

  private static func temporary(_ status: VerifyReceiptStatus) -> VerifyReceiptAnswer {
    VerifyReceiptAnswer(response: VerifyReceiptResponse(temporary: status), failure: .temporary)
  }

  init(_ status: VerifyReceiptStatus, _ failure: Failure) {
    self.init(response: VerifyReceiptResponse(status: status), failure: failure)
  }
}

extension VerifyReceiptAnswer.Failure: LocalizedError {
  /// The same sentence as ``description``.
  public var errorDescription: String? { description }
}

extension VerifyReceiptAnswer.Failure: CustomStringConvertible {
  /// One sentence without a period.
  public var description: String {
    switch self {
    case .request(let error): error.description
    case .receipt(let error): error.description
    case .validation(let error): error.description
    case .transactionReceipt(let error): error.description
    case .transactionValidation(let error): error.description
    case .subscriptionExpired(let date?): "the subscription expired at \(date.utcText)"
    case .subscriptionExpired(nil): "the end of the subscription is unreadable"
    case .wrongPassword: "wrong shared secret"
    case .temporary: "the server can't answer now"
    }
  }
}
