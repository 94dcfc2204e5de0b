import FuzzSupport
import ReceiptParsing

/// The owned receipt says what the attributes say: every one of them, and the fields that decide something.
enum OwnedFields {
  /// - Parameter attributes: what the container of the receipt has in it, by other means.
  static func check(_ receipt: AppReceipt, _ attributes: [NaiveAttribute]) {
    let bytes = receipt.containerBytes
    let own = NaiveScope(bytes: bytes, attributes: attributes.filter { $0.type != 17 })
    check(receipt, receipt.attributes, attributes)
    let purchases = attributes.filter { $0.type == 17 }
    require(receipt.inAppReceipts.count == purchases.count, "\(purchases.count) purchases")
    for (inApp, purchase) in zip(receipt.inAppReceipts, purchases) {
      check(receipt, inApp.attributes, purchase.inApp)
      check(inApp, NaiveScope(bytes: bytes, attributes: purchase.inApp))
    }

    compare(receipt.string(.bundleIdentifier), own.text(2), "bundle identifier")
    compare(receipt.string(.appVersion), own.text(3), "version")
    compare(receipt.string(.environment), own.text(0), "environment")
    compare(receipt.date(.creationDate), own.date(12), "creation date")
    compare(receipt.expiration, own.date(21), "expiration date")
    compare(receipt.integer(.appItemIdentifier), own.integer(1), "identifier")
    compare(receipt.bytes(.sha1Hash), own.bytes(5), "hash")
    compare(receipt.bytes(.opaqueValue), own.bytes(4), "opaque value")
    // Fields by their names go another way.
    require(equal(receipt.bundleIdentifier, own.text(2)), "bundle identifier by name")
    require(equal(receipt.appVersion, own.text(3)), "version by name")
    require(equal(receipt.environment?.rawValue, own.text(0)), "environment by name")
    require(equal(receipt.creationDate, own.date(12)), "creation date by name")
    require(equal(receipt.expirationDate, own.date(21)), "expiration date by name")
    require(equal(receipt.appItemIdentifier, own.integer(1)), "identifier by name")
    require(receipt.sha1Hash == own.bytes(5).value, "hash by name")
    require(receipt.bundleIdentifierBytes == own.bytes(2).value, "bytes by name")
    for problem in receipt.problems {
      require(
        attributes.contains { attribute in
          ([attribute] + attribute.inApp).contains {
            $0.type == problem.attributeType
              && receipt.inputOffset(ofContainerByte: $0.offset) == problem.offset
          }
        }, "\(problem) is about an attribute")
    }
  }

  /// An attribute that cannot be read is neither a value nor absent: what is cancelled stays cancelled.
  private static func check(_ inApp: InAppReceipt, _ scope: NaiveScope) {
    require(inApp.isCancelled == (scope.date(1712) != .absent), "cancelled")
    compare(inApp.cancellation, scope.date(1712), "cancellation date")
    compare(inApp.expiration, scope.date(1708), "expiration date")
    compare(inApp.date(.purchaseDate), scope.date(1704), "purchase date")
    compare(inApp.string(.productIdentifier), scope.text(1702), "product")
    compare(inApp.string(.transactionIdentifier), scope.text(1703), "transaction")
    compare(inApp.integer(.quantity), scope.integer(1701), "quantity")
    require(equal(inApp.cancellationDate, scope.date(1712)), "cancellation date by name")
    require(equal(inApp.expiresDate, scope.date(1708)), "expiration date by name")
    require(equal(inApp.purchaseDate, scope.date(1704)), "purchase date by name")
    require(equal(inApp.originalPurchaseDate, scope.date(1706)), "original date by name")
    require(equal(inApp.productIdentifier, scope.text(1702)), "product by name")
    require(equal(inApp.transactionIdentifier, scope.text(1703)), "transaction by name")
    require(equal(inApp.originalTransactionIdentifier, scope.text(1705)), "original by name")
    require(equal(inApp.quantity, scope.integer(1701)), "quantity by name")
    require(equal(inApp.webOrderLineItemIdentifier, scope.integer(1711)), "order by name")
    let trial: NaiveField<Bool> =
      switch scope.integer(1713) {
      case .absent: .absent
      case .value(let number) where 0...1 ~= number: .value(number == 1)
      default: .unreadable
      }
    switch (inApp.boolean(.isTrialPeriod), trial) {
    case (.absent, .absent), (.unreadable, .unreadable): break
    case (.value(let found), .value(let right)): require(found == right, "trial")
    default: require(false, "trial period \(trial)")
    }
    require(inApp.isTrialPeriod == trial.value, "trial period by name")
  }

  private static func check(
    _ receipt: AppReceipt, _ records: [AttributeRecord], _ attributes: [NaiveAttribute]
  ) {
    require(records.count == attributes.count, "\(attributes.count) attributes")
    for (record, attribute) in zip(records, attributes) {
      require(
        record.type == attribute.type && record.version == attribute.version
          && record.value == receipt.containerBytes[attribute.value]
          && record.offset == receipt.inputOffset(ofContainerByte: attribute.offset),
        "attribute \(attribute), not \(record)")
    }
  }

  private static func equal(_ text: String?, _ right: NaiveField<ArraySlice<UInt8>>) -> Bool {
    guard let text, let bytes = right.value else { return text == nil && right.value == nil }
    return text.utf8.elementsEqual(bytes)
  }

  private static func equal(_ date: ReceiptDate?, _ right: NaiveField<Int>) -> Bool {
    date.map { Int($0.millisecondsSince1970) } == right.value
  }

  private static func equal(_ number: Int64?, _ right: NaiveField<Int>) -> Bool {
    number.map { Int($0) } == right.value
  }

  private static func compare(
    _ found: ReceiptField<String>, _ right: NaiveField<ArraySlice<UInt8>>, _ name: String
  ) {
    switch (found, right) {
    case (.absent, .absent), (.unreadable, .unreadable): break
    case (.value(let text), .value(let bytes)): require(text.utf8.elementsEqual(bytes), name)
    default: require(false, "\(name): \(found), not \(right)")
    }
  }

  private static func compare(
    _ found: ReceiptField<ReceiptDate>, _ right: NaiveField<Int>, _ name: String
  ) {
    switch (found, right) {
    case (.absent, .absent), (.unreadable, .unreadable): break
    case (.value(let date), .value(let instant)):
      require(date.millisecondsSince1970 == Int64(instant), name)
    default: require(false, "\(name): \(found), not \(right)")
    }
  }

  private static func compare(
    _ found: ReceiptField<Int64>, _ right: NaiveField<Int>, _ name: String
  ) {
    switch (found, right) {
    case (.absent, .absent), (.unreadable, .unreadable): break
    case (.value(let number), .value(let other)): require(number == Int64(other), name)
    default: require(false, "\(name): \(found), not \(right)")
    }
  }

  private static func compare(
    _ found: ReceiptField<ArraySlice<UInt8>>, _ right: NaiveField<ArraySlice<UInt8>>,
    _ name: String
  ) {
    switch (found, right) {
    case (.absent, .absent), (.unreadable, .unreadable): break
    case (.value(let bytes), .value(let others)): require(bytes == others, name)
    default: require(false, "\(name): \(found), not \(right)")
    }
  }
}
