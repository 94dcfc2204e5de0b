import FuzzReceipts
import FuzzSupport
import ReceiptParsing
import ReceiptValidation
import TransactionReceipts
import VerifyReceipt

// Transaction receipts of few values, whose signature counts as genuine.

extension EndpointProperty {
  /// What a key may say, and how often there is no such key. Ends are just before `date`, then, and just after.
  private static let values: [(key: String, values: [String], missing: Int)] = [
    ("bid", ["com.example.app", "com.example.app", "a", "b", "\u{E9}", "e\u{301}", ""], 1),
    ("purchase-date-ms", ["1700000000000", "1700000000000", "0", "1", "253402300799999", "x"], 1),
    ("app-item-id", ["1", "1", "1", "0", "-1", "x", ""], 1),
    (
      "expires-date",
      [
        "1749999999999", "1750000000000", "1750000000001", "253402300799999", "253402300800000",
        "-1", "x", "",
      ], 8
    ),
    (
      "expires-date-formatted",
      [
        "2025-06-15 15:06:39 Etc/GMT", "2025-06-15 15:06:40 Etc/GMT",
        "2025-06-15 15:06:41 Etc/GMT", "2025-06-15 08:06:41 America/Los_Angeles", "x", "",
      ], 8
    ),
    ("expires-date-formatted-pst", ["2025-06-15 08:06:41 America/Los_Angeles", "x", ""], 5),
    ("cancellation-date-ms", ["1700000000000", "x", ""], 9),
    ("cancellation-date", ["2025-06-15 15:06:39 Etc/GMT", "x", ""], 9),
    ("cancellation-date-pst", ["2025-06-15 08:06:41 America/Los_Angeles", "x", ""], 9),
  ]

  /// 2, the bytes of a signature, and a certificate of none.
  private static let signature = NaiveBase64.encode([2] + Array(repeating: 0, count: 128 + 4))

  /// It gets what its values say, what comes first in the table first. Cancelled ones are valid only on request.
  static func checkTransaction(_ choices: inout Choices) {
    var entries: [(key: String, value: String)] = []
    for (key, values, missing) in Self.values {
      let choice = choices.below(values.count + missing)
      if choice < values.count { entries.append((key: key, value: values[choice])) }
    }
    guard let naive = NaivePurchaseInfo(list(entries)) else {
      fatalError("VIOLATED: no list: \(entries)")
    }
    var outer = [(key: "purchase-info", value: NaiveBase64.encode(list(entries)))]
    let isSigned = choices.below(4) > 0
    // Without bytes, or of an unknown version.
    let signature = isSigned ? Self.signature : choices.pick(["", "AQ=="])
    outer.append((key: "signature", value: signature))
    let hasEnvironment = choices.below(4) == 0
    if hasEnvironment {
      outer.append((key: "environment", value: choices.pick(["Sandbox", "Production", ""])))
    }
    let (endpoint, acceptsCancelled) = (choices.pick(endpoints), choices.below(2) == 0)
    let isWhole =
      naive.hasBundleIdentifier && naive.purchaseDate.value != nil
      && (acceptsCancelled || !(naive.cancellation != .absent))
    let expected: Int64 =
      if !isSigned {
        21002
      } else if !isWhole {
        21003
      } else {
        status(ofGenuine: naive, isOfStore: naive.isOfStore && !hasEnvironment, at: endpoint)
      }
    let bytes = list(outer)
    var responder = Self.responder(at: endpoint, TrustingVerifier(), TrustingTransactionVerifier())
    responder.acceptsCancelledTransactions = acceptsCancelled
    let request = VerifyReceiptRequest(receiptData: NaiveBase64.encode(bytes))
    let answer = responder.answer(request, at: date)
    let found = answer.response.status?.rawValue ?? -1
    require(found == expected, "\(found), not \(expected): \(entries), \(outer)")
    check(answer, at: endpoint)
    // A server for certain apps takes nothing of another's.
    let apps = [["com.example.app"], ["a", "\u{E9}"], []][entries.count % 3]
    let isMine = entries.contains { entry in
      entry.key == "bid" && apps.contains { $0.utf8.elementsEqual(entry.value.utf8) }
    }
    var own = responder
    own.apps = .only(Set(apps))
    let ofOwn = own.answer(request, at: date).response.status?.rawValue ?? -1
    require(
      ofOwn == (isSigned && !isMine ? 21003 : expected),
      "\(ofOwn) for \(apps), one of these: \(isMine), \(expected) for any: \(entries)")
    guard found == 0 || found == 21006 else { return }
    checkAccepted(answer, naive, at: date)
    if !(naive.cancellation != .absent) {
      checkLatest(bytes, naive, TrustingTransactionVerifier(), at: date)
    }
    responder.sharedSecret = "secret"
    let json = String(decoding: responder.answer(request, at: date).json(), as: UTF8.self)
    require(json == #"{"status":21004}"#, "without the secret: \(json)")
  }

  private static func list(_ entries: [(key: String, value: String)]) -> [UInt8] {
    Array("{\(entries.map { #""\#($0.key)"="\#($0.value)";"# }.joined())}".utf8)
  }
}
