import Shared
import TPInAppReceipt

// TPInAppReceipt: its decoder, and its verifiers of path and signature.

struct Invalid: Error {}

try await measure { operation, root in
  switch operation {
  case "identifiers": return { data in identifiers(try AppReceipt.receipt(from: data)) }
  case "fields": return { data in fields(try AppReceipt.receipt(from: data)).ofFields }
  case "validate":
    let verifiers: [any ReceiptVerifier] = [
      try X509ChainVerifier(rootCertificates: [root]), SignatureVerifier(),
    ]
    return { data in
      let receipt = try AppReceipt.receipt(from: data)
      for verifier in verifiers {
        guard case .valid = await verifier.verify(receipt) else { throw Invalid() }
      }
      return ["app": receipt.payload.bundleIdentifier]
    }
  default: throw Skip("it reads receipts alone")
  }
}

func identifiers(_ receipt: AppReceipt) -> Answer {
  var sums = Sums()
  for purchase in receipt.purchases {
    sums.addPurchase(purchase.transactionIdentifier, purchase.originalTransactionIdentifier)
  }
  return sums.ofIdentifiers
}

func fields(_ receipt: AppReceipt) -> Sums {
  var sums = Sums()
  let payload = receipt.payload
  sums.add(
    payload.environment.rawValue, payload.bundleIdentifier, payload.appVersion, payload.ageRating,
    payload.originalAppVersion)
  sums.add(
    payload.appStoreID, payload.fulfillmentToolVersion, payload.developerID, payload.downloadID,
    payload.installerVersionID)
  sums.add(
    payload.transactionDate, payload.creationDate, payload.originalPurchaseDate,
    payload.expirationDate)
  for purchase in payload.purchases {
    sums.addPurchase(nil, nil)
    sums.add(
      purchase.productIdentifier, purchase.transactionIdentifier,
      purchase.originalTransactionIdentifier, purchase.promotionalOfferIdentifier)
    sums.add(
      purchase.quantity, Int(purchase.productType.rawValue), purchase.webOrderLineItemID,
      purchase.subscriptionTrialPeriod ? 1 : 0, purchase.subscriptionIntroductoryPricePeriod ? 1 : 0
    )
    sums.add(
      purchase.purchaseDate, purchase.originalPurchaseDate, purchase.subscriptionExpirationDate,
      purchase.cancellationDate)
  }
  return sums
}
