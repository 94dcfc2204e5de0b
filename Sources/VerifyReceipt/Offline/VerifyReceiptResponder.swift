public import ReceiptJSON
public import ReceiptParsing
public import ReceiptValidation
import TextCoding
public import TransactionReceipts

/// Answers requests as verifyReceipt does, without a network: your own endpoint, except for HTTP.
///
/// It takes app receipts and transaction receipts in the style of iOS 6, and answers every body:
///
/// | body | status |
/// |---|---|
/// | not JSON, not an object, a duplicate key, another member of the wrong type, over the limits, empty (as for `GET`) | 21000 |
/// | `receipt-data` missing, not a string, not Base64 (see ``acceptsBase64Variants``), not a receipt, a receipt of Xcode's (if the verifier allows them: for an app of ``apps``) | 21002 |
/// | a receipt that isn't valid: signature, app, expired volume purchase, cancelled transaction | 21003 |
/// | a receipt for the other endpoint | 21007, 21008 |
/// | `password` missing or not the ``sharedSecret``, if you set one | 21004 |
/// | a transaction receipt whose subscription has expired | 21006 |
///
/// If several apply, the first one counts. Like Apple, it doesn't check version and device.
public struct VerifyReceiptResponder<
  Verifier: ReceiptSignatureVerifier, TransactionVerifier: TransactionSignatureVerifier
> {
  /// The apps to answer for.
  public var apps: KnownApps

  /// Which endpoint this is. As with Apple, a receipt for the other one gets only 21007 or 21008; `nil` answers for both.
  public var endpoint: VerifyReceiptEndpoint?

  /// Whether a transaction receipt for a refunded or revoked purchase gets an answer with its `cancellation_date`, for
  /// clients that look at it. Otherwise it gets 21003.
  public var acceptsCancelledTransactions = false

  /// Whether `receipt-data` may be the Base64 that `AppReceipt(base64:)` takes: also the URL-safe alphabet, line breaks
  /// and no padding, but no unused bits and no bytes after the receipt. A transaction receipt may also be the property
  /// list itself.
  ///
  /// Otherwise it is what Apple's endpoint takes, as measured in 2026: the standard alphabet (RFC 4648 §4) with padding,
  /// and no line break or space anywhere; anything else gets 21002. Unused bits needn't be zero, and bytes after an app
  /// receipt are ignored: they are not part of what is validated.
  public var acceptsBase64Variants = false

  /// The secret that `password` must be; `nil` doesn't check it. It is compared in a time that depends on its length
  /// only, and after the receipt, as with Apple, whose 21004 has the `environment` of a receipt it has read. Apple asks for
  /// the secret only if there are subscriptions; a responder that has one asks for it always. Not printed by `print`.
  public var sharedSecret: String?

  /// Whether answers have what the receipt itself tells of `latest_receipt_info`, for clients that read nothing else.
  /// **Derived**: Apple's has what happened since the receipt was made, too. <doc:MovingOffVerifyReceipt> has the rules.
  public var derivesLatestReceiptInfo = false

  private let verifier: Verifier
  private let transactionVerifier: TransactionVerifier

  /// Creates a responder.
  ///
  /// - Parameters:
  ///   - apps: the apps to answer for; ``KnownApps/any``, as with Apple.
  ///   - endpoint: which endpoint this is; `nil` for both.
  ///   - verifier: checks the signatures of app receipts.
  ///   - transactionVerifier: checks the signatures of transaction receipts.
  public init(
    for apps: KnownApps, at endpoint: VerifyReceiptEndpoint?, verifier: Verifier,
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
    body: some Collection<UInt8>, at date: ReceiptDate, limits: JSONLimits = .request
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
      let receipt =
        acceptsBase64Variants
        ? try AppReceipt(base64: data) : try AppReceipt(verifyReceiptData: data)
      return answer(request, receipt, at: date)
    } catch {
      guard error.code == .transactionReceipt else {
        return VerifyReceiptAnswer(.malformedReceipt, .receipt(error))
      }
    }
    do throws(TransactionReceiptError) {
      let receipt =
        acceptsBase64Variants
        ? try TransactionReceipt(base64: data) : try TransactionReceipt(verifyReceiptData: data)
      return answer(request, receipt, at: date)
    } catch {
      return VerifyReceiptAnswer(.malformedReceipt, .transactionReceipt(error))
    }
  }

  private func answer(
    _ request: VerifyReceiptRequest, _ receipt: AppReceipt, at date: ReceiptDate
  ) -> VerifyReceiptAnswer {
    let expectations = ReceiptExpectations(
      bundleIdentifier: apps.expected(for: receipt.bundleIdentifier), devices: .notChecked,
      now: date, environments: answered(receipt.environment))
    do throws(ReceiptValidationError) {
      let validated = try receipt.validate(expectations, verifier: verifier)
      guard isPermitted(request) else {
        var response = VerifyReceiptResponse(status: .wrongPassword)
        response.environment = VerifyReceiptEnvironment(of: receipt)
        return VerifyReceiptAnswer(response: response, failure: .wrongPassword)
      }
      var response = VerifyReceiptResponse(validated, requestDate: date)
      if derivesLatestReceiptInfo {
        response.deriveLatestReceiptInfo(
          of: validated, excludingOldTransactions: request.excludesOldTransactions ?? false)
      }
      return VerifyReceiptAnswer(response: response, failure: nil)
    } catch {
      return VerifyReceiptAnswer(
        VerifyReceiptStatus(offline: error, endpoint: endpoint), .validation(error))
    }
  }

  /// The environment of a receipt, if this endpoint answers for it. It counts only once validated.
  private func answered(_ environment: ReceiptEnvironment?) -> Set<ReceiptEnvironment> {
    guard let environment, environment.rawValue.isStreamSafe,
      let responsible = environment.endpoint, responsible == endpoint ?? responsible
    else { return [] }
    return [environment]
  }

  private func answer(
    _ request: VerifyReceiptRequest, _ receipt: TransactionReceipt, at date: ReceiptDate
  ) -> VerifyReceiptAnswer {
    // An expired subscription gets an answer with its receipt, so expiry is checked later.
    let expectations = ReceiptExpectations(
      bundleIdentifier: apps.expected(for: receipt.purchaseInfo.bundleIdentifier),
      devices: .notChecked, now: .notChecked, acceptsCancelled: acceptsCancelledTransactions,
      environments: answered(receipt.provenEnvironment))
    do throws(TransactionValidationError) {
      let validated = try receipt.validate(expectations, verifier: transactionVerifier)
      guard isPermitted(request) else {
        return VerifyReceiptAnswer(.wrongPassword, .wrongPassword)
      }
      var response = VerifyReceiptResponse(validated, at: date)
      if derivesLatestReceiptInfo { response.deriveLatestReceiptInfo(of: validated) }
      return VerifyReceiptAnswer(
        response: response,
        failure: response.status == .valid
          ? nil : .subscriptionExpired(validated.purchaseInfo.expiresDate))
    } catch {
      return VerifyReceiptAnswer(
        VerifyReceiptStatus(offline: error, endpoint: endpoint), .transactionValidation(error))
    }
  }
}

extension VerifyReceiptResponder {
  /// Whether the password is the shared secret, or none is needed.
  private func isPermitted(_ request: VerifyReceiptRequest) -> Bool {
    guard let sharedSecret else { return true }
    guard let password = request.password else { return false }
    // In a time that depends on lengths only.
    let (secret, given) = (Array(sharedSecret.utf8), Array(password.utf8))
    var difference = secret.count ^ given.count
    for index in secret.indices {
      difference |= Int(secret[index] ^ (index < given.count ? given[index] : 0))
    }
    return difference == 0
  }
}

extension VerifyReceiptResponder: CustomStringConvertible {
  /// Apps, endpoint, and whether there is a shared secret, which doesn't belong in logs.
  public var description: String {
    "VerifyReceiptResponder(for: \(apps), at: \(endpoint.map { "\($0)" } ?? "both"), "
      + "sharedSecret: \(sharedSecret == nil ? "none" : "given"))"
  }
}

extension VerifyReceiptResponder: Sendable
where Verifier: Sendable, TransactionVerifier: Sendable {}

/// The apps whose receipts are valid at an endpoint.
public enum KnownApps: Hashable, Sendable {
  /// The apps with these bundle identifiers, compared byte by byte. An empty set matches nothing.
  case only(Set<String>)
  /// Every app in the store, as with Apple. The client has to compare `bundle_id` (`bid`): the answer for any other app's
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
