import CMSParsing
import DERParsing
import ReceiptHashing
import ReceiptParsing

/// Runs the checks of one receipt, each by itself.
struct ReceiptValidation<Verifier: ReceiptSignatureVerifier> {
  let receipt: AppReceipt
  let expectations: ReceiptExpectations
  let verifier: Verifier

  /// How a check comes out.
  enum Outcome {
    case passed
    case skipped
    case failed(ReceiptValidationError)
  }

  func outcome(of check: ReceiptCheck) -> Outcome {
    switch check {
    case .structure: .passed  // there would be no AppReceipt otherwise
    case .signature: signature
    case .bundleIdentifier: bundleIdentifier
    case .appVersion: appVersion
    case .device: device.outcome
    case .expiration: expiration
    case .environment: environment
    }
  }

  private var signature: Outcome {
    do {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return .passed
    } catch {
      return failed(.signature, .signature(error), at: error.offset)
    }
  }

  private var bundleIdentifier: Outcome {
    compare(.bundleIdentifier, .bundleIdentifier, expectations.bundleIdentifier)
  }

  private var appVersion: Outcome {
    compare(.appVersion, .appVersion, expectations.appVersion)
  }

  /// Strings are equal when their UTF-8 is, not when Unicode calls them equivalent.
  private func compare(
    _ check: ReceiptCheck, _ type: ReceiptAttributeType,
    _ expectation: ReceiptExpectations.Expectation<String>
  ) -> Outcome {
    guard let expected = expectation.value else { return .skipped }
    switch receipt.string(type) {
    case .absent: return failed(check, .missing(type))
    case .unreadable(let problem): return failed(check, .unreadable(problem), at: problem.offset)
    case .value(let found):
      return found.utf8.elementsEqual(expected.utf8)
        ? .passed : failed(check, .differs(found: found), expected: [expected])
    }
  }

  /// Which of the candidates the hash belongs to: SHA-1 over the device's identifier, the opaque value, and
  /// the whole value of the bundle identifier's attribute, header included.
  var device: (outcome: Outcome, matched: DeviceIdentifier?) {
    guard let candidates = expectations.devices.value else { return (.skipped, nil) }
    var parts: [ArraySlice<UInt8>] = []
    for type in [
      ReceiptAttributeType.opaqueValue, .bundleIdentifier, .sha1Hash,
    ] {
      switch receipt.bytes(type) {
      case .absent: return (failed(.device, .missing(type)), nil)
      case .unreadable(let problem):
        return (failed(.device, .unreadable(problem), at: problem.offset), nil)
      case .value(let bytes):
        guard !bytes.isEmpty else { return (failed(.device, .missing(type)), nil) }
        parts.append(bytes)
      }
    }
    guard !candidates.isEmpty else { return (failed(.device, .noDevice), nil) }
    let (opaqueValue, bundleIdentifier, hash) = (Array(parts[0]), Array(parts[1]), Array(parts[2]))
    let matched = candidates.first { candidate in
      candidate.bytes.withRawSpan { candidate in
        opaqueValue.withRawSpan { opaqueValue in
          bundleIdentifier.withRawSpan { bundleIdentifier in
            hash.withRawSpan { hash in
              SHA1.hash(candidate, opaqueValue, bundleIdentifier).isEqual(to: hash)
            }
          }
        }
      }
    }
    return matched == nil ? (failed(.device, .otherDevice), nil) : (.passed, matched)
  }

  /// No expiration date means that the receipt does not expire; one that cannot be read means that it has.
  private var expiration: Outcome {
    guard let now = expectations.now.value else { return .skipped }
    switch receipt.expiration {
    case .absent: return .passed
    case .unreadable(let problem):
      return failed(.expiration, .unreadable(problem), at: problem.offset)
    case .value(let date):
      return date > now ? .passed : failed(.expiration, .expired(date), expected: [now.utcText])
    }
  }

  private var environment: Outcome {
    guard let allowed = expectations.environments.value else { return .skipped }
    switch receipt.string(.environment) {
    case .absent: return failed(.environment, .missing(.environment))
    case .unreadable(let problem):
      return failed(.environment, .unreadable(problem), at: problem.offset)
    case .value(let name):
      return allowed.contains(ReceiptEnvironment(rawValue: name))
        ? .passed
        : failed(
          .environment, .differs(found: name), expected: allowed.map { $0.rawValue }.sortedByUTF8())
    }
  }

  func failed(
    _ check: ReceiptCheck, _ reason: ReceiptValidationError.Reason, expected: [String] = [],
    at offset: Int? = nil
  ) -> Outcome {
    let action: RecommendedAction =
      switch reason {
      case .noDevice: .retryLater
      default: receipt.platform == 2 ? .exit173 : .refresh  // 2 is macOS
      }
    return .failed(
      ReceiptValidationError(
        check: check, reason: reason, expected: expected, offset: offset,
        recommendedAction: action))
  }
}

extension [String] {
  /// In the order of their UTF-8.
  fileprivate func sortedByUTF8() -> [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
