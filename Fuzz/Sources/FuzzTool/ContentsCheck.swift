import FuzzSupport
import Inspection
import ReceiptJSON
import ReceiptParsing
import ReceiptTesting
import VerifyReceipt

/// Two receipts, or a receipt and an answer of verifyReceipt, differ in what one of them says and the other doesn't, by
/// its path: byte by byte, in the order of the fields.
enum ContentsCheck {
  /// Two receipts that are nearly the same.
  static func check(_ choices: inout Choices) {
    let (first, second) = (choices.pick(samples), choices.pick(samples))
    check(first, second)
    checkAnswer(first, about: second, isBare: choices.below(2) == 0)
  }

  /// A receipt, one of those, and itself.
  static func check(_ receipt: AppReceipt) {
    let receipt = Shown(receipt)
    let sample = samples[receipt.receipt.containerBytes.count % samples.count]
    check(receipt, sample)
    check(sample, receipt)
    check(receipt, receipt)
    checkAnswer(receipt, about: receipt, isBare: false)
    checkAnswer(sample, about: receipt, isBare: true)
  }

  private static let samples: [Shown] = {
    var builder = ReceiptBuilder(bundleIdentifier: "caf\u{E9}", appVersion: "1")
    let authority = TestAuthority(name: "A")
    func purchase(_ transaction: String, _ product: String, order: Int64 = 0) -> TestPurchase {
      var purchase = TestPurchase.subscription(
        product, purchased: "2025-01-01T00:00:00Z", expires: "2025-02-01T00:00:00Z")
      purchase.transactionIdentifier = transaction
      purchase.webOrderLineItemIdentifier = order
      return purchase
    }
    func receipt() -> Shown {
      do throws(ReceiptError) {
        return Shown(try AppReceipt(builder.bytes(signedBy: authority)))
      } catch {
        fatalError("\(error)")
      }
    }
    let repeated = [purchase("7", "a"), purchase("7", "b"), purchase("7#2", "c")]
    builder.purchases = repeated + [purchase("7", "d"), purchase("8", "e", order: 5)]
    var receipts = [receipt()]
    // The same to Unicode.
    builder.bundleIdentifier = "cafe\u{301}"
    builder.purchases = [purchase("7", "a"), purchase("7", "x"), purchase("7#2", "c")]
    builder.purchases += [purchase("7", "y"), purchase("8", "e", order: 6), purchase("9", "f")]
    receipts.append(receipt())
    builder.purchases = [purchase("8", "e", order: 0), purchase("7", "a"), purchase("", "g")]
    builder.purchases[1].isTrialPeriod = true
    builder.purchases[2].cancellationDate = "2025-01-03T00:00:00Z"
    builder.purchases[2].quantity = 3
    (builder.appItemIdentifier, builder.downloadIdentifier) = (1, 2)
    builder.expirationDate = "2030-01-01T00:00:00Z"
    receipts.append(receipt())
    builder.purchases = []
    builder.originalPurchaseDate = "2014-01-01T00:00:00Z"
    return receipts + [receipt()]
  }()

  // MARK: Comparing

  private static func check(_ first: Shown, _ second: Shown) {
    do throws(JSONError) {
      let found = try ReceiptDifference.all(first.receipt, second.receipt)
      compare(found, first.fields, second.fields, isAnswer: false)
    } catch {
      let areRead = [first, second].allSatisfy {
        (try? JSON(text: Array($0.text.written.utf8))) != nil
      }
      require(error.code == .invalidString && !areRead, "compared: \(error)")
    }
  }

  /// - Parameter isBare: whether nothing is given but the `receipt` of the answer.
  private static func checkAnswer(_ shown: Shown, about other: Shown, isBare: Bool) {
    let response = VerifyReceiptResponse(unverified: other.receipt)
    // A text may have more combining marks than are read.
    guard
      case .object(let answer)? = try? JSON(text: response.json()),
      case .object(let bare)? = answer["receipt"],
      let found = try? ReceiptDifference.all(shown.receipt, answer: isBare ? bare : answer)
    else { return }
    var second = Fields()
    second.add(answer: bare, "")
    compare(found, shown.fields, second, isAnswer: true)
  }

  private static func compare(
    _ found: [ReceiptDifference], _ first: Fields, _ second: Fields, isAnswer: Bool
  ) {
    var expected: [[[UInt8]?]] = []
    for (path, value) in first.all where !isAnswer || isInAnswers(path, value) {
      let other = second.values[path]
      if other != value { expected.append([path, value, other]) }
    }
    for (path, value) in second.all where first.values[path] == nil {
      expected.append([path, nil, value])
    }
    let all: [[[UInt8]?]] = found.map { difference in
      let texts: [String?] = [difference.path, difference.first, difference.second]
      return texts.map { text in text.map { Array($0.utf8) } }
    }
    let texts = expected.map { row in row.map { String(decoding: $0 ?? [], as: UTF8.self) } }
    require(all == expected, "\(found), not \(texts)")
  }

  // MARK: Fields

  /// A receipt, as it is shown.
  private struct Shown {
    let receipt: AppReceipt
    let text: NaiveJSONText
    let fields: Fields

    init(_ receipt: AppReceipt) {
      (self.receipt, text) = (receipt, .receipt(receipt))
      var fields = Fields()
      fields.add(text, "")
      self.fields = fields
    }
  }

  /// What is said, by its path.
  private struct Fields {
    private(set) var all: [(path: [UInt8], value: [UInt8])] = []
    private(set) var values: [[UInt8]: [UInt8]] = [:]

    private mutating func add(_ path: String, value: String) {
      let (path, value) = (Array(path.utf8), Array(value.utf8))
      guard values[path] == nil else { return }
      values[path] = value
      all.append((path, value))
    }

    mutating func add(_ json: NaiveJSONText, _ path: String) {
      switch json {
      case .object(let members):
        for (key, value) in members {
          if let value { add(value, path.isEmpty ? key : "\(path).\(key)") }
        }
      case .list(let elements):
        let names = elements.enumerated().map { (index, element) -> String in
          guard case .object(let members) = element else { return "\(index)" }
          let texts = ["transactionIdentifier", "sha256"].compactMap { key -> String? in
            if case .text(let text)? = members.first(where: { $0.key == key })?.value {
              return text
            }
            return nil
          }
          return texts.first ?? "\(index)"
        }
        for (element, name) in zip(elements, ContentsCheck.distinct(names)) {
          add(element, "\(path)[\(name)]")
        }
      case .flag(let flag): add(path, value: "\(flag)")
      case .number(let number): add(path, value: "\(number)")
      case .text(let text): add(path, value: text)
      case .null, .value: break
      }
    }

    /// What an answer says in its `receipt`, or in one of its purchases.
    mutating func add(answer object: JSON.Object, _ path: String) {
      for member in object.members {
        if member.key == "in_app", case .array(let purchases) = member.value {
          add(purchases)
        }
        guard let name = ContentsCheck.names[member.key] else { continue }
        switch member.value {
        case .number(let number): add(path + name, value: number.text)
        case .boolean(let flag): add(path + name, value: "\(flag)")
        case .string(let text):
          let milliseconds = member.key.hasSuffix("_ms") ? Int64(text) : nil
          let date = milliseconds.map { ReceiptDate(millisecondsSince1970: $0).utcText }
          add(path + name, value: date ?? text)
        case .null, .array, .object: break
        }
      }
    }

    private mutating func add(_ purchases: [JSON]) {
      let names = purchases.enumerated().map { index, purchase in
        if case .object(let object) = purchase, case .string(let text)? = object["transaction_id"] {
          text
        } else {
          "\(index)"
        }
      }
      for (purchase, name) in zip(purchases, ContentsCheck.distinct(names)) {
        if case .object(let object) = purchase { add(answer: object, "inApp[\(name)].") }
      }
    }
  }

  /// Of names that are the same, the second has `#2` behind it, or the first number that is free.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<[UInt8]> = []
    return names.map { name in
      var (found, number) = (name, 1)
      while !taken.insert(Array(found.utf8)).inserted {
        number += 1
        found = "\(name)#\(number)"
      }
      return found
    }
  }

  // MARK: Answers

  /// Keys of Apple's answers, and what the tool calls them.
  private static let names = [
    "receipt_type": "environment", "bundle_id": "bundleIdentifier",
    "application_version": "appVersion", "original_application_version": "originalAppVersion",
    "receipt_creation_date_ms": "creationDate",
    "original_purchase_date_ms": "originalPurchaseDate", "expiration_date_ms": "expirationDate",
    "adam_id": "appItemIdentifier", "download_id": "downloadIdentifier",
    "version_external_identifier": "versionExternalIdentifier", "quantity": "quantity",
    "product_id": "productIdentifier", "transaction_id": "transactionIdentifier",
    "original_transaction_id": "originalTransactionIdentifier",
    "purchase_date_ms": "purchaseDate", "expires_date_ms": "expiresDate",
    "cancellation_date_ms": "cancellationDate", "cancellation_reason": "cancellationReason",
    "web_order_line_item_id": "webOrderLineItemIdentifier", "is_trial_period": "isTrialPeriod",
    "is_in_intro_offer_period": "isInIntroOfferPeriod",
    "promotional_offer_id": "promotionalOfferIdentifier",
  ]

  /// Nobody writes an order of 0 into an answer.
  private static func isInAnswers(_ path: [UInt8], _ value: [UInt8]) -> Bool {
    let order = Array("].webOrderLineItemIdentifier".utf8)
    if path.suffix(order.count) == order[...], value == [0x30] { return false }
    return names.values.contains { name in
      let end = Array("].\(name)".utf8)
      return path == Array(name.utf8)
        || path.starts(with: "inApp[".utf8) && path.suffix(end.count) == end[...]
    }
  }
}
