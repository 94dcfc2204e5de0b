import ReceiptParsing
import TextCoding

/// Collects purchases out of one or more receipts of one environment, newest receipt first.
struct PurchaseMerging {
  /// What makes two entries the same purchase.
  ///
  /// The product is part of it so that no entry ever hides one of another product. Xcode gives every purchase the
  /// transaction 0, or numbers that begin again with every test, so that there the date is part of it, too.
  private struct Key: Hashable {
    let transaction: UTF8Text
    let product: UTF8Text
    let date: ReceiptDate?
  }

  private let catalog: ProductCatalog
  private let isXcode: Bool
  private var purchases: [Purchase] = []
  private var places: [Key: Int] = [:]
  /// How many purchases come from receipts before the one that is being added.
  private var olderCount = 0
  private var cancelled: CancelledPurchases
  private var seenUnreadable: Set<InAppReceipt> = []
  private(set) var unreadable: [InAppReceipt] = []

  init(catalog: ProductCatalog, isXcode: Bool) {
    self.catalog = catalog
    self.isXcode = isXcode
    cancelled = CancelledPurchases(isXcode: isXcode)
  }

  /// Adds what a receipt has and the newer ones do not.
  ///
  /// - Complexity: O(n).
  mutating func add(_ receipt: AppReceipt) {
    olderCount = purchases.count
    // Enough for most receipts; what hostile ones say grows step by step.
    let room = min(olderCount + receipt.inAppReceipts.count, 64)
    purchases.reserveCapacity(room)
    places.reserveCapacity(room)
    for entry in receipt.inAppReceipts {
      cancelled.add(entry)
      guard let purchase = Purchase(entry, catalog: catalog) else {
        if seenUnreadable.insert(entry).inserted { unreadable.append(entry) }
        continue
      }
      let key = Key(
        transaction: UTF8Text(purchase.transactionIdentifier),
        product: UTF8Text(purchase.productIdentifier), date: isXcode ? purchase.purchaseDate : nil)
      // Nearly all are new, so this looks for the place and for room at once.
      if let place = places.updateValue(purchases.count, forKey: key) {
        places[key] = place
        merge(purchase, at: place)
      } else {
        purchases.append(purchase)
      }
    }
  }

  /// A cancellation in any receipt counts: a receipt that does not know of it was made before.
  ///
  /// - Complexity: O(n).
  consuming func finished() -> [Purchase] {
    guard !cancelled.isEmpty else { return purchases }
    for place in purchases.indices {
      purchases[place].cancellation = cancelled.cancellation(
        of: purchases[place].inAppReceipt, type: purchases[place].productType)
    }
    return purchases
  }

  /// No known receipt has two entries of one transaction. If one does, their order doesn't decide which is kept.
  private mutating func merge(_ purchase: Purchase, at place: Int) {
    if place >= olderCount,  // of this receipt
      purchase.inAppReceipt.encoding.lexicographicallyPrecedes(
        purchases[place].inAppReceipt.encoding)
    {
      purchases[place] = purchase
    }
  }
}

/// Why receipts can't be merged into one history. *Error codes*, in `AppStoreReceipt`, has causes and remedies.
public enum PurchaseMergeError: Error, Hashable, Sendable {
  /// There is nothing to merge.
  case noReceipt
  /// The receipt at this place is for a different app from the first.
  case otherBundleIdentifier(place: Int)
  /// The receipt at this place is from a different environment from the first: sandbox transactions must not mix with the
  /// App Store's.
  case otherEnvironment(place: Int)
  /// The app or the environment of the receipt at this place is missing or unreadable.
  case unknownOrigin(place: Int)

  static func check(_ receipts: [AppReceipt]) throws(PurchaseMergeError) {
    guard let first = receipts.first else { throw .noReceipt }
    guard receipts.count > 1 else { return }
    // Once: the attributes of a large receipt are searched for each.
    let (firstBundle, firstEnvironment) = (first.bundleIdentifier, first.environment)
    for (place, receipt) in receipts.enumerated() {
      guard let bundle = receipt.bundleIdentifier, let environment = receipt.environment else {
        throw .unknownOrigin(place: place)
      }
      guard UTF8Text(bundle) == firstBundle.map(UTF8Text.init) else {
        throw .otherBundleIdentifier(place: place)
      }
      guard environment == firstEnvironment else { throw .otherEnvironment(place: place) }
    }
  }
}

extension PurchaseMergeError {
  /// What to do about it.
  package var remedy: String {
    switch self {
    case .noReceipt: "pass at least one receipt"
    case .otherBundleIdentifier, .otherEnvironment, .unknownOrigin:
      "merge only receipts of one app and one environment"
    }
  }
}

extension PurchaseMergeError: CustomStringConvertible {
  /// One sentence without a period.
  public var description: String {
    switch self {
    case .noReceipt: "no receipts to merge"
    case .otherBundleIdentifier(let place): "receipt \(place) is for a different app from receipt 0"
    case .otherEnvironment(let place):
      "receipt \(place) is from a different environment from receipt 0"
    case .unknownOrigin(let place):
      "the app or environment of receipt \(place) is missing or unreadable"
    }
  }
}
