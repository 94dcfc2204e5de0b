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
      Sentences.check(inApp)
    }
    let encodings = purchases.prefix(6).map { bytes[$0.value] }
    Hashes.check(receipt.inAppReceipts.prefix(6)) { encodings[$0.index] }

    compare(receipt.string(.bundleIdentifier), own.text(2), "bundle identifier")
    compare(receipt.string(.appVersion), own.text(3), "version")
    compare(receipt.string(.environment), own.text(0), "environment")
    compare(receipt.date(.creationDate), own.date(12), "creation date")
    compare(receipt.expiration, own.date(21), "expiration date")
    compare(receipt.integer(.appItemIdentifier), own.integer(1), "identifier")
    compare(receipt.bytes(.sha1Hash), own.bytes(5), "hash")
    compare(receipt.bytes(.opaqueValue), own.bytes(4), "opaque value")
    for type in Set(own.attributes.prefix(40).map(\.type)) {
      let raw = ReceiptAttributeType(rawValue: Int32(type))
      compare(receipt.bytes(raw), own.bytes(type), "attribute \(type)")
    }
    // Fields by their names go another way.
    for (text, type) in [
      (receipt.environment?.rawValue, 0), (receipt.bundleIdentifier, 2), (receipt.appVersion, 3),
      (receipt.ageRating, 10), (receipt.originalAppVersion, 19), (receipt.organizationName, 23),
    ] { require(equal(text, own.text(type)), "attribute \(type) by name") }
    for (date, type) in [
      (receipt.refreshedReceiptDate, 8), (receipt.creationDate, 12),
      (receipt.originalPurchaseDate, 18), (receipt.expirationDate, 21), (receipt.preorderDate, 32),
    ] { require(equal(date, own.date(type)), "attribute \(type) by name") }
    for (number, type) in [
      (receipt.appItemIdentifier, 1), (receipt.issuingSoftware, 9),
      (receipt.developerIdentifier, 11), (receipt.systemVersion, 13),
      (receipt.downloadIdentifier, 15), (receipt.versionExternalIdentifier, 16),
      (receipt.platform, 25),
    ] { require(equal(number, own.integer(type)), "attribute \(type) by name") }
    require(receipt.sha1Hash == own.bytes(5).value, "hash by name")
    require(receipt.bundleIdentifierBytes == own.bytes(2).value, "bytes by name")
    let scopes =
      [(own, nil)]
      + purchases.enumerated().map { (NaiveScope(bytes: bytes, attributes: $1.inApp), $0) }
    let problems = scopes.flatMap { scope, purchase in
      scope.problems(inPurchase: purchase != nil).map { type, reason -> Problem in
        let offset = scope.offset(type).map { receipt.inputOffset(ofContainerByte: $0) }
        return Problem(type: type, purchase: purchase, offset: offset, reason: reason)
      }
    }
    let found = receipt.problems.map { Problem($0) }
    require(found == problems, "\(receipt.problems), not \(problems)")
    for problem in receipt.problems {
      let place = "attribute \(problem.attributeType) at byte \(problem.offset): "
      let sentence = problem.purchaseIndex.map { "purchase \($0), " + place } ?? place
      require("\(problem)" == sentence + "\(problem.reason)", "\(problem)")
    }
    let reasons: [ReceiptProblem.Reason] = [.notADate, .notABoolean, .wrongLength, .duplicate]
    let texts = Set(reasons.map(\.description))
    require(texts.count == reasons.count && !texts.contains(""), "a reason of its own: \(texts)")
  }

  /// An attribute that cannot be read is neither a value nor absent: what is cancelled stays cancelled.
  static func check(_ inApp: InAppReceipt, _ scope: NaiveScope) {
    require(inApp.isCancelled == (scope.date(1712) != .absent), "cancelled")
    compare(inApp.cancellation, scope.date(1712), "cancellation date")
    compare(inApp.expiration, scope.date(1708), "expiration date")
    compare(inApp.date(.purchaseDate), scope.date(1704), "purchase date")
    compare(inApp.string(.productIdentifier), scope.text(1702), "product")
    compare(inApp.string(.transactionIdentifier), scope.text(1703), "transaction")
    compare(inApp.integer(.quantity), scope.integer(1701), "quantity")
    for (date, type) in [
      (inApp.purchaseDate, 1704), (inApp.originalPurchaseDate, 1706), (inApp.expiresDate, 1708),
      (inApp.cancellationDate, 1712),
    ] { require(equal(date, scope.date(type)), "attribute \(type) by name") }
    for (text, type) in [
      (inApp.productIdentifier, 1702), (inApp.transactionIdentifier, 1703),
      (inApp.originalTransactionIdentifier, 1705), (inApp.promotionalOfferIdentifier, 1721),
    ] { require(equal(text, scope.text(type)), "attribute \(type) by name") }
    for (number, type) in [
      (inApp.quantity, 1701), (inApp.productType?.rawValue, 1707),
      (inApp.productItemIdentifier, 1710), (inApp.webOrderLineItemIdentifier, 1711),
      (inApp.cancellationReason, 1720), (inApp.possibleOwnershipType, 1722),
    ] { require(equal(number, scope.integer(type)), "attribute \(type) by name") }
    let introductory = scope.integer(1719).value
    require(
      inApp.isInIntroOfferPeriod == (introductory.flatMap { [0: false, 1: true][$0] }),
      "introductory period by name")
    let trial = scope.boolean(1713)
    switch (inApp.boolean(.isTrialPeriod), trial) {
    case (.absent, .absent), (.unreadable, .unreadable): break
    case (.value(let found), .value(let right)): require(found == right, "trial")
    default: require(false, "trial period \(trial)")
    }
    require(inApp.isTrialPeriod == trial.value, "trial period by name")
    let problems = scope.problems(inPurchase: true)
    require(
      inApp.problems.map(\.attributeType) == problems.map(\.type)
        && inApp.problems.map { NaiveReason($0.reason) } == problems.map(\.reason),
      "\(inApp.problems), not \(problems)")
  }

  /// What is wrong with an attribute, and where.
  private struct Problem: Equatable {
    let type: Int
    let purchase: Int?
    let offset: Int?
    let reason: NaiveReason

    init(type: Int, purchase: Int?, offset: Int?, reason: NaiveReason) {
      (self.type, self.purchase) = (type, purchase)
      (self.offset, self.reason) = (offset, reason)
    }

    init(_ problem: ReceiptProblem) {
      self.init(
        type: problem.attributeType, purchase: problem.purchaseIndex, offset: problem.offset,
        reason: NaiveReason(problem.reason))
    }
  }

  private static func check(
    _ receipt: AppReceipt, _ records: [OwnedAttribute], _ attributes: [NaiveAttribute]
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
