public import ReceiptParsing
public import ReceiptValidation

extension VerifyReceiptResponse {
  /// Answers for a validated receipt as verifyReceipt would: status 0, `environment`, and `receipt` with the keys
  /// that a receipt can give. ``keysNotAvailableOffline`` lists the others.
  ///
  /// `receipt.in_app` has the receipt's purchases, cancelled ones included. A purchase is left out if a field that
  /// decides about it is unreadable, because without that key it would look valid.
  ///
  /// - Parameters:
  ///   - validated: the receipt.
  ///   - requestDate: the time of the answer, `request_date`. Nothing here reads a clock.
  ///   - endpoint: which endpoint answers. A receipt of the other one gets 21007 or 21008 and nothing else, as at
  ///     Apple; `nil` answers for every environment that was allowed, and `environment` tells which.
  /// - Complexity: O(n).
  public init(
    _ validated: ValidatedReceipt, requestDate: ReceiptDate,
    endpoint: VerifyReceiptEndpoint? = nil
  ) {
    self.init(status: VerifyReceiptStatus(offline: validated, endpoint: endpoint))
    guard status == .valid else { return }
    environment = VerifyReceiptEnvironment(of: validated.receipt)
    receipt = ResponseReceipt(
      validated.receipt, purchases: validated.receipt.inAppReceipts.filter(\.isComplete),
      requestDate: requestDate)
  }

  /// Shows a receipt that nobody has checked in the form of an answer. It has no `status`, so it is not
  /// ``isValid``.
  ///
  /// Purchases are left out by the same rule as for a validated receipt.
  ///
  /// - Complexity: O(n).
  public init(unverified receipt: AppReceipt, requestDate: ReceiptDate? = nil) {
    self.init()
    environment = VerifyReceiptEnvironment(of: receipt)
    self.receipt = ResponseReceipt(
      receipt, purchases: receipt.inAppReceipts.filter(\.isComplete),
      requestDate: requestDate)
  }
}

extension VerifyReceiptEnvironment {
  /// `Production` for exactly the two names of the App Store, `Sandbox` for every name with that word, as at
  /// Apple. Other receipts, Xcode's among them, keep their name: they must not look like the App Store's.
  init?(of receipt: AppReceipt) {
    switch receipt.environment {
    case nil: return nil
    case .production, .productionVPP: self = .production
    case let environment?:
      let name = environment.rawValue
      self = name.contains("Sandbox") ? .sandbox : VerifyReceiptEnvironment(rawValue: name)
    }
  }
}

extension InAppReceipt {
  /// Whether product, transaction and purchase date are there, and nothing that decides about the purchase is
  /// unreadable. Others are left out of an answer: without a cancellation date, say, they would look valid.
  var isComplete: Bool {
    productIdentifier != nil && transactionIdentifier != nil && purchaseDate != nil
      && expiration.problem == nil && cancellation.problem == nil
      && integer(.productType).problem == nil
  }
}
