import AppStoreReceipt
package import FuzzSupport
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation

/// The input is the contents of a payload's SET, or choices for one; the signature counts as genuine. A receipt is
/// validated exactly if its attributes say, each once and readable, what the caller expects; and what it owns is what
/// was not cancelled.
package enum ValidationProperty: FuzzProperty {
  package static let name = "validation"

  /// What needs no key is checked before a verifier is asked.
  private static func checkSigners(_ payload: [UInt8]) {
    for (code, bytes) in Message.wronglySigned(payload) {
      guard let receipt = Answer(bytes).receipt else { continue }
      do throws(ReceiptSignatureError) {
        try receipt.withSignatureMaterial { (_) throws(ReceiptSignatureError) in }
        require(false, "no error: \(code)")
      } catch {
        require(error.code.rawValue == code, "\(error), not \(code)")
        SignatureClaims.check(error, receipt)
      }
    }
  }

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let given = input.copy
    let (bytes, payload) = Message.signed(ChosenPayload.contents(of: given))
    if bytes.count % 8 == 0 { checkSigners(ChosenPayload.contents(of: given)) }
    guard let receipt = Answer(bytes).receipt,
      let attributes = NaiveAttribute.list(bytes, payload, levels: 32 - 7)
    else { return }
    let own = NaiveScope(bytes: bytes, attributes: attributes.filter { $0.type != 17 })
    // The time is that of the receipt's end, too, and just before and after it.
    let now = (own.date(21).value ?? Self.now) + (bytes.count % 5 < 3 ? bytes.count % 5 - 1 : 0)
    let isChosen = given.first == 0
    let number = isChosen ? Int(given.last ?? 0) : bytes.count
    let (bundles, versions) = (ChosenPayload.texts, ChosenPayload.versionTexts)
    let bundle = isChosen ? bundles[number % bundles.count] : Self.bundleIdentifier
    let version = isChosen ? versions[number / 2 % versions.count] : "1.2.3"
    let environments = expectedEnvironments(number: bytes.count)
    let expectations = ReceiptExpectations(
      bundleIdentifier: bundle, devices: .notChecked,
      now: ReceiptDate(millisecondsSince1970: Int64(now)),
      appVersion: number % 2 == 0 ? .notChecked : .required(version),
      environments: Set(environments.map { ReceiptEnvironment(rawValue: $0) }))
    let isRight =
      own.text(2).value.map { $0.equals(bundle) } == true
      && (number % 2 == 0 || own.text(3).value.map { $0.equals(version) } == true)
      && own.date(12).value != nil && isNotExpired(own.date(21), at: clamped(now))
      && own.text(0).value.map { found in environments.contains { found.equals($0) } } == true
    let report = receipt.report(expectations, verifier: TrustingVerifier())
    require(report.failures.isEmpty == isRight, "\(report.entries)")
    Sentences.check(report)
    checkExpected(
      report,
      [
        .bundleIdentifier: ([bundle], own.text(2)), .appVersion: ([version], own.text(3)),
        .environment: (
          environments.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, own.text(0)
        ),
      ], now: NaiveHistory.date(now))
    checkFailures(
      report,
      [
        failure(.bundleIdentifier, 2, own) { $0.equals(bundle) },
        number % 2 == 0 ? nil : failure(.appVersion, 3, own) { $0.equals(version) },
        isNotExpired(own.date(21), at: clamped(now))
          ? nil : (.expiration, own.date(21) == .unreadable ? "unreadable" : "expired", 21),
        failure(.environment, 0, own) { found in environments.contains { found.equals($0) } },
      ].compactMap(\.self), own)
    do throws(ReceiptValidationError) {
      let validated = try receipt.validate(expectations, verifier: TrustingVerifier())
      require(isRight, "validated \(bytes.hexadecimal)")
      let skipped: [ReceiptCheck] = number % 2 == 0 ? [.appVersion, .device] : [.device]
      require(validated.skippedChecks == skipped, "skipped: \(validated.skippedChecks)")
      Sentences.check(validated)
      checkPurchases(validated, attributes, bytes)
    } catch {
      require(!isRight, "not validated: \(error)")
      require(report.failures.first == error, "the report says \(report.failures)")
    }
    // In one call, and with a version that no receipt has.
    let isInOne = [number % 2 == 0 ? nil : version, ""].map { version in
      let validated = try? receipt.validate(
        bundleIdentifier: bundle, appVersion: version, devices: .notChecked,
        environments: Set(environments.map { ReceiptEnvironment(rawValue: $0) }),
        now: NaiveHistory.date(now).date, verifier: TrustingVerifier())
      return validated != nil
    }
    // The last second of the year 9999 has no fraction as a `Date`.
    let isSame = ReceiptDate(NaiveHistory.date(now).date) == NaiveHistory.date(now)
    require(!isSame || isInOne == [isRight, false], "in one call: \(isInOne), not \(isRight)")
    let action: RecommendedAction = own.integer(25).value == 2 ? .requestReceipt : .refresh
    require(
      report.failures.allSatisfy {
        $0.recommendedAction == ($0.isAnotherReceipts ? .refuse : action)
      }, "\(action)")
    let isForAnother = report.failures.first?.isAnotherReceipts == true
    require(
      report.recommendedAction == (isRight ? .proceed : isForAnother ? .refuse : action),
      "the first failure's action, not \(report.recommendedAction)")
    let anyApp = receipt.report(
      expectations, ignoresBundleIdentifier: true, verifier: TrustingVerifier())
    require(
      anyApp.failures == report.failures.filter { $0.check != .bundleIdentifier },
      "of any app: \(anyApp.entries)")
    require(
      anyApp.skipped == [.bundleIdentifier] + report.skipped, "of any app: \(anyApp.skipped)")
    checkSkipped(receipt, own, bundle)
    checkDefaults(receipt, own, bundle)
    checkNothingElse(receipt, own)
    checkDevice(Array(bytes[payload]), bytes, attributes)
  }

  /// Why a text fails its check, if it does.
  private static func failure(
    _ check: ReceiptCheck, _ type: Int, _ own: NaiveScope,
    _ isExpected: (ArraySlice<UInt8>) -> Bool
  ) -> ExpectedFailure? {
    switch own.text(type) {
    case .absent: (check, "missing", type)
    case .unreadable: (check, "unreadable", type)
    case .value(let found): isExpected(found) ? nil : (check, "differs", type)
    }
  }

  /// The check, its reason, and the type of the attribute.
  private typealias ExpectedFailure = (check: ReceiptCheck, reason: String, type: Int)

  /// Those of the texts and the end, in Apple's order, each with its place or value.
  private static func checkFailures(
    _ report: ReceiptReport, _ expected: [ExpectedFailure], _ own: NaiveScope
  ) {
    let failures = report.failures.filter { ![.signature, .device].contains($0.check) }
    require(
      failures.map(\.check) == expected.map(\.check)
        && failures.map(\.reason.name) == expected.map(\.reason), "\(failures), not \(expected)")
    for (failure, (_, _, type)) in zip(failures, expected) {
      switch failure.reason {
      case .missing(let field): require(field.rawValue == type, "\(type) is missing: \(failure)")
      case .unreadable(let problem):
        require(
          problem.attributeType == type && failure.offset == own.offset(type),
          "\(type) is unreadable: \(failure)")
      case .differs:
        let found = failure.found ?? ""
        require(
          !failure.expected.contains { $0.utf8.elementsEqual(found.utf8) }, "not \(found)")
      default: require(failure.offset == nil, "nowhere: \(failure)")
      }
    }
  }

  /// What was expected is what the caller has asked for, and what was found is what the receipt says.
  private static func checkExpected(
    _ report: ReceiptReport,
    _ expected: [ReceiptCheck: (values: [String], found: NaiveField<ArraySlice<UInt8>>)],
    now: ReceiptDate
  ) {
    for failure in report.failures {
      switch failure.reason {
      case .differs:
        guard let (values, found) = expected[failure.check] else {
          return require(false, "nothing to compare: \(failure)")
        }
        require(failure.expected == values, "\(failure.expected), not \(values)")
        let isFound = found.value?.elementsEqual((failure.found ?? "").utf8)
        require(isFound == true, "found: \(failure)")
      case .expired: require(failure.expected == [now.utcText], "at \(now): \(failure)")
      default: require(failure.expected.isEmpty, "\(failure.expected): \(failure)")
      }
    }
  }

  /// Mostly two, but also none, one, and about as many as a sentence has.
  private static func expectedEnvironments(number: Int) -> [String] {
    let names = [
      ["Sandbox", ""], ["Production", "ProductionVPP"], ["ProductionSandbox", "Xcode"],
    ][number % 3]
    let count = [2, 2, 0, 1, 8, 9, 10][number / 3 % 7]
    return Array((names + (1...8).map { "environment \"\($0)\"" }).prefix(count))
  }

  private static let bundleIdentifier = "com.example.app"
  /// 2025-06-01T00:00:00Z.
  private static let now = NaiveCalendar.days(2025, 6, 1) * 86_400_000

  /// Within the years that dates have.
  private static func clamped(_ instant: Int) -> Int {
    let first = NaiveCalendar.days(0, 1, 1) * 86_400_000
    return min(max(instant, first), (NaiveCalendar.days(9999, 12, 31) + 1) * 86_400_000 - 1)
  }

  static func isNotExpired(_ date: NaiveField<Int>, at now: Int) -> Bool {
    switch date {
    case .absent: true
    case .value(let instant): instant > now
    case .unreadable: false
    }
  }

  private static func checkPurchases(
    _ validated: ValidatedReceipt, _ attributes: [NaiveAttribute], _ bytes: [UInt8]
  ) {
    let purchases = attributes.filter { $0.type == 17 }.map { purchase in
      NaiveScope(bytes: bytes, attributes: purchase.inApp)
    }
    // The same bytes twice are one.
    let encodings = attributes.filter { $0.type == 17 }.map { bytes[$0.value] }
    let withheld = purchases.indices.filter { index in
      let purchase = purchases[index]
      guard encodings.firstIndex(of: encodings[index]) == index else { return false }
      return purchase.text(1702).value == nil || purchase.text(1703).value == nil
        || purchase.date(1704).value == nil
    }
    let history = validated.purchaseHistory()
    require(history.unreadable.map(\.index).sorted() == withheld, "withheld: \(withheld)")
    let naive = purchases.map { NaivePurchase($0) }
    for purchase in history.purchases {
      let index = purchase.inAppReceipt.index
      guard purchases[index].integer(1707) != .unreadable else { continue }
      let isCancelled =
        purchases[index].date(1712) == .unreadable
        || naive[index].isCancelled(among: naive, isXcode: history.environment == .xcode)
      require(purchase.isCancelled == isCancelled, "purchase \(index) cancelled: \(isCancelled)")
    }
  }

  /// Nothing is validated without a device that is asked for, or without a signature.
  private static func checkNothingElse(_ receipt: AppReceipt, _ own: NaiveScope) {
    let noDevice = ReceiptExpectations(
      bundleIdentifier: Self.bundleIdentifier, devices: .required([]),
      now: ReceiptDate(millisecondsSince1970: Int64(now)))
    do throws(ReceiptValidationError) {
      _ = try receipt.validate(noDevice, verifier: TrustingVerifier())
      require(false, "validated for nothing")
    } catch {
      Sentences.check(error)
    }
    // What the receipt lacks no device would mend.
    let report = receipt.report(noDevice, verifier: TrustingVerifier())
    let failure = report.failures.first { $0.check == .device }
    require(
      failure?.reason == lacking(own) ?? .noDevice, "without a device: \(report.failures)")
    if let failure { Sentences.check(failure) }
  }

  /// What a device is compared with, and the receipt doesn't have.
  private static func lacking(_ own: NaiveScope) -> ReceiptValidationError.Reason? {
    [4, 2, 5].first { own.bytes($0).value?.isEmpty != false }
      .map { .missing(ReceiptAttributeType(rawValue: Int32($0))) }
  }
}
