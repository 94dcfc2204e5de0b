package import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TransactionReceipts

/// The input is a transaction receipt in the style of iOS 6; then it is taken for the list that is signed in one.
/// Lists are those of a naive reader, and nothing is verified but what the test authority has signed.
package enum TransactionProperty: FuzzProperty {
  package static let name = "transaction"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = TransactionAnswer(bytes)
    check(first, bytes)
    places.forEach(bytes) { bytes, place in
      require(TransactionAnswer(bytes) == first, "the same answer in \(place)")
    }
    checkInside(bytes)
  }

  private static func check(_ answer: TransactionAnswer, _ given: [UInt8]) {
    guard let receipt = answer.receipt else { return }
    let bytes = receipt.isBase64 ? NaiveBase64.decode(given) : given
    require(bytes == receipt.bytes, "the list as it was given")
    guard let list = NaivePropertyList(receipt.bytes) else {
      fatalError("VIOLATED: no list \(given.hexadecimal)")
    }
    compare(receipt.entries, list, given)
    check(receipt.purchaseInfo, given)
    let base64 = TransactionAnswer(Array(NaiveBase64.encode(receipt.bytes).utf8))
    // Known: Base64 of a list that begins with a brace and a quotation mark is taken for a JWS. See README.
    let looksLikeJWS =
      receipt.bytes.starts(with: "{\"".utf8) && base64.error?.code.name == "jsonWebSignature"
    require(base64 == answer || looksLikeJWS, "Base64: \(base64)")
    checkValidation(receipt)
    checkReport(receipt, list)
  }

  /// What is judged without the signature.
  private static func checkReport(_ receipt: TransactionReceipt, _ list: NaivePropertyList) {
    guard let inside = NaivePropertyList(receipt.purchaseInfo.bytes) else { return }
    func text(_ list: NaivePropertyList, _ key: String) -> [UInt8]? {
      list.entries.first { $0.key.elementsEqual(key.utf8) }?.value
    }
    func number(_ key: String) -> Int? {
      guard let text = text(inside, key), !text.isEmpty, text.allSatisfy({ 0x30...0x39 ~= $0 })
      else { return nil }
      return Int(String(decoding: text, as: UTF8.self))
    }
    let isProduction =
      text(list, "environment") == nil && number("app-item-id").map { $0 > 0 } == true
    require(
      receipt.judgedEnvironment == (isProduction ? .production : .sandbox), "the environment")
    let last = (NaiveCalendar.days(9999, 12, 31) + 1) * 86_400_000 - 1
    let end = number("expires-date").flatMap { $0 <= last ? $0 : nil }
    let bundle = text(inside, "bid").map { String(decoding: $0, as: UTF8.self) } ?? ""
    for step in [-1, 0, 1] {
      let now = ReceiptDate(millisecondsSince1970: Int64((end ?? 1) + step))
      let report = receipt.report(
        TransactionExpectations(
          bundleIdentifier: bundle + (step > 0 ? "x" : ""), devices: .notChecked,
          now: .required(now), environments: [step == 0 ? .production : .sandbox]),
        verifier: SignedTransactions.shared.verifier)
      func passes(_ check: TransactionCheck) -> Bool {
        report.entries.contains { $0.check == check && $0.result == .passed }
      }
      if let end {
        require(passes(.expiration) == (end > now.millisecondsSince1970), "expired at \(end)")
      }
      require(passes(.bundleIdentifier) == (step <= 0 && !bundle.isEmpty), "the app")
      require(passes(.environment) == (isProduction == (step == 0)), "an environment")
    }
  }

  /// The input as the value of `purchase-info`.
  private static func checkInside(_ input: [UInt8]) {
    let text = "{\"purchase-info\"=\"\(NaiveBase64.encode(input))\";}"
    let answer = TransactionAnswer(Array(text.utf8))
    let list = NaivePropertyList(input)
    require((answer.receipt != nil) == (list != nil), "a purchase: \(answer)")
    if let receipt = answer.receipt {
      require(receipt.purchaseInfo.bytes == input, "the purchase as it stands")
      check(receipt.purchaseInfo, input)
    }
  }

  private static func check(_ info: PurchaseInfo, _ given: [UInt8]) {
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
    let quantity =
      text("quantity").utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int64(text("quantity")) : nil
    require(info.quantity == quantity, "quantity")
    require(info.problems.allSatisfy { $0.offset < info.bytes.count }, "problems have places")
  }

  private static func compare(
    _ entries: [PropertyListEntry], _ list: NaivePropertyList, _ given: [UInt8]
  ) {
    require(entries.count == list.entries.count, "\(list.entries.count) keys")
    for (entry, other) in zip(entries, list.entries) {
      require(
        entry.key.utf8.elementsEqual(other.key) && entry.value.utf8.elementsEqual(other.value),
        "\(entry) in \(given.hexadecimal)")
    }
  }

  /// Nothing is validated but what the authority has signed, and of that nothing that was cancelled.
  private static func checkValidation(_ receipt: TransactionReceipt) {
    let fixtures = SignedTransactions.shared
    let info = receipt.purchaseInfo
    let expectations = TransactionExpectations(
      bundleIdentifier: info.bundleIdentifier ?? "", devices: .notChecked, now: .notChecked,
      environments: [receipt.judgedEnvironment])
    do throws(TransactionValidationError) {
      _ = try receipt.validate(expectations, verifier: fixtures.verifier)
      require(fixtures.areGenuine(receipt), "validated \(receipt.bytes.hexadecimal)")
      require(info.bundleIdentifier != nil && !info.isCancelled, "validated for nothing")
    } catch {
      require(!error.description.isEmpty, "a sentence")
    }
  }
}
