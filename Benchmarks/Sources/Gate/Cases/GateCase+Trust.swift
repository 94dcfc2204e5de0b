import AppStoreReceipt

extension GateCase {
  /// Validation, and what it is made of.
  static func trust() throws -> [GateCase] {
    let (verifier, expectations) = (try Samples.verifier(), try Samples.expectations())
    let root = try Samples.certificate("root")
    let truncated = Array(root.dropLast())
    var cases: [GateCase] = [
      .succeeding("TrustAnchor(certificate:)") { try TrustAnchor(certificate: root).hashValue & 1 },
      .failing("TrustAnchor(certificate:)/truncated") {
        Refusal.anchor(truncated)
      },
    ]
    for name in ["ios-sha1-purchases", "ios-sha256-subscriptions", "many-purchases"] {
      let receipt = try AppReceipt(try Samples.fixture(name))
      var warm = verifier
      try warm.verifyAndRemember(receipt)
      let knowing = warm
      cases += [
        .succeeding("AppReceipt.validate/\(name)") {
          try receipt.validate(expectations, verifier: verifier).skippedChecks.count
        },
        .succeeding("AppReceipt.validate/\(name), path remembered") {
          try receipt.validate(expectations, verifier: knowing).skippedChecks.count
        },
        .succeeding("AppReceipt.report/\(name)") {
          receipt.report(expectations, verifier: verifier).entries.count
        },
        .succeeding("AppleSignatureVerifier.verifyAndRemember/\(name)") {
          var verifier = verifier
          try verifier.verifyAndRemember(receipt)
          return verifier.minimumKeyBits
        },
      ]
    }
    return cases
  }

  /// Receipts that validation refuses, in the order of its steps, and forgeries of every kind.
  static func forgeries() throws -> [GateCase] {
    let (verifier, expectations) = (try Samples.verifier(), try Samples.expectations())
    let receipt = try AppReceipt(try Samples.fixture("ios-sha256-subscriptions"))
    var otherBundle = expectations
    otherBundle.bundleIdentifier = "com.example.other"
    var otherDevice = expectations
    otherDevice.devices = .required([DeviceIdentifier(bytes: Array(repeating: 0, count: 16))])
    var cases: [GateCase] = [
      .failing("AppReceipt.validate/another bundle") {
        Refusal.validation(receipt, otherBundle, verifier)
      },
      .failing("AppReceipt.validate/another device") {
        Refusal.validation(receipt, otherDevice, verifier)
      },
      .failing("AppReceipt.validate/another root") {
        Refusal.validation(receipt, expectations, AppleSignatureVerifier())
      },
    ]
    for name in [
      "A01-payload-changed", "A02-no-signers", "A06-empty-signature",
      "B01-root-same-name-other-key", "B03-self-signed-leaf", "B07-bad-leaf-signature",
      "B09-developer-certificate", "B13-leaf-expired-at-creation", "B18-chain-of-four",
      "B25-issuer-loop", "C10-bleichenbacher-2006-sha256",
    ] {
      let forgery = try AppReceipt(try Samples.forgery(name))
      cases.append(
        .failing("AppReceipt.validate/\(name)") {
          Refusal.validation(forgery, expectations, verifier)
        })
    }
    return cases
  }
}
