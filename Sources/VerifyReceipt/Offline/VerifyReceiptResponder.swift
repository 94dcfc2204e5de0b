public import Foundation
public import ReceiptJSON
public import ReceiptParsing
public import ReceiptValidation
public import TransactionReceipts

/// Answers requests as verifyReceipt does, without a network: your own endpoint, except for HTTP.
///
/// It takes app receipts and transaction receipts in the style of iOS 6, and answers every body:
///
/// | body | status |
/// |---|---|
/// | not JSON, not an object, a duplicate key, over the limits, empty (as for `GET`) | 21000 |
/// | `receipt-data` missing, not a string, not a receipt, a receipt of Xcode's | 21002 |
/// | a receipt that isn't valid: signature, app, expired volume purchase, cancelled transaction | 21003 |
/// | a transaction receipt whose subscription has expired | 21006 |
/// | a receipt for the other endpoint | 21007, 21008 |
///
/// Like Apple, it doesn't check version and device. It doesn't check the password either, which only Apple knows.
public struct VerifyReceiptResponder<
  Verifier: ReceiptSignatureVerifier, TransactionVerifier: TransactionSignatureVerifier
> {
  /// The apps to answer for.
  public var apps: VerifyReceiptApps

  /// Which endpoint this is. As at Apple, a receipt for the other one gets only 21007 or 21008; `nil` answers for both.
  public var endpoint: VerifyReceiptEndpoint?

  /// Whether a transaction receipt for a refunded or revoked purchase gets an answer with its `cancellation_date`, for
  /// clients that look at it. Otherwise it gets 21003.
  public var acceptsCancelledTransactions = false

  private let verifier: Verifier
  private let transactionVerifier: TransactionVerifier

  /// Creates a responder.
  ///
  /// - Parameters:
  ///   - apps: the apps to answer for; ``VerifyReceiptApps/any``, as at Apple.
  ///   - endpoint: which endpoint this is; `nil` for both.
  ///   - verifier: checks the signatures of app receipts.
  ///   - transactionVerifier: checks the signatures of transaction receipts.
  public init(
    for apps: VerifyReceiptApps, at endpoint: VerifyReceiptEndpoint?, verifier: Verifier,
    transactionVerifier: TransactionVerifier
  ) {
    self.apps = apps
    self.endpoint = endpoint
    self.verifier = verifier
    self.transactionVerifier = transactionVerifier
  }

  /// Answers the body of a request.
  ///
  /// - Parameters:
  ///   - body: the body as received; empty for methods other than `POST`.
  ///   - date: the time of the answer.
  ///   - limits: the limits for reading the body.
  /// - Complexity: O(n).
  public func answer(
    body: some Collection<UInt8>, at date: ReceiptDate, limits: JSONLimits = .default
  ) -> VerifyReceiptAnswer {
    do throws(JSONError) {
      return answer(try VerifyReceiptRequest(json: body, limits: limits), at: date)
    } catch {
      let isAboutReceipt = error.path.elements == [.key("receipt-data")] && error.offset == nil
      return VerifyReceiptAnswer(
        isAboutReceipt ? .malformedReceipt : .unreadableRequest, .request(error))
    }
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: the request to verifyReceipt.
  ///   - date: the time of the answer.
  /// - Complexity: O(n).
  public func answer(
    _ request: VerifyReceiptRequest, at date: ReceiptDate
  ) -> VerifyReceiptAnswer {
    let data = request.receiptData ?? ""
    do throws(ReceiptError) {
      return answer(try AppReceipt(base64: data), at: date)
    } catch {
      guard error.code == .transactionReceipt else {
        return VerifyReceiptAnswer(VerifyReceiptStatus(offline: error), .receipt(error))
      }
    }
    do throws(TransactionReceiptError) {
      return answer(try TransactionReceipt(base64: data), at: date)
    } catch {
      return VerifyReceiptAnswer(VerifyReceiptStatus(offline: error), .transactionReceipt(error))
    }
  }

  private func answer(_ receipt: AppReceipt, at date: ReceiptDate) -> VerifyReceiptAnswer {
    var expectations = ReceiptExpectations(
      bundleIdentifier: apps.expected(for: receipt.bundleIdentifier), devices: .notChecked,
      now: date)
    // The receipt's environment counts only once validated, which happens below.
    let environments = [receipt.environment].compactMap { $0 }.filter { isAnswered($0) }
    expectations.environments = .required(Set(environments))
    do throws(ReceiptValidationError) {
      let validated = try receipt.validate(expectations, verifier: verifier)
      return VerifyReceiptAnswer(VerifyReceiptResponse(validated, requestDate: date), nil)
    } catch {
      return VerifyReceiptAnswer(
        VerifyReceiptStatus(offline: error, endpoint: endpoint), .validation(error))
    }
  }

  private func isAnswered(_ environment: ReceiptEnvironment) -> Bool {
    let endpoints = endpoint.map { [$0] } ?? VerifyReceiptEndpoint.allCases
    return environment.rawValue.isStreamSafe
      && endpoints.contains { VerifyReceiptStatus(environment, at: $0) == .valid }
  }

  private func answer(_ receipt: TransactionReceipt, at date: ReceiptDate) -> VerifyReceiptAnswer {
    let environments: Set<TransactionEnvironment> =
      switch endpoint {
      case .production?: [.production]
      case .sandbox?: [.sandbox]
      case nil: [.production, .sandbox]
      }
    // An expired subscription gets an answer with its receipt, so expiry is checked afterwards.
    let expectations = TransactionExpectations(
      bundleIdentifier: apps.expected(for: receipt.purchaseInfo.bundleIdentifier),
      devices: .notChecked, now: .notChecked, acceptsCancelled: acceptsCancelledTransactions,
      environments: environments)
    do throws(TransactionValidationError) {
      let validated = try receipt.validate(expectations, verifier: transactionVerifier)
      let response = VerifyReceiptResponse(validated, at: date)
      return VerifyReceiptAnswer(
        response,
        response.status == .valid
          ? nil : .subscriptionExpired(validated.purchaseInfo.expiresDate))
    } catch {
      return VerifyReceiptAnswer(
        VerifyReceiptStatus(offline: error, endpoint: endpoint), .transactionValidation(error))
    }
  }
}

extension VerifyReceiptResponder: Sendable
where Verifier: Sendable, TransactionVerifier: Sendable {}

/// The apps whose receipts are valid at an endpoint.
public enum VerifyReceiptApps: Hashable, Sendable {
  /// The apps with these bundle identifiers, compared byte by byte. An empty set matches nothing.
  case only(Set<String>)
  /// Every app in the store, as at Apple. The client has to compare `bundle_id` (`bid`): the answer for any other app's
  /// receipt is valid, too.
  case any

  /// The bundle identifier to expect, given the one in the receipt.
  fileprivate func expected(for found: String?) -> String {
    let found = found ?? ""
    switch self {
    case .any: return found
    case .only(let identifiers):
      let expected = identifiers.first { $0.hasBytes(of: found) } ?? identifiers.min()
      return expected ?? found + "?"  // never equal: no app is expected
    }
  }
}

/// The result of a ``VerifyReceiptResponder``: an answer in Apple's form, and the reason, which Apple doesn't tell.
public struct VerifyReceiptAnswer: Hashable, Sendable {
  /// Why the status of an answer isn't 0.
  public enum Failure: Error, Hashable, Sendable {
    /// The request body is unreadable: 21000; 21002 if only `receipt-data` has the wrong type.
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
  }

  /// The answer in Apple's form.
  public let response: VerifyReceiptResponse

  /// Why the status isn't 0; `nil` if it is. Not part of the JSON.
  public let failure: Failure?

  /// Whether the receipt is valid: ``VerifyReceiptResponse/isValid``.
  public var isValid: Bool { response.isValid }

  /// The body of the reply.
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
    case .subscriptionExpired(nil): "the end of the subscription is unreadable"
    }
  }
}
