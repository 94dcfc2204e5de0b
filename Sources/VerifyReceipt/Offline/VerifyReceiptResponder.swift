public import ReceiptParsing
public import ReceiptValidation
public import TransactionReceipts

/// Answers requests as verifyReceipt does, without a network: the endpoint of a server of your own, but for HTTP.
///
/// App receipts and transaction receipts in the style of iOS 6 come to the same endpoint. Every body has an answer:
///
/// | body | status |
/// |---|---|
/// | not JSON, not an object, a key twice, over the limits, empty (so is a `GET`'s) | 21000 |
/// | `receipt-data` missing, not a string, not a receipt, a receipt of Xcode's | 21002 |
/// | a receipt that isn't valid: signature, app, expired volume purchase, cancelled transaction | 21003 |
/// | a transaction receipt whose subscription has expired | 21006 |
/// | a receipt of the other endpoint | 21007, 21008 |
///
/// Version and device are not checked, as at Apple, and neither is the password, which only Apple knows.
public struct VerifyReceiptResponder<
  Verifier: ReceiptSignatureVerifier, TransactionVerifier: TransactionSignatureVerifier
> {
  /// The apps to answer for.
  public var apps: VerifyReceiptApps

  /// Which endpoint this is. A receipt of the other one gets 21007 or 21008 and nothing else, as at Apple; `nil` answers
  /// for both.
  public var endpoint: VerifyReceiptEndpoint?

  /// Whether a transaction receipt of a purchase that Apple has refunded or revoked gets an answer with its
  /// `cancellation_date`, for clients that look at it. Otherwise it gets 21003.
  public var acceptsCancelledTransactions = false

  private let verifier: Verifier
  private let transactionVerifier: TransactionVerifier

  /// Makes a responder.
  ///
  /// - Parameters:
  ///   - apps: the apps to answer for, or ``VerifyReceiptApps/any`` as at Apple.
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
  ///   - body: the body as it was received; an empty one for other methods than `POST`.
  ///   - date: the time of the answer. Nothing here reads a clock.
  ///   - limits: the bounds of reading the body.
  /// - Complexity: O(n).
  public func answer(
    body: some Collection<UInt8>, at date: ReceiptDate, limits: VerifyReceiptLimits = .default
  ) -> VerifyReceiptAnswer {
    do throws(VerifyReceiptError) {
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
  ///   - request: what verifyReceipt would be asked with.
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
    // What the receipt says counts only once it is validated, by these very expectations.
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
    // An expired subscription gets an answer with its receipt, so it is looked at afterwards.
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
  /// Those with one of these bundle identifiers, byte by byte the same. An empty set matches nothing.
  case only(Set<String>)
  /// Every app in the store, as at Apple. Whoever gets the answer has to compare its `bundle_id` (`bid`): a valid receipt
  /// for any other app is a valid answer.
  case any

  /// The bundle identifier that a receipt has to have, given the one that it says it has.
  fileprivate func expected(for found: String?) -> String {
    let found = found ?? ""
    switch self {
    case .any: return found
    case .only(let identifiers):
      let expected = identifiers.first { $0.hasBytes(of: found) } ?? identifiers.min()
      return expected ?? found + "?"  // none, so nothing that is found is expected
    }
  }
}
