import FuzzSupport
import ReceiptParsing
import VerifyReceipt

// Which members differ, how, and whether that is expected.

extension DifferencesProperty {
  private static let inApp: [JSONPath.Element] = [.key("receipt"), .key("in_app")]

  /// Each member that is not the same is a difference of its kind, with what both say, and nothing else is.
  static func compareMembers(
    _ answer: VerifyReceiptResponse, _ rebuilt: VerifyReceiptResponse,
    _ differences: [VerifyReceiptDifference]
  ) {
    guard let own = NaiveJSON.value(answer.json())?["receipt"], answer.receipt != nil,
      let other = NaiveJSON.value(rebuilt.json())?["receipt"]
    else { return }
    let places = byPath(differences)
    compare(
      own, other, at: [.key("receipt")], places,
      ignoring: ["in_app", "request_date", "request_date_ms", "request_date_pst"])
    guard case .array(let others)? = other["in_app"] else { return }
    guard case .array(let purchases)? = own["in_app"] else {
      return checkWhole(places, inApp, nil, other["in_app"])
    }
    let (names, otherNames) = (names(of: purchases), names(of: others))
    for (place, purchase) in purchases.enumerated() {
      let path = inApp + [.index(place)]
      if let match = otherNames.firstIndex(of: names[place]) {
        compare(purchase, others[match], at: path, places)
      } else {
        checkWhole(places, path, purchase, nil)
      }
    }
    // Those of the receipt alone are behind the others.
    let (known, otherKnown) = (Set(names), Set(otherNames))
    let missing = others.indices.filter { !known.contains(otherNames[$0]) }
    for (count, place) in missing.enumerated() {
      checkWhole(places, inApp + [.index(purchases.count + count)], nil, others[place])
    }
    let orders = differences.filter { $0.kind == .order }
    let matched = purchases.indices.filter { otherKnown.contains(names[$0]) }
    let otherMatched = others.indices.filter { known.contains(otherNames[$0]) }
    if matched.map({ names[$0] }) == otherMatched.map({ otherNames[$0] }) {
      require(orders.isEmpty, "in the same order: \(orders)")
    } else {
      checkOrder(orders, matched.map { purchases[$0] }, otherMatched.map { others[$0] })
    }
  }

  /// Of the latest purchases those of the answer are compared, by what both say of them.
  static func compareLatest(
    _ answer: VerifyReceiptResponse, _ rebuilt: VerifyReceiptResponse,
    _ differences: [VerifyReceiptDifference]
  ) {
    guard case .array(let purchases)? = NaiveJSON.value(answer.json())?["latest_receipt_info"]
    else { return require(differences.isEmpty, "of no purchases: \(differences)") }
    let receipt = NaiveJSON.value(rebuilt.json())?["receipt"]
    var others: [NaiveJSON.Value] = []
    if case .array(let list)? = receipt?["in_app"] { others = list }
    let (names, otherNames) = (names(of: purchases), names(of: others))
    let places = byPath(differences)
    for (place, purchase) in purchases.enumerated() {
      let path: [JSONPath.Element] = [.key("latest_receipt_info"), .index(place)]
      if let match = otherNames.firstIndex(of: names[place]) {
        let other = others[match]
        let common = Set(purchase.keys).intersection(other.keys)
        let ofOne = Set(purchase.keys + other.keys).subtracting(common)
        compare(purchase, other, at: path, places, ignoring: Array(ofOne))
        require(
          ofOne.allSatisfy { places[JSONPath(path + [.key($0)])] == nil },
          "what one of both says, of \(place)")
      } else {
        checkWhole(places, path, purchase, nil)
      }
    }
  }

  /// Unicode takes some keys beyond ASCII for the same, so these are left out.
  private static func byPath(
    _ differences: [VerifyReceiptDifference]
  ) -> [JSONPath: [VerifyReceiptDifference]] {
    Dictionary(
      grouping: differences.filter { difference in
        difference.path.elements.allSatisfy { element in
          if case .key(let key) = element { key.utf8.allSatisfy { $0 < 0x80 } } else { true }
        }
      }, by: \.path)
  }

  /// The transaction of each, and how many of it came before: those of one transaction belong together in their order.
  private static func names(of purchases: [NaiveJSON.Value]) -> [[String]] {
    var counts: [String: Int] = [:]
    return purchases.map { purchase in
      let transaction = "\(purchase["transaction_id"], default: "")"
      counts[transaction, default: 0] += 1
      return [transaction, "\(counts[transaction, default: 0])"]
    }
  }

  private static func compare(
    _ own: NaiveJSON.Value, _ other: NaiveJSON.Value, at path: [JSONPath.Element],
    _ places: [JSONPath: [VerifyReceiptDifference]], ignoring ignored: [String] = []
  ) {
    for key in Set(own.keys + other.keys) where !ignored.contains(key) {
      // What has members is the same in any order.
      guard own[key]?.isScalar != false, other[key]?.isScalar != false,
        key.utf8.allSatisfy({ $0 < 0x80 })
      else { continue }
      let isSame = "\(own[key], default: "")" == "\(other[key], default: "")"
      let found = places[JSONPath(path + [.key(key)])] ?? []
      require(found.count == (isSame ? 0 : 1), "\(found.count) differences at \(path), \(key)")
      for difference in found { check(difference, own[key], other[key], of: key) }
    }
  }

  /// A purchase, or all of them, that only one of both has. Without an earlier receipt none is expected.
  private static func checkWhole(
    _ places: [JSONPath: [VerifyReceiptDifference]], _ path: [JSONPath.Element],
    _ own: NaiveJSON.Value?, _ other: NaiveJSON.Value?
  ) {
    let found = places[JSONPath(path)] ?? []
    guard found.count == 1, let difference = found.first else {
      return require(false, "\(found.count) differences at \(path)")
    }
    require(
      difference.kind == (own == nil ? .missingInAnswer : .missingInReceipt)
        && says(difference.stored, own) && says(difference.rebuilt, other)
        && !difference.isExpected, "only one has it: \(difference)")
  }

  /// The purchases that both have: their transactions as the answer has them, and as the receipt does.
  private static func checkOrder(
    _ orders: [VerifyReceiptDifference], _ own: [NaiveJSON.Value], _ other: [NaiveJSON.Value]
  ) {
    let names = [own, other].map { list in
      NaiveJSON.Value.array(list.compactMap { $0["transaction_id"] })
    }
    guard orders.count == 1, let difference = orders.first else {
      return require(false, "\(orders.count) differences of order")
    }
    require(
      difference.path.elements == inApp && says(difference.stored, names[0])
        && says(difference.rebuilt, names[1]) && !difference.isExpected,
      "in another order: \(difference)")
  }

  private static func says(_ value: JSON?, _ naive: NaiveJSON.Value?) -> Bool {
    guard let value, let naive else { return value == nil && naive == nil }
    return JSONProperty.isSame(value, naive)
  }

  // MARK: Of one member

  /// The keys that no receipt provides: what says *no* in the column *offline* of MovingOffVerifyReceipt.
  private static let keysOfNoReceipt = ["preorder_date", "preorder_date_ms", "preorder_date_pst"]
  private static let keysOfNoPurchase = [
    "is_upgraded", "offer_code_ref_name", "subscription_group_identifier",
    "in_app_ownership_type", "app_account_token",
  ]

  /// The values are those of both, and the kind says which is missing. Expected is what no receipt provides, and a
  /// fraction.
  private static func check(
    _ difference: VerifyReceiptDifference, _ own: NaiveJSON.Value?, _ other: NaiveJSON.Value?,
    of key: String
  ) {
    require(
      says(difference.stored, own) && says(difference.rebuilt, other),
      "\(own, default: "nothing") and \(other, default: "nothing"): \(difference)")
    let kind: VerifyReceiptDifference.Kind =
      if own == nil {
        .missingInAnswer
      } else if other == nil {
        .missingInReceipt
      } else {
        isFraction(key, own, other) ? .fraction : .value
      }
    require(difference.kind == kind, "\(difference.kind), not \(kind): \(difference)")
    let isOfPurchase = difference.path.elements.count > 2
    let lacking = isOfPurchase ? keysOfNoPurchase : keysOfNoReceipt
    let isExpected = kind == .fraction || kind == .missingInReceipt && lacking.contains(key)
    require(
      difference.isExpected == isExpected, "\(isExpected ? "" : "not ")expected: \(difference)")
  }

  /// Whether both are milliseconds within one second, which begins with those of the receipt.
  private static func isFraction(
    _ key: String, _ own: NaiveJSON.Value?, _ other: NaiveJSON.Value?
  ) -> Bool {
    guard key.utf8.suffix(3).elementsEqual("_ms".utf8), let stored = milliseconds(own),
      let rebuilt = milliseconds(other)
    else { return false }
    let (ahead, isTooLarge) = stored.subtractingReportingOverflow(rebuilt)
    return !isTooLarge && 1...999 ~= ahead && rebuilt % 1000 == 0
  }

  private static func milliseconds(_ value: NaiveJSON.Value?) -> Int64? {
    guard case .string(let text)? = value,
      let number = Int64(String(decoding: text, as: UTF8.self)),
      "\(number)".utf8.elementsEqual(text)
    else { return nil }
    return number
  }

  // MARK: What an answer of Apple's has and this one hasn't

  /// With every member that it lacks, in the receipt and in its first purchase.
  static func checkLacking(_ rebuilt: VerifyReceiptResponse, _ receipt: AppReceipt) {
    var text = rebuilt.json()
    guard let own = NaiveJSON.value(text)?["receipt"] else { return }
    if case .array(let purchases)? = own["in_app"], let first = purchases.first {
      insert(lacking(ResponsePurchase().members, in: first), #""in_app":[{"#, in: &text)
    }
    insert(lacking(ResponseReceipt().members, in: own), #""receipt":{"#, in: &text)
    guard let answer = try? VerifyReceiptResponse(json: text) else {
      return require(false, "no answer: \(String(decoding: text, as: UTF8.self))")
    }
    let differences = answer.differences(from: receipt)
    compareMembers(answer, rebuilt, differences)
    differences.forEach(checkLine)
    check(VerifyReceiptDifferenceSummary(differences), differences)
  }

  /// Members with values that any of them may have, a comma behind each.
  private static func lacking(_ members: [AnswerMember], in object: NaiveJSON.Value) -> String {
    members.filter { member in member.keys.allSatisfy { object[$0] == nil } }.map { member in
      switch member {
      case .date(let keys, _): #""\#(keys.milliseconds)":"1700000000000","#
      case .text, .integer, .flag: #""\#(member.keys[0])":"1","#
      }
    }.joined()
  }

  /// Puts them behind the first place that says this: no string has quotation marks in it.
  private static func insert(_ members: String, _ place: String, in text: inout [UInt8]) {
    guard let range = text.firstRange(of: Array(place.utf8)) else {
      return require(false, "no \(place)")
    }
    text.insert(contentsOf: members.utf8, at: range.upperBound)
  }
}
