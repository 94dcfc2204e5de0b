import FuzzReceipts
import FuzzSupport
import VerifyReceipt

/// Values that are the same have one hash, and others another one.
enum ValueHashes {
  private static let texts = ChosenPayload.texts + ["", "0", "1", "PURCHASED", "Sandbox"]

  /// Values of lists, byte by byte.
  static func checkCodes(_ choices: inout Choices) {
    let (first, second) = (choices.pick(texts), choices.pick(texts))
    check(VerifyReceiptEnvironment.self, first, second)
    check(OwnershipType.self, first, second)
    check(CancellationReason.self, first, second)
    check(ExpirationIntent.self, first, second)
    check(AutoRenewStatus.self, first, second)
    check(PriceIncreaseStatus.self, first, second)
    let numbers: [Int64] = [0, 1, 21000, 21002, 21199, .max, .min, -1]
    let (number, other) = (choices.pick(numbers), choices.pick(numbers))
    Hashes.check(
      VerifyReceiptStatus(rawValue: number), VerifyReceiptStatus(rawValue: other),
      areSame: number == other, "\(number) and \(other)")
  }

  private static func check<Code: RawRepresentable<String> & Hashable>(
    _ type: Code.Type, _ first: String, _ second: String
  ) {
    guard let code = Code(rawValue: first), let other = Code(rawValue: second) else {
      return require(false, "no \(type) of \(first)")
    }
    require(code.rawValue.utf8.elementsEqual(first.utf8), "\(type) of \(first)")
    Hashes.check(
      code, other, areSame: first.utf8.elementsEqual(second.utf8), "\(first) and \(second)")
  }

  /// The names of values that Apple documents.
  static func checkNames() {
    let names: [(String, String)] = [
      (VerifyReceiptEnvironment.production.rawValue, "Production"),
      (VerifyReceiptEnvironment.sandbox.rawValue, "Sandbox"),
      (VerifyReceiptEnvironment.xcode.rawValue, "Xcode"),
      (OwnershipType.purchased.rawValue, "PURCHASED"),
      (OwnershipType.familyShared.rawValue, "FAMILY_SHARED"),
      (CancellationReason.anotherReason.rawValue, "0"),
      (CancellationReason.problemWithApp.rawValue, "1"),
      (ExpirationIntent.cancelled.rawValue, "1"), (ExpirationIntent.billingError.rawValue, "2"),
      (ExpirationIntent.priceRefused.rawValue, "3"),
      (ExpirationIntent.productUnavailable.rawValue, "4"),
      (ExpirationIntent.unknown.rawValue, "5"), (AutoRenewStatus.off.rawValue, "0"),
      (AutoRenewStatus.on.rawValue, "1"), (PriceIncreaseStatus.noAnswer.rawValue, "0"),
      (PriceIncreaseStatus.agreed.rawValue, "1"),
    ]
    for (value, name) in names { require(value == name, "\(value) is \(name)") }
  }

  // MARK: JSON

  /// A value, its copy, and others that are nearly the same.
  static func check(_ tree: JSON) {
    Hashes.check(tree, rebuilt(tree), areSame: true, "a copy")
    Hashes.check(tree, changed(tree), areSame: false, "\(changed(tree))")
    Hashes.check(tree, .array([tree]), areSame: false, "in an array")
    let scalars: [JSON] = [
      .null, .boolean(false), .boolean(true), .number(JSON.Number(0)), .number(JSON.Number(1)),
      .string(""), .string("0"), .string("\u{E9}"), .string("e\u{301}"), .array([]),
      .object(JSON.Object()), .array([.null]), .array([.array([])]),
    ]
    let place = scalars.firstIndex(of: tree) ?? 0
    for (index, other) in scalars.enumerated() {
      Hashes.check(scalars[place], other, areSame: index == place, "\(scalars[place]), \(other)")
    }
  }

  /// Member by member, in the other order.
  private static func rebuilt(_ value: JSON) -> JSON {
    switch value {
    case .array(let elements): .array(elements.map { rebuilt($0) })
    case .object(let object):
      .object(
        object.members.reversed().reduce(into: JSON.Object()) { $0[$1.key] = rebuilt($1.value) })
    default: value
    }
  }

  /// With another scalar, or one more where there is none.
  private static func changed(_ value: JSON) -> JSON {
    switch value {
    case .null: return .boolean(false)
    case .boolean(let flag): return .boolean(!flag)
    case .number(let number): return .number(JSON.Number(number.int64 == 1 ? 2 : 1))
    case .string(let text): return .string(text + "x")
    case .array(let elements):
      return .array(elements.dropLast() + [elements.last.map { changed($0) } ?? .null])
    case .object(var object):
      guard let last = object.members.last else {
        object["x"] = .null
        return .object(object)
      }
      object[last.key] = changed(last.value)
      return .object(object)
    }
  }

  // MARK: Answers and requests

  static func check(_ response: VerifyReceiptResponse) {
    Hashes.check(response, response, areSame: true, "an answer")
    let changes: [(inout VerifyReceiptResponse) -> Void] = [
      { $0.status = VerifyReceiptStatus(rawValue: ($0.status?.rawValue ?? 0) ^ 1) },
      { $0.environment = $0.environment == .sandbox ? .production : .sandbox },
      { $0.latestReceipt = ($0.latestReceipt ?? "") + "x" },
      { $0.isRetryable = $0.isRetryable != true }, { $0.otherMembers["x y"] = .array([.null]) },
      { $0.pendingRenewalInfo = ($0.pendingRenewalInfo ?? []) + [ResponseRenewal()] },
      { $0.latestReceiptInfo = ($0.latestReceiptInfo ?? []) + [ResponsePurchase()] },
      { $0.autoRenewStatus = $0.autoRenewStatus == .on ? .off : .on },
    ]
    for (number, change) in changes.enumerated() {
      var other = response
      change(&other)
      Hashes.check(response, other, areSame: false, "change \(number) of \(response)")
    }
  }

  static func check(_ request: VerifyReceiptRequest) {
    Hashes.check(request, request, areSame: true, "a request")
    let changes: [(inout VerifyReceiptRequest) -> Void] = [
      { $0.receiptData = ($0.receiptData ?? "") + "x" },
      { $0.password = ($0.password ?? "") + "x" },
      { $0.excludesOldTransactions = $0.excludesOldTransactions != true },
      { $0.otherMembers["x y"] = .array([.null]) },
    ]
    for (number, change) in changes.enumerated() {
      var other = request
      change(&other)
      Hashes.check(request, other, areSame: false, "change \(number) of a request")
    }
  }
}
