import ReceiptParsing
import VerifyReceipt

/// A scalar member of an answer under its key, as Apple documents it, with what was read, and how Apple writes it.
enum AnswerMember {
  case text(String, String?, Form = .string)
  case integer(String, Int64?, Form = .number)
  case flag(String, Bool?, Form)
  case date(DateKeys, VerifyReceiptDate?)

  /// What is written, in whichever form it was read.
  enum Form {
    /// `"1"`.
    case string
    /// `1`; a text that is no number stays one.
    case number
    /// `"true"`.
    case word
    /// `"1"` for true.
    case digit
    /// `true`.
    case boolean
  }

  struct DateKeys {
    let milliseconds: String
    let text: String
    let pacific: String

    init(_ key: String) {
      (milliseconds, text, pacific) = (key + "_ms", key, key + "_pst")
    }

    /// In the style of iOS 6.
    init(formatted key: String) {
      (milliseconds, text, pacific) = (key, key + "_formatted", key + "_formatted_pst")
    }
  }

  static func date(_ key: String, _ date: VerifyReceiptDate?) -> Self { .date(DateKeys(key), date) }

  var keys: [String] {
    switch self {
    case .text(let key, _, _), .integer(let key, _, _), .flag(let key, _, _): [key]
    case .date(let keys, _): [keys.milliseconds, keys.text, keys.pacific]
    }
  }

  var isFlag: Bool { if case .flag = self { true } else { false } }

  /// What errors say that has to be there.
  var words: String {
    switch self {
    case .text: "a string"
    case .integer: "an integer"
    case .flag: "true or false"
    case .date: "a date"
    }
  }

  /// One in two spellings, of which an answer shows only one: without a value.
  static var retryFlags: [AnswerMember] {
    ["is-retryable", "is_retryable"].map { .flag($0, nil, .boolean) }
  }
}

extension VerifyReceiptResponse {
  var members: [AnswerMember] {
    [
      .integer("status", status?.rawValue), .text("environment", environment?.rawValue),
      .text("latest_receipt", latestReceipt),
      .text("auto_renew_status", autoRenewStatus?.rawValue, .number),
      .text("auto_renew_product_id", autoRenewProductIdentifier),
      .text("expiration_intent", expirationIntent?.rawValue),
      .flag("is_in_billing_retry_period", isInBillingRetryPeriod, .digit),
      .text("cancellation_reason", cancellationReason?.rawValue), .text("exception", exception),
    ]
  }
}

extension ResponseReceipt {
  var members: [AnswerMember] {
    [
      .text("receipt_type", receiptType?.rawValue), .integer("adam_id", adamIdentifier),
      .integer("app_item_id", appItemIdentifier), .text("bundle_id", bundleIdentifier),
      .text("application_version", applicationVersion), .integer("download_id", downloadIdentifier),
      .integer("version_external_identifier", versionExternalIdentifier),
      .date("receipt_creation_date", receiptCreationDate), .date("request_date", requestDate),
      .date("original_purchase_date", originalPurchaseDate),
      .text("original_application_version", originalApplicationVersion),
      .date("preorder_date", preorderDate), .date("expiration_date", expirationDate),
    ]
  }
}

extension ResponsePurchase {
  var members: [AnswerMember] {
    transactionMembers + [
      .date("expires_date", expiresDate),
      .text("cancellation_reason", cancellationReason?.rawValue),
      .text("promotional_offer_id", promotionalOfferIdentifier),
      .text("offer_code_ref_name", offerCodeReferenceName), .flag("is_upgraded", isUpgraded, .word),
      .text("subscription_group_identifier", subscriptionGroupIdentifier),
      .text("app_account_token", appAccountToken),
    ]
  }

  /// In both styles.
  fileprivate var transactionMembers: [AnswerMember] {
    [
      .integer("quantity", quantity, .string), .text("product_id", productIdentifier),
      .text("transaction_id", transactionIdentifier),
      .text("original_transaction_id", originalTransactionIdentifier),
      .date("purchase_date", purchaseDate), .date("original_purchase_date", originalPurchaseDate),
      .date("cancellation_date", cancellationDate),
      .text("web_order_line_item_id", webOrderLineItemIdentifier),
      .flag("is_trial_period", isTrialPeriod, .word),
      .flag("is_in_intro_offer_period", isInIntroOfferPeriod, .word),
      .text("in_app_ownership_type", ownershipType?.rawValue),
    ]
  }
}

extension ResponseTransaction {
  var members: [AnswerMember] {
    purchase.transactionMembers + [
      .date(AnswerMember.DateKeys(formatted: "expires_date"), purchase.expiresDate),
      .text("item_id", itemIdentifier), .text("app_item_id", appItemIdentifier),
      .text("version_external_identifier", versionExternalIdentifier),
      .text("bid", bundleIdentifier), .text("bvrs", bundleVersion),
      .text("unique_identifier", uniqueIdentifier),
      .text("unique_vendor_identifier", uniqueVendorIdentifier),
    ]
  }
}

extension ResponseRenewal {
  var members: [AnswerMember] {
    [
      .text("expiration_intent", expirationIntent?.rawValue),
      .text("auto_renew_product_id", autoRenewProductIdentifier),
      .text("original_transaction_id", originalTransactionIdentifier),
      .flag("is_in_billing_retry_period", isInBillingRetryPeriod, .digit),
      .text("product_id", productIdentifier), .text("auto_renew_status", autoRenewStatus?.rawValue),
      .date("grace_period_expires_date", gracePeriodExpiresDate),
      .text("price_consent_status", priceConsentStatus?.rawValue),
      .text("price_increase_status", priceIncreaseStatus?.rawValue),
      .text("promotional_offer_id", promotionalOfferIdentifier),
      .text("offer_code_ref_name", offerCodeReferenceName),
    ]
  }
}
