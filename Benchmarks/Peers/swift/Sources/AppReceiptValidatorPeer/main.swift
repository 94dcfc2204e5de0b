import AppReceiptValidator
import Shared

// AppReceiptValidator on Linux, where it verifies no signature.

try await measure { operation, _ in
  let validator = AppReceiptValidator()
  switch operation {
  case "identifiers":
    return { data in
      var sums = Sums()
      for purchase in try validator.parseReceipt(origin: .data(data)).inAppPurchaseReceipts {
        sums.addPurchase(purchase.transactionIdentifier, purchase.originalTransactionIdentifier)
      }
      return sums.ofIdentifiers
    }
  case "fields":
    return { data in fields(try validator.parseReceipt(origin: .data(data))).ofFields }
  default: throw Skip("it needs Security.framework for it, which Linux has not")
  }
}

func fields(_ receipt: Receipt) -> Sums {
  var sums = Sums()
  sums.add(receipt.bundleIdentifier, receipt.appVersion, receipt.originalAppVersion)
  sums.add(receipt.receiptCreationDate, receipt.expirationDate)
  for purchase in receipt.inAppPurchaseReceipts {
    sums.addPurchase(nil, nil)
    sums.add(
      purchase.productIdentifier, purchase.transactionIdentifier,
      purchase.originalTransactionIdentifier)
    sums.add(purchase.quantity.map { Int($0) }, purchase.webOrderLineItemId.map { Int($0) })
    sums.add(
      purchase.purchaseDate, purchase.originalPurchaseDate, purchase.subscriptionExpirationDate,
      purchase.cancellationDate)
  }
  return sums
}
