import AppStoreReceipt
import FuzzSupport
import ReceiptParsing
import ReceiptValidation

// What is checked of what the caller leaves out.

extension ValidationProperty {
  /// Of what the caller leaves out, nothing is checked, and all is named.
  static func checkSkipped(_ receipt: AppReceipt, _ own: NaiveScope, _ bundle: String) {
    var expectations = ReceiptExpectations(
      bundleIdentifier: bundle, devices: .notChecked, now: .notChecked)
    expectations.environments = .notChecked
    let isRight = own.text(2).value?.equals(bundle) == true && own.date(12).value != nil
    let skipped = (try? receipt.validate(expectations, verifier: TrustingVerifier()))?.skippedChecks
    require(
      skipped == (isRight ? [.appVersion, .device, .expiration, .environment] : nil),
      "skipped: \(skipped ?? [])")
  }

  private static let stores = ["Production", "ProductionVPP"]
  private static let sandboxes = ["ProductionSandbox", "ProductionVPPSandbox"]

  /// A receipt has to come from the App Store, unless others are allowed, and nothing that was cancelled is accepted.
  static func checkDefaults(_ receipt: AppReceipt, _ own: NaiveScope, _ bundle: String) {
    let sets: [(Set<ReceiptEnvironment>, [String])] = [
      (.production, stores), (.sandbox, sandboxes), (.productionAndSandbox, stores + sandboxes),
    ]
    for (set, names) in sets {
      require(set.map(\.rawValue).sorted() == names.sorted(), "\(set), not \(names)")
    }
    let start = ReceiptDate(millisecondsSince1970: 0)
    let (undated, dated) = (
      ReceiptExpectations(bundleIdentifier: bundle, devices: .notChecked, now: .notChecked),
      ReceiptExpectations(bundleIdentifier: bundle, devices: .notChecked, now: start)
    )
    require(undated.now == .notChecked && dated.now == .required(start), "the time: \(dated)")
    let asDate = ReceiptExpectations(
      bundleIdentifier: bundle, devices: .notChecked, now: start.date)
    require(asDate == dated, "with a Date: \(asDate)")
    let environments: Set<ReceiptEnvironment> = [.production, .productionVPP]
    for expectations in [undated, dated] {
      require(
        expectations.environments == .required(environments), "\(expectations.environments)")
      require(
        expectations.appVersion == .notChecked && !expectations.acceptsCancelled,
        "unless anything is said: \(expectations)")
    }
    for accepts in [false, true] {
      let expectations = ReceiptExpectations(
        bundleIdentifier: bundle, devices: .notChecked, now: .notChecked, acceptsCancelled: accepts)
      require(expectations.acceptsCancelled == accepts, "cancelled: \(accepts)")
    }
    let isRight =
      own.text(2).value?.equals(bundle) == true && own.date(12).value != nil
      && isNotExpired(own.date(21), at: 0)
      && own.text(0).value.map { name in stores.contains { name.equals($0) } } == true
    let validated = [
      try? receipt.validate(dated, verifier: TrustingVerifier()),
      try? receipt.validate(
        bundleIdentifier: bundle, devices: .notChecked, now: start.date,
        verifier: TrustingVerifier()),
    ]
    require(validated.allSatisfy { ($0 != nil) == isRight }, "from the App Store: \(isRight)")
  }
}
