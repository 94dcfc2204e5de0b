import FuzzSupport
import ReceiptValidation
import TransactionReceipts

// What is signed.

extension TransactionProperty {
  /// The values of the list inside.
  static func checkValues(_ info: PurchaseInfo) {
    func text(_ key: String) -> String {
      let entry = info.entries.first { $0.key.utf8.elementsEqual(key.utf8) }
      return entry?.value ?? ""
    }
    for (key, value) in [
      ("quantity", info.quantity), ("app-item-id", info.appItemIdentifier),
      ("item-id", info.itemIdentifier),
      ("version-external-identifier", info.versionExternalIdentifier),
      ("web-order-line-item-id", info.webOrderLineItemIdentifier),
    ] {
      require(value == NaivePurchaseInfo.number(text(key)), "\(key) is \(text(key))")
    }
    for (key, value) in [
      ("bid", info.bundleIdentifier), ("bvrs", info.appVersion),
      ("product-id", info.productIdentifier), ("transaction-id", info.transactionIdentifier),
      ("original-transaction-id", info.originalTransactionIdentifier),
      ("unique-identifier", info.uniqueIdentifier),
    ] {
      require((value ?? "").utf8.elementsEqual(text(key).utf8), "\(key) is \(text(key))")
    }
    for (key, value) in [
      ("is-trial-period", info.isTrialPeriod),
      ("is-in-intro-offer-period", info.isInIntroOfferPeriod),
    ] {
      let flag = ["true": true, "false": false][text(key)]
      require(value == flag, "\(key) is \(text(key))")
    }
    // Another device's address is none of this kind.
    let name = text("unique-vendor-identifier")
    let device = Words.device(name).flatMap { $0.count == 16 ? $0 : nil }
    require(info.uniqueVendorIdentifier?.bytes == device, "a device: \(name)")
  }

  static func check(_ info: PurchaseInfo, _ given: [UInt8]) {
    guard let list = NaivePropertyList(info.bytes) else {
      fatalError("VIOLATED: no list inside \(given.hexadecimal)")
    }
    compare(info.entries, list, given)
    func text(_ key: String) -> String {
      let value = list.entries.first { $0.key.elementsEqual(key.utf8) }?.value ?? []
      return String(decoding: value, as: UTF8.self)
    }
    let keys = ["cancellation-date", "cancellation-date-ms", "cancellation-date-pst"]
    require(
      info.isCancelled == keys.contains { !text($0).isEmpty }, "what is cancelled stays cancelled")
    checkRaw(info, list)
    require(info.problems.allSatisfy { $0.offset < info.bytes.count }, "problems have places")
  }

  /// Whatever a key is, it has its value, which may be empty; one that isn't there has none.
  private static func checkRaw(_ info: PurchaseInfo, _ list: NaivePropertyList) {
    for entry in list.entries.prefix(32) {
      let value = info[String(decoding: entry.key, as: UTF8.self)].map { Array($0.utf8) }
      require(value == entry.value, "\(entry.key) is \(value, default: "nothing")")
    }
    // Longer than all there are.
    let longest = list.entries.map { $0.key.count }.max() ?? 0
    let value = info[String(repeating: "x", count: longest + 1)]
    require(value == nil, "a key that isn't there is \(value, default: "nothing")")
  }
}
