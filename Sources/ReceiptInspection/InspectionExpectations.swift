package import ReceiptParsing
package import ReceiptTrust
package import ReceiptValidation
import TextCoding
package import TransactionReceipts

/// What is expected of a receipt by somebody who looks at it and, unlike an app, may not know whose it is.
package struct InspectionExpectations: Sendable {
  /// The bundle identifiers of which the receipt has one; empty if it may be any app's.
  package var bundleIdentifiers: [String]
  /// Everything else that is expected; its own bundle identifier is not used.
  package var others: ReceiptExpectations
  package var verifier: AppleSignatureVerifier

  package init(
    bundleIdentifiers: [String], _ others: ReceiptExpectations, verifier: AppleSignatureVerifier
  ) {
    (self.bundleIdentifiers, self.others, self.verifier) = (bundleIdentifiers, others, verifier)
  }

  /// The tool's options for what can be expected.
  static let options: [(check: ReceiptCheck, name: String)] = [
    (.bundleIdentifier, "--bundle-id"), (.appVersion, "--version"), (.device, "--device"),
    (.environment, "--environment"),
  ]

  /// The checks without an expectation, in the order of validation.
  package var skipped: [ReceiptCheck] {
    var skipped: [ReceiptCheck] = []
    if bundleIdentifiers.isEmpty { skipped.append(.bundleIdentifier) }
    if others.appVersion == .notChecked { skipped.append(.appVersion) }
    if others.devices == .notChecked { skipped.append(.device) }
    if others.environments == .notChecked { skipped.append(.environment) }
    return skipped
  }

  /// The expectations of a receipt. As with Apple's verifyReceipt, the bundle identifier is the receipt's own unless
  /// one was given; ``skipped`` then lists the check.
  package func expectations(of receipt: AppReceipt) -> ReceiptExpectations {
    expectations(of: receipt.bundleIdentifier)
  }

  /// The expectations of a transaction receipt in the style of iOS 6. An expired one is accepted.
  package func expectations(of receipt: TransactionReceipt) -> ReceiptExpectations {
    var expectations = expectations(of: receipt.purchaseInfo.bundleIdentifier)
    expectations.now = .notChecked
    return expectations
  }

  /// The bundle identifier is the receipt's own if it is one of several or none is given, else the first.
  private func expectations(of own: String?) -> ReceiptExpectations {
    let own = own ?? ""
    var expectations = others
    expectations.bundleIdentifier =
      bundleIdentifiers.first { $0.hasBytes(of: own) } ?? bundleIdentifiers.first ?? own
    return expectations
  }

  /// The result of every check.
  package func report(on receipt: AppReceipt) -> ReceiptReport {
    receipt.report(
      expectations(of: receipt), ignoresBundleIdentifier: bundleIdentifiers.isEmpty,
      verifier: verifier)
  }

  package func report(on receipt: TransactionReceipt) -> TransactionReport {
    receipt.report(expectations(of: receipt), verifier: transactionVerifier)
  }

  package var transactionVerifier: AppleTransactionVerifier {
    AppleTransactionVerifier(anchors: verifier.anchors)
  }
}
