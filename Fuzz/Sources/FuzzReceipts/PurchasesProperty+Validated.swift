import Foundation
import FuzzSupport
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation

// What only a validated receipt says, and what makes purchases equal.

extension PurchasesProperty {
  /// What is validated has the same purchases, and merged with itself no others.
  static func checkValidated(_ receipt: AppReceipt, _ history: UnverifiedPurchaseHistory) {
    guard let environment = receipt.environment else { return }
    let expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked,
      now: ReceiptDate(millisecondsSince1970: 0), environments: [environment])
    guard let validated = try? receipt.validate(expectations, verifier: TrustingVerifier()) else {
      return
    }
    require(validated.purchaseHistory().unverified == history, "as the unverified ones")
    do throws(PurchaseMergeError) {
      let merged = try PurchaseHistory(merging: [validated, validated])
      require(merged.unverified == history, "merged with itself")
    } catch {
      require(false, "merged with itself: \(error)")
    }
    checkOriginalVersion(validated)
  }

  /// Only the App Store knows the first version.
  private static func checkOriginalVersion(_ validated: ValidatedReceipt) {
    let isStores = ["Production", "ProductionVPP"].contains(validated.receipt.environment?.rawValue)
    let text = validated.receipt.originalAppVersion
    let versions =
      ["", "1.2.2", "1.2.3", "1.2.4", "1.10", "1", "x"] + [text ?? "0", (text ?? "") + ".1"]
    for version in versions {
      let numbers = NaiveVersion.numbers(version)
      let original = text.map { NaiveVersion.numbers($0) }
      let expected: OriginalVersionComparison =
        switch (isStores, original, numbers) {
        case (false, _, _): .undetermined(.notFromAppStore)
        case (_, nil, _): .undetermined(.missing)
        case (_, .some(nil), _), (_, _, nil): .undetermined(.notNumeric)
        case (_, .some(let original?), let numbers?):
          if original == numbers {
            .same
          } else {
            NaiveVersion.isEarlier(original, numbers) ? .earlier : .later
          }
        }
      let found = validated.originalVersion(comparedTo: version)
      require(found == expected, "\(text ?? "nothing") to \(version): \(found)")
    }
  }

  /// Purchases are the same exactly if all is that they say, and what a catalog says of them.
  static func checkEquality(_ receipt: AppReceipt, _ history: UnverifiedPurchaseHistory) {
    let entries = history.purchases.prefix(4)
    var variants = Array(entries)
    for edit in 0..<4 {
      var catalog = ProductCatalog()
      for product in entries.map(\.productIdentifier) {
        switch edit {
        case 0: catalog.setType(.consumable, of: product)
        case 1: catalog.setType(.nonConsumable, of: product)
        default: catalog.setNonRenewingLength(.days(Int64(edit)), of: product)
        }
      }
      variants += receipt.unverifiedPurchaseHistory(catalog: catalog).purchases.prefix(4)
    }
    requireEquality(variants.prefix(entries.count), variants)
    requireStored(variants)
    for purchase in entries {
      StoredPurchase.check(purchase)
      checkNames(purchase)
    }
    let entitlements = history.entitlements
    requireStored(Array(entitlements.prefix(4)))
    Hashes.check(variants) { $0.inAppReceipt }
    Hashes.check(entitlements.prefix(4))
    for entitlement in entitlements {
      let (id, product) = (entitlement.id, entitlement.productIdentifier)
      require(id.utf8.elementsEqual(product.utf8), "\(product) is known as \(id)")
    }
  }

  /// Known by transaction, product and date; in a line also whether another entry has cancelled it.
  private static func checkNames(_ purchase: Purchase) {
    let (transaction, product) = (purchase.transactionIdentifier, purchase.productIdentifier)
    let id = "\(transaction) \(product) \(purchase.purchaseDate.utcText)"
    require(purchase.id.utf8.elementsEqual(id.utf8), "\(id) is known as \(purchase.id)")
    let (line, own) = ("\(purchase)".utf8, "\(purchase.inAppReceipt)".utf8)
    let isOnlyHere = purchase.isCancelled && purchase.inAppReceipt.cancellation.isAbsent
    require(
      line.starts(with: own) && (line.count > own.count) == isOnlyHere,
      "\(purchase), not \(purchase.inAppReceipt), cancelled by another: \(isOnlyHere)")
  }

  static func requireEquality(
    _ purchases: some Collection<Purchase>, _ others: some Collection<Purchase>
  ) {
    for first in purchases {
      for second in others {
        let isSame =
          first.inAppReceipt == second.inAppReceipt && first.term == second.term
          && first.productType == second.productType && first.isCancelled == second.isCancelled
          && first.cancellation.value == second.cancellation.value
        require((first == second) == isSame, "\(first) is \(second)")
      }
    }
  }
}

/// What is stored of a purchase for others: decoding takes it from the receipt's entry.
private struct StoredPurchase: Decodable, Equatable {
  let productIdentifier: String
  let transactionIdentifier: String
  let originalTransactionIdentifier: String?
  let purchaseDate: String
  let expiresDate: String?

  /// Each under its name, dates with the text that they have in the receipt.
  static func check(_ purchase: Purchase) {
    let stored = (try? JSONEncoder().encode(purchase)).flatMap {
      try? JSONDecoder().decode(StoredPurchase.self, from: $0)
    }
    let expected = StoredPurchase(
      productIdentifier: purchase.productIdentifier,
      transactionIdentifier: purchase.transactionIdentifier,
      originalTransactionIdentifier: purchase.originalTransactionIdentifier,
      purchaseDate: purchase.purchaseDate.text, expiresDate: purchase.expiration.value?.text)
    require(stored == expected, "\(expected) is stored as \(stored, default: "nothing")")
  }
}
