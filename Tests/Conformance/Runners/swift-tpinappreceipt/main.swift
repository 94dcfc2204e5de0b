import ConformanceRunner
import Foundation
import TPInAppReceipt

// Runner for TPInAppReceipt: its decoder, and its verifiers composed as its default validator composes them.

struct Refusal: Error {
  let words: String
}

func values(_ receipt: AppReceipt) -> Values {
  var values: Values = [
    "/bundleIdentifier": shown(receipt.bundleIdentifier), "/appVersion": shown(receipt.appVersion),
    "/originalAppVersion": shown(receipt.originalAppVersion),
    "/originalPurchaseDate": shown(receipt.originalPurchaseDate),
    "/expirationDate": shown(receipt.expirationDate),
    "/creationDate": shown(receipt.payload.creationDate),
    "/opaqueValue": shown(receipt.payload.opaqueValue),
    "/sha1Hash": shown(receipt.payload.receiptHash),
    "/ageRating": shown(receipt.payload.ageRating),
    "/appItemIdentifier": receipt.payload.appStoreID,
    "/downloadIdentifier": receipt.payload.downloadID, "/inAppCount": receipt.purchases.count,
  ]
  for (index, purchase) in receipt.purchases.enumerated() {
    let start = "/inApp/\(index)"
    values["\(start)/quantity"] = purchase.quantity
    values["\(start)/productIdentifier"] = shown(purchase.productIdentifier)
    values["\(start)/transactionIdentifier"] = shown(purchase.transactionIdentifier)
    values["\(start)/originalTransactionIdentifier"] = shown(purchase.originalTransactionIdentifier)
    values["\(start)/purchaseDate"] = shown(purchase.purchaseDate)
    values.updateValue(
      shown(purchase.originalPurchaseDate), forKey: "\(start)/originalPurchaseDate")
    values.updateValue(shown(purchase.subscriptionExpirationDate), forKey: "\(start)/expiresDate")
    values.updateValue(shown(purchase.cancellationDate), forKey: "\(start)/cancellationDate")
    values.updateValue(purchase.webOrderLineItemID, forKey: "\(start)/webOrderLineItemIdentifier")
  }
  return values
}

try await run { one, data, roots in
  let receipt = try AppReceipt.receipt(from: data)
  if one.operation == "verify" || one.operation == "validate" {
    var verifiers: [any ReceiptVerifier] = [
      try X509ChainVerifier(rootCertificates: roots), SignatureVerifier(),
    ]
    if one.operation == "validate", let caller = one.caller {
      if let device = caller.deviceIdentifierHex {
        verifiers.append(HashVerifier(deviceIdentifier: bytes(device)))
      }
      verifiers.append(
        MetaVerifier(
          expectedBundleIdentifier: caller.bundleIdentifier ?? "",
          expectedAppVersion: caller.appVersion ?? receipt.appVersion))
    }
    for verifier in verifiers {
      if case .invalid(let error) = await verifier.verify(receipt) {
        throw Refusal(words: "\(error)")
      }
    }
  }
  return values(receipt)
}
