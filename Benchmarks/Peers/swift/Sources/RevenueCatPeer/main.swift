import ReceiptParser
import Shared

// RevenueCat's receipt parser.

try await measure { operation, _ in
  let parser = PurchasesReceiptParser.default
  switch operation {
  case "identifiers":
    return { data in
      var sums = Sums()
      for purchase in try parser.parse(from: data).inAppPurchases {
        sums.addPurchase(purchase.transactionId, purchase.originalTransactionId)
      }
      return sums.ofIdentifiers
    }
  case "fields": return { data in fields(try parser.parse(from: data)).ofFields }
  default: throw Skip("it verifies nothing")
  }
}

func fields(_ receipt: AppleReceipt) -> Sums {
  var sums = Sums()
  sums.add(
    receipt.environment.rawValue, receipt.bundleId, receipt.applicationVersion,
    receipt.originalApplicationVersion)
  sums.add(receipt.creationDate, receipt.expirationDate)
  for purchase in receipt.inAppPurchases {
    sums.addPurchase(nil, nil)
    sums.add(
      purchase.productId, purchase.transactionId, purchase.originalTransactionId,
      purchase.promotionalOfferIdentifier)
    sums.add(
      purchase.quantity, purchase.productType.rawValue, purchase.webOrderLineItemId.map { Int($0) },
      purchase.isInTrialPeriod == true ? 1 : 0, purchase.isInIntroOfferPeriod == true ? 1 : 0)
    sums.add(
      purchase.purchaseDate, purchase.originalPurchaseDate, purchase.expiresDate,
      purchase.cancellationDate)
  }
  return sums
}
