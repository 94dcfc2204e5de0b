import ConformanceRunner
import Foundation
import ReceiptParser

// Runner for RevenueCat's ReceiptParser.

func values(_ receipt: AppleReceipt) -> Values {
  var values: Values = [
    "/bundleIdentifier": shown(receipt.bundleId), "/appVersion": shown(receipt.applicationVersion),
    "/originalAppVersion": shown(receipt.originalApplicationVersion),
    "/creationDate": shown(receipt.creationDate), "/expirationDate": shown(receipt.expirationDate),
    "/opaqueValue": shown(receipt.opaqueValue), "/sha1Hash": shown(receipt.sha1Hash),
    "/inAppCount": receipt.inAppPurchases.count,
  ]
  for (index, purchase) in receipt.inAppPurchases.enumerated() {
    let start = "/inApp/\(index)"
    let fields: Values = [
      "quantity": purchase.quantity, "productIdentifier": shown(purchase.productId),
      "transactionIdentifier": shown(purchase.transactionId),
      "originalTransactionIdentifier": shown(purchase.originalTransactionId),
      "purchaseDate": shown(purchase.purchaseDate),
      "originalPurchaseDate": shown(purchase.originalPurchaseDate),
      "expiresDate": shown(purchase.expiresDate),
      "cancellationDate": shown(purchase.cancellationDate),
      "isTrialPeriod": purchase.isInTrialPeriod,
      "isInIntroOfferPeriod": purchase.isInIntroOfferPeriod,
      "webOrderLineItemIdentifier": purchase.webOrderLineItemId,
      "promotionalOfferIdentifier": shown(purchase.promotionalOfferIdentifier),
    ]
    for (name, value) in fields { values.updateValue(value, forKey: "\(start)/\(name)") }
  }
  return values
}

try await run { one, data, _ in
  let parser = PurchasesReceiptParser.default
  if one.operation == "base64" {
    return values(try parser.parse(base64String: String(decoding: data, as: UTF8.self)))
  }
  return values(try parser.parse(from: data))
}
