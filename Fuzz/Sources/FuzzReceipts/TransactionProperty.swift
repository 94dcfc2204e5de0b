package import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TransactionReceipts

/// The input is a transaction receipt in the style of iOS 6; then it, or a list that it chooses, is taken for the list
/// that is signed in one. Lists are those of a naive reader, and nothing is verified but what the test authority has
/// signed.
package enum TransactionProperty: FuzzProperty {
  package static let name = "transaction"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    _ = (Documented.transactions, Documented.entries)
    let bytes = input.copy
    let first = TransactionAnswer(bytes)
    Sentences.check(first.error)
    check(first, bytes)
    checkFaults(first, bytes)
    SignedTransactions.shared.check(bytes, first)
    require(TransactionAnswer(([0x7B] + bytes).dropFirst()) == first, "the same answer in a slice")
    let inside = checkInside(bytes.first == 0 ? chosenList(bytes.dropFirst()) : bytes)
    let receipts = [first.receipt, inside, TransactionAnswer(bytes + [0x20]).receipt]
    Hashes.check(receipts.compactMap(\.self)) { $0.bytes }
    Hashes.check(receipts.compactMap { $0?.purchaseInfo }) { $0.bytes }
  }

  /// A list of few values; the first bytes of an input choose.
  private static func chosenList(_ choices: ArraySlice<UInt8>) -> [UInt8] {
    let dates = [
      "1700000000000", "1700000000999", "1700000001000", "0", "253402300799999", "253402300800000",
      "9223372036854775807", "-1", "x", "",
    ]
    let texts = [
      "2023-11-14 22:13:20 Etc/GMT", "2023-11-14 22:13:21 Etc/GMT", "2023-11-14 22:14:20 Etc/GMT",
      "2023-11-14 14:13:20 America/Los_Angeles", "2023-02-29 00:00:00 Etc/GMT", "",
      "2023-11-14 22:13:20.5 Etc/GMT", "Etc/GMT",
    ]
    let numbers = [
      "0", "1", "2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551617",
      "-1", "01", "+1", "1.0", "", "99999999999999999999",
    ]
    let flags = ["true", "false", "1", "0", "TRUE", ""]
    let devices = [
      "00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-00000000000", "x",
      "00:00:00:00:00:01",
    ]
    let keys: [(String, [String])] =
      [("bid", ChosenPayload.texts), ("bvrs", ChosenPayload.versionTexts)]
      + ["quantity", "app-item-id", "item-id", "version-external-identifier"].map { ($0, numbers) }
      + ["web-order-line-item-id"].map { ($0, numbers) }
      + ["is-trial-period", "is-in-intro-offer-period"].map { ($0, flags) }
      + ["purchase-date-ms", "expires-date", "cancellation-date-ms"].map { ($0, dates) }
      + ["purchase-date", "expires-date-formatted", "cancellation-date"].map { ($0, texts) }
      + ["purchase-date-pst", "cancellation-date-pst"].map { ($0, texts) }
      + [("unique-vendor-identifier", devices)]
      + [("original-purchase-date-ms", dates), ("original-purchase-date", texts)]
      + ["original-purchase-date-pst", "expires-date-formatted-pst"].map { ($0, texts) }
    let members = zip(keys, choices).compactMap { key, choice -> String? in
      // Half of them are not there.
      choice < 128 ? "\"\(key.0)\" = \"\(key.1[Int(choice) % key.1.count])\";" : nil
    }
    // Their order means nothing.
    let isReversed = choices.last.map { $0 % 2 == 0 } ?? false
    return Array("{\((isReversed ? members.reversed() : members).joined())}".utf8)
  }

  private static func check(_ answer: TransactionAnswer, _ given: [UInt8]) {
    guard let receipt = answer.receipt else {
      let isOfApp = given.first == 0x30 && Answer(given).receipt != nil
      return require(!isOfApp || answer.error?.code == .appReceipt, "an app's receipt: \(answer)")
    }
    let bytes = receipt.isBase64 ? NaiveBase64.decode(given) : given
    require(bytes == receipt.bytes, "the list as it was given")
    guard let list = NaivePropertyList(receipt.bytes) else {
      fatalError("VIOLATED: no list \(given.hexadecimal)")
    }
    compare(receipt.entries, list, given)
    checkWithFoundation(receipt.bytes, list)
    if let brace = receipt.bytes.lastIndex(of: UInt8(ascii: "}")) {
      var spoilt = receipt.bytes
      spoilt[brace] = UInt8(ascii: ")")
      require(TransactionAnswer(spoilt).error?.key == nil, "an error after the last entry")
    }
    check(receipt.purchaseInfo, given)
    let base64 = TransactionAnswer(Array(NaiveBase64.encode(receipt.bytes).utf8))
    require(base64 == answer, "Base64: \(base64)")
    checkSize(receipt)
    checkKeys(receipt, list)
    checkRepair(receipt)
    checkValidation(receipt)
    checkReport(receipt, list)
    checkSignature(receipt, list)
  }

  /// What is judged without the signature.
  private static func checkReport(_ receipt: TransactionReceipt, _ list: NaivePropertyList) {
    guard let inside = NaivePropertyList(receipt.purchaseInfo.bytes) else { return }
    checkWithFoundation(receipt.purchaseInfo.bytes, inside)
    func text(_ list: NaivePropertyList, _ key: String) -> [UInt8]? {
      list.entries.first { $0.key.elementsEqual(key.utf8) }?.value
    }
    func number(_ key: String) -> Int? {
      text(inside, key).flatMap { NaivePurchaseInfo.number(String(decoding: $0, as: UTF8.self)) }
        .map(Int.init)
    }
    let environment = receipt.environment.map { Array($0.utf8) }
    require(environment == text(list, "environment"), "says \(receipt.environment ?? "nothing")")
    let isProduction =
      environment == nil && number("app-item-id").map { $0 > 0 } == true
    require(
      receipt.provenEnvironment == (isProduction ? .production : .productionSandbox),
      "the environment")
    let last = (NaiveCalendar.days(9999, 12, 31) + 1) * 86_400_000 - 1
    let end = number("expires-date").flatMap { $0 <= last ? $0 : nil }
    let bundle = text(inside, "bid").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let isOver = text(inside, "expires-date").map { !$0.isEmpty } == true && end == nil
    for step in [-1, 0, 1] {
      let now = ReceiptDate(millisecondsSince1970: Int64((end ?? 1) + step))
      let report = receipt.report(
        ReceiptExpectations(
          bundleIdentifier: bundle + (step > 0 ? "x" : ""), devices: .notChecked,
          now: .required(now), environments: step == 0 ? .production : .sandbox),
        verifier: SignedTransactions.shared.verifier)
      Sentences.check(report)
      checkActions(report)
      func passes(_ check: ReceiptCheck) -> Bool {
        report.entries.contains { $0.check == check && $0.result == .passed }
      }
      if let end {
        require(passes(.expiration) == (end > now.millisecondsSince1970), "expired at \(end)")
      }
      require(!isOver || !passes(.expiration), "an unreadable end")
      require(passes(.bundleIdentifier) == (step <= 0 && !bundle.isEmpty), "the app")
      require(passes(.environment) == (isProduction == (step == 0)), "an environment")
    }
    checkCancellation(receipt, inside)
    let device = text(inside, "unique-vendor-identifier")
      .flatMap { Words.device(String(decoding: $0, as: UTF8.self)) }
    checkNames(
      receipt, text(inside, "bid"), text(inside, "bvrs"), device?.count == 16 ? device : nil)
  }

  /// App, version and device, byte by byte.
  private static func checkNames(
    _ receipt: TransactionReceipt, _ app: [UInt8]?, _ version: [UInt8]?, _ device: [UInt8]?
  ) {
    let other = device.map { $0.dropLast() + [($0.last ?? 0) ^ 1] } ?? [1]
    for (name, number) in zip(
      ChosenPayload.texts, ChosenPayload.versionTexts)
    {
      for devices in [[other], [other] + [device].compactMap { $0 }, []] {
        let report = receipt.report(
          ReceiptExpectations(
            bundleIdentifier: name,
            devices: .required(devices.map { DeviceIdentifier(bytes: $0) }), now: .notChecked,
            appVersion: .required(number), environments: [.production]),
          verifier: SignedTransactions.shared.verifier)
        let passed = report.entries.filter { $0.result == .passed }.map(\.check)
        require(
          passed.contains(.bundleIdentifier) == (app?.elementsEqual(name.utf8) == true), "the app")
        require(
          passed.contains(.appVersion) == (version?.elementsEqual(number.utf8) == true), "version")
        require(passed.contains(.device) == (devices.count == 2), "a device of \(devices)")
        checkActions(report)
        require(
          report.failures.contains { $0.reason == .noDevice } == (devices.isEmpty && device != nil),
          "none of \(devices): \(report.failures)")
      }
    }
  }

  /// What may become right later is not refused for good.
  private static func checkActions(_ report: TransactionReport) {
    for failure in report.failures {
      let action: RecommendedAction =
        switch failure.reason {
        case .noDevice: .retryLater
        case .expired: .refresh
        default: .refuse
        }
      require(failure.recommendedAction == action, "\(failure.recommendedAction): \(failure)")
    }
  }

  /// A version, so many bytes of a signature, a length, and as many of a certificate.
  private static func checkSignature(_ receipt: TransactionReceipt, _ list: NaivePropertyList) {
    let entry = list.entries.first { $0.key.elementsEqual("signature".utf8) }
    guard let entry, !entry.value.isEmpty else {
      return require(signatureError(receipt)?.code == .signatureMissing, "without a signature")
    }
    guard let bytes = decoded(entry, signatureError(receipt)) else { return }
    // White space alone is Base64 of no bytes.
    let version = bytes.first ?? 2
    let count = version == 2 ? 128 : 256
    let certificate = bytes.dropFirst(1 + count + 4)
    let length = bytes.dropFirst(1 + count).prefix(4).reduce(0) { $0 * 256 + Int($1) }
    let code: TransactionReceiptError.Code? =
      if version != 2 && version != 3 {
        .unsupportedSignatureVersion
      } else if bytes.count < 1 + count + 4 || length > certificate.count {
        .truncated
      } else {
        length < certificate.count ? .trailingBytes : nil
      }
    do throws(TransactionReceiptError) {
      let signature = try receipt.signature()
      require(code == nil && signature.bytes == bytes, "a signature of \(bytes.hexadecimal)")
      require(signature.version == version && signature.certificate == certificate, "its parts")
      require(signature.signature == bytes[1...count], "its bytes")
    } catch {
      Sentences.check(error)
      require(error.code == code, "\(error) is \(String(describing: code))")
      let place =
        switch code {
        case .truncated: bytes.count
        case .trailingBytes: 1 + count + 4 + length
        default: 0
        }
      require(error.offset == place, "at \(place), not \(error)")
    }
  }

  private static func signatureError(_ receipt: TransactionReceipt) -> TransactionReceiptError? {
    do throws(TransactionReceiptError) {
      _ = try receipt.signature()
      return nil
    } catch {
      return error
    }
  }

  /// The input as the value of `purchase-info`.
  private static func checkInside(_ input: [UInt8]) -> TransactionReceipt? {
    let text = "{\"purchase-info\"=\"\(NaiveBase64.encode(input))\";}"
    guard text.utf8.count <= TransactionReceiptLimits.default.maximumBytes else { return nil }
    let answer = TransactionAnswer(Array(text.utf8))
    Sentences.check(answer.error)
    checkInside(answer, input)
    if let receipt = answer.receipt {
      require(receipt.purchaseInfo.bytes == input, "the purchase as it stands")
      check(receipt.purchaseInfo, input)
      checkValues(receipt.purchaseInfo)
      NaivePurchaseInfo.check(receipt.purchaseInfo)
      if let list = NaivePropertyList(receipt.bytes) { checkReport(receipt, list) }
    }
    return answer.receipt
  }

  static func compare(
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
    let expectations = ReceiptExpectations(
      bundleIdentifier: info.bundleIdentifier ?? "", devices: .notChecked, now: .notChecked,
      environments: [receipt.provenEnvironment])
    do throws(TransactionValidationError) {
      let validated = try receipt.validate(expectations, verifier: fixtures.verifier)
      require(fixtures.isGenuine(receipt), "validated \(receipt.bytes.hexadecimal)")
      require(info.bundleIdentifier != nil && !info.isCancelled, "validated for nothing")
      let skipped: [ReceiptCheck] = [.appVersion, .device, .expiration]
      require(validated.skippedChecks == skipped, "skipped: \(validated.skippedChecks)")
      require(
        validated.receipt == receipt && validated.environment == receipt.provenEnvironment,
        "validated: \(validated)")
      fixtures.checkIssuers(receipt)
    } catch {
      Sentences.check(error)
      checkPlace(error, receipt)
    }
  }

  /// A wrong signature is where the signature is, everything else in the certificate.
  private static func checkPlace(_ error: TransactionValidationError, _ receipt: TransactionReceipt)
  {
    guard case .signature(let failure) = error.reason, let offset = failure.offset,
      let parts = try? receipt.signature()
    else { return }
    let certificate = parts.certificate.startIndex...parts.certificate.endIndex
    let place = failure.code == .signatureMismatch ? 1...1 : certificate
    require(place ~= offset, "in \(place): \(failure)")
  }
}
