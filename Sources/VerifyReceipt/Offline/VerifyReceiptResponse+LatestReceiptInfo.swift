import Foundation
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation
import TextCoding
import TransactionReceipts

// What Apple keeps in `latest_receipt_info`, as far as the receipt tells: derived, not known.

extension VerifyReceiptResponse {
  /// Adds `latest_receipt_info` and `latest_receipt` if there is an auto-renewable subscription, as with Apple: the
  /// purchases of `receipt.in_app`, newest first, and the receipt.
  ///
  /// - Parameter excludingOldTransactions: whether to keep only the newest transaction of each subscription. If a
  ///   cancelled copy of it is left out, it has that copy's `cancellation_date`.
  /// - Complexity: O(n log n).
  mutating func deriveLatestReceiptInfo(
    of validated: ValidatedReceipt, excludingOldTransactions: Bool
  ) {
    guard let purchases = receipt?.inApp, purchases.contains(where: \.isRenewal) else { return }
    latestReceiptInfo =
      excludingOldTransactions
      ? validated.receipt.answeredPurchases(marksCopies: true).newestOfEachSubscription
      : purchases.newestFirst
    latestReceipt = Data(validated.receipt.containerBytes).base64EncodedString()
  }

  /// Adds the only transaction of a subscription as its newest: `latest_receipt_info` and `latest_receipt`, or
  /// `latest_expired_receipt_info` if the subscription has expired.
  mutating func deriveLatestReceiptInfo(of validated: ValidatedTransactionReceipt) {
    guard let transaction, !validated.purchaseInfo.expiration.isAbsent else { return }
    if status == .subscriptionExpired {
      latestExpiredReceiptInfo = transaction
    } else {
      latestTransaction = transaction
      latestReceipt = Data(validated.receipt.bytes).base64EncodedString()
    }
  }
}

extension ResponsePurchase {
  /// Whether this is a period of an auto-renewable subscription: nothing else has an expiration date.
  fileprivate var isRenewal: Bool { expiresDate != nil }

  /// The purchase date. If two are equal, the expiration date decides, then the number that the transaction has, and
  /// the product.
  fileprivate var age: (Int64, Int64, TransactionNumber, String) {
    (
      purchaseDate?.millisecondsSince1970 ?? .min, expiresDate?.millisecondsSince1970 ?? .min,
      TransactionNumber(transactionIdentifier ?? ""), productIdentifier ?? ""
    )
  }

  /// What all transactions of a subscription share. Compared byte by byte.
  fileprivate var subscription: UTF8Text {
    UTF8Text(originalTransactionIdentifier ?? transactionIdentifier ?? "")
  }
}

extension [ResponsePurchase] {
  /// The latest purchase date first; equally old ones keep their order.
  fileprivate var newestFirst: [ResponsePurchase] {
    let ages = map(\.age)
    return indices.sorted { ages[$0] > ages[$1] }.map { self[$0] }
  }

  /// Without the older transactions of subscriptions.
  fileprivate var newestOfEachSubscription: [ResponsePurchase] {
    var subscriptions: Set<UTF8Text> = []
    return newestFirst.filter {
      !$0.isRenewal || subscriptions.insert($0.subscription).inserted
    }
  }
}
