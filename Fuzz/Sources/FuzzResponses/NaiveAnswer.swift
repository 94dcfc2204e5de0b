import FuzzReceipts
import FuzzSupport
import ReceiptParsing
import ReceiptPurchases
import VerifyReceipt

/// What an answer says, read from its members, and what is wrong with them.
struct NaiveAnswer {
  /// By their places.
  private var problems: [JSONPath: Problem] = [:]
  /// What is written of the answer.
  let written: NaiveJSON.Value

  private struct Problem: Equatable {
    let code: JSONError.Code
    /// What has to be there.
    var expected: String?
  }

  private init(written: NaiveJSON.Value) { self.written = written }

  /// The value is read as an answer exactly if its members have the kinds that Apple documents, and each says the same.
  /// Just what is unreadable, or disagrees, is a problem. What was read is written as Apple writes it.
  static func check(_ naive: NaiveJSON.Value, _ response: VerifyReceiptResponse?) {
    require((response != nil) == isAnswer(naive), "an answer: \(response != nil)")
    guard let response else { return }
    guard let written = NaiveJSON.value(response.json()) else {
      return require(false, "no JSON is written of \(response)")
    }
    var answer = NaiveAnswer(written: written)
    answer.check(naive, response)
    let found = response.problems
    require(
      found.count == answer.problems.count
        && found.allSatisfy {
          answer.problems[$0.path] == Problem(code: $0.code, expected: $0.expected)
            && $0.offset == nil
        }, "problems: \(found), not \(answer.problems)")
  }

  private mutating func check(_ naive: NaiveJSON.Value, _ response: VerifyReceiptResponse) {
    check(naive, response.members, at: [])
    for flag in AnswerMember.retryFlags {
      for key in flag.keys { note(naive[key], flag, at: [.key(key)]) }
    }
    checkForms(naive, AnswerMember.retryFlags, at: [])
    let hyphened = Self.flag(naive["is-retryable"]), underscored = Self.flag(naive["is_retryable"])
    require(response.isRetryable == (hyphened ?? underscored), "retryable")
    var changed = response
    changed.isRetryable = nil
    require(changed.isRetryable == nil, "not retryable any more")
    checkValidity(response, naive)
    let hasTransaction = !Self.isBlank(naive["receipt"]) && Self.isTransaction(naive["receipt"])
    require((response.transaction != nil) == hasTransaction, "in the style of iOS 6")
    require(
      (response.receipt == nil && response.transaction == nil) == Self.isBlank(naive["receipt"]),
      "a receipt")
    check(naive["receipt"], response.transaction, at: "receipt")
    if let receipt = response.receipt, let own = naive["receipt"] {
      check(own, receipt.members, at: [.key("receipt")])
      check(own["in_app"], receipt.inApp, at: [.key("receipt"), .key("in_app")])
    }
    let latest = naive["latest_receipt_info"]
    switch (response.latestReceiptInfo, response.latestTransaction) {
    case (let purchases?, nil): check(latest, purchases, at: [.key("latest_receipt_info")])
    case (nil, let transaction?): check(latest, transaction, at: "latest_receipt_info")
    case (nil, nil): require(Self.isBlank(latest), "the latest purchases")
    case (_?, _?): require(false, "both styles")
    }
    let expired = naive["latest_expired_receipt_info"]
    require((response.latestExpiredReceiptInfo == nil) == Self.isBlank(expired), "an expired one")
    check(expired, response.latestExpiredReceiptInfo, at: "latest_expired_receipt_info")
    guard case .array(let renewals)? = naive["pending_renewal_info"] else {
      return require(response.pendingRenewalInfo == nil, "no renewals")
    }
    require(renewals.count == response.pendingRenewalInfo?.count, "\(renewals.count) renewals")
    for (index, (renewal, other)) in zip(renewals, response.pendingRenewalInfo ?? []).enumerated() {
      check(renewal, other.members, at: [.key("pending_renewal_info"), .index(index)])
      Self.check(renewal, RenewalInformation(other), until: other.gracePeriodExpiresDate)
    }
  }

  // MARK: Which values are answers

  private static func isAnswer(_ value: NaiveJSON.Value) -> Bool {
    let receipt = value["receipt"]
    return isObject(value, VerifyReceiptResponse().members)
      && isObject(value, AnswerMember.retryFlags)
      && (isBlank(receipt)
        || (isTransaction(receipt)
          ? isObject(receipt, ResponseTransaction().members)
          : isObject(receipt, ResponseReceipt().members) && isList(receipt?["in_app"])))
      && (isList(value["latest_receipt_info"])
        || isObject(value["latest_receipt_info"], ResponseTransaction().members))
      && isMissingOrObject(value["latest_expired_receipt_info"], ResponseTransaction().members)
      && isList(value["pending_renewal_info"], of: ResponseRenewal().members)
  }

  /// Whether a `receipt` is in the style of iOS 6.
  static func isTransaction(_ value: NaiveJSON.Value?) -> Bool {
    func hasOne(of keys: [String]) -> Bool { keys.contains { value?[$0] != nil } }
    return hasOne(of: ["bid", "bvrs", "item_id", "product_id", "transaction_id"])
      && !hasOne(of: ["in_app", "bundle_id", "receipt_type"])
  }

  private static func isList(
    _ value: NaiveJSON.Value?, of members: [AnswerMember] = ResponsePurchase().members
  ) -> Bool {
    guard case .array(let elements)? = value else { return isBlank(value) }
    return elements.allSatisfy { isObject($0, members) }
  }

  private static func isMissingOrObject(
    _ value: NaiveJSON.Value?, _ members: [AnswerMember]
  ) -> Bool {
    isBlank(value) || isObject(value, members)
  }

  private static func isObject(_ value: NaiveJSON.Value?, _ members: [AnswerMember]) -> Bool {
    guard case .object? = value else { return false }
    return members.allSatisfy { member in
      member.keys.allSatisfy { isReadable(value?[$0], asFlag: member.isFlag) }
    }
  }

  /// Whether there is nothing, text, an integer or, for some, `true` or `false`.
  static func isReadable(_ value: NaiveJSON.Value?, asFlag: Bool) -> Bool {
    switch value {
    case nil, .null, .string: true
    case .boolean: asFlag
    case .number(let text): Int64(text) != nil
    case .array, .object: false
    }
  }

  // MARK: What they say

  private mutating func check(
    _ list: NaiveJSON.Value?, _ purchases: [ResponsePurchase]?, at path: [JSONPath.Element]
  ) {
    guard case .array(let elements)? = list else {
      return require(purchases == nil, "no purchases")
    }
    require(elements.count == purchases?.count, "\(elements.count) purchases")
    for (index, (element, purchase)) in zip(elements, purchases ?? []).enumerated() {
      check(element, purchase.members, at: path + [.index(index)])
      Self.checkCancellation(element, purchase)
    }
  }

  private mutating func check(
    _ object: NaiveJSON.Value?, _ transaction: ResponseTransaction?, at key: String
  ) {
    guard let object, let transaction else { return }
    check(object, transaction.members, at: [.key(key)])
    Self.checkCancellation(object, transaction.purchase)
  }

  private static func checkCancellation(_ object: NaiveJSON.Value, _ purchase: ResponsePurchase) {
    let isCancelled = ["", "_ms", "_pst"].contains { !isBlank(object["cancellation_date" + $0]) }
    require(purchase.isCancelled == isCancelled, "cancelled: \(isCancelled)")
  }

  private mutating func check(
    _ object: NaiveJSON.Value, _ members: [AnswerMember], at path: [JSONPath.Element]
  ) {
    for member in members {
      switch member {
      case .text(let key, let text, _):
        require(Self.text(object[key]) == text.map { Array($0.utf8) }, key)
      case .integer(let key, let number, _):
        require(Self.integer(object[key]) == number, key)
        note(object[key], member, at: path + [.key(key)])
      case .flag(let key, let flag, _):
        require(Self.flag(object[key]) == flag, key)
        note(object[key], member, at: path + [.key(key)])
      case .date(let keys, let date): check(object, keys, date, at: path)
      }
    }
    checkForms(object, members, at: path)
  }

  /// Text that is no number, or neither true nor false, is unreadable.
  private mutating func note(
    _ value: NaiveJSON.Value?, _ member: AnswerMember, at path: [JSONPath.Element]
  ) {
    guard Self.text(value) != nil,
      member.isFlag ? Self.flag(value) == nil : Self.integer(value) == nil
    else { return }
    problems[JSONPath(path)] = Problem(code: .unreadableValue, expected: member.words)
  }

  private static func check(
    _ renewal: NaiveJSON.Value, _ information: RenewalInformation?, until end: VerifyReceiptDate?
  ) {
    let original = text(renewal["original_transaction_id"])
    require(
      information.map { Array($0.originalTransactionIdentifier.utf8) } == original,
      "a renewal of \(original ?? [])")
    guard let information else { return }
    require(
      information.isInBillingRetryPeriod == (flag(renewal["is_in_billing_retry_period"]) ?? false)
        && information.productIdentifier.map { Array($0.utf8) } == text(renewal["product_id"])
        && information.gracePeriodExpiresDate == end?.receiptDate, "\(information)")
  }

  /// Each form that doesn't agree with the one that counts is a problem.
  private mutating func check(
    _ object: NaiveJSON.Value, _ keys: AnswerMember.DateKeys, _ date: VerifyReceiptDate?,
    at path: [JSONPath.Element]
  ) {
    let instant = Self.instant(object, keys)
    require(date?.millisecondsSince1970 == instant.map { Int64($0) }, keys.text)
    for (key, form) in Self.forms(object, keys) {
      let path = JSONPath(path + [.key(key)])
      guard let form, let instant else {
        problems[path] = Problem(
          code: .unreadableValue, expected: AnswerMember.date(keys, date).words)
        continue
      }
      if !form.agrees(with: instant) { problems[path] = Problem(code: .datesDisagree) }
    }
  }

  /// Those of a date that are there; `nil` for what is none.
  private static func forms(
    _ object: NaiveJSON.Value, _ keys: AnswerMember.DateKeys
  ) -> [(key: String, form: NaiveDateForm?)] {
    [keys.milliseconds, keys.text, keys.pacific].compactMap { key in
      text(object[key]).map { (key: key, form: NaiveDateForm($0)) }
    }
  }

  /// The first exact form counts, or else the first at all.
  static func instant(_ object: NaiveJSON.Value, _ keys: AnswerMember.DateKeys) -> Int? {
    let forms = forms(object, keys).compactMap(\.form)
    return (forms.first { $0.isExact } ?? forms.first)?.instant
  }

  /// `null` and an empty string say nothing.
  static func isBlank(_ value: NaiveJSON.Value?) -> Bool {
    switch value {
    case nil, .null: true
    case .string(let text): text.isEmpty
    default: false
    }
  }

  /// A string, or a number as one.
  static func text(_ value: NaiveJSON.Value?) -> [UInt8]? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let text): Int64(text).map { Array("\($0)".utf8) }
    default: nil
    }
  }

  /// The number, written as usual.
  static func integer(_ value: NaiveJSON.Value?) -> Int64? {
    guard let text = text(value).map({ String(decoding: $0, as: UTF8.self) }),
      let number = Int64(text), "\(number)" == text
    else { return nil }
    return number
  }

  static func flag(_ value: NaiveJSON.Value?) -> Bool? {
    if case .boolean(let flag) = value { return flag }
    guard let text = text(value).map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
    return ["true": true, "1": true, "false": false, "0": false][text]
  }
}
