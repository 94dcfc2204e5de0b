import AppReceiptValidator
import ConformanceRunner
import Foundation

// Runner for AppReceiptValidator on Linux, where it verifies no signature.

struct Refusal: Error {
  let words: String
}

func values(_ receipt: Receipt) -> Values {
  var values: Values = [
    "/bundleIdentifier": shown(receipt.bundleIdentifier), "/appVersion": shown(receipt.appVersion),
    "/originalAppVersion": shown(receipt.originalAppVersion),
    "/creationDate": shown(receipt.receiptCreationDate),
    "/expirationDate": shown(receipt.expirationDate),
    "/opaqueValue": shown(receipt.opaqueValue), "/sha1Hash": shown(receipt.sha1Hash),
    "/inAppCount": receipt.inAppPurchaseReceipts.count,
  ]
  for (index, purchase) in receipt.inAppPurchaseReceipts.enumerated() {
    let start = "/inApp/\(index)"
    let fields: Values = [
      "quantity": purchase.quantity, "productIdentifier": shown(purchase.productIdentifier),
      "transactionIdentifier": shown(purchase.transactionIdentifier),
      "originalTransactionIdentifier": shown(purchase.originalTransactionIdentifier),
      "purchaseDate": shown(purchase.purchaseDate),
      "originalPurchaseDate": shown(purchase.originalPurchaseDate),
      "expiresDate": shown(purchase.subscriptionExpirationDate),
      "cancellationDate": shown(purchase.cancellationDate),
      "webOrderLineItemIdentifier": purchase.webOrderLineItemId,
    ]
    for (name, value) in fields { values.updateValue(value, forKey: "\(start)/\(name)") }
  }
  return values
}

let bindings = ["app", "device", "encoding"]

try await run { one, data, _ in
  if one.operation == "validate", let reason = one.reason, !bindings.contains(reason) {
    throw Skipped()
  }
  let validator = AppReceiptValidator()
  guard one.operation == "validate", let caller = one.caller else {
    return values(try validator.parseReceipt(origin: .data(data)))
  }
  let parameters = AppReceiptValidator.Parameters.default.with {
    $0.receiptOrigin = .data(data)
    $0.signatureValidation = .skip
    $0.shouldValidateHash = caller.deviceIdentifierHex != nil
    $0.deviceIdentifier = .data(bytes(caller.deviceIdentifierHex ?? ""))
    $0.propertyValidations = [.string(\.bundleIdentifier, expected: caller.bundleIdentifier)]
    if let version = caller.appVersion {
      $0.propertyValidations.append(.string(\.appVersion, expected: version))
    }
  }
  switch validator.validateReceipt(parameters: parameters) {
  case .success(let receipt, _, _): return values(receipt)
  case .error(let error, _, _): throw Refusal(words: "\(error)")
  }
}
