/// Made-up answers with every key that is documented or known, in Apple's forms and order.
enum SampleAnswer: String, CaseIterable {
  /// About an app receipt.
  case app
  /// In the style of iOS 6.
  case iOS6

  var text: String {
    switch self {
    case .app: Self.appText
    case .iOS6: Self.iOS6Text
    }
  }

  private static func date(_ key: String) -> String {
    """
    "\(key)":"2020-07-22 17:39:06 Etc/GMT","\(key)_ms":"1595439546000",\
    "\(key)_pst":"2020-07-22 10:39:06 America/Los_Angeles"
    """
  }

  private static let purchase = """
    {"quantity":"1","product_id":"com.example.app.pro","transaction_id":"1000000694914109",\
    "original_transaction_id":"1000000694914108",\(date("purchase_date")),\
    \(date("original_purchase_date")),\(date("expires_date")),\(date("cancellation_date")),\
    "web_order_line_item_id":"500880970751784868","is_trial_period":"false",\
    "is_in_intro_offer_period":"true","cancellation_reason":"1","promotional_offer_id":"spring",\
    "offer_code_ref_name":"code","is_upgraded":"true","in_app_ownership_type":"FAMILY_SHARED",\
    "subscription_group_identifier":"20703822",\
    "app_account_token":"933c613d-2a7e-4bb0-97ba-131105a06399"}
    """

  private static let renewal = """
    {"expiration_intent":"2","auto_renew_product_id":"com.example.app.pro",\
    "original_transaction_id":"1000000694914108","is_in_billing_retry_period":"1",\
    "product_id":"com.example.app.pro","auto_renew_status":"1",\
    \(date("grace_period_expires_date")),"price_consent_status":"0","price_increase_status":"1",\
    "promotional_offer_id":"spring","offer_code_ref_name":"code"}
    """

  private static let appText = """
    {"status":0,"is-retryable":false,"environment":"Production","receipt":{\
    "receipt_type":"Production","adam_id":6444772154,"app_item_id":6444772154,\
    "bundle_id":"com.example.app","application_version":"3.4.1",\
    "download_id":504427454456956077,"version_external_identifier":837591391,\
    \(date("receipt_creation_date")),\(date("request_date")),\(date("original_purchase_date")),\
    "original_application_version":"1.0",\(date("preorder_date")),\(date("expiration_date")),\
    "in_app":[\(purchase)]},"latest_receipt_info":[\(purchase)],"latest_receipt":"MIIT",\
    "pending_renewal_info":[\(renewal)],"exception":"com.example.Exception"}
    """

  private static let iOS6Transaction = """
    {"quantity":"1","product_id":"com.example.app.pro","transaction_id":"1000000694914109",\
    "original_transaction_id":"1000000694914108",\(date("purchase_date")),\
    \(date("original_purchase_date")),"expires_date":"1595439546000",\
    "expires_date_formatted":"2020-07-22 17:39:06 Etc/GMT",\
    "expires_date_formatted_pst":"2020-07-22 10:39:06 America/Los_Angeles",\
    \(date("cancellation_date")),"web_order_line_item_id":"140000151774411",\
    "item_id":"1450637621","app_item_id":"1387514950","version_external_identifier":"827235835",\
    "bid":"com.example.app","bvrs":"68","unique_identifier":"00008020-001624500AF2002E",\
    "unique_vendor_identifier":"88DE8B5A-0B5C-48F6-A014-CBA8A07858BC","is_trial_period":"true",\
    "is_in_intro_offer_period":"false","in_app_ownership_type":"PURCHASED"}
    """

  private static let iOS6Text = """
    {"status":21006,"receipt":\(iOS6Transaction),"latest_receipt_info":\(iOS6Transaction),\
    "latest_expired_receipt_info":\(iOS6Transaction),"latest_receipt":"ewoJ",\
    "auto_renew_status":0,"auto_renew_product_id":"com.example.app.pro","expiration_intent":"1",\
    "is_in_billing_retry_period":"0","cancellation_reason":"0"}
    """
}
