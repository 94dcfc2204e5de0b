import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation
import TestSupport

/// Accepts every signature: what is tested here comes after it.
private struct AcceptingVerifier: ReceiptSignatureVerifier {
  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {}
}

/// A receipt with purchases, written as DER and read again by the library.
struct SampleHistory {
  var purchases: [SamplePurchase]
  var environment = "Production"
  var bundle = "com.example.app"
  var created = "2030-01-01T00:00:00Z"
  var originalVersion: String?

  init(_ purchases: [SamplePurchase], environment: String = "Production") {
    self.purchases = purchases
    self.environment = environment
  }

  func receipt() throws -> AppReceipt {
    var attributes = [
      SampleReceipt.attribute(0, DER.utf8(environment)),
      SampleReceipt.attribute(2, DER.utf8(bundle)), SampleReceipt.attribute(12, DER.ia5(created)),
    ]
    if let originalVersion {
      attributes.append(SampleReceipt.attribute(19, DER.utf8(originalVersion)))
    }
    return try AppReceipt(SampleReceipt(of: attributes + purchases.map(\.bytes)).bytes)
  }

  func validated() throws -> ValidatedReceipt {
    var expectations = ReceiptExpectations(
      bundleIdentifier: bundle, devices: .notChecked, now: ReceiptDate(millisecondsSince1970: 0))
    expectations.now = .notChecked
    expectations.environments = .notChecked
    return try receipt().validate(expectations, verifier: AcceptingVerifier())
  }

  func history(_ catalog: ProductCatalog = ProductCatalog()) throws -> PurchaseHistory {
    try validated().purchaseHistory(catalog: catalog)
  }
}

/// Every order of a few things.
func permutations<Element>(_ elements: [Element]) -> [[Element]] {
  guard let first = elements.first else { return [[]] }
  return permutations(Array(elements.dropFirst())).flatMap { rest in
    (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
  }
}
